"""What a kernel has to do: its loop nests, the bytes that they touch, their operations.

Kernels are the functions that ``hlo-outline-kernels`` makes; they are looked at
before ``hlo-vectorize`` turns their nests into code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from ..dialect.diagnostics import SourceLoc, source_loc
from ..dialect.mlir import ir
from ..dialect.walk import matching, named
from .block_rows import BLOCK_ROWS
from .group_loops import ROWS
from .memory import element_bytes
from .outline import KERNEL
from .scopes import SCOPE
from .vectorize.nest import Nest, collapsed, is_fill, nest_of, row_order


@dataclass(frozen=True)
class Kernel:
    """A kernel and what one call of it does, at the least.

    ``location`` is where the operation that it stands for comes from, the last
    one if it stands for several; ``loops`` describes its longest loop nest.
    ``bytes`` are those of the different elements that it reads and writes,
    ``operations`` the arithmetic on elements.  What is not known is None.
    """

    name: str
    location: SourceLoc | None
    loops: str
    bytes: int | None = None
    operations: int | None = None

    def in_file(self, filename: str) -> Kernel:
        """Return this kernel with the anonymous source file named."""
        return replace(self, location=self.location and self.location.in_file(filename))


def find_kernels(module: ir.Operation) -> dict[str, Kernel]:
    """Return the kernels of a module by name, in order."""
    calls: dict[str, ir.Location] = {}
    for op in named(module, ["func.call"]):
        calls.setdefault(ir.FlatSymbolRefAttr(op.attributes["callee"]).value, op.location)
    found = {}
    for op in module.regions[0].blocks[0].operations:
        if KERNEL in op.operation.attributes:
            name = ir.StringAttr(op.attributes["sym_name"]).value
            found[name] = _kernel(name, source_loc(calls.get(name)), op.operation)
    return found


def _kernel(name: str, location: SourceLoc | None, function: ir.Operation) -> Kernel:
    groups = [nests for nests, _ in groups_of_nests(function)]
    nests = [nest for group in groups for nest in group]
    if not nests or not all(groups):
        return Kernel(name, location, "loops that are not affine")
    loops = loops_text(max(nests, key=lambda n: (operations(n), touched_bytes([n]))))
    more = f" and {len(nests) - 1} more" if len(nests) > 1 else ""
    return Kernel(name, location, loops + more, touched_bytes(nests), sum(map(operations, nests)))


def is_group(op: ir.Operation) -> bool:
    """Tell whether an operation is a group of nests, and not of groups."""
    return op.name == SCOPE and BLOCK_ROWS not in op.attributes


def groups_of_nests(function: ir.Operation) -> list[tuple[list[Nest], int]]:
    """Return the nests that run together, with the number of loops that they have in common.

    A nest by itself has none in common; loops that are not affine are a group of no nests.
    """
    found = []
    inside: set[ir.Block] = set()
    for scope in matching(function, is_group, outer_first=True):
        rows = ir.IntegerAttr(scope.attributes[ROWS]).value
        block = scope.regions[0].blocks[0]
        inside.add(block)
        nests = [n for op in block.operations if (n := nest_of(op.operation)) is not None]
        found.append(([collapsed(row_order(n), rows) for n in nests], rows))
    for op in named(function, ["linalg.generic", "linalg.copy"]):
        if op.block not in inside:
            nest = nest_of(op)
            found.append(([] if nest is None else [collapsed(nest)], 0))
    return found


def loops_text(nest: Nest) -> str:
    """Return the kind of a nest and its loops; ``*`` marks those that reduce."""
    kind = "fill" if is_fill(nest) else "sum" if nest.reducing else "elementwise"
    sizes = (f"{n}{'*' if nest.reduction[d] else ''}" for d, n in enumerate(nest.sizes))
    return f"{kind} [{' x '.join(sizes)}]"


def touched_bytes(nests: Sequence[Nest]) -> int:
    """Return the bytes that nests that run together read and write.

    A buffer counts once if it is read and once if it is written, however often;
    not if only these nests use it, row by row, and it stays in the cache.
    """
    touched: dict[tuple[ir.Value, bool], int] = {}
    for nest in nests:
        for access in nest.accesses:
            if not _is_temporary(access.base):
                key = access.base, access in nest.outputs
                elements = prod(nest.sizes[d] for d in access.terms)
                touched[key] = touched.get(key, 0) + elements
    return sum(min(n, prod(b.type.shape)) * element_bytes(b) for (b, _), n in touched.items())


def _is_temporary(buffer: ir.Value) -> bool:
    owner = buffer.owner
    return not isinstance(owner, ir.Block) and owner.parent.name == SCOPE


def operations(nest: Nest) -> int:
    """Return how many operations of the body all iterations take together."""
    each = sum(
        op.operation.name.startswith(("arith.", "math.", "complex.")) for op in nest.body.operations
    )
    return each * prod(nest.sizes)
