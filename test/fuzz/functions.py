"""Random calls and composites: what they call are random programs too."""

from __future__ import annotations

import data
from control_flow import _again, _body
from program import Program
from registry import generates


def _function(p: Program) -> tuple[str, list, list]:
    """Add a private function of the types of some values; returns its name, these and results."""
    operands = [p.exact(data.ANY) for _ in range(p.integer(0, 3))]
    with p.region([v.type for v in operands], isolated=True) as body:
        _body(p)
        kinds = [v.type for v in p.pool] or [data.random_type(p.random, data.ANY)]
        body.results = [_again(p, p.pick(kinds)) for _ in range(p.integer(1, 3))]
    name = f"f{len(p.functions)}"
    inputs = ", ".join(v.type.text for v in operands)
    outputs = ", ".join(v.type.text for v in body.results)
    text = body.text.replace('"stablehlo.return"', '"func.return"')
    # The last return is the function's own; those before it end regions inside.
    *inner, last = text.rsplit('"func.return"', 1)
    text = inner[0].replace('"func.return"', '"stablehlo.return"') + '"func.return"' + last
    p.functions.append(
        f'"func.func"() <{{function_type = ({inputs}) -> ({outputs}), sym_name = "{name}", '
        f'sym_visibility = "private"}}> ({text}) : () -> ()'
    )
    return name, operands, [v.type for v in body.results]


@generates(0.7)
def call(p: Program) -> None:
    """A call of a private function."""
    if p.depth:
        return
    name, operands, results = _function(p)
    p.emit("func.call", operands, results, f"callee = @{name}")


@generates(0.7)
def composite(p: Program) -> None:
    """A composite operation, which is what its decomposition is."""
    if p.depth:
        return
    name, operands, results = _function(p)
    p.emit(
        "composite",
        operands,
        results,
        f'name = "test.{name}", composite_attributes = {{}}, decomposition = @{name}, '
        "version = 1 : i32",
    )
