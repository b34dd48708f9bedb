#!/bin/sh
# text.sh - what .editorconfig says of every file that is kept: no tabs, no spaces at a line's end, no carriage returns, a newline at the end.
# The packages' licences are the project's. Sentences of the pages are short (prose.py). C is laid out as .clang-format has it, where clang-format 14 is installed. Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0

claim() { # claim TEXT FILES: none may be named
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n%s\n' "$1" "$2" | head -n 20
    fi
}
sources() { # of text that people edit; inputs of fuzzers are bytes
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files
    else
        find . -type f -not -path './build*' -not -path './.git/*'
    fi | grep -vE '(^|/)(fuzz/corpus/|.*Makefile|.*Makevars)' | grep -E '\.(c|h|sh|md|mlir|R|Rd|py|pyi|mjs|js|html|css|txt|cmake|json)$|^\.ci/run$|^LICENSE$'
}
files_with() { # files_with PATTERN [PATH_PATTERN]
    sources | grep -E "${2:-.}" | tr '\n' '\0' | xargs -0 grep -lP "$1" 2>/dev/null
}
without_newline() {
    sources | tr '\n' '\0' | xargs -0 awk 'BEGIN { RS = "^$" } length($0) && substr($0, length($0)) != "\n" { print FILENAME }'
}
claim "carriage returns" "$(files_with '\r$')"
claim "spaces at the end of a line" "$(files_with '[ \t]+$' '\.(c|h|sh|R|py|pyi|mjs|js|cmake)$')"
claim "tabs in C" "$(files_with '^\t' '\.(c|h)$')"
claim "no newline at the end" "$(without_newline)"
for package in bindings/r bindings/python bindings/node; do
    [ ! -d "$package" ] || claim "$package/LICENSE is another than LICENSE" "$(cmp -s LICENSE "$package/LICENSE" || echo "$package/LICENSE")"
done
laid_out=$(tools/format --check) && status=0 || status=$?
[ "$status" -eq 77 ] || claim "laid out in another way than tools/format does" "$laid_out"
# docs/performance_log.md is a log of notes, as its head says.
if command -v python3 >/dev/null; then
    claim "sentences of more than 25 words" "$(ls README.md SECURITY.md CONTRIBUTING.md docs/*.md | grep -v performance_log | xargs python3 tests/house/prose.py)"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
