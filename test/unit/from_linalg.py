"""Executables from programs on linalg, without the stages that come before bufferization."""

from __future__ import annotations

from hlo_opt.dialect.mlir import ir
from hlo_opt.dialect.parse import parse
from hlo_opt.passes.manager import VerifyEach, run_pipeline
from hlo_opt.passes.memory import SCRATCH_BYTES
from hlo_opt.passes.pipeline import parse_pipeline
from hlo_opt.runtime.executable import Executable
from hlo_opt.runtime.lowering import LoweredProgram, find_function
from hlo_opt.runtime.signature import read_signature

PASSES = "hlo-bufferize,hlo-plan-memory,hlo-lower-to-llvm"


def compile_linalg(text: str, passes: str = PASSES) -> Executable:
    """Compile ``@main`` of a program; its integers are signed."""
    module = parse(text)
    with module.context:
        arguments, results = read_signature(find_function(module, "main"))
    pipeline = parse_pipeline(f"builtin.module({passes})")
    run_pipeline(pipeline, module.operation, [VerifyEach()])
    (entry,) = (op for op in module.body.operations if SCRATCH_BYTES in op.attributes)
    scratch = ir.IntegerAttr(entry.attributes[SCRATCH_BYTES]).value
    return Executable(LoweredProgram(module, "main", "main", arguments, results, scratch))


def elementwise(source: str, target: str, body: str, count: int, inputs: int = 1) -> Executable:
    """Compile a map over arrays; ``body`` computes ``%r`` from ``%x`` and ``%y``."""
    names = ["x", "y"][:inputs]
    arguments = ", ".join(f"%arg_{n}: tensor<{count}x{source}>" for n in names)
    operands = ", ".join(f"%arg_{n}" for n in names)
    types = ", ".join(f"tensor<{count}x{source}>" for _ in names)
    block = ", ".join([*(f"%{n}: {source}" for n in names), f"%o: {target}"])
    identity = ", ".join(["affine_map<(d0) -> (d0)>"] * (inputs + 1))
    return compile_linalg(f"""
      func.func @main({arguments}) -> tensor<{count}x{target}> {{
        %e = tensor.empty() : tensor<{count}x{target}>
        %0 = linalg.generic {{indexing_maps = [{identity}], iterator_types = ["parallel"]}}
            ins({operands} : {types}) outs(%e : tensor<{count}x{target}>) {{
        ^bb0({block}):
          {body}
          linalg.yield %r : {target}
        }} -> tensor<{count}x{target}>
        return %0 : tensor<{count}x{target}>
      }}""")
