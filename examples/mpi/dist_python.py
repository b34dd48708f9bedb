"""A communicator of mpi4py's, handed to garner as it is.

    mpirun -n 4 python3 dist_python.py /usr/lib/libgarner-mpi.so

mpi4py must be built for the MPI that the library is for. MPI._handleof gives the handle in C: a pointer in Open MPI, an int in MPICH.
"""
import ctypes
import sys

from mpi4py import MPI


class Comm(ctypes.Structure):
    """grn_comm (garner/comm.h)"""
    _fields_ = [('size_bytes', ctypes.c_size_t), ('rank', ctypes.c_int32), ('size', ctypes.c_int32), ('user', ctypes.c_void_p),
                ('alltoallv', ctypes.c_void_p),
                ('least', ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64))),
                ('group', ctypes.c_void_p), ('send', ctypes.c_void_p), ('receive', ctypes.c_void_p),
                ('release', ctypes.CFUNCTYPE(None, ctypes.c_void_p))]


library = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
handle = ctypes.c_void_p if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_void_p) else ctypes.c_int
library.grn_mpi_comm.argtypes = [handle, ctypes.POINTER(Comm)]

ranks = Comm()
status = library.grn_mpi_comm(MPI._handleof(MPI.COMM_WORLD), ctypes.byref(ranks))
assert status == 0, status
least = ctypes.c_int64()
status = ranks.least(ranks.user, 100 - ranks.rank, ctypes.byref(least))
assert status == 0 and least.value == 100 - (ranks.size - 1), (status, least.value)
ranks.release(ranks.user)
# mpirun mixes what several ranks print, within lines too, so one rank prints for all.
for rank in MPI.COMM_WORLD.gather(MPI.COMM_WORLD.rank) or []:
    print(f'rank {rank}: right')
