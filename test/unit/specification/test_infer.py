"""Result types from the constraints, against the types of valid programs."""

from __future__ import annotations

import pytest

from hlo_opt.dialect.facts import facts_of, grid_around, parts_of
from hlo_opt.dialect.ops import OPERATIONS
from hlo_opt.dialect.ops.infer import infer
from hlo_opt.dialect.ops.programs import example
from hlo_opt.dialect.ops.reading import read_type
from hlo_opt.dialect.parse import parse
from hlo_opt.dialect.walk import matching

# What the specification leaves open: the type, or the element type, is the program's choice.
OPEN = {
    *("bitcast_convert", "broadcast_in_dim", "convert", "custom_call", "infeed", "iota", "recv"),
    *("reshape", "rng_bit_generator", "uniform_quantize"),
    *("einsum", "real_dynamic_slice", "set_dimension_size", "torch_index_select", "unary_einsum"),
    # Their shape is the value of an operand, which is not constant in the example.
    *("dynamic_broadcast_in_dim", "dynamic_iota", "dynamic_reshape"),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_type_of_the_example(name):
    cls = OPERATIONS[name]
    module = parse(example(cls))
    op = matching(module.operation, lambda op: op.name == name)[-1]
    inferred = infer(cls, facts_of(op, parts_of(op, cls), grid_around(op)))
    complete = inferred is not None and all(item.complete is not None for item in inferred)
    assert complete is (name.removeprefix("stablehlo.") not in OPEN)
    if complete:
        expected = [read_type(result.type) for result in op.results]
        assert [item.complete for item in inferred] == expected
