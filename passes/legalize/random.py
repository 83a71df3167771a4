"""rng_bit_generator: ThreeFry and Philox, with XLA's layout of counters and results.

J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC'11), define
the two block functions.  The state holds a key and a counter in 64-bit words;
each block encrypts the counter plus its number.  How blocks become elements
follows XLA's expansion of the operation, so that the same state gives the
same bits there and here.
"""

from __future__ import annotations

from math import prod

from ...dialect.mlir import ir
from .bitcast import from_bits
from .builder import TensorInfo
from .core import HloOp, Legalizer, lowers
from .reshape import extract_slice, insert_slice, reshape


@lowers("stablehlo.rng_bit_generator")
def _rng_bit_generator(b: Legalizer, op: HloOp, state):
    state_info, result = op.results
    words = [b.extract(b.tensor(state), [b.const_index(i)]) for i in range(state_info.shape[0])]
    if op.enum("rng_algorithm") == "THREE_FRY":
        if len(words) != 2:
            raise op.fail(f"the state of THREE_FRY has 2 words, not {len(words)}")
        blocks, value = _three_fry(b, words, result)
    else:  # DEFAULT is PHILOX
        if len(words) not in (2, 3):
            raise op.fail(f"the state of PHILOX has 2 or 3 words, not {len(words)}")
        blocks, value = _philox(b, words, result)
    counter = _add_wide(b, words[1:], b.constant(b.type("i64"), blocks))
    new_state = b.op("tensor.from_elements", [state_info.type], [words[0], *counter])
    return [new_state, b.extract(value) if result.rank == 0 else value]


# --- blocks ------------------------------------------------------------------


def _halves(b: Legalizer, word: ir.Value) -> list[ir.Value]:
    """Return the low and the high 32 bits of a 64-bit word."""
    i32, i64 = b.type("i32"), b.type("i64")
    high = b.arith("shrui", word, b.constant(i64, 32))
    return [b.cast("trunci", word, i32), b.cast("trunci", high, i32)]


def _join(b: Legalizer, low: ir.Value, high: ir.Value) -> ir.Value:
    i64 = b.type("i64")
    shifted = b.arith("shli", b.cast("extui", high, i64), b.constant(i64, 32))
    return b.arith("ori", b.cast("extui", low, i64), shifted)


def _add_wide(b: Legalizer, words: list[ir.Value], amount: ir.Value) -> list[ir.Value]:
    """Add a 64-bit number to a number of one or two words, lowest first."""
    low = b.arith("addi", words[0], amount)
    if len(words) == 1:
        return [low]
    carry = b.cast("extui", b.cmpi("ult", low, amount), low.type)
    return [low, b.arith("addi", words[1], carry)]


def _three_fry_block(b: Legalizer, key: list[ir.Value], x: list[ir.Value]) -> list[ir.Value]:
    """Threefry-2x32 with 20 rounds."""
    i32 = b.type("i32")
    parity = b.arith("xori", b.arith("xori", *key), b.constant(i32, 0x1BD11BDA))
    schedule = [*key, parity]
    rotations = ((13, 15, 26, 6), (17, 29, 16, 24))
    x = [b.arith("addi", x[i], schedule[i]) for i in range(2)]
    for group in range(5):
        for amount in rotations[group % 2]:
            left = b.arith("shli", x[1], b.constant(i32, amount))
            right = b.arith("shrui", x[1], b.constant(i32, 32 - amount))
            total = b.arith("addi", x[0], x[1])
            x = [total, b.arith("xori", total, b.arith("ori", left, right))]
        injected = b.arith("addi", schedule[(group + 2) % 3], b.constant(i32, group + 1))
        x = [
            b.arith("addi", x[0], schedule[(group + 1) % 3]),
            b.arith("addi", x[1], injected),
        ]
    return x


def _philox_block(b: Legalizer, key: list[ir.Value], x: list[ir.Value]) -> list[ir.Value]:
    """Philox-4x32 with 10 rounds."""
    i32, i64 = b.type("i32"), b.type("i64")
    weyl = [b.constant(i32, c) for c in (0x9E3779B9, 0xBB67AE85)]
    factors = [b.constant(i64, c) for c in (0xD2511F53, 0xCD9E8D57)]
    for _ in range(10):
        first, second = (
            _halves(b, b.arith("muli", b.cast("extui", word, i64), factor))
            for word, factor in zip((x[0], x[2]), factors, strict=True)
        )
        x = [
            b.arith("xori", b.arith("xori", second[1], x[1]), key[0]),
            second[0],
            b.arith("xori", b.arith("xori", first[1], x[3]), key[1]),
            first[0],
        ]
        key = [b.arith("addi", k, w) for k, w in zip(key, weyl, strict=True)]
    return x


def _blocks(b: Legalizer, count: int, words: int, block) -> list[ir.Value]:
    """Return ``words`` tensors of ``count`` 32-bit numbers; ``block`` maps a number to words."""
    type = b.tensor_type([count], b.type("i32"))
    identity = b.identity_map(1)

    def body(*_):
        return block(b.cast("index_cast", b.loop_index(0), b.type("i64")))

    return b.generic([], [b.empty(type) for _ in range(words)], [identity] * words, "p", body)


# --- from blocks to elements -------------------------------------------------


def _three_fry(b: Legalizer, state: list[ir.Value], result: TensorInfo) -> tuple[int, ir.Value]:
    """Return the number of blocks used and the result.

    A 64-bit element is one block.  For narrower ones, the two words of a block
    are neighbours in the first even dimension (the largest, if all are odd).
    """
    key, counter = _halves(b, state[0]), state[1]

    def block(number):
        return _three_fry_block(b, key, _halves(b, b.arith("addi", counter, number)))

    if result.element.width == 64:
        count = prod(result.shape)
        words = _blocks(b, count, 2, block)
        return count, reshape(b, _elements(b, words, result, [count]), result.shape)
    shape = list(result.shape) or [1]
    even = [d for d, extent in enumerate(shape) if extent % 2 == 0]
    split = even[0] if even else shape.index(max(shape))
    half = [*shape[:split], -(-shape[split] // 2), *shape[split + 1 :]]
    count = prod(half)
    paired = [*half[: split + 1], 2, *half[split + 1 :]]
    both = _interleave(b, _blocks(b, count, 2, block), half, paired, split + 1)
    whole = [*shape[:split], 2 * half[split], *shape[split + 1 :]]
    cut = extract_slice(b, reshape(b, both, whole), [0] * len(shape), shape)
    return count, reshape(b, _elements(b, [cut], result, shape), result.shape)


def _philox(b: Legalizer, state: list[ir.Value], result: TensorInfo) -> tuple[int, ir.Value]:
    """Return the number of blocks used and the result: the words of each block in a row."""
    key = _halves(b, state[0])
    # With a counter of one word, XLA puts the key above it.
    high = state[2] if len(state) == 3 else state[0]

    def block(number):
        low, carried = _add_wide(b, [state[1], high], number)
        return _philox_block(b, key, [*_halves(b, low), *_halves(b, carried)])

    size = prod(result.shape)
    per_block = 2 if result.element.width == 64 else 4
    count = -(-size // per_block)
    words = _blocks(b, count, 4, block)
    if per_block == 2:
        lanes = [_pairs(b, words[i : i + 2], count) for i in (0, 2)]
    else:
        lanes = words
    flat = _interleave(b, lanes, [count], [count, per_block], 1)
    flat = extract_slice(b, reshape(b, flat, [count * per_block]), [0], [size])
    return count, reshape(b, _elements(b, [flat], result, [size]), result.shape)


def _interleave(b: Legalizer, lanes, shape, paired, axis: int) -> ir.Value:
    """Stack tensors of ``shape`` along a new dimension ``axis``, giving ``paired``."""
    scalar = ir.RankedTensorType(lanes[0].type).element_type
    target = b.empty(b.tensor_type(paired, scalar))
    single = [1 if d == axis else extent for d, extent in enumerate(paired)]
    for number, lane in enumerate(lanes):
        offsets = [number if d == axis else 0 for d in range(len(paired))]
        target = insert_slice(b, reshape(b, reshape(b, lane, shape), single), target, offsets)
    return target


def _pairs(b: Legalizer, words: list[ir.Value], count: int) -> ir.Value:
    type = b.tensor_type([count], b.type("i64"))
    return b.map(words, type, lambda low, high: _join(b, low, high))


def _elements(b: Legalizer, words: list[ir.Value], result: TensorInfo, shape) -> ir.Value:
    """Turn one tensor of words, or two of halves, into elements: their lowest bits."""
    bits = b.type(f"i{result.element.width}")

    def body(*scalars):
        word = _join(b, *scalars) if len(words) == 2 else scalars[0]
        return from_bits(b, b.cast("trunci", word, bits), result.element)

    return b.map(words, b.make_info(shape, result.element).type, body)
