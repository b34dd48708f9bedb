#!/bin/sh
# block.sh PAGE FILE - prints the fenced block of PAGE that is FILE, for tests that build what a page shows in ways of their own.
set -eu
awk -v name="$2" '/^```/ { if (inside) exit; if ($2 == name) { inside = 1; next } } inside' "$1"
