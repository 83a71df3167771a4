"""rng_bit_generator: the published test vectors, and bits that XLA gave."""

from __future__ import annotations

import numpy as np
import pytest

from .harness import dtype, run, run_body, tensor

U64 = (1 << 64) - 1


def generate(algorithm: str, state, shape, element: str):
    state = np.array(state, np.uint64)
    types = [tensor(state.shape, "ui64"), tensor(shape, element)]
    body = (
        f"%s, %v = stablehlo.rng_bit_generator %0, algorithm = {algorithm} : ({types[0]}) -> "
        f"({types[0]}, {types[1]})\nreturn %s, %v : {types[0]}, {types[1]}"
    )
    return run_body(body, [state], types)


# Random123's kat_vectors: counter, key and result, as 32-bit words.
PHILOX = [
    ([0, 0, 0, 0], [0, 0], [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]
THREE_FRY = [
    ([0, 0], [0, 0], [0x6B200159, 0x99BA4EFE]),
    ([0xFFFFFFFF] * 2, [0xFFFFFFFF] * 2, [0x1CB996FC, 0xBB002BE7]),
    ([0x243F6A88, 0x85A308D3], [0x13198A2E, 0x03707344], [0xC4923A9C, 0x483DF7A0]),
]


def _words(halves) -> list[int]:
    return [low | high << 32 for low, high in zip(halves[::2], halves[1::2], strict=True)]


@pytest.mark.parametrize(("counter", "key", "expected"), PHILOX)
def test_philox_vectors(counter, key, expected):
    state = [*_words(key), *_words(counter)]
    new_state, values = generate("PHILOX", state, (4,), "ui32")
    np.testing.assert_array_equal(values, np.array(expected, np.uint32))
    total = (state[1] | state[2] << 64) + 1
    np.testing.assert_array_equal(
        new_state, np.array([state[0], total & U64, total >> 64 & U64], np.uint64)
    )


@pytest.mark.parametrize(("counter", "key", "expected"), THREE_FRY)
def test_three_fry_vectors(counter, key, expected):
    state = [*_words(key), *_words(counter)]
    new_state, values = generate("THREE_FRY", state, (2,), "ui32")
    np.testing.assert_array_equal(values, np.array(expected, np.uint32))
    np.testing.assert_array_equal(new_state, np.array([state[0], (state[1] + 1) & U64], np.uint64))


STATE = [0x123456789ABCDEF0, 0xFFFFFFFFFFFFFFFE, 77]
# Made with jax 0.10.2 on XLA:CPU from the first words of STATE: all values, or the first and
# last two.
FROM_XLA = [
    ("THREE_FRY", 2, "ui32", (), [1010520186]),
    ("THREE_FRY", 2, "ui32", (4, 3), [1010520186, 2754706343, 1076419981, 3815015690]),
    ("THREE_FRY", 2, "ui32", (7, 1, 3), [1010520186, 2754706343, 2790650682, 2301495697]),
    (
        "THREE_FRY",
        2,
        "ui64",
        (3, 5),
        [8112081530999492730, 2445923859953712039, 13736286573250999496, 2516141863591576142],
    ),
    ("THREE_FRY", 2, "ui8", (5,), [122, 44, 167, 202, 61]),
    ("THREE_FRY", 2, "ui16", (3, 5), [20602, 59180, 32028, 58502]),
    ("PHILOX", 2, "ui32", (), [3151517439]),
    ("PHILOX", 2, "ui32", (4, 3), [3151517439, 3080049825, 3801100798, 3007079934]),
    ("PHILOX", 2, "ui32", (7, 1, 3), [3151517439, 3080049825, 3414536460, 1368528424]),
    (
        "PHILOX",
        2,
        "ui64",
        (3, 5),
        [13228713271577040639, 12765971733663767479, 17071184563557974573, 17846695270016392243],
    ),
    ("PHILOX", 2, "ui8", (5,), [255, 161, 183, 167, 30]),
    ("PHILOX", 2, "ui16", (3, 5), [22271, 54433, 12992, 44771]),
    ("PHILOX", 3, "ui32", (), [1999493164]),
    ("PHILOX", 3, "ui32", (4, 3), [1999493164, 177918823, 993006052, 538813493]),
    ("PHILOX", 3, "ui32", (7, 1, 3), [1999493164, 177918823, 4156251592, 1867615191]),
    (
        "PHILOX",
        3,
        "ui64",
        (3, 5),
        [764155528127305772, 1059266398821674201, 4794064016882331296, 12877295153088427176],
    ),
    ("PHILOX", 3, "ui8", (5,), [44, 103, 217, 45, 193]),
    ("PHILOX", 3, "ui16", (3, 5), [55340, 54119, 62680, 2155]),
    ("DEFAULT", 2, "ui32", (5,), [3151517439, 3080049825, 2645875639, 2972309415, 1480449822]),
]


@pytest.mark.parametrize(("algorithm", "words", "element", "shape", "expected"), FROM_XLA)
def test_layout_of_blocks_is_that_of_xla(algorithm, words, element, shape, expected):
    _, values = generate(algorithm, STATE[:words], shape, element)
    values = [int(v) for v in values.reshape(-1)]
    assert (values if len(values) <= 5 else [*values[:2], *values[-2:]]) == expected


@pytest.mark.parametrize("element", ["i32", "f32", "f64", "ui8", "i4"])
def test_other_types_are_the_same_bits(element):
    """Each element is the lowest bits of the word that an unsigned element would be."""
    same = {"i32": "ui32", "f32": "ui32", "f64": "ui64", "ui8": "ui32", "i4": "ui32"}[element]
    _, values = generate("THREE_FRY", STATE[:2], (6,), element)
    _, words = generate("THREE_FRY", STATE[:2], (6,), same)
    mask = {"ui8": 0xFF, "i4": 0xF}.get(element)
    if mask is None:
        np.testing.assert_array_equal(values.view(words.dtype), words)
    else:
        np.testing.assert_array_equal(values.view(np.uint8) & mask, words & mask)


def _rng(distribution: str, low, high, shape, element: str) -> np.ndarray:
    operands = [np.array(v).astype(dtype(element)) for v in (low, high)]
    operands.append(np.array(shape, np.int64))
    attributes = f"rng_distribution = #stablehlo<rng_distribution {distribution}>"
    return run("rng", operands, tensor(shape, element), attributes)


@pytest.mark.parametrize("element", ["f32", "f64", "bf16", "i32", "ui8", "i64"])
def test_uniform_fills_its_range_evenly(element):
    values = _rng("UNIFORM", 3, 11, (64, 64), element).astype(np.float64)
    assert values.min() >= 3
    assert values.max() <= (11 if element == "bf16" else np.nextafter(11, 0))
    counts = np.histogram(values, bins=8, range=(3, 11))[0]
    # 512 in each of 8 bins, with a deviation of 21.
    assert np.abs(counts - 512).max() < 5 * 21.2


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_normal_has_its_moments(element):
    values = _rng("NORMAL", 2, 3, (100, 100), element).astype(np.float64)
    standard = (values - 2) / 3
    assert abs(standard.mean()) < 5 / 100
    assert abs(standard.var() - 1) < 5 * np.sqrt(2) / 100
    assert abs((standard**4).mean() - 3) < 5 * np.sqrt(96) / 100


def test_two_operations_give_different_numbers():
    body = """
%a = stablehlo.constant dense<0.0> : tensor<f32>
%b = stablehlo.constant dense<1.0> : tensor<f32>
%s = stablehlo.constant dense<[8]> : tensor<1xi64>
%x = stablehlo.rng %a, %b, %s, distribution = UNIFORM
  : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
%y = stablehlo.rng %a, %b, %s, distribution = UNIFORM
  : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
return %x, %y : tensor<8xf32>, tensor<8xf32>"""
    x, y = run_body(body, [], ["tensor<8xf32>"] * 2)
    assert not (x == y).any()
