"""Building programs from Python: any operation from its operands and attributes alone.

::

    from hlo_opt import ProgramBuilder

    b = ProgramBuilder()
    with b.function("main", ["4x8xf32", "8x5xf32"]) as (x, y):
        z = b.dot_general(x, y, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0])
        b.returns(b.tanh(z))
    module = b.module

A method for each operation of the specification takes the members of its Inputs
table: operands first (a variadic one is a sequence), attributes and regions as
keywords.  A region is a Python function on its arguments, which returns a value
or a sequence of them.  Names that Python reserves end in an underscore
(``b.and_``, ``b.if_``).  Result types follow from the constraints; where those
leave them open, ``result_type`` (or ``result_types``) says what they are.
Every operation is checked when it is made.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from .build_members import attributes_of, functions_of, operands_of
from .constants import dense_text
from .context import default_context
from .diagnostics import DiagnosedError, Diagnostic, SourceLoc, from_mlir_error
from .facts import facts_of, parts_of, region_type
from .mlir import ir
from .notation import Undefined
from .notation.types import FunctionType
from .ops import OPERATIONS, Facts, Grid, Operation, Violation
from .ops.infer import infer
from .ops.programs import spell_type
from .ops.reading import read_type

_OWN_FILE = __file__


class ProgramBuilder:
    """A module under construction; see the text of this file.

    ``num_replicas`` and ``num_partitions`` are where the program is to run, if
    that matters to it.
    """

    def __init__(
        self,
        *,
        num_replicas: int | None = None,
        num_partitions: int | None = None,
        context: ir.Context | None = None,
    ):
        self._context = context or default_context()
        with self._context, ir.Location.unknown():
            self.module = ir.Module.create()
            i32 = ir.IntegerType.get_signless(32)
            sizes = {"num_replicas": num_replicas, "num_partitions": num_partitions}
            self._sizes = {name: size for name, size in sizes.items() if size is not None}
            for name, size in self._sizes.items():
                attribute = ir.IntegerAttr.get(i32, size)
                self.module.operation.attributes[f"mhlo.{name}"] = attribute
        self._functions: dict[str, FunctionType] = {}
        # The values that can be used, by regions.  Asking a value itself is no option: one of
        # another program may be gone.
        self._visible: list[set[ir.Value]] = []
        self._point: ir.InsertionPoint | None = None
        self._function: ir.Operation | None = None

    @contextmanager
    def function(
        self, name: str, arguments: Sequence[str], *, private: bool = False
    ) -> Iterator[tuple[ir.Value, ...]]:
        """Make a function; inside, its arguments are at hand and operations go into it.

        ``arguments`` are types: MLIR's, or short ones such as ``2x3xf32``.  End
        with `returns`.  Raises `DiagnosedError` for a type that there is not.
        """
        if self._function is not None:
            raise _error(f"function '{name}' begins inside another", self._place())
        types = [self._type(text) for text in arguments]
        with self._context, self._location():
            top = ir.InsertionPoint(self.module.body)
            attributes = {
                "sym_name": ir.StringAttr.get(name),
                "function_type": ir.TypeAttr.get(ir.FunctionType.get(types, [])),
            }
            if private:
                attributes["sym_visibility"] = ir.StringAttr.get("private")
            function = ir.Operation.create("func.func", attributes=attributes, regions=1, ip=top)
            locations = [ir.Location.current] * len(types)
            block = function.regions[0].blocks.append(*types, arg_locs=locations)
        self._function, self._point = function, ir.InsertionPoint(block)
        self._visible = [set(block.arguments)]
        try:
            yield tuple(block.arguments)
            self._finish(name, block)
        except BaseException:
            function.erase()
            raise
        finally:
            self._function = self._point = None

    def _finish(self, name: str, block: ir.Block) -> None:
        if not _ends_in_return(block):
            raise _error(f"function '{name}' does not end in a call of 'returns'", self._place())
        signature = region_type(self._function.regions[0])
        self._functions[name] = signature

    def returns(self, *values: ir.Value) -> None:
        """End the function and return ``values``."""
        self._require_function()
        self._require_visible("'func.return'", values)
        with self._context, self._location():
            ir.Operation.create("func.return", operands=list(values), ip=self._point)
            kind = ir.FunctionType(self._function.attributes["function_type"].value)
            new = ir.FunctionType.get(kind.inputs, [value.type for value in values])
            self._function.attributes["function_type"] = ir.TypeAttr.get(new)

    def call(self, name: str, *operands: ir.Value):
        """Call a function that has been made before; returns its result or results."""
        self._require_function()
        if name not in self._functions:
            known = ", ".join(self._functions) or "none"
            raise _error(f"no function '{name}' has been made; there are: {known}", self._place())
        self._require_visible("'func.call'", operands)
        signature = self._functions[name]
        given = tuple(read_type(value.type) for value in operands)
        if given != signature.inputs:
            takes, got = (", ".join(map(str, types)) for types in (signature.inputs, given))
            raise _error(f"function '{name}' takes ({takes}), not ({got})", self._place())
        types = [self._type(str(t)) for t in signature.outputs]
        with self._context, self._location():
            attributes = {"callee": ir.FlatSymbolRefAttr.get(name)}
            call = ir.Operation.create(
                "func.call",
                results=types,
                operands=list(operands),
                attributes=attributes,
                ip=self._point,
            )
        return self._results(call)

    def constant(self, value, *, result_type: str | None = None) -> ir.Value:
        """Make a constant of a numpy array, or of what makes one.

        With ``result_type``, a quantized type, the elements are those stored.
        """
        self._require_function()
        literal, kind = dense_text(value)
        result = kind if result_type is None else spell_type(result_type)
        text = f'"stablehlo.constant"() {{value = {literal} : {kind}}} : () -> {result}'
        with self._context, self._location() as where:
            try:
                op = ir.Operation.parse(f"{text} {where}").operation
            except ir.MLIRError as exc:
                said = exc.error_diagnostics[0].message if exc.error_diagnostics else exc.message
                raise _error(f"'stablehlo.constant': {said}", self._place()) from None
            self._point.insert(op)
        return self._results(op)

    def __getattr__(self, name: str) -> Callable:
        cls = OPERATIONS.get(f"stablehlo.{name.rstrip('_')}")
        if cls is None:
            raise AttributeError(f"the specification has no operation '{name}'")

        def build(*operands, **members):
            return self._build(cls, operands, members)

        build.__name__ = name
        build.__doc__ = f"{cls.__doc__}\n\nMembers: {', '.join(m.name for m in cls.input_members)}."
        return build

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name.partition(".")[2] for name in OPERATIONS)]

    def _build(self, cls: type[Operation], operands: tuple, members: dict[str, object]):
        self._require_function()
        given = members.pop("result_types", None)
        if isinstance(given, str):
            raise TypeError("result_types is a sequence of types; result_type is for one")
        if (single := members.pop("result_type", None)) is not None:
            given = [single]
        values = operands_of(cls, operands, members)
        self._require_visible(f"'{cls.op_name}'", values)
        attributes = self._attributes(cls, members)
        functions = [functions_of(cls, m, members) for m in cls.region_members]
        if members:
            known = ", ".join(m.name for m in cls.input_members)
            raise TypeError(
                f"{cls.op_name} has no member '{next(iter(members))}'; its members are: {known}"
            )
        with self._context, self._location():
            holder = self._detached(cls, values, attributes, functions)
            types = self._result_types(cls, holder, given)
            op = ir.Operation.create(
                cls.op_name,
                results=types,
                operands=values,
                attributes=attributes,
                regions=len(holder.regions),
                ip=self._point,
            )
            for target, source in zip(op.regions, holder.regions, strict=True):
                for block in list(source.blocks):
                    block.append_to(target)
            holder.erase()
            self._check(cls, op)
        return self._results(op)

    def _require_visible(self, what: str, values: Iterable) -> None:
        """Raise an error if one of ``values`` is not a value that can be used at this point."""
        for value in values:
            if not isinstance(value, ir.Value):
                raise TypeError(f"{what} takes values, not {value!r}")
            if not any(value in scope for scope in self._visible):
                message = f"{what} takes a value of another function or region"
                raise _error(message, self._place())

    def _results(self, op: ir.Operation):
        """Return the result of an operation, or all of them, for use from here on."""
        results = tuple(op.results)
        self._visible[-1].update(results)
        return results[0] if len(results) == 1 else results

    def _attributes(self, cls: type[Operation], members: dict) -> dict[str, ir.Attribute]:
        try:
            return attributes_of(cls, members, self._context)
        except ValueError as exc:
            raise _error(str(exc), self._place()) from None

    def _detached(self, cls, values, attributes, functions) -> ir.Operation:
        """Return an operation without results that holds the regions, to infer types from."""
        count = sum(map(len, functions))
        holder = ir.Operation.create(
            "unchecked.holder",
            operands=values,
            attributes=attributes,
            regions=count,
            ip=self._point,
        )
        regions = iter(holder.regions)
        try:
            for member, function in zip(cls.region_members, functions, strict=True):
                for one in function:
                    self._fill(cls, holder, member, next(regions), one)
        except BaseException:
            holder.erase()
            raise
        return holder

    def _fill(self, cls, holder: ir.Operation, member, region: ir.Region, function) -> None:
        """Build a region by calling ``function`` on its arguments."""
        operation = cls(self._facts(cls, holder))
        try:
            arguments = operation.region_arguments(member)
        except Undefined:
            message = f"'{cls.op_name}': the arguments of '{member.name}' cannot be told"
            raise _error(message, self._place()) from None
        types = [self._type(str(t)) for t in arguments]
        block = region.blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
        outer, self._point = self._point, ir.InsertionPoint(block)
        self._visible.append(set(block.arguments))
        try:
            returned = function(*block.arguments)
            returned = () if returned is None else returned
            returned = [returned] if isinstance(returned, ir.Value) else returned
            if not isinstance(returned, Iterable):
                raise TypeError(f"{cls.op_name}: '{member.name}' returns {returned!r}, not values")
            returned = list(returned)
            self._require_visible(f"the end of '{member.name}' of '{cls.op_name}'", returned)
            ir.Operation.create("stablehlo.return", operands=returned, ip=self._point)
        finally:
            self._point = outer
            self._visible.pop()

    def _facts(self, cls, op: ir.Operation) -> Facts:
        return facts_of(op, parts_of(op, cls), Grid(functions=self._functions, **self._sizes))

    def _result_types(self, cls, holder: ir.Operation, given) -> list[ir.Type]:
        if given is not None:
            return [self._type(str(t)) for t in given]
        facts = self._facts(cls, holder)
        inferred = infer(cls, dataclasses.replace(facts, results=None))
        if inferred is None or any(item.complete is None for item in inferred):
            self._raise(cls(dataclasses.replace(facts, results=None)).violations())
            message = (
                f"'{cls.op_name}': the constraints do not determine the result types; "
                "give result_type or result_types"
            )
            raise _error(message, self._place())
        types = [str(item.complete) for item in inferred]
        if negative := [text for text in types if "<-" in text or "x-" in text]:
            message = f"'{cls.op_name}': a size of the result would be negative: {negative[0]}"
            raise _error(message, self._place())
        return [self._type(text) for text in types]

    def _check(self, cls: type[Operation], op: ir.Operation) -> None:
        violations = cls(self._facts(cls, op)).violations()
        if violations:
            op.erase()
        self._raise(violations)
        self._verify(op)

    def _verify(self, op: ir.Operation) -> None:
        """Let the bindings check an operation as well; they ask for more than the constraints."""
        try:
            op.verify()
        except ir.MLIRError as exc:
            place = self._place()
            found = from_mlir_error(exc).diagnostics
            op.erase()
            raise DiagnosedError(
                [dataclasses.replace(d.without_operation(), location=place) for d in found]
            ) from None

    def _raise(self, violations: list[Violation]) -> None:
        """Raise an error for violated constraints, if there are any."""
        if not violations:
            return
        where = self._place()
        raise DiagnosedError(
            [
                Diagnostic(
                    "error",
                    v.message,
                    where,
                    tuple(Diagnostic("note", note) for note in v.notes),
                    op=v.op,
                    constraint=v.label,
                )
                for v in violations
            ]
        )

    def _type(self, text: str) -> ir.Type:
        try:
            return ir.Type.parse(spell_type(text), self._context)
        except ir.MLIRError:
            raise _error(f"'{text}' is not a type", self._place()) from None

    def _require_function(self) -> None:
        if self._function is None:
            raise _error("operations are built inside 'with builder.function(…)'", self._place())
        if _ends_in_return(self._point.block):
            raise _error("the function has returned already", self._place())

    def _location(self) -> ir.Location:
        place = self._place()
        return ir.Location.file(place.file, place.line, place.column, context=self._context)

    @staticmethod
    def _place() -> SourceLoc:
        """Return the line of the caller, outside this file."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename == _OWN_FILE:
            frame = frame.f_back
        if frame.f_code.co_filename.endswith("contextlib.py") and frame.f_back is not None:
            frame = frame.f_back
        return SourceLoc(frame.f_code.co_filename, frame.f_lineno, 1)


def _error(message: str, where: SourceLoc) -> DiagnosedError:
    return DiagnosedError([Diagnostic("error", message, where)])


def _ends_in_return(block: ir.Block) -> bool:
    operations = block.operations
    return len(operations) > 0 and operations[len(operations) - 1].operation.name == "func.return"
