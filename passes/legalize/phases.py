"""How a convolution walks one spatial dimension: phases, in which no inserted zero is met."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd


@dataclass(frozen=True)
class Phase:
    """Results ``first, first + step, …``, which sum taps ``tap, tap + tap_step, …``.

    The first of those results meets element ``start`` of the image with the first of those
    taps; ``extent`` elements from there on are what all of them meet.
    """

    first: int
    results: int
    tap: int
    taps: int
    start: int
    extent: int


@dataclass(frozen=True)
class Window:
    """The phases of a dimension, and what they have in common.

    A phase is a convolution on its own, with a stride and a dilation of the window.
    """

    step: int
    tap_step: int
    stride: int
    dilation: int
    phases: tuple[Phase, ...]

    def padding(self, size: int) -> tuple[int, int]:
        """Return what is missing before and behind ``size`` elements of the image."""
        low = max([0, *(-p.start for p in self.phases)])
        return low, max([0, *(p.start + p.extent - size for p in self.phases)])


def make_window(results: int, taps: int, stride: int, dilation: int, base: int, low: int) -> Window:
    """Return the window of a dimension whose image is dilated by ``base`` and padded by ``low``.

    Result o meets, with tap k, position ``o * stride + k * dilation - low`` of the dilated
    image, which holds an element if ``base`` divides it.  That depends only on o modulo
    ``base / gcd(stride, base)`` and on k modulo ``base / gcd(dilation, base)``.
    """
    step, tap_step = base // gcd(stride, base), base // gcd(dilation, base)
    inner_stride, inner_dilation = stride * step // base, dilation * tap_step // base
    phases = []
    for first in range(min(step, results)):
        for tap in range(min(tap_step, taps)):
            position = first * stride + tap * dilation - low
            if position % base == 0:
                count, met = -(-(results - first) // step), -(-(taps - tap) // tap_step)
                extent = (count - 1) * inner_stride + (met - 1) * inner_dilation + 1
                phases.append(Phase(first, count, tap, met, position // base, extent))
    return Window(step, tap_step, inner_stride, inner_dilation, tuple(phases))
