#!/bin/sh
# jax_linalg.sh GARNER - the linear algebra of JAX, lowered for garner and run by the command. Needs LAPACK, and a virtual environment with
# jax 0.10.2 or newer: GARNER_PEERS, else build/peers (tools/deps.sh peers).
set -u
garner=$1
here=$(cd "$(dirname "$0")" && pwd)
python=${GARNER_PEERS:-$here/../../build/peers}/bin/python
"$python" -c 'import sys, jax; sys.exit(jax.__version_info__ < (0, 10, 2))' 2>/dev/null ||
    { echo "skipped: no jax 0.10.2 in ${GARNER_PEERS:-build/peers} (tools/deps.sh peers)"; exit 77; }
sh "$here/lapack.sh" "$garner" >/dev/null
[ $? != 77 ] || { echo "skipped: no LAPACK"; exit 77; }
"$python" -W ignore "$here/jax_linalg.py" "$garner"
