#!/bin/sh
# vendor.sh - copies the sources of libgarner that the package needs, all of them, into its libgarner/.
#
#   bindings/python/tools/vendor.sh PACKAGE_DIR
#
# PACKAGE_DIR is a copy of bindings/python; the repository itself is left as it is.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
vendored=$1/libgarner

mkdir -p "$vendored/include"
cp -R "$root/include/garner" "$vendored/include/"
cp -R "$root/src" "$vendored/"
