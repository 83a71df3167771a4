"""The named pipelines, stage by stage: the whole compiler on one page.

A pipeline is a list of stages; a stage has a name, which works in
``--stop-after``, in timing and in messages, and the passes that make it up.
A named pipeline also stands as an element in a textual pipeline.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .pipeline import Pipeline, closest, parse_pipeline


@dataclass(frozen=True)
class Stage:
    """A step of compilation: its name, what it does, its passes on ``builtin.module``."""

    name: str
    description: str
    passes: str = ""


_CPU = (
    Stage(
        "decompose",
        "dynamic, CHLO, deprecated, quantized and hard complex operations to simpler ones",
        "hlo-raise-to-stablehlo,hlo-refine-shapes,hlo-expand-custom-calls,"
        "func.func(hlo-legalize-quantized,hlo-legalize-chlo,"
        "stablehlo-legalize-deprecated-ops{fail-on-unused=false},"
        "stablehlo-complex-math-expander)",
    ),
    Stage("simplify", "fold, and remove what is unused", "canonicalize,cse"),
    Stage(
        "legalize",
        "to linalg, tensor and scf on storage types",
        "hlo-legalize-to-linalg,convert-complex-to-standard,canonicalize,cse",
    ),
    Stage(
        "schedule",
        "fuse linalg operations, and order their loops",
        "linalg-generalize-named-ops,hlo-fuse-elementwise,hlo-schedule-loops",
    ),
    Stage("bufferize", "from tensors to buffers, results to the caller's", "hlo-bufferize"),
    Stage("group", "loop nests that share rows, together", "hlo-group-loops,hlo-block-rows"),
    Stage("outline", "each loop nest a function, equal ones once", "hlo-outline-kernels"),
    Stage("vectorize", "vector code for loop nests", "hlo-vectorize"),
    Stage("plan", "place every buffer in one scratch argument", "hlo-plan-memory"),
    Stage("parallelize", "loops shared among threads, if there are some", "hlo-parallelize"),
    Stage("lower", "to the LLVM dialect", "hlo-lower-to-llvm"),
)
_PROFILE = Stage("profile", "clocks around each call of a kernel", "hlo-instrument-kernels")
_FLUSH = Stage("denormals", "they count as zero", "hlo-flush-denormals")
_FAST_MATH = Stage("fast-math", "allow float arithmetic to be regrouped", "hlo-allow-fast-math")

PIPELINES: dict[str, tuple[Stage, ...]] = {
    "cpu": _CPU,
    "cpu-fast-math": (*_CPU[:-1], _FAST_MATH, _CPU[-1]),
}


@cache
def named_pipeline(
    name: str,
    stop_after: str | None = None,
    threads: int = 1,
    profile: bool = False,
    flush_denormals: bool = False,
) -> Pipeline | None:
    """Return the named pipeline up to and with stage ``stop_after``, or None if unknown.

    Its code uses as many ``threads``, counts the time of its kernels with ``profile``,
    and takes denormals for zero with ``flush_denormals``.  Raises ValueError, with the
    closest match, if there is no such stage.
    """
    stages = PIPELINES.get(name)
    if stages is None:
        return None
    if profile:
        stages = (*stages[:-1], _PROFILE, stages[-1])
    if flush_denormals:
        stages = (*stages[:-1], _FLUSH, stages[-1])
    names = [s.name for s in stages]
    if stop_after is not None:
        if stop_after not in names:
            raise ValueError(
                f"pipeline '{name}' has no stage '{stop_after}' (it has {', '.join(names)})"
                f"{closest(stop_after, names)}"
            )
        stages = stages[: names.index(stop_after) + 1]
    elements = []
    for stage in stages:
        passes = stage.passes
        if stage.name == "parallelize":
            passes = f"func.func({passes}{{threads={threads}}})"
        parsed = parse_pipeline(f"builtin.module({passes})")
        elements.extend(parsed.in_stage(stage.name).elements)
    return Pipeline("builtin.module", tuple(elements))


def stage_names() -> list[str]:
    """Return the names of the stages of all pipelines, each once."""
    return list(dict.fromkeys(stage.name for stages in PIPELINES.values() for stage in stages))
