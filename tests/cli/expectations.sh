# --verify-diagnostics: every way to say where and what, and comments that are none.
. "$(dirname "$0")/common.sh"

wrongful='func.func @f() { return %0 : i1 }' # one error, in its own line
wrong='use of undeclared SSA value name'

# met STATUS LINE...: the file of these lines, checked
met() {
    status=$1
    shift
    printf '%s\n' "$@" >"$dir/x.mlir"
    expect "$status" check --verify-diagnostics "$dir/x.mlir"
}

# places
met 0 "$wrongful // expected-error {{$wrong}}"
met 0 "// expected-error@+1 {{$wrong}}" "$wrongful"
met 0 "// expected-error @+2{{$wrong}}" "" "$wrongful"
met 0 "$wrongful" "// expected-error@-1 {{$wrong}}"
met 0 "$wrongful" "// expected-error@above {{$wrong}}"
met 0 "$wrongful" "// expected-error@above {{undeclared}} expected-nothing"
met 0 "// expected-error@below {{$wrong}}" "$wrongful"
met 0 "// expected-error	@unknown	{{$wrong}}" "$wrongful"
met 0 "// expected-error@unknown {{$wrong}}" "" "" "$wrongful"
met 1 "// expected-error@+2 {{$wrong}}" "$wrongful"
says err "was not produced"
says err 'unexpected error'
met 1 "$wrongful" "" "// expected-error@above {{$wrong}}"

# several above and below one line: each stands for one message
met 1 "// expected-error@below {{$wrong}}" "// expected-error@below {{$wrong}}" "$wrongful"
says err 'x.mlir:2: error: expected error'
met 1 "// expected-warning@below {{$wrong}}" "$wrongful"
says err 'expected warning'
met 1 "// expected-remark@below {{$wrong}}" "$wrongful"
says err 'expected remark'
met 1 "// expected-note@below {{$wrong}}" "// expected-error@below {{}}" "$wrongful"
says err 'expected note'

# texts: part of the message, up to the last }} of the line; regular expressions between double braces
met 0 "$wrongful // expected-error {{}}"
met 0 "$wrongful // expected-error-re {{use of {{[a-z]+}} SSA {{va.*e}} name}}"
met 0 "$wrongful // expected-error-re {{undeclared}}"
met 1 "$wrongful // expected-error-re {{use of {{[0-9]+}} SSA}}"
met 1 "$wrongful // expected-error-re {{u.e of undeclared}}" # a dot outside is a dot
met 1 "$wrongful // expected-error {{a}} b}}"
# no such comment
for comment in 'expected-error@+ {{x}}' 'expected-error@1 {{x}}' 'expected-error@- {{x}}' 'expected-error@-9 {{x}}' 'expected-error@over {{x}}' \
    'expected-error' 'expected-error {x}' 'expected-error {{x' 'expected-error {{x}' 'expected-error-re {{a{{(}}b}}'; do
    met 3 "// $comment"
    says err 'x.mlir:1: a malformed expected-... comment'
done
met 0 '// expected-errr {{x}}' '// expected-' '// unexpected'

# regular expressions that would take all memory, the stack or no end of time: 1000 repetitions, 100 groups in one another
# (that of the double braces is one) and no back reference
groups() { # groups N: a letter in so many
    printf "%$1s" '' | tr ' ' '('
    printf a
    printf "%$1s" '' | tr ' ' ')'
}
for regex in 'a{1000}' '(a{10}){1,100}' "$(groups 99)" '\\1'; do
    met 1 "// expected-error-re {{ {{${regex}x}} }}"
    says err 'was not produced'
done
for regex in 'a{1001}' '(a{10}){1,101}' 'a{2}(b{1,})c{501,}' "$(groups 100)" '(a)\1' 'a{99999999999999999999}'; do
    met 3 "// expected-error-re {{ {{${regex}x}} }}"
    says err 'x.mlir:1: a malformed expected-... comment'
done

# a message that nobody expected; notes may come
met 1 "$wrongful"
says err 'x.mlir:1:'
printf 'func.func @f(%%x: tensor<2xf32>) {\n  // expected-error@+2 {{}}\n  // expected-error@+1 {{}}\n  %%0 = "stablehlo.transpose"(%%x) <{permutation = array<i64: 1>}> : (tensor<2xf32>) -> tensor<2xf32>\n  return\n}' >"$dir/note.mlir"
expect 0 check --verify-diagnostics "$dir/note.mlir"
silent err
# 17 comments and more: the list grows
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33; do
    echo "func.func private @f$i() // expected-error {{never}}"
done >"$dir/many.mlir"
expect 1 check --verify-diagnostics "$dir/many.mlir"
[ "$(grep -c 'was not produced' "$dir/err")" = 33 ] || fail "33 comments are not met"
finish
