# The adapters of `garner diff`: each says in its head what diff reads there, and is one file that can be run where it is copied to.
# What stands in all of them that are Python is the same in all.
. "$(dirname "$0")/common.sh"
case $garner in /*) ;; *) garner=$(pwd)/$garner ;; esac
adapters=$(dirname "$garner")/share/garner/adapters
[ -d "$adapters" ] || { echo "there is no $adapters"; exit 1; }
forms=' text generic stablehlo stablehlo-generic artifact onnx numpy jax pytorch scf linalg '
shared='# ---- the same in every adapter of Python: files, and the two ways of being called -----------------------'

count=0
for file in "$adapters"/*; do
    count=$((count + 1))
    name=$(basename "$file")
    [ -x "$file" ] || fail "$name cannot be executed"
    form=$(sed -n '2s/.*garner-adapter: program=\([a-z-]*\) worker=\(yes\|no\).*/\1/p' "$file")
    case "$forms" in
    *" $form "*) ;;
    *) fail "$name: its second line has no garner-adapter: program=FORM worker=yes, or no" ;;
    esac
    for word in Needs: Called: Refuses:; do
        head -20 "$file" | grep -q "$word" || fail "$name: its head does not say what it is with $word"
    done
    grep -q "^| \`$name\`" "$(dirname "$0")/../../docs/conformance.md" || fail "docs/conformance.md has no row for $name"
    case $(head -1 "$file") in
    *python3) sed -n "/^$shared\$/,/return {.ok.: 0/p" "$file" | cksum >>"$dir/sums" ;;
    esac
done
[ $count -ge 10 ] || fail "there are only $count adapters"
[ "$(sort -u "$dir/sums" | wc -l)" = 1 ] || fail 'what adapters of Python have in common differs between them'

# One that is copied is the same tool by its path; one whose head names no form is refused.
cp "$adapters/garner" "$dir/copied"
echo 'func.func @main() -> tensor<2xi32> { %0 = stablehlo.iota dim = 0 : tensor<2xi32> return %0 : tensor<2xi32> }' >"$dir/iota.mlir"
GARNER=$garner expect 0 diff --tool "$dir/copied" "$dir/iota.mlir"
says out 'iota.mlir: same'
sed 's/program=text/program=nothing/' "$adapters/garner" >"$dir/wrong"
chmod +x "$dir/wrong"
expect 3 diff --tool "$dir/wrong" "$dir/iota.mlir"
says err 'program=nothing, no form'

# Programs in an interpreter's language that is here can be read by it.
if command -v python3 >/dev/null; then
    for file in "$adapters"/*; do
        case $(head -1 "$file") in
        *python3) python3 -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")' "$file" >"$dir/err" 2>&1 || fail "$file is no Python" ;;
        esac
    done
fi
if command -v node >/dev/null; then
    cp "$adapters/tfjs" "$dir/tfjs.cjs"
    node --check "$dir/tfjs.cjs" >"$dir/err" 2>&1 || fail 'tfjs is no JavaScript'
fi
finish
