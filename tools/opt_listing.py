"""What ``hlo-opt`` can list: passes, dialects, the pipeline about to run."""

from __future__ import annotations

import textwrap

from ..dialect.context import registered_dialects
from ..passes.pipeline import Pipeline
from ..passes.pipelines import PIPELINES
from ..passes.registry import Pass, all_passes
from ..passes.upstream import upstream_pass_names

_WIDTH = 100


def passes() -> str:
    """Return every pass and pipeline: ours with options, upstream's by name."""
    upstream = "\n".join(f"  {name}" for name in upstream_pass_names())
    return "\n\n".join(
        [
            "Passes:\n" + "\n".join(_describe(p) for p in all_passes()),
            "Pipelines and their stages:\n" + "\n".join(_pipelines()),
            f"Upstream passes and pipelines:\n{upstream}",
        ]
    )


def dialects() -> str:
    """Return the names of the registered dialects in mlir-opt's form."""
    return f"Available Dialects: {','.join(registered_dialects())}"


def pipeline_dump(pipeline: Pipeline) -> str:
    """Return a pipeline as mlir-opt dumps it: one pass a line, indented by nesting."""
    count = len(pipeline.elements)
    return f"Pass Manager with {count} passes:\n{_indented(pipeline, 0)}"


def _describe(found: Pass) -> str:
    where = f" [on {found.on}]" if found.on else " [on any operation]"
    lines = [f"  {found.name}{where}", *_wrap(found.description, 6)]
    for option in found.options:
        default = option.format(option.default) if option.default not in (None, [], "") else ""
        spelling = f"{option.name}=<{option.type_name}>"
        text = f"{spelling}  {option.description}" if option.description else spelling
        lines += _wrap(f"{text} (default {default})" if default else text, 6)
    return "\n".join(lines)


def _pipelines() -> list[str]:
    lines = []
    for name, stages in sorted(PIPELINES.items()):
        lines.append(f"  {name}")
        width = max(len(stage.name) for stage in stages)
        lines += [f"      {stage.name.ljust(width)}  {stage.description}" for stage in stages]
    return lines


def _wrap(text: str, indent: int) -> list[str]:
    lead = " " * indent
    return textwrap.wrap(text, _WIDTH, initial_indent=lead, subsequent_indent=lead + "  ")


def _indented(element, depth: int) -> str:
    lead = "  " * depth
    if not isinstance(element, Pipeline):
        return lead + element.text
    if not element.elements:
        return f"{lead}{element.anchor}()"
    inner = ",\n".join(_indented(part, depth + 1) for part in element.elements)
    return f"{lead}{element.anchor}(\n{inner}\n{lead})"
