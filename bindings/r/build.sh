#!/bin/sh
# build.sh - makes the self-contained source package: garner_<version>.tar.gz, which R CMD INSTALL takes as it is.
#
#   bindings/r/build.sh [OUT_DIR]      OUT_DIR: the current directory by default
#
# The vignette needs knitr, rmarkdown and pandoc (Debian: r-cran-knitr r-cran-rmarkdown pandoc). Where one of them is missing, or
# GARNER_R_VIGNETTE=no, the package is made without it and does not ask for them.
# The last line printed is the path of the tarball.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-.}" && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

mkdir "$temp/garner"
(cd "$here" && cp -R DESCRIPTION LICENSE NAMESPACE NEWS.md cleanup configure configure.win R man src tests vignettes \
    "$temp/garner/")
if [ "${GARNER_R_VIGNETTE:-yes}" = no ] || ! command -v pandoc >/dev/null ||
    ! Rscript --vanilla -e 'for (p in c("knitr", "rmarkdown")) loadNamespace(p)' >/dev/null 2>&1; then
    echo "build.sh: without the vignette" >&2
    rm -r "$temp/garner/vignettes"
    sed -i.full -e '/^Suggests: knitr/d' -e '/^VignetteBuilder:/d' "$temp/garner/DESCRIPTION"
    rm "$temp/garner/DESCRIPTION.full"
fi
rm -rf "$temp/garner/src/libgarner"
sh "$here/tools/vendor.sh" "$temp/garner"
mv "$temp/garner/src/Makevars.vendored" "$temp/garner/src/Makevars.in"
(cd "$temp/garner/src" && rm -f Makevars *.o *.so && find libgarner -name '*.o' -exec rm {} +)
(cd "$temp" && R CMD build garner) >&2
mv "$temp"/garner_*.tar.gz "$out/"
ls "$out"/garner_*.tar.gz
