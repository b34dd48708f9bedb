#!/bin/sh
# build.sh [DIRECTORY] - the page, as DIRECTORY/index.html (build-page/index.html), and the command for node beside it. Needs
# emscripten: `make page` sees to that. GARNER_SOURCE_URL is where the repository's files stand, for the page's links to documents
# and source; without it they are those of the checkout that DIRECTORY is in.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build-page}
most=4000000 # bytes of the page

emcmake cmake --preset page -B "$build" >/dev/null
cmake --build "$build" --target play
node docs/play/bundle.mjs "$build/play.wasm" "$build/index.html" "${GARNER_SOURCE_URL:-..}"
bytes=$(wc -c <"$build/index.html")
echo "$build/index.html: $bytes bytes"
[ "$bytes" -le $most ] || { echo "build.sh: the page has more than $most bytes" >&2; exit 1; }
