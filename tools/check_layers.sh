#!/bin/sh
# check_layers.sh - every include points down: a layer sees itself, the layers listed for it, and the public headers.
set -eu
cd "$(dirname "$0")/.."

rules='
core      core
spec      spec core
kernels   kernels core
plan      plan spec kernels core
tile      tile plan spec core
frameworks frameworks plan spec core
ir        ir core
text      text ir core
eval      eval core
dialects  dialects ir text eval spec core
passes    passes dialects ir text eval spec core
convert   convert passes dialects ir text eval spec core
source    source convert passes dialects ir text eval spec core
interp    interp source convert passes tile dialects plan kernels ir text eval spec core
'
bad=0
for dir in src/*/; do
    layer=$(basename "$dir")
    allowed=$(printf '%s' "$rules" | awk -v l="$layer" '$1 == l { $1 = ""; print }')
    [ -n "$allowed" ] || { echo "src/$layer: no rule says what this layer may include"; bad=1; continue; }
    for file in "$dir"*.[ch]; do
        [ -e "$file" ] || continue
        for included in $(sed -n 's/^#include "\([^"]*\)".*/\1/p' "$file"); do
            from=${included%%/*}
            case " $allowed garner " in
                *" $from "*) ;;
                *) echo "$file includes $included, which layer $layer may not see"; bad=1 ;;
            esac
        done
    done
done
for file in cli/*.[ch]; do
    if grep -nE '^#include "(core|spec|kernels|plan|tile|frameworks|ir|text|eval|dialects|passes|convert|source|interp)/' "$file"; then
        echo "$file includes an internal header"; bad=1
    fi
done
# A dialect's name below the dialects is a leak of meaning.
if grep -nE '"(stablehlo|tensor|tcp|onnx|ttnn|func|check)\.' src/core/*.[ch] src/spec/*.[ch] src/kernels/*.[ch] src/plan/*.[ch] \
        src/eval/*.[ch] src/text/*.c src/interp/*.c src/ir/*.c 2>/dev/null; then
    echo "a dialect is named below src/dialects"; bad=1
fi
exit $bad
