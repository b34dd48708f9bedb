"""What the tests of garner inside torch need: a torch that has the interfaces, else they are skipped."""
import unittest

import torch

IS_THERE = hasattr(torch.library, "get_kernel") and hasattr(torch.Tensor, "__dlpack_c_exchange_api__")
needs_torch = unittest.skipUnless(IS_THERE, f"torch {torch.__version__} has no torch.library.get_kernel; 2.12 or newer is needed")


def same_bits(a, b):
    """Of two tensors: dtype, shape and every byte."""
    if (a.dtype, a.shape) != (b.dtype, b.shape):
        return False
    return torch.equal(*(tensor.detach().reshape(-1).clone(memory_format=torch.contiguous_format).view(torch.uint8) for tensor in (a, b)))



def outcome(call):
    """What a call gives, or the error that it raises."""
    try:
        return call()
    except (IndexError, RuntimeError, TypeError, ValueError) as error:
        return error
