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
cp -R "$root/src" "$root/pjrt" "$root/ort" "$vendored/"
# What garner.ops and garner.rule say beside the library's tables. The programs are the tests' own.
mkdir -p "$vendored/cli"
cp "$root/cli/reference.c" "$root/cli/reference.h" "$root/cli/rule_words.c" "$vendored/cli/"
! command -v cmake >/dev/null || cmake -DROOT="$root" -DOUT="$vendored/cli/programs.c" -P "$root/cmake/programs.cmake"
