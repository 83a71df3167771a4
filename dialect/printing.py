"""Writing programs: text in every style that MLIR knows, and bytecode.

Text is made as bytes, because string attributes may hold bytes that are not
UTF-8, for which the bindings cannot make a ``str``.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from .mlir import ir

# The bindings read "no limit for resources" as "the limit for elements".
_NO_LIMIT = 2**31 - 1


@dataclass(frozen=True)
class PrintOptions:
    """How to print: the options of the same names that mlir-opt has.

    ``elide_elements`` and ``elide_resources`` are limits (elements of a dense
    attribute, characters of a resource) beyond which ``...`` is printed, or
    None; such text cannot be parsed back.
    """

    generic: bool = False
    debuginfo: bool = False
    pretty_debuginfo: bool = False
    local_scope: bool = False
    skip_regions: bool = False
    name_locations: bool = False
    elide_elements: int | None = None
    elide_resources: int | None = None

    @property
    def shows_locations(self) -> bool:
        """Whether the text has source locations in it."""
        return self.debuginfo or self.pretty_debuginfo

    def text(self, op: ir.Operation) -> bytes:
        """Return the text of ``op``, ending in a newline; generic if it does not verify."""
        resources = self.elide_resources
        if resources is None and self.elide_elements is not None:
            resources = _NO_LIMIT
        text = op.get_asm(
            binary=True,
            large_elements_limit=self.elide_elements,
            large_resource_limit=resources,
            enable_debug_info=self.shows_locations,
            pretty_debug_info=self.pretty_debuginfo,
            print_generic_op_form=self.generic,
            use_local_scope=self.local_scope,
            use_name_loc_as_prefix=self.name_locations,
            skip_regions=self.skip_regions,
        )
        return text if text.endswith(b"\n") else text + b"\n"


def bytecode(op: ir.Operation) -> bytes:
    """Return the bytecode of ``op``, in the newest version that the bindings write."""
    buffer = io.BytesIO()
    op.write_bytecode(buffer)
    return buffer.getvalue()


def name_source(op: ir.Operation, filename: str) -> None:
    """Name the source file in the locations of ``op``, in place.

    Text is parsed without a name, and its locations say ``-``.
    """
    named: dict[ir.Location, ir.Location] = {}

    def rename(location: ir.Location) -> ir.Location:
        if location not in named:
            named[location] = _renamed(location, filename)
        return named[location]

    def visit(inner) -> ir.WalkResult:
        inner.location = rename(inner.location)
        for region in inner.regions:
            for block in region:
                for argument in block.arguments:
                    argument.set_location(rename(argument.location))
        return ir.WalkResult.ADVANCE

    with op.context:
        op.walk(visit)


def _renamed(location: ir.Location, filename: str) -> ir.Location:
    if isinstance(location, ir.FileLineColLoc) and location.filename == "-":
        return ir.Location.file(filename, location.start_line, location.start_col)
    if isinstance(location, ir.NameLoc):
        return ir.Location.name(location.name_str, _renamed(location.child_loc, filename))
    if isinstance(location, ir.FusedLoc):
        parts = [_renamed(part, filename) for part in location.locations]
        return ir.Location.fused(parts, location.metadata)
    if isinstance(location, ir.CallSiteLoc):
        callee = _renamed(location.callee, filename)
        return ir.Location.callsite(callee, [_renamed(location.caller, filename)])
    return location
