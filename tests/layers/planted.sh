#!/bin/sh
# planted.sh BUILD - the layer check finds an include and a call that point up, and a helper's copy, planted into a copy of the
# sources.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
if nm --version >/dev/null 2>&1; then :; else echo "no nm: calls are not checked"; exit 77; fi
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
mkdir -p "$temp/tree" "$temp/build/src/CMakeFiles/garner_core.dir/core" "$temp/build/src/CMakeFiles/garner_plan.dir/plan"
cp -R "$root/src" "$root/cli" "$root/files" "$temp/tree/"
check() { GARNER_LAYERS_ROOT=$temp/tree sh "$root/tools/check_layers.sh" "$@" >"$temp/said" 2>&1; }
fails_with() { # text
    grep -qF "$1" "$temp/said" || { echo "the check did not say: $1"; cat "$temp/said"; exit 1; }
}

check || { echo "the tree as it is has faults:"; cat "$temp/said"; exit 1; }

# An include.
echo '#include "interp/interp.h"' >>"$temp/tree/src/access/nest.c"
if check; then echo "an include of a higher layer was not found"; exit 1; fi
fails_with "src/access/nest.c includes interp/interp.h, which layer access may not see"
cp "$root/src/access/nest.c" "$temp/tree/src/access/nest.c"

# The formats of files know public headers alone.
echo '#include "core/core.h"' >>"$temp/tree/files/common.c"
if check; then echo "an internal header in files was not found"; exit 1; fi
fails_with "files includes what is no public header"
cp "$root/files/common.c" "$temp/tree/files/common.c"

# Another dialect's header.
echo '#include "dialects/onnx/onnx.h"' >>"$temp/tree/src/dialects/torch/torch.h"
if check; then echo "an include of another dialect was not found"; exit 1; fi
fails_with "src/dialects/torch/torch.h includes dialects/onnx/onnx.h, another dialect's"
cp "$root/src/dialects/torch/torch.h" "$temp/tree/src/dialects/torch/torch.h"

# Names of dialects below the dialects and in the engine: of any that the registry lists, a new one too.
awk '{ print } /^ *ROW\(vector\)/ { print "    ROW(foo) \\" }' "$root/src/dialects/registry.c" >"$temp/tree/src/dialects/registry.c"
for dialect in torch nvl arith foo; do
    echo "static const char planted[] = \"$dialect.gather\";" >>"$temp/tree/src/text/lexer.c"
    if check; then echo "$dialect was not found in src/text"; exit 1; fi
    fails_with "planted[] = \"$dialect.gather\""
    fails_with "a dialect is named below src/dialects"
    cp "$root/src/text/lexer.c" "$temp/tree/src/text/lexer.c"
done
echo "static const char planted[] = \"foo.gather\"; /* \"foo.gather\" */" >>"$temp/tree/src/convert/fit.c"
if check; then echo "foo was not found in src/convert"; exit 1; fi
fails_with "a dialect other than the hub is named in the engine"
cp "$root/src/convert/fit.c" "$temp/tree/src/convert/fit.c"
cp "$root/src/dialects/registry.c" "$temp/tree/src/dialects/registry.c"
echo 'static int planted(const char *name) { return memcmp(name, "chlo.", 5); }' >>"$temp/tree/src/grad/sort.c"
if check; then echo "a name compared with a dialect's was not found"; exit 1; fi
fails_with "src/grad/sort.c compares the beginning of a name with a dialect's"
cp "$root/src/grad/sort.c" "$temp/tree/src/grad/sort.c"

echo 'static int planted(const grn_op *op) { return grn_str_is(op->name, "arith.addi"); }' >>"$temp/tree/src/grad/sort.c"
if check; then echo "an op that is known by its name was not found"; exit 1; fi
fails_with "an op is known by its name, not by its number"
cp "$root/src/grad/sort.c" "$temp/tree/src/grad/sort.c"

# A helper's copy.
echo 'static int push(int a) { return a; }' >>"$temp/tree/src/access/nest.c"
echo 'static int push(int a) { return a; }' >>"$temp/tree/src/core/copy.c"
if check; then echo "a helper that stands twice was not found"; exit 1; fi
fails_with "push stands in more files than one: src/access/nest.c src/core/copy.c src/"
cp "$root/src/access/nest.c" "$temp/tree/src/access/nest.c"
cp "$root/src/core/copy.c" "$temp/tree/src/core/copy.c"

# A call without an include: two objects, one below that calls one above.
cc=${CC:-cc}
echo 'int grn_planted(void); int grn_planted(void) { return 1; }' >"$temp/tree/src/plan/planted.c"
echo 'int grn_planted(void); int grn_calls(void); int grn_calls(void) { return grn_planted(); }' >"$temp/tree/src/core/calls.c"
"$cc" -c "$temp/tree/src/plan/planted.c" -o "$temp/build/src/CMakeFiles/garner_plan.dir/plan/planted.c.o"
"$cc" -c "$temp/tree/src/core/calls.c" -o "$temp/build/src/CMakeFiles/garner_core.dir/core/calls.c.o"
if check "$temp/build"; then echo "a call of a higher layer was not found"; exit 1; fi
fails_with "src/core/calls.c calls grn_planted of layer plan, which layer core may not see"

# The objects of the build as it is.
rm "$temp/tree/src/plan/planted.c" "$temp/tree/src/core/calls.c"
check "$build" || { echo "the build as it is has calls that point up:"; cat "$temp/said"; exit 1; }
