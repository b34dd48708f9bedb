# The pages for man: each command's has examples, files and environment; each example runs, in the order of its page.
. "$(dirname "$0")/common.sh"
unset GARNER_MACHINE XDG_CACHE_HOME
HOME=$dir/home
export HOME
garner=$(cd "$(dirname "$garner")" && pwd)/$(basename "$garner")
root=$(pwd)
mkdir "$HOME" "$dir/bin" "$dir/work"
ln -s "$garner" "$dir/bin/garner"
PATH=$dir/bin:$PATH

plain() { sed 's/\\-/-/g; s/\\e/\\/g; s/\\&//g'; }
# take.mlir is the program that the first page shows
expect 0 manual
sed -n '/^\.nf$/,/^\.fi$/{/^\./!p;}' "$dir/out" | plain >"$dir/work/take.mlir"
cp "$root/tests/cluster/programs/embedding.mlir" "$dir/work"

# run_examples COMMAND: those of its page, "garner" of the first
run_examples() {
    sed -n '/^\.SH EXAMPLES$/,/^\.SH FILES$/s/^\.B //p' "$dir/out" | plain >"$dir/examples"
    [ -s "$dir/examples" ] || fail "$1: its page has no example"
    while read -r line; do
        case $line in
        "garner $1 "* | "garner $1") ;;
        *) [ "$1" = garner ] || fail "$1: an example of another command: $line" ;;
        esac
        for try in 1 2 3 4 5; do
            (cd "$dir/work" && sh -c "$line") >"$dir/said" 2>&1 </dev/null
            status=$?
            grep -qF 'other programs disturb them' "$dir/said" || break
        done
        if grep -qF 'other programs disturb them' "$dir/said"; then
            echo "skipped: other programs disturb what $line measures"
            exit 77
        fi
        case $line in
        *--strict*) want=4 ;;
        'garner lint '*5* | 'garner diff '*{outputs}*) want=1 ;;
        *) want=0 ;;
        esac
        [ "$status" -eq "$want" ] || { fail "$line: status $status, not $want"; cat "$dir/said"; }
    done <"$dir/examples"
}
run_examples garner
commands=$("$garner" help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p')
[ -n "$commands" ] || fail "there are no commands"
for command in $commands; do
    expect 0 manual "$command"
    for section in NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLES FILES ENVIRONMENT 'SEE ALSO'; do
        grep -qx "\.SH $section" "$dir/out" || fail "manual $command: no section $section"
    done
    grep -q "^set(garner_commands .*\b$command\b" "$root/cmake/pages.cmake" || fail "$command: its page is not installed"
    run_examples "$command"
    if command -v groff >/dev/null; then
        groff -man -Tascii -ww "$dir/out" >"$dir/page" 2>"$dir/err"
        silent err
    fi
done
[ -s "$dir/work/rows.npy" ] && [ -s "$dir/work/take.c" ] && [ -s "$dir/work/take.svg" ] || fail "an example did not write its file"
[ -s "$HOME/.cache/garner/machine" ] || fail "the page of tune names another file than tune keeps"
# each variable that the command reads is on the first page
expect 0 manual
for name in $(sed -n 's/.*getenv("\([A-Z_]*\)").*/\1/p' "$root"/cli/*.c | sort -u); do
    sed -n '/^\.SH ENVIRONMENT$/,$p' "$dir/out" | grep -qw "$name" || fail "the first page does not say what $name is for"
done
finish
