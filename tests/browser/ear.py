"""Somebody who plays by keyboard and hears, and sees nothing: what there is comes from the browser's accessibility tree alone, the one that
screen readers read.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page

MANY = 150  # presses of Tab after which a thing cannot be reached


@dataclass
class Thing:
    """A node of the tree, as a screen reader has it."""

    role: str
    name: str
    properties: dict
    children: list["Thing"] = field(default_factory=list)

    def all(self) -> Iterator["Thing"]:
        yield self
        for child in self.children:
            yield from child.all()

    def find(self, role: str, name: str = "") -> list["Thing"]:
        """Everything in it with this role whose name begins so."""
        return [thing for thing in self.all() if thing.role == role and thing.name.startswith(name)]

    @property
    def text(self) -> str:
        """What is read out when it is gone through."""
        if self.role in ("StaticText", "image"):
            return self.name
        return "".join(child.text for child in self.children)

    @property
    def enabled(self) -> bool:
        return not self.properties.get("disabled")

    @property
    def keys(self) -> str:
        return self.properties.get("keyshortcuts", "")


class Listener:
    """Plays with the keys, by the tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tree = page.context.new_cdp_session(page)

    def look(self) -> Thing:
        """The tree as it is now."""
        nodes = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        things = {node["nodeId"]: _thing(node) for node in nodes}
        for node in nodes:
            things[node["nodeId"]].children = [things[child] for child in node.get("childIds", []) if child in things]
        return things[nodes[0]["nodeId"]]

    def wait(self, found: Callable[[Thing], object], what: str) -> Thing:
        """Look until it is there."""
        deadline = time.monotonic() + 20
        while not found(tree := self.look()):
            assert time.monotonic() < deadline, f"waited for {what}; heard {self.heard(tree)}, and there is {self.offered(tree)}"
            self.page.wait_for_timeout(60)
        return tree

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self, tree: Thing | None = None) -> Thing:
        """What has the focus; the page, if nothing in it has."""
        return [thing for thing in (tree or self.look()).all() if thing.properties.get("focused")][-1]

    def reach(self, role: str, name: str) -> Thing:
        """Press Tab until it has the focus; the arrow, among radio buttons of its group."""
        for _ in range(MANY):
            tree = self.look()
            now = self.focused(tree)
            if now.role == role and now.name.startswith(name):
                return now
            within = now.role == role == "radio" and any(
                now in group.find("radio") and group.find(role, name) for group in tree.find("group")
            )
            self.press("ArrowRight" if within else "Tab")
        raise AssertionError(f"{role} {name!r} cannot be reached")

    def region(self, name: str, tree: Thing | None = None) -> Thing:
        """A landmark of the page, by its name; an empty one if it is not there."""
        return next(iter((tree or self.look()).find("region", name)), Thing("region", name, {}))

    def heard(self, tree: Thing | None = None) -> list[str]:
        """What the live region of the table holds: the newest announcements, the last one last."""
        live = [thing for thing in (tree or self.look()).all() if thing.properties.get("live") == "polite" and thing.role != "status"]
        return [line.text for region in live for line in region.children if line.text]

    def offered(self, tree: Thing | None = None) -> list[Thing]:
        """The buttons of what can be done."""
        return self.region("What you can do", tree).find("button")


def _thing(node: dict) -> Thing:
    properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    role = "" if node.get("ignored") else node.get("role", {}).get("value", "")
    return Thing(role, node.get("name", {}).get("value", "") if role else "", properties)
