"""Loading and storing the elements of a tile: scalars, vectors, what is strided or backwards."""

from __future__ import annotations

from collections.abc import Sequence

from .access import Access
from .emitter import Emitter, Value, bit_width
from .place import Place
from .transpose import columns


class Elements:
    """Loads and stores for a nest with these outputs, whose vectors run along ``vector``."""

    def __init__(self, e: Emitter, outputs: Sequence[Access], vector: int | None):
        self.e = e
        self.outputs = outputs
        self.vector = vector

    def _address(self, place: Place, access: Access, offset: int) -> Value:
        total = place.sums[access]
        terms = [] if total is None else [(total, 1)]
        return self.e.index_sum(offset + place.offsets[access], terms)

    def load_scalar(self, place: Place, access: Access) -> Value:
        """Load an element that is the same all over a place."""
        return self._load_at(place, access, 0, None, {})

    def _load_at(self, place: Place, access: Access, offset: int, lanes, loads: dict) -> Value:
        """Load neighbouring elements; both parts of complex ones at once."""
        address = self._address(place, access, offset)
        if access.part is None:
            return self.e.load(access.base, address, lanes)
        key = (access.spot, offset, lanes)
        if key not in loads:
            loads[key] = self.e.load_parts(access.base, address, lanes)
        return loads[key][access.part]

    def load(self, place, access: Access | None, at, lanes, loads: dict) -> Value | None:
        """Load the elements of an iteration, once for each place of the tile."""
        if access is None:
            return None
        offset = sum(position * access.stride(d) for d, position in at.items())
        key = (access, offset, lanes)
        if key not in loads:
            loads[key] = self._load_lanes(place, access, at, offset, lanes, loads)
        return loads[key]

    def _load_lanes(self, place, access, at, offset, lanes, loads: dict) -> Value:
        e, vector = self.e, self.vector
        stride = access.stride(vector) if lanes and vector is not None else 0
        if stride == 0:
            return self._load_at(place, access, offset, None, loads)
        if stride == 1:
            return self._load_at(place, access, offset, lanes, loads)
        if stride == -1:
            backwards = self._load_at(place, access, offset - lanes + 1, lanes, loads)
            return e.shuffle(backwards, backwards, range(lanes - 1, -1, -1))
        across = [d for d in at if access.stride(d) == 1 and _fills(place.widths[d], lanes)]
        if across and bit_width(access.element) > 1:
            corner, width = offset - at[across[0]], place.widths[across[0]]
            rows = [
                self._load_at(place, access, corner + i * stride, width, loads)
                for i in range(lanes)
            ]
            for i, column in enumerate(columns(e, rows, width)):
                loads[(access, corner + i, lanes)] = column
            return loads[(access, offset, lanes)]
        return e.from_lanes(
            [self._load_at(place, access, offset + i * stride, None, loads) for i in range(lanes)]
        )

    def store(self, place, at, values: Sequence[Value], lanes: int | None) -> None:
        """Store the values of all outputs; the parts of a complex element together."""
        pairs = iter(zip(self.outputs, values, strict=True))
        for output, value in pairs:
            parts = [value] if output.part is None else [value, next(pairs)[1]]
            self._store_lanes(place, output, at, parts, lanes)

    def _store_lanes(
        self, place, access: Access, at, values: list[Value], lanes: int | None
    ) -> None:
        e, vector = self.e, self.vector
        offset = sum(position * access.stride(d) for d, position in at.items())
        stride = access.stride(vector) if lanes and vector is not None else 0
        store = e.store if access.part is None else e.store_parts
        if lanes and stride:
            values = [e.vector(value, lanes) for value in values]
        if not lanes or stride in (0, 1):
            store(*values, access.base, self._address(place, access, offset))
            return
        for i in range(lanes):
            address = self._address(place, access, offset + i * stride)
            store(*(e.lane(value, i) for value in values), access.base, address)


def _fills(width: int, lanes: int) -> bool:
    """Tell whether squares of this width, which are transposed in registers, make up vectors."""
    return width >= 4 and width & (width - 1) == 0 and lanes % width == 0
