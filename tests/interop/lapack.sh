#!/bin/sh
# lapack.sh GARNER - programs that call LAPACK's routines, by the LAPACK that stands here. Where one of them is found, all must be.
set -u
garner=$1
here=$(cd "$(dirname "$0")" && pwd)
said=$("$garner" run "$here/lapack.mlir" 2>&1)
status=$?
case $said in
*': ok'*) ;;
*'of LAPACK is not found'*) echo "skipped: no LAPACK here (tools/deps.sh test)"; exit 77 ;;
*'built without LAPACK'*) echo "skipped: a garner without LAPACK"; exit 77 ;;
esac
[ $status = 0 ] || echo "$said"
exit $status
