# --tune[=FILE]: what is learnt is kept, used again, and refused where it is none.
. "$(dirname "$0")/common.sh"
program=examples/batched_gather.mlir
plain=$("$garner" run $program)

# the results are those of any run, and the file has a line for the one gather
expect 0 run --tune="$dir/learnt" $program
[ "$(cat "$dir/out")" = "$plain" ] || fail "timing changes a result"
silent err
[ "$(wc -l <"$dir/learnt")" = 1 ] || fail "one line is expected in $dir/learnt"
says learnt 'gather offset='

# what is there is obeyed, and stays
sed 's/: .*/: offsets64, none, windows/' "$dir/learnt" >"$dir/by_hand"
cp "$dir/by_hand" "$dir/before"
expect 0 plan --tune="$dir/by_hand" $program
says out 'offsets64, windows, one thread'
cmp -s "$dir/before" "$dir/by_hand" || fail "a known problem is learnt anew"
expect 0 run --tune="$dir/by_hand" $program
[ "$(cat "$dir/out")" = "$plain" ] || fail "other rows change a result"

# nothing is half-written, and nothing of a run that fails is kept
printf '# mine\ngather x: no, such, row\n' >"$dir/bad"
cp "$dir/bad" "$dir/before"
expect 3 run --tune="$dir/bad" $program
says err "$dir/bad:2: no line of a tuning"
cmp -s "$dir/before" "$dir/bad" || fail "a file that cannot be read is replaced"
expect 3 run --tune="$dir/none/deep/learnt" $program
says err "$dir/none"
printf 'func.func @f() {\n  %%0 = nothing\n  return\n}\n' >"$dir/program.mlir"
"$garner" run --tune="$dir/failed" "$dir/program.mlir" >/dev/null 2>&1
[ ! -e "$dir/failed" ] || fail "a program that does not parse leaves a file"
expect 2 run --tune= $program

# without a file it is the cache's; what follows is the program, not the file
export XDG_CACHE_HOME="$dir/cache"
expect 0 run --tune $program
[ "$(cat "$dir/out")" = "$plain" ] || fail "timing changes a result"
says cache/garner/tuning 'gather offset='
unset XDG_CACHE_HOME
HOME=
expect 2 run --tune $program
says err '--tune=FILE does'
finish
