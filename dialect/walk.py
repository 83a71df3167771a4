"""Finding operations: by name or a predicate, nested ones included, and those around one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .mlir import ir, rewrite

Predicate = Callable[[ir.Operation], bool]


def named(root: ir.Operation, names: Iterable[str]) -> list[ir.Operation]:
    """Return the operations inside ``root`` of any of these names, inner ones first.

    Python sees none of the others, so that this takes a twentieth of the time of `matching`.
    """
    key = (root.context, tuple(names))
    # Taken while it is used, in case another thread looks for the same names.
    finder = _finders.pop(key, None) or _Finder(*key)
    found = finder.run(root)
    _finders[key] = finder
    return found


class _Finder:
    """Finds operations by patterns that never apply: MLIR calls them for their names only."""

    def __init__(self, context: ir.Context, names: tuple[str, ...]):
        self._found: list[ir.Operation] = []
        patterns = rewrite.RewritePatternSet(context)
        for name in names:
            patterns.add(name, self._note)
        self._patterns = patterns.freeze()

    def _note(self, op, rewriter) -> bool:
        self._found.append(op.operation)
        return True  # no match

    def run(self, root: ir.Operation) -> list[ir.Operation]:
        rewrite.walk_and_apply_patterns(root, self._patterns)
        found, self._found = self._found, []
        return found


_finders: dict[tuple[ir.Context, tuple[str, ...]], _Finder] = {}


def matching(root: ir.Operation, predicate: Predicate, *, outer_first: bool = False) -> list:
    """Return the operations in ``root``, itself included, for which ``predicate`` holds.

    An operation comes after those inside it, or before them with ``outer_first``.
    """
    found: list[ir.Operation] = []

    def visit(op) -> ir.WalkResult:
        if predicate(op):
            found.append(op.operation)
        return ir.WalkResult.ADVANCE

    root.walk(visit, ir.WalkOrder.PRE_ORDER if outer_first else ir.WalkOrder.POST_ORDER)
    return found


def first_matching(root: ir.Operation, predicate: Predicate) -> ir.Operation | None:
    """Return the first operation in ``root``, outer ones first, for which ``predicate`` holds."""
    found: list[ir.Operation] = []

    def visit(op) -> ir.WalkResult:
        if not predicate(op):
            return ir.WalkResult.ADVANCE
        found.append(op.operation)
        return ir.WalkResult.INTERRUPT

    root.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found[0] if found else None


def upwards(op: ir.Operation) -> Iterator[ir.Operation]:
    """Yield an operation and those around it, inner ones first, up to its function, left out."""
    while op.name != "func.func":
        yield op
        if op.parent is None:
            return
        op = op.parent.operation


def ancestor_in(op: ir.Operation, block: ir.Block) -> ir.Operation | None:
    """Return the operation of ``block`` that is or contains ``op``, None if it is outside."""
    return next((around for around in upwards(op) if around.block == block), None)
