#!/bin/sh
# source.sh - programs written in another language give garner's bits: those of tests/interop/source, and random ones.
#
#   tests/interop/source.sh [--install] GARNER LANGUAGE [CASES [SEED]]
#
# LANGUAGE is numpy, pytorch, jax or r. Python is that of GARNER_PYTHON, else the first of python3 and /usr/bin/python3 with the
# modules (Debian: python3-numpy, python3-torch). JAX is the one of the virtual environment GARNER_JAX, else of `jax` beside
# GARNER, where --install makes it by pip (400 MB); without one JAX's text is compiled and not run, which is said. R needs
# Rscript, and the garner package is installed for the time of the test. Where one is missing: says so, exit 77, which ctest
# takes as skipped. Ends with "N passed, N failed"; exit 1 on a failure.
set -u
jax_version=0.10.2
install=
if [ "${1:-}" = --install ]; then
    install=1
    shift
fi
garner=${1:?usage: tests/interop/source.sh [--install] GARNER LANGUAGE [CASES [SEED]]}
language=${2:?usage: tests/interop/source.sh [--install] GARNER LANGUAGE [CASES [SEED]]}
cases=${3:-60}
here=$(cd "$(dirname "$0")" && pwd)
jax_home=${GARNER_JAX:-$(dirname "$garner")/jax}

skip() {
    echo "source.sh: not run in $language: $1" >&2
    exit 77
}
python=
modules=numpy
[ "$language" != pytorch ] || modules=numpy,torch
if [ "$language" = jax ] && [ -n "$install" ] && [ ! -x "$jax_home/bin/python" ]; then
    python3 -m venv "$jax_home" && "$jax_home/bin/pip" install -q "jax==$jax_version" ||
        { rm -rf "$jax_home"; echo "source.sh: pip could not install jax $jax_version" >&2; exit 1; }
fi
candidates=${GARNER_PYTHON:-python3 /usr/bin/python3}
if [ "$language" = jax ]; then
    "$jax_home/bin/python" -c "import jax" 2>/dev/null && candidates=$jax_home/bin/python ||
        echo "source.sh: JAX is not in $jax_home (--install puts it there): its text is compiled and not run" >&2
fi
for candidate in $candidates; do
    "$candidate" -c "import $modules" 2>/dev/null && python=$candidate && break
done
[ -n "$python" ] || skip "no python3 has $modules (Debian: python3-numpy, python3-torch)"
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
if [ "$language" = r ]; then
    command -v Rscript >/dev/null && command -v R >/dev/null || skip "there is no Rscript"
    "$here/../../bindings/r/build.sh" "$log" >"$log/build" 2>&1 && R CMD INSTALL -l "$log" "$log"/garner_*.tar.gz >>"$log/build" 2>&1 ||
        skip "the R package does not build: $(tail -n 1 "$log/build")"
    export R_LIBS="$log"
fi
status=0
"$python" -B "$here/source_ops.py" "$garner" "$language" >"$log/ops" 2>&1 || status=1
sed '$d' "$log/ops"
: >"$log/random"
if [ "$cases" -gt 0 ] && { [ "$language" != jax ] || [ "$candidate" = "$jax_home/bin/python" ]; }; then
    "$python" -B "$here/source_random.py" "$garner" "$cases" "${4:-1}" "$language" >"$log/random" 2>&1 || status=1
    sed '$d' "$log/random"
fi
for f in ops random; do # a script that ended without its tally has failed
    [ ! -s "$log/$f" ] || tail -n 1 "$log/$f" | grep -qE '^[0-9]+ passed, [0-9]+ failed$' || { tail -n 3 "$log/$f"; status=1; }
done
tail -q -n 1 "$log/ops" "$log/random" | awk '/ passed, / { p += $1; f += $3 } END { printf "%d passed, %d failed\n", p, f }'
exit $status
