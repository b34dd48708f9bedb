#!/bin/sh
# check_layers.sh [BUILD] - every include points down, and with a build's objects every call does: a layer sees itself, the
# layers listed for it, and the public headers. Which layer a file of src/dialects is in depends on its name: `import*.c`,
# `export*.c`, `target.c`, `translate*` and `dialect.c` of a dialect's folder translate, all others are rows. And some
# helpers, of which there were many, stand once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=${GARNER_LAYERS_ROOT:-$here/..}
build=${1:-}
cd "$root"

# layer        what it may see
rules='
core       core
access     access core
comm       comm core
kernels    kernels core
plan       plan access kernels core
bags       bags plan access kernels core
dist       dist comm plan access kernels core
rules      rules access core
tile       tile rules plan access core
explain    explain dist tile rules access core
adjoint    adjoint plan access kernels core
segments   segments plan access kernels core
frameworks frameworks adjoint rules plan access core
grouped    grouped segments bags eval frameworks adjoint rules plan access core
ir         ir core
text       text ir core
bytecode   bytecode core
artifact   artifact bytecode text ir core
onnx       onnx ir core
eval       eval kernels core
rows       rows comm rules ir text eval access core
passes     passes rows rules ir text eval access core
convert    convert passes rows rules ir text eval access core
translate  translate convert passes rows rules ir text eval access core
registry   registry translate rows ir core
source     source convert passes rows rules ir text eval access core
lower      lower convert passes rows rules ir text eval access core
emit       emit lower convert passes rows rules ir text eval access core
grad       grad convert passes rows rules ir text eval access core
shard      shard comm convert passes rows rules ir text eval access core
interp     interp segments bags comm dist registry convert passes explain tile rows rules adjoint plan kernels ir text eval access core
api        api interp artifact onnx bytecode comm dist shard grad emit lower source registry convert passes explain tile rows rules adjoint plan kernels ir text eval access core
survey     survey api interp registry convert passes rows rules plan kernels ir text eval access core
reduce     reduce api interp registry convert passes rows ir text core
differ     differ api interp convert passes rows rules ir text eval access core
generate   generate api access core
'
# The layer of a path below src/, as awk has it.
layer_of='
    function layer_of(path) {
        if (path ~ /^dialects\/[^\/]*\/(import|export|translate|target\.c$|dialect\.c$)/) return "translate"
        if (path ~ /^dialects\/[^\/]*\//) return "rows"
        if (path ~ /^dialects\//) return "registry"
        sub(/\/.*/, "", path)
        return path
    }'
bad=0
# A dialect's own files are its own, and the hub's and what all share are everybody's; tensor's are tcp's too.
includes=$(find src -name '*.[ch]' | sort | xargs grep -HE '^#include "' | sed 's,^src/\([^:]*\):#include "\([^"]*\)".*,I \1 \2,')
printf '%s\n%s\n' "$rules" "$includes" | awk "$layer_of"'
    function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
    $1 != "I" { for (i = 2; i <= NF; i++) may[$1, $i] = 1; known[$1] = NF > 1; next }
    $3 ~ /^garner\// { next }
    {
        layer = layer_of($2)
        if (!known[layer]) { print "src/" $2 ": no rule says what layer " layer " may see"; bad = 1; next }
        if (!((layer, layer_of($3)) in may)) { print "src/" $2 " includes " $3 ", which layer " layer " may not see"; bad = 1 }
        own = $2 ~ /^dialects\/.*\// && $3 ~ /^dialects\/.*\// ? folder($2) : ""
        if (own && $3 !~ /^dialects\/(common|stablehlo)\// && folder($3) != own && !(own == "dialects/tcp" && $3 ~ /^dialects\/tensor\//)) {
            print "src/" $2 " includes " $3 ", another dialect\047s"; bad = 1
        }
    }
    END { exit bad }' || bad=1
if grep -nE '^#include "(core|access|rules|kernels|plan|segments|bags|tile|adjoint|frameworks|grouped|explain|ir|text|bytecode|artifact|onnx|eval|dialects|passes|convert|source|lower|emit|grad|interp|api|survey|generate|differ|reduce|comm|dist|shard)/' cli/*.[ch]; then
    echo "the command includes an internal header"; bad=1
fi
if grep -nE '^#include "[^"]*/' ort/*.[ch] pjrt/*.[ch] 2>/dev/null | grep -v '"garner/'; then
    echo "a plug-in includes what is no public header"; bad=1
fi
if grep -nE '^#include "[^"]*/' bindings/node/src/*.[ch] 2>/dev/null | grep -vE '"(garner/portability|../../../ort/interface)\.h"'; then
    echo "the add-on for Node includes more than the interface of ONNX Runtime"; bad=1
fi
if grep -nE '^#include "' files/*.[ch] 2>/dev/null | grep -vE '"(garner|files)/'; then
    echo "files includes what is no public header"; bad=1
fi
# ---- names of dialects: those that the registry lists
dialects=$(sed -n 's/^ *ROW(\([a-z_]*\)).*/\1/p' src/dialects/registry.c)
[ -n "$dialects" ] || { echo "src/dialects/registry.c lists no dialects"; exit 2; }
one_of() { printf '%s' "$1" | tr ' \n' '||'; }
# named DIALECTS FOLDERS... : strings that begin with the name of one, outside of comments
named() {
    pattern="\"[!#]?($(one_of "$1"))\\."
    shift
    find "$@" -name '*.[ch]' | sort | xargs grep -nE "$pattern" | sed 's,/\*.*,,' | grep -vE '^[^:]*:[0-9]*: \*' | grep -E "$pattern" || true
}
# Below the dialects none is named. Layers that are about certain dialects, or above them, may name ops: the hub's (convert and
# what builds on it), those whose calls, files or accounts they have (rules, frameworks, grouped, tile; onnx; artifact), or that they write
# programs of (generate, differ).
may_name=' dialects convert passes source lower emit grad shard rules frameworks grouped tile onnx artifact generate differ '
below=
for folder in src/*/; do
    folder=${folder%/}
    case $may_name in *" ${folder#src/} "*) ;; *) below="$below $folder" ;; esac
done
# shellcheck disable=SC2086
found=$(named "$dialects" $below)
[ -z "$found" ] || { printf '%s\n' "$found"; echo "a dialect is named below src/dialects"; bad=1; }
# The engine of conversions names the hub: StableHLO's ops, functions around them, and what the hub has besides, constants and
# casts of `index` (arith) and the attributes of its accesses (garner).
hub=' builtin func stablehlo arith garner '
others=
for dialect in $dialects; do
    case $hub in *" $dialect "*) ;; *) others="$others${others:+ }$dialect" ;; esac
done
found=$(named "$others" src/convert src/passes)
[ -z "$found" ] || { printf '%s\n' "$found"; echo "a dialect other than the hub is named in the engine"; bad=1; }
# What an op is, its row says: no beginning of a name is compared with a dialect's. Known, for their redesign to mend: lower's
# compares the targets of custom calls; onnx's file has the onnx dialect for its subject; sdy's meshes are found by their
# dialect.
known='src/lower/region.c src/onnx/write_node.c src/shard/has_mesh.c'
for file in $(find src -name '*.c' ! -path 'src/dialects/*' | sort | xargs grep -lE "(mem|strn)cmp\([^;]*\"($(one_of "$dialects"))\.\""); do
    case " $known " in *" $file "*) ;; *) echo "$file compares the beginning of a name with a dialect's"; bad=1 ;; esac
done
# Nor a whole name where an op has a number (dialects/common/ops.h).
found=$(grep -rnE "grn_str_is\([^,]*->name, \"($(one_of "$dialects"))\." src/passes src/convert src/source src/lower src/emit src/grad src/shard || true)
[ -z "$found" ] || { printf '%s\n' "$found"; echo "an op is known by its name, not by its number"; bad=1; }
# A general helper stands in one place: under these names there were eight copies once.
for name in is_static same_shape push read_list; do
    files=$(grep -rlE "^(static )?(inline )?[a-z_0-9 ]+[ *]$name\(" src --include='*.[ch]' | sort | tr '\n' ' ')
    case $files in
        *' '*' '*) echo "$name stands in more files than one: $files"; bad=1 ;;
    esac
done

# Calls: what an object needs is defined in a layer that its own may see.
if [ -n "$build" ]; then
    objects=$(cd "$build/src" && find . -path '*garner_*' -name '*.c.o' | sort)
    [ -n "$objects" ] || { echo "$build: no objects"; exit 2; }
    # "./CMakeFiles/garner_core.dir/core/arena.c.o:0000 T grn_arena_init", of files that are still there
    table=$(cd "$build/src" && printf '%s\n' "$objects" | xargs nm -A 2>/dev/null |
        sed -n 's,^[^:]*/CMakeFiles/garner_[a-z]*\.dir/\([^:]*\)\.o:[0-9a-f ]* \([A-Z]\) \([^ ]*\)$,\1 \2 \3,p')
    if ! { printf '%s\n' "$rules"; find src -name '*.c' | sed 's,^src/,F ,'; printf '%s\n' "$table"; } | awk "$layer_of"'
        $1 == "F" { there[$2] = 1; next }
        $1 in there && $2 == "U" { use[++n] = $3; by[n] = layer_of($1); where[n] = $1; next }
        $1 in there && $2 ~ /^[A-TV-Z]$/ { home[$3] = layer_of($1); next }
        $1 in there { next }
        NF { for (i = 2; i <= NF; i++) may[$1, $i] = 1 }
        END {
            for (i = 1; i <= n; i++)
                if (use[i] in home && !((by[i], home[use[i]]) in may)) {
                    print "src/" where[i] " calls " use[i] " of layer " home[use[i]] ", which layer " by[i] " may not see"
                    bad = 1
                }
            exit bad
        }'; then bad=1; fi
fi
exit $bad
