from typing import Annotated

from hlo_opt import hlo_pass
from hlo_opt.dialect.diagnostics import error, remark


@hlo_pass("count-ops", "Count the operations of each function", on="func.func")
def count_ops(func, *, limit: Annotated[int, "fail above this many"] = 1000):
    count = sum(len(list(block.operations)) for block in func.regions[0])
    if count > limit:
        raise error(func, f"{count} operations are more than {limit}")
    remark(func, f"{count} operations")
