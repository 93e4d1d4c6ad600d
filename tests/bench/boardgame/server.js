// The peer of `make bench`: boardgame.io's own server with a game of our kind. PORT says where; FLATFILE_DIR, if set, where it stores.
const { FlatFile, Origins, Server } = require('boardgame.io/server');
const game = require('./game');

const storage = process.env.FLATFILE_DIR ? { db: new FlatFile({ dir: process.env.FLATFILE_DIR }) } : {};
Server({ games: [game], origins: [Origins.LOCALHOST, /^http:\/\/127\.0\.0\.1:\d+$/], ...storage }).run(Number(process.env.PORT));
