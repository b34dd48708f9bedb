#!/bin/sh
# build.sh - makes the self-contained source package: garner_<version>.tar.gz, which R CMD INSTALL takes as it is.
#
#   bindings/r/build.sh [OUT_DIR]      OUT_DIR: the current directory by default
#
# The last line printed is the path of the tarball.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-.}" && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

mkdir "$temp/garner"
(cd "$here" && cp -R DESCRIPTION LICENSE NAMESPACE cleanup configure configure.win R man src tests "$temp/garner/")
sh "$here/tools/vendor.sh" "$temp/garner"
(cd "$temp" && R CMD build garner) >&2
mv "$temp"/garner_*.tar.gz "$out/"
ls "$out"/garner_*.tar.gz
