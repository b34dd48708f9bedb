# Each limit of a program's size is reported by its name and number, with what was seen, at the place; one less is fine.
. "$(dirname "$0")/common.sh"

fine() { # fine PLACE-OR-NOTHING: $dir/a.mlir
    expect 0 check --allow-unregistered-dialect "$dir/a.mlir"
    silent err
}
over() { # over PLACE TEXT
    expect 3 check --allow-unregistered-dialect "$dir/a.mlir"
    says err "a.mlir:$1: error: $2"
    ! grep -q 'memory' "$dir/err" || fail "a limit is called memory"
}
parts='parts is over garner'\''s limit of 65536 (GRN_MAX_PARTS, set when garner is built)'
deep='deep is over garner'\''s limit of 512 (2 * GRN_MAX_NESTING, set when garner is built)'

# arguments: the function type has a part of its own and two for each tensor of f32
arguments() {
    awk -v n="$1" 'BEGIN { printf "\n  func.func @main("; for (i = 0; i < n; i++) printf "%s%%a%d: tensor<2xf32>", i ? ", " : "", i; print ") {\n    return\n  }" }' >"$dir/a.mlir"
}
# the type as an attribute is one more
arguments 32767
fine
arguments 32768
over 2:3 "a type or attribute of 65537 $parts"
arguments 20000
fine
awk 'BEGIN { printf "func.func private @f(tensor<2xf32>"; for (i = 1; i < 20000; i++) printf ", tensor<2xf32>"; printf ") -> (tensor<2xf32>"; for (i = 1; i < 20000; i++) printf ", tensor<2xf32>"; print ")" }' >"$dir/a.mlir"
over 1:1 "a type or attribute of 80001 $parts"

# aliases within aliases, each a level deeper: types, attributes, types in attributes, a function of one
aliases() { # aliases N FIRST BEFORE AFTER KIND
    awk -v n="$1" -v first="$2" -v before="$3" -v after="$4" -v kind="$5" 'BEGIN { print kind "a1 = " first; for (i = 2; i <= n; i++) printf "%sa%d = %s%sa%d%s\n", kind, i, before, kind, i - 1, after }' >"$dir/a.mlir"
}
aliases 512 i32 'tuple<' '>' '!'
fine
aliases 513 i32 'tuple<' '>' '!'
over 513:9 "a type or attribute nested 513 $deep"
aliases 512 1 '[' ']' '#'
fine
aliases 513 1 '[' ']' '#'
over 514:1 "a type or attribute nested 513 $deep"
aliases 512 i32 'tuple<' '>' '!'
echo 'func.func private @f(!a512)' >>"$dir/a.mlir"
over 513:1 "a type or attribute nested 513 $deep"
aliases 512 i32 'tuple<' '>' '!'
echo '"d.o"() : () -> tensor<2xi32, [!a512]>' >>"$dir/a.mlir"
over 513:37 "a type or attribute nested 513 $deep"

# aliases that double
awk 'BEGIN { print "!a1 = i32"; for (i = 2; i <= 17; i++) printf "!a%d = tuple<!a%d, !a%d>\n", i, i - 1, i - 1 }' >"$dir/a.mlir"
over 17:8 "a type or attribute of 131071 $parts"

# attributes of one op
attributes() {
    awk -v n="$1" 'BEGIN { printf "\"d.o\"() {"; for (i = 0; i < n; i++) printf "%sa%d", i ? ", " : "", i; print "} : () -> ()" }' >"$dir/a.mlir"
}
attributes 4096
fine
attributes 4097
over 1:1 "an op with 4097 attributes is over garner's limit of 4096 (GRN_MAX_ATTRS, set when garner is built)"

# nesting
nested() {
    { printf '"d.o"() {a = '; awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "["; for (i = 0; i < n; i++) printf "]" }'; printf '} : () -> ()\n'; } >"$dir/a.mlir"
}
nested 256
fine
nested 257
over 1:270 "attributes nest deeper than garner's limit of 256 (GRN_MAX_NESTING, set when garner is built)"

# calls
printf 'func.func @main() {\n  call @main() : () -> ()\n  return\n}\n' >"$dir/a.mlir"
expect 3 run "$dir/a.mlir"
says err "a.mlir:2:3: error: calls and regions nest deeper than garner's limit of 512 (GRN_MAX_DEPTH, set when garner is built)"

# explain makes zeros of a type however long it is, and says of which type it cannot, cut visibly; plan needs none
awk 'BEGIN { printf "func.func @main(%%a: tensor<"; for (i = 0; i < 16; i++) printf "1x"; printf "2xi32, #d.encoding<\""; for (i = 0; i < 400; i++) printf "x"; print "\">>) {\n  return\n}" }' >"$dir/a.mlir"
expect 0 plan "$dir/a.mlir"
expect 2 explain "$dir/a.mlir"
says err 'gather' # that there is none
awk 'BEGIN { printf "func.func @main(%%a: tuple<"; for (i = 0; i < 300; i++) printf "%stensor<2x3xf32>", i ? ", " : ""; print ">) {\n  return\n}" }' >"$dir/a.mlir"
expect 0 plan "$dir/a.mlir"
expect 2 explain "$dir/a.mlir"
says err 'input #0 is of type tuple<tensor<2x3xf32>, tensor<2x3xf32>, '
says err '...: give it with --input'
finish
