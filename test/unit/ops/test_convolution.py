"""convolution against loops that follow the specification."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from hlo_opt.passes.legalize.phases import make_window

from .harness import dtype, run, tensor
from .test_contraction import _random
from .test_data_movement import i64


def _convolve(lhs, rhs, c):
    """The convolution of [b, f, spatial] with [o, i, spatial], written out."""
    groups, batch_groups = c.get("groups", 1), c.get("batch_groups", 1)
    n = lhs.ndim - 2
    strides, padding = c.get("strides", [1] * n), c.get("padding", [(0, 0)] * n)
    base, window = c.get("base", [1] * n), c.get("window", [1] * n)
    reversal = c.get("reversal", [False] * n)
    kernel = rhs[(slice(None), slice(None), *(slice(None, None, -1 if r else 1) for r in reversal))]
    size = [(k - 1) * d + 1 for k, d in zip(rhs.shape[2:], window, strict=True)]
    dilated = [(k - 1) * d + 1 for k, d in zip(lhs.shape[2:], base, strict=True)]
    out = [
        (n + lo + hi - s) // stride + 1
        for n, (lo, hi), s, stride in zip(dilated, padding, size, strides, strict=True)
    ]
    batch, outputs = lhs.shape[0] // batch_groups, rhs.shape[0]
    result = np.zeros((batch, outputs, *out), lhs.dtype)
    per_group = outputs // groups
    per_batch_group = outputs // batch_groups
    for b, o, *at in itertools.product(range(batch), range(outputs), *map(range, out)):
        row = b + batch * (o // per_batch_group) if batch_groups > 1 else b
        for i, *k in itertools.product(range(rhs.shape[1]), *map(range, rhs.shape[2:])):
            where = [
                a * s + x * d - lo
                for a, s, x, d, (lo, _) in zip(at, strides, k, window, padding, strict=True)
            ]
            if any(w % d or not 0 <= w < n for w, d, n in zip(where, base, dilated, strict=True)):
                continue
            place = [w // d for w, d in zip(where, base, strict=True)]
            feature = i + rhs.shape[1] * (o // per_group) if groups > 1 else i
            result[(b, o, *at)] += lhs[(row, feature, *place)] * kernel[(o, i, *k)]
    return result


CONVOLUTIONS = {
    "plain": {"lhs": (2, 3, 5, 6), "rhs": (4, 3, 3, 2)},
    "strided": {"lhs": (1, 2, 7, 6), "rhs": (3, 2, 3, 3), "strides": [2, 3]},
    "padded": {"lhs": (1, 2, 4, 4), "rhs": (3, 2, 3, 3), "padding": [(1, 1), (0, 2)]},
    "cropped": {"lhs": (1, 2, 6, 6), "rhs": (3, 2, 2, 2), "padding": [(-1, 0), (1, -2)]},
    "window dilation": {"lhs": (1, 2, 7, 7), "rhs": (3, 2, 3, 2), "window": [2, 3]},
    "base dilation": {
        "lhs": (1, 2, 3, 4),
        "rhs": (3, 2, 2, 3),
        "base": [2, 3],
        "padding": [(1, 0), (2, 1)],
    },
    "reversal": {"lhs": (1, 2, 4, 5), "rhs": (3, 2, 2, 3), "reversal": [True, False]},
    "feature groups": {"lhs": (1, 6, 4, 4), "rhs": (4, 3, 2, 2), "groups": 2},
    "depthwise": {"lhs": (1, 4, 5, 5), "rhs": (8, 1, 3, 3), "groups": 4},
    "batch groups": {"lhs": (6, 2, 4, 4), "rhs": (6, 2, 2, 2), "batch_groups": 3},
    "one dimension": {"lhs": (2, 3, 8), "rhs": (2, 3, 3), "strides": [2], "padding": [(1, 1)]},
    "three dimensions": {"lhs": (1, 2, 3, 4, 3), "rhs": (2, 2, 2, 2, 2)},
    "no spatial dimension": {"lhs": (2, 3), "rhs": (4, 3)},
    "phases without taps": {"lhs": (1, 2, 4, 3), "rhs": (3, 2, 2, 1), "base": [3, 2]},
    "dilated everywhere": {
        "lhs": (1, 2, 5, 4),
        "rhs": (3, 2, 4, 3),
        "base": [6, 4],
        "window": [4, 3],
        "strides": [2, 6],
        "padding": [(3, -2), (5, 7)],
        "reversal": [False, True],
    },
    "too many phases": {"lhs": (1, 1, 3, 3), "rhs": (2, 1, 6, 6), "base": [5, 5]},
    "many features": {"lhs": (1, 8, 6, 7), "rhs": (16, 8, 3, 3), "padding": [(1, 1), (1, 1)]},
    "few features": {"lhs": (1, 16, 8, 18), "rhs": (3, 16, 3, 3)},
    "many features, dilated": {"lhs": (2, 8, 4, 4), "rhs": (9, 8, 3, 3), "base": [2, 2]},
    "large groups": {"lhs": (1, 12, 6, 6), "rhs": (24, 6, 3, 3), "groups": 2},
}
# Where batch, feature and spatial dimensions stand in operand, kernel and result.
LAYOUTS = {
    "bf01_oi01_bf01": (None, None, None),
    "b01f_01io_b01f": ("last", "kernel last", "last"),
    "01bf_i01o_f01b": ("first", "mixed", "reversed"),
}


def _layout(name, n):
    """Return the order in which canonical dimensions (0, 1, spatial…) are stored."""
    spatial = list(range(2, 2 + n))
    return {
        None: [0, 1, *spatial],
        "last": [0, *spatial, 1],
        "kernel last": [*spatial, 1, 0],
        "first": [*spatial, 0, 1],
        "mixed": [1, *spatial, 0],
        "reversed": [1, *spatial, 0],
    }[name]


def _spell(order, first: str, second: str) -> str:
    names = {0: first, 1: second}
    return ", ".join(names.get(d, str(d - 2)) for d in order)


def _run(c, orders, element: str, seed: int = 3):
    """Return the result of a case, its arrays stored in ``orders``, and what it should be."""
    n = len(c["lhs"]) - 2
    lhs, rhs = _random(c["lhs"], element, seed), _random(c["rhs"], element, seed + 1)
    wide = np.complex128 if element.startswith("complex") else np.float64
    expected = _convolve(lhs.astype(wide), rhs.astype(wide), c)
    numbers = (
        f"[{_spell(orders[0], 'b', 'f')}]x[{_spell(orders[1], 'o', 'i')}]"
        f"->[{_spell(orders[2], 'b', 'f')}]"
    )
    padding = c.get("padding", [(0, 0)] * n)
    reversal = ", ".join(str(r).lower() for r in c.get("reversal", [False] * n))
    attributes = (
        f"dimension_numbers = #stablehlo.conv<{numbers}>, "
        f"feature_group_count = {c.get('groups', 1)} : i64, "
        f"batch_group_count = {c.get('batch_groups', 1)} : i64"
    )
    if n:
        attributes += (
            f", window_strides = {i64(c.get('strides', [1] * n))}"
            f", padding = dense<{[list(p) for p in padding]}> : tensor<{n}x2xi64>"
            f", lhs_dilation = {i64(c.get('base', [1] * n))}"
            f", rhs_dilation = {i64(c.get('window', [1] * n))}"
            f", window_reversal = array<i1: {reversal}>"
        )
    stored = expected.transpose(orders[2])
    arguments = [
        np.ascontiguousarray(a.transpose(order))
        for a, order in zip((lhs, rhs), orders[:2], strict=True)
    ]
    actual = run("convolution", arguments, tensor(stored.shape, element), attributes)
    return actual.astype(wide), stored


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_convolution(case, layout):
    c = CONVOLUTIONS[case]
    orders = [_layout(name, len(c["lhs"]) - 2) for name in LAYOUTS[layout]]
    actual, expected = _run(c, orders, "f32")
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("element", ["bf16", "f16", "f64", "f8E5M2", "i16", "ui8", "complex<f32>"])
@pytest.mark.parametrize("case", ["plain", "dilated everywhere", "many features"])
def test_convolution_of_element_types(case, element):
    c = CONVOLUTIONS[case]
    actual, expected = _run(c, [_layout("last", 2), _layout("mixed", 2), [0, 1, 2, 3]], element)
    if element == "ui8":
        expected = expected % 256
    elif np.isrealobj(expected):
        expected = expected.astype(dtype(element)).astype(np.float64)
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("inputs", [113, 200])
def test_convolution_of_bytes_is_exact(inputs):
    """Large odd sums: of 113 inputs, f32 could hold all there are; of 200, it would round."""
    lhs = np.full((1, inputs, 6, 6), -127)
    rhs = np.full((8, inputs, 3, 3), -127)
    rhs[:, 0, 0, 0] += inputs % 2 + 1
    expected = (lhs[0, 0, 0, 0] * rhs[0]).sum()
    assert expected % 2
    actual = run(
        "convolution",
        [lhs.astype(np.int8), rhs.astype(np.int8)],
        tensor((1, 8, 4, 4), "i32"),
        "dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, "
        "feature_group_count = 1 : i64, batch_group_count = 1 : i64",
    )
    np.testing.assert_array_equal(actual, np.full((1, 8, 4, 4), expected))


def _random_case(rng: np.random.Generator) -> dict:
    """Return any convolution that has a result: every attribute, in every dimension."""
    n = int(rng.integers(1, 4))
    groups, batch_groups = [(1, 1), (1, 1), (2, 1), (1, 2)][rng.integers(4)]
    inputs, outputs = int(rng.integers(1, 4)), groups * batch_groups * int(rng.integers(1, 10))
    most = (10, 6, 4)[n - 1]

    def each(*choices) -> list[int]:
        return [int(rng.choice(choices)) for _ in range(n)]

    sizes, taps = each(*range(1, most)), each(1, 2, 3, 4)
    base, window = each(1, 2, 3, 4, 6), each(1, 1, 2, 3)
    padding = []
    for size, k, d, w in zip(sizes, taps, base, window, strict=True):
        low, high = (int(x) for x in rng.integers(-3, 5, 2))
        missing = (k - 1) * w + 1 - ((size - 1) * d + 1 + low + high)
        padding.append((low, high + max(0, missing)))
    return {
        "lhs": (batch_groups * int(rng.integers(1, 3)), groups * inputs, *sizes),
        "rhs": (outputs, inputs, *taps),
        "groups": groups,
        "batch_groups": batch_groups,
        "strides": each(1, 1, 2, 3),
        "base": base,
        "window": window,
        "padding": padding,
        "reversal": [bool(x) for x in rng.integers(0, 2, n)],
    }


@pytest.mark.parametrize("seed", range(60))
def test_random_convolution(seed):
    rng = np.random.default_rng(seed)
    c = _random_case(rng)
    orders = [[int(d) for d in rng.permutation(len(c["lhs"]))] for _ in range(3)]
    actual, expected = _run(c, orders, ["f32", "i32"][seed % 2], seed)
    np.testing.assert_array_equal(actual, expected, err_msg=str((c, orders)))


@pytest.mark.parametrize("base", range(1, 7))
@pytest.mark.parametrize("stride", range(1, 5))
@pytest.mark.parametrize("dilation", range(1, 5))
def test_phases_meet_just_what_is_no_inserted_zero(base, stride, dilation):
    for results, taps, low in itertools.product((1, 7), (1, 4), (-2, 0, 3)):
        window = make_window(results, taps, stride, dilation, base, low)
        expected = {
            (o, k, position // base)
            for o, k in itertools.product(range(results), range(taps))
            if (position := o * stride + k * dilation - low) % base == 0
        }
        actual = [
            (
                p.first + q * window.step,
                p.tap + j * window.tap_step,
                p.start + q * window.stride + j * window.dilation,
            )
            for p in window.phases
            for q, j in itertools.product(range(p.results), range(p.taps))
        ]
        assert sorted(actual) == sorted(expected)
        for p in window.phases:
            reach = (p.results - 1) * window.stride + (p.taps - 1) * window.dilation + 1
            assert p.extent == reach
