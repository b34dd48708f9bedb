# --output: a function may be called anything, and its results stay in the folder, whole or not at all.
. "$(dirname "$0")/common.sh"

one_result() { # one_result NAME: a function @"NAME" that gives 7
    printf 'func.func @"%s"() -> tensor<i32> {\n  %%0 = stablehlo.constant dense<7> : tensor<i32>\n  return %%0 : tensor<i32>\n}\n' "$1"
}
seven() { # seven FILE: it is the .npy of a scalar 7
    [ "$(tail -c 4 "$1" | od -An -tx1)" = " 07 00 00 00" ] || fail "$1 does not hold 7"
}

# ---- names ----------------------------------------------------------------------------------------------------------
# program's name, file's name
while read -r name file; do
    mkdir "$dir/box"
    one_result "$name" >"$dir/named.mlir"
    expect 0 run "$dir/named.mlir" --output "$dir/box/out"
    [ "$(ls -A "$dir/box")" = out ] || fail "@\"$name\" writes beside the folder: $(ls -A "$dir/box")"
    [ "$(ls -A "$dir/box/out")" = "$file" ] || fail "@\"$name\" is written as $(ls -A "$dir/box/out"), not $file"
    seven "$dir/box/out/$file"
    rm -rf "$dir/box"
done <<'END'
main main_0.npy
a.b-c_1 a.b-c_1_0.npy
/../pwn %2F..%2Fpwn_0.npy
/etc/passwd %2Fetc%2Fpasswd_0.npy
.. %2E._0.npy
. %2E_0.npy
.bashrc %2Ebashrc_0.npy
-rf %2Drf_0.npy
x\00y x%00y_0.npy
x\0Ay x%0Ay_0.npy
\1B[2J %1B%5B2J_0.npy
\FF\C0\80 %FF%C0%80_0.npy
100% 100%25_0.npy
$(id)`id`;|&*?~ %24%28id%29%60id%60%3B%7C%26%2A%3F%7E_0.npy
\\ %5C_0.npy
\C3\A9t\C3\A9 %C3%A9t%C3%A9_0.npy
END

# names that differ in escaped characters only have files of their own, and none is cut at a zero
for name in 'a\00b' 'a\00c' 'a' 'a/b' 'a%2Fb' 'a_0' 'A'; do one_result "$name"; done >"$dir/named.mlir"
expect 0 run "$dir/named.mlir" --output "$dir/apart"
[ "$(ls "$dir/apart" | wc -l)" = 7 ] || fail "7 names make $(ls "$dir/apart")"
says out '@"a\00b":'

# 300 bytes: the start of the name and the function's number; two that differ at the end only have two files
long=$(printf '%0300d' 0)
{ one_result "${long}x"; one_result "${long}y"; } >"$dir/named.mlir"
expect 0 run "$dir/named.mlir" --output "$dir/long"
[ "$(ls "$dir/long" | wc -l)" = 2 ] || fail "two long names make $(ls "$dir/long")"
for file in "$dir/long"/*; do
    file=${file##*/}
    [ ${#file} = 255 ] || fail "$file has ${#file} bytes"
done
start=$(printf '%0246d' 0)
[ "$(ls "$dir/long")" = "$start%-0_0.npy
$start%-1_0.npy" ] || fail "the names end in the functions' numbers: $(ls "$dir/long")"
# the longest name that stays whole: 255 bytes with _0.npy
whole=$(printf '%0249d' 0)
one_result "$whole" >"$dir/named.mlir"
expect 0 run "$dir/named.mlir" --output "$dir/whole"
[ "$(ls "$dir/whole")" = "${whole}_0.npy" ] || fail "a name of 249 bytes makes $(ls "$dir/whole")"

# ---- --entry --------------------------------------------------------------------------------------------------------
{ one_result 'x\00y'; one_result 'x'; one_result '/../pwn'; one_result 'q\22'; } >"$dir/named.mlir"
for entry in '@"x\00y"' '"x\00y"' x @x '@"x"' /../pwn '@/../pwn' 'q"' '@"q\""' '@"q\22"'; do
    expect 0 run "$dir/named.mlir" --entry "$entry"
    [ "$(cat "$dir/out")" = 'dense<7> : tensor<i32>' ] || fail "--entry $entry"
done
expect 2 run "$dir/named.mlir" --entry '@"x\00z"'
says err 'there is no function @"x\00z"'
for entry in '' '@' '@""' '@"x' '@"x"y' '@"\q"' '@"\0"'; do
    expect 2 run "$dir/named.mlir" --entry "$entry"
    says err '--entry takes NAME'
done

# ---- the folder -----------------------------------------------------------------------------------------------------
one_result main >"$dir/main.mlir"
mkdir "$dir/real"
ln -s real "$dir/link"
expect 0 run "$dir/main.mlir" --output "$dir/link" # the caller's own link is followed
seven "$dir/real/main_0.npy"
: >"$dir/file"
expect 3 run "$dir/main.mlir" --output "$dir/file"
says err "$dir/file: is no folder"
silent out # told before anything runs
expect 3 run "$dir/main.mlir" --output "$dir/missing/out"
says err 'No such file'
ln -s nowhere "$dir/dangling"
expect 3 run "$dir/main.mlir" --output "$dir/dangling"
[ ! -e "$dir/nowhere" ] || fail "a dangling link was followed"
mkdir "$dir/closed"
chmod 555 "$dir/closed"
if ! (: >"$dir/closed/probe") 2>/dev/null; then # not for root, whom no mode stops
    expect 3 run "$dir/main.mlir" --output "$dir/closed"
    says err 'Permission denied'
fi
rm -rf "$dir/closed"

# ---- what stands at a name already ----------------------------------------------------------------------------------
mkdir "$dir/taken"
echo precious >"$dir/precious"
ln -s ../precious "$dir/taken/main_0.npy"
expect 0 run "$dir/main.mlir" --output "$dir/taken"
[ "$(cat "$dir/precious")" = precious ] || fail "a link at the result's name was followed"
[ ! -L "$dir/taken/main_0.npy" ] || fail "a link at the result's name is still there"
seven "$dir/taken/main_0.npy"
rm -rf "$dir/taken"
mkdir -p "$dir/taken/main_0.npy"
expect 3 run "$dir/main.mlir" --output "$dir/taken"
says err "$dir/taken/main_0.npy: "
[ "$(ls -A "$dir/taken")" = main_0.npy ] || fail "after a failed rename there is $(ls -A "$dir/taken")"

# a temporary's name that could be foreseen, .main_0.npy.PID, as a link to elsewhere: `exec` keeps the PID
rm -rf "$dir/taken"
mkdir "$dir/taken"
sh -c 'ln -s ../precious "$1/taken/.main_0.npy.$$"; exec "$2" run "$1/main.mlir" --output "$1/taken"' - "$dir" "$garner" \
    >"$dir/out" 2>"$dir/err" || fail "a file at a foreseen temporary's name is in the way"
[ "$(cat "$dir/precious")" = precious ] || fail "a link at a foreseen temporary's name was followed"
seven "$dir/taken/main_0.npy"

(umask 027 && "$garner" run "$dir/main.mlir" --output "$dir/masked" >"$dir/out" 2>"$dir/err") || fail "with a umask"
[ "$(ls -l "$dir/masked/main_0.npy" | cut -c1-10)" = -rw-r----- ] || fail "$(ls -l "$dir/masked")"

# ---- an end in the middle of a write ----------------------------------------------------------------------------------
# 64 MiB; the size of files is limited to 1 MiB, so that the write always ends in the middle
cat >"$dir/large.mlir" <<'END'
func.func @main() -> tensor<16777216xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<16777216xf32>
  return %0 : tensor<16777216xf32>
}
END
mkdir "$dir/small"
{ (ulimit -f 2048 && exec "$garner" run "$dir/large.mlir" --output "$dir/small"); status=$?; } >/dev/null 2>&1
[ $status -gt 128 ] || fail "SIGXFSZ ends the command, the exit status is $status"
[ -z "$(ls -A "$dir/small")" ] || fail "after SIGXFSZ there is $(ls -A "$dir/small")"
# ignored, it is a write that fails: told, and nothing stays
(trap '' XFSZ && ulimit -f 2048 && exec "$garner" run "$dir/large.mlir" --output "$dir/small") >/dev/null 2>"$dir/err"
status=$?
[ $status = 3 ] || fail "a write that fails: exit status $status"
says err 'File too large'
[ -z "$(ls -A "$dir/small")" ] || fail "after a write that failed there is $(ls -A "$dir/small")"

# whenever a signal comes, what stands in the folder is the whole result or nothing
for signal in TERM HUP; do
    mkdir "$dir/ended"
    "$garner" run "$dir/large.mlir" --output "$dir/ended" >/dev/null 2>&1 &
    while kill -0 $! 2>/dev/null && [ -z "$(ls -A "$dir/ended")" ]; do :; done
    kill -s $signal $! 2>/dev/null
    wait $!
    status=$?
    left=$(ls -A "$dir/ended")
    case $left in
    '') [ $status -gt 128 ] || fail "no result, and the exit status is $status" ;;
    main_0.npy) [ "$(wc -c <"$dir/ended/main_0.npy")" = 67108992 ] || fail "half a result after SIG$signal" ;;
    *) fail "after SIG$signal there is $left" ;;
    esac
    rm -rf "$dir/ended"
done
finish
