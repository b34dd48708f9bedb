"""torch_scatter's calls (garner.torch_scatter), as `from garner.scatter import scatter_add`.

The name is that of the canonical call, too. So the module can be called, as `garner.scatter(...)`, which is as before.
"""
import sys
import types

from . import _garner
from .torch_scatter import *  # noqa: F403
from .torch_scatter import __all__ as __all__


class _CalledModule(types.ModuleType):
    __call__ = staticmethod(_garner.garner_scatter)


sys.modules[__name__].__class__ = _CalledModule
