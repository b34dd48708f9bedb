# common.sh - sourced by the scripts beside it, which get the command's path as $1.
garner=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
bad=0

fail() {
    echo "FAILED: $*"
    [ ! -s "$dir/out" ] || { echo "  standard output:"; head -c 2000 "$dir/out"; }
    [ ! -s "$dir/err" ] || { echo "  standard error:"; head -c 2000 "$dir/err"; }
    bad=1
}

# Whether garner, which ended with $got, refused figures that other programs disturbed.
disturbed() { [ "$got" = 1 ] && grep -qF 'other programs disturb them' "$dir/err"; }

# expect STATUS ARGUMENT...: runs garner, output in $dir/out, messages in $dir/err. What measures the machine is run again
# where other programs disturb it, and after the fifth time the test counts as skipped.
expect() {
    want=$1
    shift
    for try in 1 2 3 4 5; do
        "$garner" "$@" >"$dir/out" 2>"$dir/err"
        got=$?
        [ "$want" = 0 ] && disturbed || break
    done
    if [ "$want" = 0 ] && disturbed; then
        echo "skipped: other programs disturb what garner $* measures"
        exit 77
    fi
    [ "$got" = "$want" ] || fail "garner $*: exit status $got, $want is expected"
}
says() { # says FILE TEXT: the text is in $dir/FILE
    grep -qF -- "$2" "$dir/$1" || fail "'$2' is expected in $1"
}
silent() { # silent FILE
    [ ! -s "$dir/$1" ] || fail "$1 should be empty"
}
in_32_bits() { # in_32_bits FILE: its tensors of i64 as tensors of i32
    sed 's/xi64>/xi32>/g; s/tensor<i64>/tensor<i32>/g' "$1"
}
finish() {
    exit $bad
}

# Whether a command can be given a terminal: script is installed, and the machine has pseudo-terminals.
terminals() { script -qec true /dev/null </dev/null >/dev/null 2>&1 || { echo "no pseudo-terminal here: what terminals show is not tried"; false; }; }
