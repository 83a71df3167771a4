"""dot_general and convolution against einsum and loops."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from hlo_opt import DiagnosedError

from .harness import dtype, run, tensor
from .test_data_movement import i64

DOTS = [
    # lhs, rhs, batching, contracting
    ((3, 4), (4, 5), ([], []), ([1], [0])),
    ((3, 4), (5, 4), ([], []), ([1], [1])),
    ((4, 3), (4, 5), ([], []), ([0], [0])),
    ((2, 3, 4), (2, 4, 5), ([0], [0]), ([2], [1])),
    ((3, 2, 4), (4, 5, 2), ([1], [2]), ([2], [0])),
    ((4,), (4,), ([], []), ([0], [0])),
    ((3, 4), (4,), ([], []), ([1], [0])),
    ((4,), (4, 5), ([], []), ([0], [0])),
    ((3,), (5,), ([], []), ([], [])),
    ((2, 3, 4), (3, 4, 5), ([], []), ([1, 2], [0, 1])),
    ((2, 3, 4), (4, 3, 5), ([], []), ([1, 2], [1, 0])),
    ((2, 3), (2, 3), ([0, 1], [0, 1]), ([], [])),
    ((2, 4), (2, 4), ([0], [0]), ([1], [1])),
    ((), (3,), ([], []), ([], [])),
    ((3, 0), (0, 2), ([], []), ([1], [0])),
]


def _dot(lhs, rhs, batching, contracting):
    letters = iter("abcdefghijklmnop")
    left = [next(letters) for _ in lhs.shape]
    right = [next(letters) for _ in rhs.shape]
    for a, b in zip(batching[0] + contracting[0], batching[1] + contracting[1], strict=True):
        right[b] = left[a]
    used = [(batching[i] + contracting[i]) for i in (0, 1)]
    out = [left[d] for d in batching[0]]
    out += [c for d, c in enumerate(left) if d not in used[0]]
    out += [c for d, c in enumerate(right) if d not in used[1]]
    return np.einsum(f"{''.join(left)},{''.join(right)}->{''.join(out)}", lhs, rhs)


def _numbers(batching, contracting) -> str:
    return (
        f"dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = {batching[0]}, "
        f"rhs_batching_dimensions = {batching[1]}, "
        f"lhs_contracting_dimensions = {contracting[0]}, "
        f"rhs_contracting_dimensions = {contracting[1]}>"
    )


def _random(shape, element: str, seed: int) -> np.ndarray:
    """Return small integers, with which every order of summation is exact."""
    return np.random.default_rng(seed).integers(0, 4, shape).astype(dtype(element))


@pytest.mark.parametrize("element", ["f32", "i32", "bf16", "complex<f64>"])
@pytest.mark.parametrize(("left", "right", "batching", "contracting"), DOTS)
def test_dot_general(left, right, batching, contracting, element):
    lhs, rhs = _random(left, element, 1), _random(right, element, 2)
    wide = np.complex128 if element.startswith("complex") else np.float64
    expected = _dot(lhs.astype(wide), rhs.astype(wide), batching, contracting)
    numbers = _numbers(batching, contracting)
    actual = run("dot_general", [lhs, rhs], tensor(expected.shape, element), numbers)
    np.testing.assert_array_equal(actual.astype(wide), expected)


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ("i8", "i8", "i32"),
        ("ui8", "i8", "i32"),
        ("ui8", "ui8", "ui32"),
        ("i4", "i8", "i32"),
        ("bf16", "bf16", "f32"),
        ("f16", "f16", "f32"),
        ("f8E4M3FN", "f8E5M2", "f32"),
    ],
)
def test_dot_general_of_mixed_types(left, right, result):
    lhs, rhs = (np.array([[-3, 2], [1, 3]]), np.array([[3, -1], [2, 1]]))
    if left.startswith("u"):
        lhs = np.abs(lhs) + 250
    if right.startswith("u"):
        rhs = np.abs(rhs) + 250
    numbers = _numbers(([], []), ([1], [0]))
    arguments = [lhs.astype(dtype(left)), rhs.astype(dtype(right))]
    actual = run("dot_general", arguments, tensor((2, 2), result), numbers)
    np.testing.assert_array_equal(actual.astype(int), lhs @ rhs)


def test_dot_general_of_booleans():
    lhs = np.array([[True, False], [False, False]])
    numbers = _numbers(([], []), ([1], [0]))
    actual = run("dot_general", [lhs, lhs], tensor((2, 2), "i1"), numbers)
    np.testing.assert_array_equal(actual, [[True, False], [False, False]])


def test_dot_general_sums_narrow_floats_in_f32():
    """1024 ones: a sum kept in bf16 would stop at 256."""
    ones = np.ones((1, 1024)).astype(dtype("bf16"))
    numbers = _numbers(([], []), ([1], [1]))
    actual = run("dot_general", [ones, ones], tensor((1, 1), "bf16"), numbers)
    assert float(actual[0, 0]) == 1024


def _with_algorithm(lhs: str, rhs: str, accumulation: str) -> str:
    return (
        _numbers(([], []), ([1], [1])) + ", algorithm = #stablehlo.dot_algorithm<"
        f"lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, "
        f"accumulation_type = {accumulation}, lhs_component_count = 1, "
        "rhs_component_count = 1, num_primitive_operations = 1, "
        "allow_imprecise_accumulation = false>"
    )


def test_dot_algorithm_rounds_operands_to_its_precision():
    """1 + 2^-10 is 1 in bf16, and exact in f32."""
    x = np.array([[1 + 2.0**-10, 1]], np.float32)
    attributes = _with_algorithm("bf16", "bf16", "f32")
    assert run("dot_general", [x, x], tensor((1, 1), "f32"), attributes) == 2
    attributes = _with_algorithm("f32", "f32", "f32")
    expected = np.float32(x[0, 0] * x[0, 0]) + np.float32(1)
    assert run("dot_general", [x, x], tensor((1, 1), "f32"), attributes) == expected


def test_dot_algorithm_of_a_type_without_arrays_is_refused():
    x = np.ones((1, 2), np.float32)
    attributes = _with_algorithm("tf32", "tf32", "f32")
    with pytest.raises(DiagnosedError, match=r"the algorithm \(tf32, tf32, f32.*not supported"):
        run("dot_general", [x, x], tensor((1, 1), "f32"), attributes)


@pytest.mark.parametrize("config", ["ij,jk->ik", "ij,jk->ki", "bij,bjk->bik", "ij,ij->", "i,j->ji"])
def test_einsum(config):
    inputs, output = config.split("->")
    extents = dict(zip("bijk", (2, 3, 4, 5), strict=True))
    lhs, rhs = (
        _random([extents[c] for c in term], "f32", seed)
        for seed, term in enumerate(inputs.split(","))
    )
    expected = np.einsum(config, lhs, rhs)
    result = tensor([extents[c] for c in output], "f32")
    actual = run("einsum", [lhs, rhs], result, f'einsum_config = "{config}"')
    np.testing.assert_array_equal(actual, expected)


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
    result = np.zeros((batch, outputs, *out))
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


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_convolution(case, layout):
    c = CONVOLUTIONS[case]
    n = len(c["lhs"]) - 2
    lhs, rhs = _random(c["lhs"], "f32", 3), _random(c["rhs"], "f32", 4)
    expected = _convolve(lhs, rhs, c)
    orders = [_layout(name, n) for name in LAYOUTS[layout]]
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
    actual = run("convolution", arguments, tensor(stored.shape, "f32"), attributes)
    np.testing.assert_array_equal(actual, stored)
