"""Jinja as boards need it: the same text, from compiled templates that do less for it.

A board is a thousand small outputs. What Jinja does for each of them so that any function, any object and any value may stand there, is
more than half of what they take; here nearly all are texts, values of dicts, and a few functions of `games.parts`.
"""

import re
from collections.abc import Callable
from typing import Any

from django.utils.safestring import SafeString
from jinja2 import Environment as JinjaEnvironment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator as JinjaCodeGenerator
from jinja2.compiler import Frame
from markupsafe import Markup, escape

#: Functions that want nothing of Jinja but their arguments.
PLAIN = {"_", "gettext", "part", "url", "static", "card", "card_back"}

_special = re.compile("[&<>\"']").search


class CodeGenerator(JinjaCodeGenerator):
    """Templates to Python; Jinja's hook for this is `code_generator_class`."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if forward_caller or not isinstance(node.node, nodes.Name) or node.node.name not in PLAIN:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("environment.plainly(")
        self.visit(node.node, frame)
        self.signature(node, frame)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.written(")
        else:
            super()._output_child_pre(node, frame, finalize)


class Environment(JinjaEnvironment):
    code_generator_class = CodeGenerator

    @staticmethod
    def plainly(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call one of PLAIN."""
        return function(*args, **kwargs)

    @staticmethod
    def written(value: Any) -> str:
        """A value as it is written between markup."""
        kind = type(value)
        if kind is Markup or kind is SafeString or (kind is str and not _special(value)):
            return value
        return escape(value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Nobody means the methods of a dict."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def make_globals(self, d: Any) -> Any:
        """A dict: each render copies it, and the chain of dicts that Jinja makes, for globals that come later, takes ten times as long."""
        return {**self.globals, **(d or {})}
