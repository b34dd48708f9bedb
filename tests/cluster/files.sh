# files.sh - one .npy that all ranks write their part of, and read it by another layout; NumPy reads it as a whole.
for each in openmpi:1 $configurations; do
    mpi=${each%:*} n=${each#*:}
    rm -rf "$work/npy"
    mkdir "$work/npy"
    on "$mpi" "$n" tests/mpi_files "$work/npy" >"$work/out" 2>"$work/err" && status=0 || status=1
    claim "parts of an .npy, $mpi, $n ranks" test "$status" -eq 0
    claim "no temporary is left, $mpi, $n ranks" test -z "$(find "$work/npy" -name '*.tmp')"
    claim "NumPy reads the whole, $mpi, $n ranks" /usr/bin/python3 - "$work/npy" <<'PYTHON'
import glob, sys
import numpy as np
i, j, k = np.indices((11, 5, 3))
files = glob.glob(sys.argv[1] + '/*_*.npy')
assert len(files) in (25, 36)
for name in files:
    a = np.load(name)
    assert a.dtype == np.int32 and (a == 10000 * i + 100 * j + k).all(), name
PYTHON
done
