"""The fault table is printed at the end."""

import pytest

from tests.scaled.storm import Row, printed

_rows: list[Row] = []


@pytest.fixture
def record_row():
    return _rows.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _rows:
        terminalreporter.section("faults")
        terminalreporter.write_line(printed(_rows))
