# Text from outside never commands a terminal: what is said of a program, a file's name, an option or an input shows
# control characters, bidirectional overrides and what is no UTF-8 as \XX, and readable UTF-8 as it is.
. "$(dirname "$0")/common.sh"

esc=$(printf '\033')
harmless() { # harmless FILE: no byte of it is a control but tab and newline, none belongs to C1 or a bidirectional override
    LC_ALL=C tr -d '\11\12\40-\176\200-\377' <"$dir/$1" >"$dir/controls"
    [ ! -s "$dir/controls" ] || fail "control characters in $1: $(od -An -tx1 "$dir/controls" | head -3)"
    od -An -v -tx1 "$dir/$1" | tr -d '\n' >"$dir/bytes"
    ! grep -qE 'c2 (8|9).|e2 80 a[9-e]|e2 81 a[6-9]|ff' "$dir/bytes" || fail "C1, an override or a byte of no UTF-8 in $1"
}
# ESC [ 31 m, C1's CSI, a right-to-left override, a byte of no UTF-8, a carriage return, DEL
nasty=$(printf '\033[31m\302\233\342\200\256\377\r\177')
shown='\1B[31m\C2\9B\E2\80\AE\FF\0D\7F'

# ---- messages -------------------------------------------------------------------------------------------------------
printf 'func.func @"x%sé"() {\n  return\n}\nfunc.func @"x%sé"() {\n  return\n}\n' "$nasty" "$nasty" >"$dir/twice.mlir"
expect 3 check "$dir/twice.mlir"
says err "redefinition of symbol named 'x${shown}é'"
harmless err
# a newline in a name does not begin a message of its own
printf 'func.func @"x\\0Anet.mlir:1:1: error: forged"() {\n  return\n}\n%.0s' 1 2 >"$dir/forged.mlir"
expect 3 check "$dir/forged.mlir"
says err "named 'x\\0Anet.mlir:1:1: error: forged'"
! grep -q '^net.mlir' "$dir/err" || fail "a name forges a line"
# the source line, with the caret under the right character: three columns for an escaped byte, one for é
printf '  "é\033"() : () -> () oops\n' >"$dir/caret.mlir"
expect 3 check --allow-unregistered-dialect "$dir/caret.mlir"
says err "custom op 'oops' is unknown"
[ "$(sed -n 2,3p "$dir/err")" = '    "é\1B"() : () -> () oops
                        ^' ] || fail "the caret is not under oops"
harmless err
# file names, options, commands, inputs, functions
expect 3 check "$dir/$nasty.mlir"
says err "$dir/$shown.mlir: No such file"
harmless err
cp "$dir/twice.mlir" "$dir/$nasty.mlir"
expect 3 check "$dir/$nasty.mlir"
says err "$dir/$shown.mlir:4:1: error: "
harmless err
for arguments in "--$nasty x" "$nasty" "run --max-steps=$nasty x" "run --entry=$nasty $dir/caret.mlir" "plan --cores=$nasty x"; do
    "$garner" $arguments >"$dir/out" 2>"$dir/err" && fail "garner $arguments is accepted"
    says err '\1B'
    harmless err
done
cat >"$dir/take.mlir" <<'END'
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
END
expect 3 run "$dir/take.mlir" --input "2x$nasty=1"
says err '\1B'
harmless err
expect 2 run "$dir/take.mlir" --entry "@no$nasty"
says err "there is no function @no$shown"
printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<i$esc', 'fortran_order': False, 'shape': (2,), }" >"$dir/bad.npy"
expect 3 run "$dir/take.mlir" --input "$dir/bad.npy"
harmless err
printf '// expected-error@+1 {{no%s}}\nfunc.func @f() {\n  return\n}\n' "$nasty" >"$dir/expected.mlir"
expect 1 check --verify-diagnostics "$dir/expected.mlir"
says err "\"no$shown\" was not produced"
harmless err

# ---- output ---------------------------------------------------------------------------------------------------------
# headings of functions, as programs write them
printf 'func.func @"a%sé"() {\n  return\n}\nfunc.func @b() {\n  return\n}\n' "$nasty" >"$dir/headings.mlir"
expect 0 run "$dir/headings.mlir"
says out '@"a\1B[31m\C2\9B\E2\80\AE\FF\0D\7F\C3\A9": ok'
says out '@b: ok'
harmless out
printf 'func.func @"a%sé"(%%x: tensor<4xi32>, %%i: tensor<1xi32>) -> tensor<2xi32> {\n  %%0 = "stablehlo.gather"(%%x, %%i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 2>}> : (tensor<4xi32>, tensor<1xi32>) -> tensor<2xi32>\n  return %%0 : tensor<2xi32>\n}\n' "$nasty" >"$dir/headings.mlir"
for how in '' --json; do
    expect 0 plan $how "$dir/headings.mlir"
    says out '1'
    harmless out
    expect 0 lint $how "$dir/headings.mlir"
    harmless out
done
expect 0 plan "$dir/headings.mlir"
says out '@"a\1B[31m'
# programs: names, keys, strings, and text that is kept as it was written
printf 'func.func @"a%s"() attributes {"k%s" = "v%s"} {\n  "d.o%s"() {x = #d.a<"s%s\\"t" // c%s\n  >} : () -> !d.t<"%s", 1>\n  return\n}\n{-# other: {x: "%s"} #-}\n' \
    "$nasty" "$nasty" "$nasty" "$nasty" "$nasty" "$nasty" "$nasty" "$nasty" | tr -d '\r' >"$dir/kept.mlir"
for how in '' --generic; do
    expect 0 print $how --allow-unregistered-dialect "$dir/kept.mlir"
    harmless out
    says out '#d.a<"s\1B[31m\C2\9B\E2\80\AE\FF\7F\"t"'
    cp "$dir/out" "$dir/again.mlir"
    expect 0 print $how --allow-unregistered-dialect "$dir/again.mlir"
    cmp -s "$dir/out" "$dir/again.mlir" || fail "what was printed is not read back as the same"
done
# outside strings, such text has no control characters at all
printf '"d.o"() {x = #d.a<1%s>} : () -> ()\n' "$esc" >"$dir/kept.mlir"
expect 3 print --allow-unregistered-dialect "$dir/kept.mlir"
says err 'kept.mlir:1:20: error: unexpected character'
# a visibility is one of three words, and printed bare only then
printf '"builtin.module"() ({ "func.func"() <{sym_name = "f", sym_visibility = "private%s", function_type = () -> ()}> ({ "func.return"() : () -> () }) : () -> () }) : () -> ()' \
    "$esc" >"$dir/visibility.mlir"
expect 3 print "$dir/visibility.mlir"
says err 'visibility expected to be one of ["public", "private", "nested"], but got "private\1B"'

# ---- JSON: names are strings of UTF-8 ----------------------------------------------------------------------------------
cat >"$dir/gather$nasty.mlir" <<'END'
func.func @main(%x: tensor<4xi32>, %i: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>,
    slice_sizes = array<i64: 2>}> : (tensor<4xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
END
for target in '' --target=ttnn; do
    expect 0 plan --json $target "$dir/gather$nasty.mlir"
    says out '\u001b[31m\u009b\u202e\ufffd\u000d\u007f.mlir"'
    harmless out
    expect 0 plan $target "$dir/gather$nasty.mlir"
    says out "gather$shown.mlir:2:"
    harmless out
done
finish
