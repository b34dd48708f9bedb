# garner tune: what it prints, what it keeps and where, what it refuses.
. "$(dirname "$0")/common.sh"
unset GARNER_MACHINE XDG_CACHE_HOME
HOME=$dir/home
export HOME
mkdir "$HOME"
quick="--seconds 0.01 --max-memory 1M"

# every figure of the header, a line each, in its order
figures=$(sed -n '/^typedef struct grn_machine {/,/^} grn_machine;/p' include/garner/machine.h | grep '^    double' |
    sed 's/;.*//; s/double//; s/\[[A-Z_]*\]//g' | tr ',' '\n' | tr -d ' ')
expect 0 tune --print $quick
silent err
[ "$(grep -v '^#' "$dir/out" | cut -d' ' -f1)" = "$figures" ] || fail "the figures are not those of the header"
# and where each is from
grep -v '^#' "$dir/out" | grep -Ev ' # (kept|guessed|measured)(, from [0-9]+ [KM]iB on (kept|guessed|measured))?$' &&
    fail "these figures do not say where they are from"
for from in 'l1_bytes kept' 'cell64 measured' 'run guessed'; do
    grep -q "^${from% *} [0-9.]* # ${from#* }\$" "$dir/out" || fail "it is not said: $from"
done
says out '# garner '
says out ', measured 20'
[ "$(find "$HOME" | wc -l)" = 1 ] || fail "--print makes files: $(find "$HOME")"

# where they are kept: ~/.cache, XDG_CACHE_HOME, GARNER_MACHINE, --to, the later before the earlier
kept() { # kept FILE: it has what was printed, and nothing stands beside it
    [ -f "$1" ] || { fail "there is no $1"; return; }
    says out "# kept in $1"
    grep -v '^#' "$dir/out" >"$dir/printed"
    grep -v '^#' "$1" | cmp -s - "$dir/printed" || fail "$1 has other figures than those printed"
    [ "$(ls -A "$(dirname "$1")")" = "$(basename "$1")" ] || fail "beside $1: $(ls -A "$(dirname "$1")")"
    rm -f "$1"
}
expect 0 tune $quick
kept "$HOME/.cache/garner/machine"
expect 0 tune $quick
kept "$HOME/.cache/garner/machine"
XDG_CACHE_HOME=relative
export XDG_CACHE_HOME
expect 0 tune $quick
kept "$HOME/.cache/garner/machine"
XDG_CACHE_HOME=$dir/xdg
expect 0 tune $quick
kept "$dir/xdg/garner/machine"
mkdir "$dir/named"
GARNER_MACHINE=$dir/named/figures
export GARNER_MACHINE
expect 0 tune $quick
kept "$dir/named/figures"
GARNER_MACHINE=
expect 0 tune $quick
kept "$dir/xdg/garner/machine"
expect 0 tune $quick --to "$dir/given/mine"
kept "$dir/given/mine"
garner=$(cd "$(dirname "$garner")" && pwd)/$(basename "$garner")
(cd "$dir/given" && expect 0 tune $quick --to here) || fail "a name without a folder"
[ -f "$dir/given/here" ] || fail "a name without a folder is not where the command runs"

# a link at the file's name is replaced, not followed
echo precious >"$dir/precious"
ln -s "$dir/precious" "$dir/named/link"
expect 0 tune $quick --to "$dir/named/link"
[ "$(cat "$dir/precious")" = precious ] || fail "a link was followed"
[ ! -L "$dir/named/link" ] || fail "the link is still there"

# where it cannot be kept, that is told before anything is measured
expect 3 tune $quick --to "$dir/precious/file"
says err "is no folder"
silent out
mkdir "$dir/named/folder"
expect 3 tune $quick --to "$dir/named/folder"
says err "$dir/named/folder: "
[ -z "$(ls -A "$dir/named" | grep garner)" ] || fail "a temporary stays: $(ls -A "$dir/named")"
expect 3 tune $quick --to "$dir/missing/too/file"
says err 'No such file'
expect 3 tune $quick --to "$dir/named/"
says err "is no file's name"
unset XDG_CACHE_HOME HOME
expect 2 tune $quick
says err '--to=FILE does'
silent out
expect 0 tune $quick --print

# --check: the file is read, and not written; figures that cannot be are named; what takes more memory is left out
small="--check --max-memory 4M"
sed 's/^next_line.*/next_line 0.04 0.04 0.04 38.6 9.2 9.2 9.2 9.2/' share/machines/zen5-vm.txt >"$dir/disturbed"
cp "$dir/disturbed" "$dir/before"
expect 1 tune $small --to "$dir/disturbed"
says err 'machine: next_line[3] is 38.6, and [4], of a larger footprint, is 9.2'
says out "# $dir/disturbed: how long with its figures"
says out 'rows of 512 B in a cache     1 thread '
says out 'elements in memory         left out: it takes 76 MiB, more than --max-memory' # 64, and 8 of indices, and 4
cmp -s "$dir/disturbed" "$dir/before" || fail "--check has written to the file"
(
    GARNER_MACHINE=$dir/disturbed
    export GARNER_MACHINE
    expect 1 tune $small --json
    python3 - "$dir/out" "$dir/disturbed" <<'PYTHON' || fail "--check --json"
import json, sys
d = json.load(open(sys.argv[1]))
assert d["comparison"]["file"] == sys.argv[2] and d["exit"] == 1, d
rows = [c for c in d["comparison"]["cases"] if c["case"] == "rows of 512 B in a cache"]
assert rows and rows[0]["threads"] == 1 and rows[0]["ratio"] > 0
assert {"addressing", "partition", "mover", "parts"} == set(rows[0]["defaults"]) == set(rows[0]["figures"])
assert rows[0]["figures"]["mover"] == "strips" and rows[0]["defaults"]["mover"] == "rows", rows
PYTHON
)
expect 3 tune --check --to "$dir/there_is_none"
says err 'there are no figures in'
echo 'next_line 1 2' >"$dir/short"
expect 3 tune --check --to "$dir/short"
says err 'next_line has 2 values'
expect 2 tune --check --print --to "$dir/disturbed"
says err '--print does nothing'
expect 2 tune --check --seconds 1 --to "$dir/disturbed"
says err '--seconds does nothing'

# options
for seconds in 0 -1 61 x 1x nan inf ''; do
    expect 2 tune --print --seconds "$seconds"
    says err '--seconds takes seconds, more than 0 and at most 60'
done
expect 2 tune --to ''
says err '--to takes FILE'
expect 2 tune --print file.mlir
says err "it takes no FILE, 'file.mlir' is one"
expect 2 tune --threads 2
expect 2 run --seconds 1 file.mlir
expect 0 tune --help
says out 'usage: garner tune [OPTION]...'
if "$garner" tune --help | head -1 | grep -q FILE; then fail "the usage line has a FILE"; fi
expect 0 run --help
says out 'usage: garner run [OPTION]... FILE'
expect 0 --help
says out 'tune         measure this machine'
finish
