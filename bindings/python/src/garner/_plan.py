"""garner.plan."""
from . import _garner


def plan(call, *args, threads=1, addressing=None, partition=None, mover=None, cpu=None, **kwargs):
    """Makes a gather or scatter ready: plan(garner.torch.gather, x, 1, index) is then called on other arrays of the same layout.

    call           garner.gather, garner.scatter, or one of a framework's calls that is a single gather or scatter
    args, kwargs   as the call takes them; arrays give dtypes, shapes and strides, their elements are not read
    threads        that a run may use, 1 to 256; the bits do not depend on it
    addressing, partition, mover   rows of the plan's tables to use whatever they cost (docs/performance.md); None: the cheapest
    cpu            "scalar", "avx2", "avx512"; None: the best there is

    The plan takes (operand, indices) or (operand, indices, updates) and out=; its results are compact. plan.report says what was
    chosen. garner.UnsupportedError: the call has no plan, or a row that is named does not apply.
    """
    return _garner.make_plan(
        getattr(call, "__wrapped__", call), args, tuple(kwargs), tuple(kwargs.values()), threads, addressing, partition, mover, cpu
    )
