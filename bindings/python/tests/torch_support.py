"""What the tests of garner inside torch need: a torch that has the interfaces, else they are skipped."""
import unittest

import torch

IS_THERE = hasattr(torch.library, "get_kernel") and hasattr(torch.Tensor, "__dlpack_c_exchange_api__")
needs_torch = unittest.skipUnless(IS_THERE, f"torch {torch.__version__} has no torch.library.get_kernel; 2.12 or newer is needed")


def same_bits(a, b):
    """Of two tensors: dtype, shape and every byte."""
    if (a.dtype, a.shape) != (b.dtype, b.shape):
        return False
    return torch.equal(a.contiguous().view(-1).view(torch.uint8), b.contiguous().view(-1).view(torch.uint8))
