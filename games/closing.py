"""What the operator may do to a table: close it. A verb, like those of `games.play`."""

from games.change import Refused, changing
from games.models import Table

#: characters that the reason may have
LONGEST = Table._meta.get_field("close_text").max_length

Status = Table.Status


def close_table(code: str, reason: str) -> None:
    """Close a table that waits or plays, whatever state it is in. Its players read the reason, at once if they have the page open.

    Codes of `Refused`: unknown_table, finished, closed, bad_reason.
    """
    reason = " ".join(reason.split())
    if not reason or len(reason) > LONGEST or not reason.isprintable():
        raise Refused("bad_reason", status=400)
    with changing(code) as change:
        if change.table.status in (Status.FINISHED, Status.CLOSED):
            raise Refused(str(change.table.status))
        change.close(Table.CloseReason.OPERATOR, reason)
        change.save(lobby=True)
        # A table that these people played at before may still offer them the way here
        change.tell_former()
