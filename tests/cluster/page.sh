# page.sh - what docs/cluster.md shows.
if sh "$root/tests/docs/pages.sh" "$build" docs/cluster.md >"$work/out" 2>&1 && ! grep -q '^skipped' "$work/out"; then
    pass
else
    fail "docs/cluster.md"
fi
