# docs/coverage.md names only files that exist, and every rule of a system that is done has a row.
. "$(dirname "$0")/common.sh"

for file in $(grep -o '`[a-z]*/[^` ]*`' docs/coverage.md | tr -d '`' | sort -u); do
    case $file in
    *'<'*) ;;
    *) ls $file >/dev/null 2>&1 || fail "docs/coverage.md names $file, which is not there" ;;
    esac
done
rows() { # rows PREFIX COUNT
    n=1
    while [ $n -le "$2" ]; do
        grep -q "^| $1-$n |" docs/coverage.md || fail "docs/coverage.md has no row for $1-$n"
        n=$((n + 1))
    done
}
rows SH 16
rows TCP 20
rows ML 12
rows TT 17
rows NV 10
finish
