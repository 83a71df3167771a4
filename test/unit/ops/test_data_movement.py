"""Shape changes, slices, padding and indexing against loops written from the specification."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import hlo_opt

from .harness import combiner, dtype, run, run_body, tensor, type_of


def iota(*shape: int, element: str = "i32") -> np.ndarray:
    """Return consecutive numbers, cast so that every element type can hold them."""
    return (np.arange(np.prod(shape, dtype=int)) % 7).reshape(shape).astype(dtype(element))


def i64(values) -> str:
    """Return an array attribute of 64-bit integers."""
    return f"array<i64: {', '.join(map(str, values))}>" if len(values) else "array<i64>"


RESHAPES = [
    ((2, 3), (6,)),
    ((6,), (2, 3)),
    ((2, 3, 4), (6, 4)),
    ((2, 3, 4), (4, 6)),
    ((1, 1), ()),
    ((), (1, 1)),
    ((1, 3, 1), (3,)),
    ((3,), (1, 3, 1)),
    ((2, 1, 3), (1, 2, 3)),
    ((4, 1), (2, 2)),
    ((0, 3), (3, 0, 2)),
    ((2, 2, 1, 3, 1), (4, 3)),
    ((1,), (1, 1, 1)),
]


@pytest.mark.parametrize(("source", "target"), RESHAPES)
def test_reshape(source, target):
    operand = iota(*source)
    actual = run("reshape", [operand], tensor(target, "i32"))
    np.testing.assert_array_equal(actual, operand.reshape(target))


@pytest.mark.parametrize("element", ["i1", "i4", "f8E5M2", "bf16", "f16", "f64", "complex<f32>"])
def test_movement_keeps_every_element_type(element):
    operand = iota(2, 3, element=element)
    moved = run_body(
        f"%t = stablehlo.transpose %0, dims = [1, 0] : ({type_of(operand)}) -> "
        f"{tensor((3, 2), element)}\n"
        f"%r = stablehlo.reverse %t, dims = [0] : {tensor((3, 2), element)}\n"
        f"%c = stablehlo.concatenate %r, %t, dim = 1 : ({tensor((3, 2), element)}, "
        f"{tensor((3, 2), element)}) -> {tensor((3, 4), element)}\n"
        f"return %c : {tensor((3, 4), element)}",
        [operand],
        [tensor((3, 4), element)],
    )
    expected = np.concatenate([operand.T[::-1], operand.T], axis=1)
    np.testing.assert_array_equal(moved, expected)


@pytest.mark.parametrize("permutation", list(itertools.permutations(range(3))))
def test_transpose(permutation):
    operand = iota(2, 3, 4)
    expected = operand.transpose(permutation)
    attributes = f"permutation = {i64(permutation)}"
    actual = run("transpose", [operand], tensor(expected.shape, "i32"), attributes)
    np.testing.assert_array_equal(actual, expected)


BROADCASTS = [
    ((), (2, 3), []),
    ((3,), (2, 3), [1]),
    ((2,), (2, 3), [0]),
    ((1, 3), (2, 3), [0, 1]),
    ((2, 1), (2, 3), [0, 1]),
    ((1,), (2, 3), [1]),
    ((1, 1), (1, 4), [0, 1]),
    ((2, 3), (3, 4, 2), [2, 0]),
    ((1, 3), (3, 4, 2), [1, 0]),
    ((2, 3), (2, 3), [0, 1]),
    ((3, 3), (3, 3), [1, 0]),
]


@pytest.mark.parametrize(("source", "target", "dimensions"), BROADCASTS)
def test_broadcast_in_dim(source, target, dimensions):
    operand = iota(*source)
    attributes = f"broadcast_dimensions = {i64(dimensions)}"
    actual = run("broadcast_in_dim", [operand], tensor(target, "i32"), attributes)
    for index in itertools.product(*map(range, target)):
        at = tuple(
            0 if extent == 1 else index[d] for d, extent in zip(dimensions, source, strict=True)
        )
        assert actual[index] == operand[at]


PADS = [
    ([1, 0], [0, 2], [0, 0]),
    ([0, 1], [2, 0], [1, 2]),
    ([-1, 1], [0, -2], [0, 0]),
    ([-2, -1], [-1, 3], [2, 1]),
    ([-3, 0], [1, 0], [1, 0]),
    ([4, -7], [-9, 4], [1, 1]),
    ([-4, 0], [0, 0], [0, 0]),
]


@pytest.mark.parametrize(("low", "high", "interior"), PADS)
def test_pad(low, high, interior):
    operand, value = iota(4, 5) + 1, np.array(-1, np.int32)
    shape = [
        lo + hi + n + (n - 1) * gap
        for n, lo, hi, gap in zip(operand.shape, low, high, interior, strict=True)
    ]
    shape = [max(extent, 0) for extent in shape]
    expected = np.full(shape, value)
    for index in itertools.product(*map(range, operand.shape)):
        at = tuple(i * (g + 1) + lo for i, g, lo in zip(index, interior, low, strict=True))
        if all(0 <= a < extent for a, extent in zip(at, shape, strict=True)):
            expected[at] = operand[index]
    attributes = (
        f"edge_padding_low = {i64(low)}, edge_padding_high = {i64(high)}, "
        f"interior_padding = {i64(interior)}"
    )
    actual = run("pad", [operand, value], tensor(shape, "i32"), attributes)
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize(
    ("start", "limit", "strides"),
    [([0, 0], [4, 5], [1, 1]), ([1, 2], [4, 5], [2, 3]), ([2, 2], [2, 5], [1, 1])],
)
def test_slice(start, limit, strides):
    operand = iota(4, 5)
    expected = operand[tuple(slice(*bounds) for bounds in zip(start, limit, strides, strict=True))]
    attributes = (
        f"start_indices = {i64(start)}, limit_indices = {i64(limit)}, strides = {i64(strides)}"
    )
    actual = run("slice", [operand], tensor(expected.shape, "i32"), attributes)
    np.testing.assert_array_equal(actual, expected)


INDEX_TYPES = ["i8", "ui8", "i32", "i64", "ui32"]


@pytest.mark.parametrize("index", INDEX_TYPES)
@pytest.mark.parametrize("start", [(0, 0), (1, 2), (9, 9), (-3, 1), (100, -100)])
def test_dynamic_slice_clamps_its_start(start, index):
    operand = iota(4, 5)
    starts = [np.array(s).astype(dtype(index)) for s in start]
    at = [min(max(int(s), 0), n - size) for s, n, size in zip(starts, (4, 5), (2, 3), strict=True)]
    actual = run(
        "dynamic_slice",
        [operand, *starts],
        tensor((2, 3), "i32"),
        f"slice_sizes = {i64([2, 3])}",
    )
    np.testing.assert_array_equal(actual, operand[at[0] : at[0] + 2, at[1] : at[1] + 3])


@pytest.mark.parametrize("index", INDEX_TYPES)
@pytest.mark.parametrize("start", [(0, 0), (1, 2), (9, 9), (-3, 1)])
def test_dynamic_update_slice_clamps_its_start(start, index):
    operand, update = iota(4, 5), -iota(2, 3) - 1
    starts = [np.array(s).astype(dtype(index)) for s in start]
    at = [min(max(int(s), 0), n - size) for s, n, size in zip(starts, (4, 5), (2, 3), strict=True)]
    expected = operand.copy()
    expected[at[0] : at[0] + 2, at[1] : at[1] + 3] = update
    actual = run("dynamic_update_slice", [operand, update, *starts], tensor((4, 5), "i32"))
    np.testing.assert_array_equal(actual, expected)
    assert operand[0, 0] == 0  # the input is not written


@pytest.mark.parametrize("element", ["i8", "ui64", "i4", "f8E5M2", "bf16", "f32", "complex<f64>"])
@pytest.mark.parametrize("dimension", [0, 1])
def test_iota(dimension, element):
    result = tensor((4, 5), element)
    attributes = f"iota_dimension = {dimension} : i64"
    actual = run_body(
        f'%r = "stablehlo.iota"() <{{{attributes}}}> : () -> {result}\nreturn %r : {result}',
        [],
        [result],
    )
    index = np.indices((4, 5))[dimension]
    np.testing.assert_array_equal(actual.astype(complex), index)


def _gather(operand, indices, numbers, sizes):
    """The specification's formula for each result element (section gather)."""
    offset_dims, collapsed, batching, indices_batching, index_map, vector_dim = numbers
    batch_shape = [n for d, n in enumerate(indices.shape) if d != vector_dim]
    slices = [n for d, n in enumerate(sizes) if d not in collapsed and d not in batching]
    rank = len(batch_shape) + len(slices)
    batch_dims = [d for d in range(rank) if d not in offset_dims]
    shape = [0] * rank
    for d, n in zip(batch_dims, batch_shape, strict=True):
        shape[d] = n
    for d, n in zip(offset_dims, slices, strict=True):
        shape[d] = n
    result = np.zeros(shape, operand.dtype)
    for index in itertools.product(*map(range, shape)):
        batch = [index[d] for d in batch_dims]
        at = [*batch]
        at.insert(vector_dim, slice(None))
        start = np.atleast_1d(indices[tuple(at[: indices.ndim])])
        full = [0] * operand.ndim
        for component, d in enumerate(index_map):
            full[d] = min(max(int(start[component]), 0), operand.shape[d] - sizes[d])
        for d, i in zip(batching, indices_batching, strict=True):
            full[d] = batch[i - (vector_dim < i)]
        offsets = iter(index[d] for d in offset_dims)
        for d in range(operand.ndim):
            if d not in collapsed and d not in batching:
                full[d] += next(offsets)
        result[index] = operand[tuple(full)]
    return result


GATHERS = [
    # operand, indices, (offset, collapsed, batching, indices batching, map, vector), sizes
    ((4, 5), [[0], [9], [-2]], ([1], [0], [], [], [0], 1), [1, 5]),
    ((4, 5), [[0, 1], [3, 4], [9, 9]], ([1, 2], [], [], [], [0, 1], 1), [2, 3]),
    ((4, 5), [[0, 1, 3], [2, 0, 1]], ([], [0, 1], [], [], [1, 0], 0), [1, 1]),
    ((4, 5), [3, 1], ([0], [1], [], [], [1], 1), [4, 1]),
    ((2, 4, 3), [[[1], [2]], [[0], [3]]], ([2], [1], [0], [0], [1], 2), [1, 1, 3]),
    ((6,), [[[1, 2]], [[7, 0]]], ([0], [], [], [], [0], 3), [2]),
]


@pytest.mark.parametrize(("shape", "indices", "numbers", "sizes"), GATHERS)
def test_gather(shape, indices, numbers, sizes):
    operand, indices = iota(*shape), np.array(indices, np.int32)
    expected = _gather(operand, indices, numbers, sizes)
    offset, collapsed, batching, indices_batching, index_map, vector = numbers
    attributes = (
        f"dimension_numbers = #stablehlo.gather<offset_dims = {offset}, "
        f"collapsed_slice_dims = {collapsed}, operand_batching_dims = {batching}, "
        f"start_indices_batching_dims = {indices_batching}, start_index_map = {index_map}, "
        f"index_vector_dim = {vector}>, slice_sizes = {i64(sizes)}"
    )
    actual = run("gather", [operand, indices], tensor(expected.shape, "i32"), attributes)
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize(("dim", "batch_dims"), [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1)])
def test_torch_index_select(dim, batch_dims):
    operand = iota(2, 3, 4)
    index = np.array([[1, 0, 1], [0, 1, 0]], np.int64)
    if batch_dims:
        expected = np.stack(
            [np.take(o, i, axis=dim - 1) for o, i in zip(operand, index, strict=True)]
        )
    else:
        expected = np.take(operand, index, axis=dim)
    attributes = f"dim = {dim} : i64, batch_dims = {batch_dims} : i64"
    actual = run("torch_index_select", [operand, index], tensor(expected.shape, "i32"), attributes)
    np.testing.assert_array_equal(actual, expected)


SCATTERS = [
    # input, indices, updates, (window, inserted, batching, indices batching, map, vector)
    ((4, 5), [[0], [2], [0], [9], [-1]], (5, 5), ([1], [0], [], [], [0], 1)),
    ((4, 5), [[0, 1], [2, 3], [1, 3]], (3, 2, 2), ([1, 2], [], [], [], [0, 1], 1)),
    ((4, 5), [1, 3, 1], (4, 3), ([0], [1], [], [], [1], 1)),
    ((2, 4), [[[1], [2]], [[0], [3]]], (2, 2), ([], [1], [0], [0], [1], 2)),
]


@pytest.mark.parametrize(("shape", "indices", "updates", "numbers"), SCATTERS)
def test_scatter_adds_and_skips_what_is_outside(shape, indices, updates, numbers):
    operand, indices, values = iota(*shape), np.array(indices, np.int32), iota(*updates) + 1
    window, inserted, batching, indices_batching, index_map, vector = numbers
    expected = operand.copy()
    for index in itertools.product(*map(range, updates)):
        batch = [i for d, i in enumerate(index) if d not in window]
        at = [*batch]
        at.insert(vector, slice(None))
        start = np.atleast_1d(indices[tuple(at[: indices.ndim])])
        full = [0] * operand.ndim
        for component, d in enumerate(index_map):
            full[d] = int(start[component])
        for d, i in zip(batching, indices_batching, strict=True):
            full[d] = batch[i - (vector < i)]
        offsets = iter(index[d] for d in window)
        for d in range(operand.ndim):
            if d not in inserted and d not in batching:
                full[d] += next(offsets)
        if all(0 <= i < n for i, n in zip(full, shape, strict=True)):
            expected[tuple(full)] += values[index]
    attributes = (
        f"scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {window}, "
        f"inserted_window_dims = {inserted}, input_batching_dims = {batching}, "
        f"scatter_indices_batching_dims = {indices_batching}, "
        f"scatter_dims_to_operand_dims = {index_map}, index_vector_dim = {vector}>"
    )
    add = combiner("add", "i32")
    actual = run("scatter", [operand, indices, values], tensor(shape, "i32"), attributes, add)
    np.testing.assert_array_equal(actual, expected)


BITCASTS = [
    ("i32", "f32", (3,), (3,)),
    ("f64", "i64", (3,), (3,)),
    ("bf16", "ui16", (3,), (3,)),
    ("f8E4M3FN", "i8", (3,), (3,)),
    ("ui32", "ui8", (3,), (3, 4)),
    ("i8", "f32", (3, 4), (3,)),
    ("f64", "bf16", (2,), (2, 4)),
    ("ui8", "i64", (8,), ()),
    ("i32", "i16", (), (2,)),
    ("complex<f32>", "complex<f32>", (3,), (3,)),
    ("complex<f64>", "complex<f32>", (3,), (3, 2)),
    ("complex<f32>", "complex<f64>", (3, 2), (3,)),
]


@pytest.mark.parametrize(("source", "target", "shape", "result"), BITCASTS)
def test_bitcast_convert(source, target, shape, result):
    size = int(np.prod(shape, dtype=int)) * dtype(source).itemsize
    raw = np.random.default_rng(7).integers(0, 256, size, np.uint8)
    operand = raw.view(dtype(source)).reshape(shape)
    actual = run("bitcast_convert", [operand], tensor(result, target))
    np.testing.assert_array_equal(np.ascontiguousarray(actual).reshape(-1).view(np.uint8), raw)


def test_bitcast_convert_of_nibbles():
    operand = np.array([0x21, 0xF8], np.uint8)
    actual = run("bitcast_convert", [operand], tensor((2, 2), "ui4"))
    np.testing.assert_array_equal(actual.astype(int), [[1, 2], [8, 15]])


@pytest.mark.parametrize("element", ["i1", "i4", "ui2", "i32", "f8E4M3FN", "bf16", "f32", "f64"])
def test_an_empty_constant_has_no_element_to_look_at(element):
    kind = f"tensor<0x3x{element}>"
    text = f"""
      func.func @main(%x: {kind}) -> ({kind}, {kind}) {{
        %c = stablehlo.constant dense<> : {kind}
        %r = stablehlo.maximum %c, %x : {kind}
        return %c, %r : {kind}, {kind}
      }}
    """
    compiled = hlo_opt.compile(text)
    for array in compiled(np.zeros((0, 3), compiled.arguments[0].dtype)):
        assert array.shape == (0, 3)


@pytest.mark.parametrize(("narrow", "wide"), [("ui2", "ui4"), ("ui2", "ui8"), ("ui4", "ui8")])
@pytest.mark.parametrize("count", [1, 5, 40])
def test_bitcast_convert_of_many_parts_of_bytes(narrow, wide, count):
    """Elements narrower than a byte take one each in memory, whatever code is made of them."""
    bits, ratio = int(narrow[2:]), int(wide[2:]) // int(narrow[2:])
    parts = np.random.default_rng(count).integers(0, 1 << bits, (count, ratio))
    expected = sum(parts[:, i] << (bits * i) for i in range(ratio))
    together = run("bitcast_convert", [parts.astype(dtype(narrow))], tensor((count,), wide))
    np.testing.assert_array_equal(together.astype(int), expected)
    apart = run("bitcast_convert", [expected.astype(dtype(wide))], tensor((count, ratio), narrow))
    np.testing.assert_array_equal(apart.astype(int), parts)
