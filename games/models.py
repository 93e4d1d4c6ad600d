"""What is stored of a game: who sits where, and every move since the deal. Fields and constraints, no decisions.

Only the verbs of `games.play` and of the modules named there write here. A foreign key by which a unique constraint begins has no index
of its own: every move would have to be entered there, too. Nothing stored here is a hidden card: a round is kept
as what it started from and the moves made since, and the cards follow from the table's secret.
"""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.bots import Level
from games.handles import isolated
from games.sentences.levels import LEVELS


class Table(models.Model):
    """A table, from its opening to its last round.

    options         house rules as they are played, complete; fixed when the game starts
    asked           the options that its opener chose, without the defaults
    rules_version   version of the rules core that the game was dealt under
    seats_wanted    how many seats there are, taken or not
    turn_clock      seconds for a turn; 0: no clock
    version         grows by one with every change of the table, its seats or its game
    leader          number of the seat that leads
    secret          32 random bytes that the shuffles come from; nobody sees them before the game is over
    commitment      hex SHA-256 of the secret, public from the start
    quick           starts by itself ("play now")
    phrases         its people may say quick phrases (`games.phrases`)
    due_at          when the table goes on by itself, if nothing happens before
    paused_at       since when nothing goes on, because no person is there; None: it is not paused
    round, moves    number of the running (or last) round, and how many moves it has
    result          points by seat number, as text, when the game was over
    rematch_of      the table whose people play again here; a table has one rematch at most
    tally           points that earlier games with the same people brought, by seat number, as text. While the table waits it is
                    what may be carried along, and counts from the start on if all agree (`Seat.carries`)
    close_text      what its players are told by the operator who closed it
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")

    class CloseReason(models.TextChoices):
        EMPTY = "empty", _("everybody left")
        RULES = "rules", _("the rules changed during a round")
        ABANDONED = "abandoned", _("nobody came back")
        OPERATOR = "operator", _("the operator closed it")

    class TurnClock(models.IntegerChoices):
        OFF = 0, _("no clock")
        FAST = 30, _("30 seconds")
        NORMAL = 60, _("60 seconds")
        SLOW = 120, _("2 minutes")

    code = models.CharField(max_length=16, unique=True)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    asked = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField()
    seats_wanted = models.PositiveSmallIntegerField()
    public = models.BooleanField(default=True)
    turn_clock = models.PositiveSmallIntegerField(choices=TurnClock, default=TurnClock.NORMAL)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=1)
    leader = models.PositiveSmallIntegerField(default=0)
    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    quick = models.BooleanField(default=False)
    phrases = models.BooleanField(default=True)
    due_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    round = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict, blank=True)
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")
    tally = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    close_reason = models.CharField(max_length=20, choices=CloseReason, blank=True)
    close_text = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=models.Q(due_at__isnull=False)),
            models.Index(fields=["status", "public"], name="table_open"),
        ]
        permissions = [("see_hidden", "Can see the hidden hands of a running game")]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """A numbered place at a table, and who has it.

    skeleton        what the handle looks like: no two handles at a table look the same
    key_hash        hex SHA-256 of the seat key, which only its owner's browser has; None: nobody's
    is_computer     no person ever sat here
    level           how the computer player plays whose seat it is
    cut             the text that its owner put into the shuffle; fixed when the game starts
    decisions       how many moves were made for this seat, by whomever; the next one answers decision `decisions + 1`

    bot             a computer player plays this seat now
    away            it does because the owner is absent, and until they are heard of
    left_at         when its owner left the running game: the computer player stays until they ask for their seat
    removed_at      when the leader took the seat from its owner, for good
    missed          turns in a row that the clock played for its owner
    seen_at         when its owner was last heard of, to about ten seconds (`games.presence`)

    former_hash     of the key that opened the seat before it went to another device, or before its owner was removed
    move_hash       hex SHA-256 of the token that takes the seat to another device, once and until `move_until`

    former_number   at a rematch: the owner's seat at the table before
    reserved_until  at a rematch: until when the seat is kept for its owner, who has not come yet
    carries         at a rematch: its owner wants to carry the scores along
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    handle = models.CharField(max_length=60)
    skeleton = models.CharField(max_length=300)
    key_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    is_computer = models.BooleanField(default=False)
    level = models.CharField(max_length=10, choices=[(level.value, text) for level, text in LEVELS.items()], default=Level.STEADY.value)
    cut = models.CharField(max_length=64, blank=True)
    decisions = models.PositiveIntegerField(default=0)
    bot = models.BooleanField(default=False)
    away = models.BooleanField(default=False)
    left_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    missed = models.PositiveSmallIntegerField(default=0)
    seen_at = models.DateTimeField(null=True, blank=True)
    former_hash = models.CharField(max_length=64, blank=True)
    move_hash = models.CharField(max_length=64, blank=True)
    move_until = models.DateTimeField(null=True, blank=True)
    former_number = models.PositiveSmallIntegerField(null=True, blank=True)
    reserved_until = models.DateTimeField(null=True, blank=True)
    carries = models.BooleanField(default=False)

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["table", "skeleton"], name="no_handles_alike"),
        ]

    def __str__(self) -> str:
        return self.handle

    @property
    def name(self) -> str:
        """The handle as it stands within other text."""
        return isolated(self.handle)

    @property
    def plays(self) -> Level:
        """How a computer player plays here: at its own seat as it was chosen; for somebody absent steadily, which is fair to them."""
        return Level(self.level) if self.is_computer else Level.STEADY

    @property
    def has_owner(self) -> bool:
        """A person may play here, now or when they come back: it is no computer player's from the start, and nobody was removed."""
        return not self.is_computer and self.removed_at is None

    @property
    def reserved(self) -> bool:
        """Kept for somebody of the game before, who has not come yet."""
        return self.reserved_until is not None


class Round(models.Model):
    """One deal, shuffle to payout. With the table's secret and its moves it gives back every state of the round.

    standing    `rules.state.Standing` at its start
    leader      number of the seat that led at its start
    opening     public events of its deal
    settlements how it was paid out, phase by phase; stored, so that history does not depend on today's rules
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    standing = models.JSONField()
    leader = models.PositiveSmallIntegerField()
    opening = models.JSONField(default=list)
    settlements = models.JSONField(default=list)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return str(self.number)


class Move(models.Model):
    """A stored action: the seat it was made for, by whom, and what came of it.

    number      within the round, from 1; unique, so two processes cannot both write move 17
    decision    which of the seat's decisions it answers, from 1; unique, so a decision is answered once
    leader      number of the seat that led when it was made
    """

    class By(models.TextChoices):
        PERSON = "person", _("person")
        COMPUTER = "computer", _("computer player")
        CLOCK = "clock", _("clock")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="move_set", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    decision = models.PositiveIntegerField()
    action = models.JSONField()
    events = models.JSONField(default=list)
    by = models.CharField(max_length=10, choices=By)
    leader = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_move_per_number"),
            models.UniqueConstraint(fields=["table", "seat", "decision"], name="one_move_per_decision"),
        ]

    def __str__(self) -> str:
        # Not what was done: with a knock a card goes away face down
        return str(self.number)


class Report(models.Model):
    """What somebody at a table reported to the operator, by one tap.

    seat, handle    about whom
    reporter        number of the seat that reported; -1: somebody who watched
    notes           the operator's own
    """

    class Reason(models.TextChoices):
        HANDLE = "handle", _("the name is offensive")
        CUT = "cut", _("the text for the shuffle is offensive")
        STALLING = "stalling", _("holds the game up on purpose")
        TOGETHER = "together", _("plays together with somebody else")
        OTHER = "other", _("something else")

    class Status(models.TextChoices):
        NEW = "new", _("new")
        SETTLED = "settled", _("settled")

    WATCHER = -1

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports", db_index=False)
    seat = models.PositiveSmallIntegerField()
    handle = models.CharField(max_length=60)
    reason = models.CharField(max_length=10, choices=Reason)
    reporter = models.SmallIntegerField(default=WATCHER)
    came_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.NEW)
    notes = models.TextField(blank=True)

    class Meta:
        ordering = ["-came_at"]
        constraints = [models.UniqueConstraint(fields=["table", "seat", "handle", "reason", "reporter"], name="reported_once")]

    def __str__(self) -> str:
        # The admin's history outlives the report, and is to tell nobody's name.
        return _("report %(number)s") % {"number": self.pk}


class Job(models.Model):
    """When a regular job of the server is due (`games.jobs`)."""

    name = models.CharField(max_length=100, unique=True)
    due_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class DealCount(models.Model):
    """How often something was dealt, over all finished rounds there ever were (`games.statistics`). No row says at which table.

    kind    "card": the first card of a deck; "hand": what its first three cards are as a poker hand
    name    a card, or a category of three-card poker hands
    """

    kind = models.CharField(max_length=4)
    name = models.CharField(max_length=20)
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "name"], name="one_count_per_name")]

    def __str__(self) -> str:
        return f"{self.name}: {self.count}"


class Notice(models.Model):
    """What everybody on the site is told (`games.news`). There is one row at most.

    text    as the operator typed it; "": that the site restarts, in the reader's language
    until   when the site restarts; None: it is told until the operator takes it away
    """

    text = models.CharField(
        _("text"), max_length=200, blank=True, help_text=_("Empty: that the site restarts, in the language of each reader.")
    )
    until = models.DateTimeField(_("restart at"), null=True, blank=True, help_text=_("Empty: it is shown until you delete it."))

    class Meta:
        verbose_name = _("notice to everybody")
        verbose_name_plural = _("notice to everybody")

    def __str__(self) -> str:
        return self.text or _("restart")

    def clean(self) -> None:
        self.text = " ".join(self.text.split())
        if not self.text.isprintable():
            raise ValidationError({"text": _("Only characters that can be seen, please.")})
        if not self.text and not self.until:
            raise ValidationError(_("Type a text, or say when the site restarts."))
