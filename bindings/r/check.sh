#!/bin/sh
# check.sh - builds the source package in a place of its own and puts it through R CMD check: installs it, runs its tests
# and examples, and compares its help pages with its code; then runs examples/*.R and the vignette's chunks with what was
# installed. An ERROR, WARNING or NOTE that is not explained below fails.
#
#   bindings/r/check.sh
#
# Needs R and a C compiler (tools/deps.sh r); where there is ccache, the library is compiled through it. Ends on "N passed, N failed",
# counting the steps of R CMD check.
set -u
here=$(cd "$(dirname "$0")" && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

command -v R >/dev/null || { echo "R is not installed (tools/deps.sh r)"; echo "0 passed, 1 failed"; exit 1; }
# The vignette's chunks are run below: to make a page of them as well would compile the package once more.
tarball=$(GARNER_R_VIGNETTE=no sh "$here/build.sh" "$temp" 2>"$temp/build.log") ||
    { cat "$temp/build.log"; echo "0 passed, 1 failed"; exit 1; }

if command -v ccache >/dev/null && [ -z "${R_MAKEVARS_USER:-}" ]; then
    echo "CC = ccache $(R CMD config CC)" >"$temp/Makevars"
    export R_MAKEVARS_USER="$temp/Makevars" CCACHE_BASEDIR="$temp" CCACHE_NOHASHDIR=1
fi

# What is looked for is this package; checks that need the network, TeX or other packages are not.
mkdir -p "$temp/none/src/contrib" && : >"$temp/none/src/contrib/PACKAGES" # a repository of nothing, instead of CRAN
echo "options(repos = c(CRAN = 'file://$temp/none'))" >"$temp/profile"
export _R_CHECK_CRAN_INCOMING_=false R_PROFILE="$temp/profile" _R_CHECK_XREFS_REPOSITORIES_="file://$temp/none"
(cd "$temp" && MAKEFLAGS=${MAKEFLAGS:--j2} R CMD check --no-manual "$(basename "$tarball")") >"$temp/check.log" 2>&1
status=$?
cat "$temp/check.log"
find "$temp/garner.Rcheck" -name '*.fail' -exec cat {} +
[ -f "$temp/garner.Rcheck/00install.out" ] && grep -i 'warning' "$temp/garner.Rcheck/00install.out"

# Explained notes, as extended regular expressions of the step's line; one a line.
explained='^$'

passed=$(grep -cE '^\*+ .* OK$|^ *OK$' "$temp/check.log")
bad=$(grep -E '(ERROR|WARNING|NOTE)$' "$temp/check.log" | grep -E '^ *\*|^ *(ERROR|WARNING|NOTE)$' | grep -cvE "$explained")
[ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1

runs() { # runs SCRIPT ARGS: with the package that was installed
    if R_LIBS="$temp/garner.Rcheck" Rscript --vanilla "$@" >"$temp/run.log" 2>&1; then
        passed=$((passed + 1))
    else
        cat "$temp/run.log"
        bad=$((bad + 1))
    fi
}
for example in "$here"/../../examples/*.R; do
    runs "$example"
done
# R CMD INSTALL takes the folder as it stands in the repository, too; here a copy of both, as it leaves objects behind.
mkdir -p "$temp/tree/bindings" "$temp/tree/src" "$temp/library"
cp -R "$here/../../include" "$temp/tree/"
cp -R "$here" "$temp/tree/bindings/r"
for layer in core access kernels plan; do cp -R "$here/../../src/$layer" "$temp/tree/src/"; done
if R CMD INSTALL --library="$temp/library" "$temp/tree/bindings/r" >"$temp/install.log" 2>&1; then
    passed=$((passed + 1))
else
    cat "$temp/install.log"
    bad=$((bad + 1))
fi
if command -v python3 >/dev/null; then
    if R_LIBS="$temp/garner.Rcheck" python3 "$here/../../tests/docs/pages.py" none --only r "$here/../../docs/r.md" >"$temp/pages.log" 2>&1; then
        passed=$((passed + 1))
    else
        cat "$temp/pages.log"
        bad=$((bad + 1))
    fi
fi
runs "$here/tools/run_vignette.R" "$here/vignettes/garner.Rmd"
echo "$passed passed, $bad failed"
[ "$bad" -eq 0 ]
