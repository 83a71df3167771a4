"""Fixtures of the unit tests."""

from __future__ import annotations

import pytest

from hlo_opt.passes import registry


@pytest.fixture
def own_passes(monkeypatch):
    """Let a test register passes that no other test sees."""
    registry.all_passes()  # what is built in stays registered
    monkeypatch.setattr(registry, "_PASSES", dict(registry._PASSES))
