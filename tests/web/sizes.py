"""The sizes at which pages are looked at: a desk, and a phone held upright."""

from __future__ import annotations

import pytest

VIEWPORTS = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}

at_both_sizes = pytest.mark.parametrize(
    "viewport",
    [
        pytest.param(VIEWPORTS["phone"], id="phone"),
        pytest.param(VIEWPORTS["desktop"], id="desktop", marks=pytest.mark.slow),
    ],
)
"""Runs a test at each size, as `viewport`; the quick suite at that of a phone, where there is less room."""
