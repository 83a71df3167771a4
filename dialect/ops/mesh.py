"""Groups of process ids that are given as axes of a mesh (``ReplicaGroupMeshAxes``).

A mesh lays ids out in an array with named axes.  Ids that differ only in their
positions along the given axes form a group; the last of the axes varies fastest
in it.  An axis may also be given in part: ``"x":(2)4`` are the 4 positions of
axis ``x`` that come after a factor of 2.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod

import numpy as np

from ..mlir import ir, stablehlo

# A part of an axis: its name, and the products of the factors before it and up to its end.
Part = tuple[str, int, int]


def mesh_groups(attribute: ir.Attribute) -> list[list[int]] | None:
    """Return the groups, one a row, or None if the mesh is not in the attribute itself.

    None, too, if the axes do not fit the mesh.
    """
    found = stablehlo.ReplicaGroupMeshAxesAttr(attribute)
    if not stablehlo.MeshAttr.isinstance(found.mesh):
        return None
    mesh = stablehlo.MeshAttr(found.mesh)
    axes = [stablehlo.MeshAxisAttr(axis) for axis in mesh.axes]
    sizes = {axis.name: axis.size for axis in axes}
    parts = [_part(stablehlo.AxisRefAttr(axis), sizes) for axis in found.axes]
    try:
        factors = _factors(sizes, parts)
        ids = _device_ids(mesh, sizes).reshape([end // start for _, start, end in factors])
    except ValueError:
        return None
    grouped = [i for part in parts for i, factor in enumerate(factors) if _is_in(factor, part)]
    if len(set(grouped)) < len(grouped):
        return None
    others = [i for i in range(len(factors)) if i not in grouped]
    width = prod(ids.shape[i] for i in grouped)
    return ids.transpose(others + grouped).reshape(-1, width).tolist()


def _device_ids(mesh, sizes: dict[str, int]) -> np.ndarray:
    if mesh.device_ids is not None:
        return np.array(ir.DenseIntElementsAttr(mesh.device_ids))
    return np.arange(prod(sizes.values()))


def _part(reference, sizes: dict[str, int]) -> Part:
    """Return the part of an axis that is referred to."""
    if reference.sub_axis_info is None:
        return reference.name, 1, sizes[reference.name]
    part = stablehlo.SubAxisInfoAttr(reference.sub_axis_info)
    return reference.name, part.pre_size, part.pre_size * part.size


def _factors(sizes: dict[str, int], parts: list[Part]) -> list[Part]:
    """Return the parts of all axes between the places where ``parts`` cut them."""
    cuts = {name: {1, size} for name, size in sizes.items()}
    for name, start, end in parts:
        cuts[name] |= {start, end}
    return [
        (name, start, end)
        for name, places in cuts.items()
        for start, end in pairwise(sorted(places))
    ]


def _is_in(factor: Part, part: Part) -> bool:
    return factor[0] == part[0] and part[1] <= factor[1] and factor[2] <= part[2]
