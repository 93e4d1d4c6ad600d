// Four players with seven cards each, who draw and discard in turn. A player sees the own hand, of the others' how many cards they hold.
const HAND = 7;
const DECK = [...'CDHS'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit));

module.exports = {
  name: 'draw-and-discard',
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,

  setup: ({ ctx, random }) => {
    const stock = random.Shuffle(DECK);
    const hands = Object.fromEntries(ctx.playOrder.map((player) => [player, stock.splice(0, HAND)]));
    return { hands, pile: [stock.pop()], stock, drawn: null };
  },

  moves: {
    // From the stock or from the pile. What was drawn is nobody else's business, so the move runs on the server alone.
    draw: {
      client: false,
      move: ({ G, playerID, random }, from) => {
        if (G.drawn !== null || !['stock', 'pile'].includes(from)) return 'INVALID_MOVE';
        if (from === 'stock' && G.stock.length === 0) {
          const top = G.pile.pop();
          G.stock = random.Shuffle(G.pile);
          G.pile = [top];
        }
        G.drawn = (from === 'stock' ? G.stock : G.pile).pop();
        G.hands[playerID].push(G.drawn);
      },
    },
    discard: ({ G, playerID, events }, card) => {
      const at = G.hands[playerID].indexOf(card);
      if (G.drawn === null || at < 0) return 'INVALID_MOVE';
      G.hands[playerID].splice(at, 1);
      G.pile.push(card);
      G.drawn = null;
      events.endTurn();
    },
  },

  playerView: ({ G, playerID }) => ({
    hand: G.hands[playerID] ?? null,
    sizes: Object.fromEntries(Object.entries(G.hands).map(([player, cards]) => [player, cards.length])),
    pile: G.pile,
    stock: G.stock.length,
    hasDrawn: G.drawn !== null,
  }),
};
