#!/bin/sh
# programs.sh BUILD [COMPILER [RUNNER]] - the programs that a reader copies: every examples/*.c, and those of README.md and of
# docs/embedding.md, compiled as C and as C++ with warnings as errors against the static library of BUILD, and run. What an example
# prints stands at its head; README's program is examples/take.c, and its three lines and the first program of docs/embedding.md
# give the same rows.
#
# COMPILER: of C, for another processor (default: $CC, else cc; and $CXX, else c++); RUNNER: what runs its programs.
# GARNER_EXAMPLES: which (examples/*.c); CFLAGS: for all.
set -u
build=$1
compiler=${2:-}
runner=${3:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
complain() {
    echo "$*"
    bad=1
}
warnings="-Wall -Wextra -Wpedantic -Werror"
if [ -n "$compiler" ]; then
    c=$compiler cxx=
else
    c=${CC:-cc} cxx=
    command -v "${CXX:-c++}" >/dev/null 2>&1 && cxx=${CXX:-c++}
    [ -n "$cxx" ] || echo "no C++ compiler: C alone"
fi
# A library with sanitizers is linked with them.
sanitize=$(sed -n 's/^GARNER_SANITIZE:STRING=\(.\)/-fsanitize=\1/p' "$build/CMakeCache.txt")
[ -z "$sanitize" ] || cxx=
link="$build/src/libgarner.a -lm -lpthread $sanitize"
grep -q '^GARNER_COVERAGE:BOOL=ON' "$build/CMakeCache.txt" && link="$link --coverage"

# try NAME SOURCE WANTED: compiles, runs and compares, in each language.
try() {
    cp "$2" "$dir/program.c"
    cp "$2" "$dir/program.cpp"
    for language in c cxx; do
        rm -f "$dir/program"
        case $language in
        c) $c ${CFLAGS:-} -std=c11 $warnings -I"$root/include" "$dir/program.c" $link -o "$dir/program" ;;
        cxx)
            [ -n "$cxx" ] || continue
            $cxx ${CFLAGS:-} -std=c++11 $warnings -I"$root/include" "$dir/program.cpp" $link -o "$dir/program"
            ;;
        esac || { complain "$1 does not compile as $language"; continue; }
        $runner "$dir/program" >"$dir/got" 2>&1 || complain "$1 as $language ends with status $?"
        cmp -s "$dir/got" "$3" || { complain "$1 as $language prints:"; cat "$dir/got"; }
    done
}

for example in ${GARNER_EXAMPLES:-"$root"/examples/*.c}; do
    sed -n '1,/\*\//s/^ \*   //p' "$example" >"$dir/wanted"
    [ -s "$dir/wanted" ] || complain "$example does not say at its head what it prints"
    try "$(basename "$example")" "$example" "$dir/wanted"
done

# README.md: the blocks of C in their order.
awk -v dir="$dir" '
    /^```c( |$)/ { n++; inside = 1; next }
    /^```/ { inside = 0 }
    inside { print > (dir "/readme" n ".c") }' "$root/README.md"
printf '5 6\n1 2\n' >"$dir/wanted"
if [ -e "$dir/readme1.c" ] && [ -e "$dir/readme2.c" ]; then
    try "README.md, the program" "$dir/readme1.c" "$dir/wanted"
    sed -n '/^#include/,$p' "$root/examples/take.c" | cmp -s - "$dir/readme1.c" ||
        complain "README.md's program is not examples/take.c"
    [ "$(wc -l <"$dir/readme2.c")" -eq 3 ] || complain "README.md's three lines are $(wc -l <"$dir/readme2.c")"
    {
        printf '#include <garner/garner.h>\n#include <stdio.h>\nint main(void)\n{\n'
        printf 'const float table[3][2] = {{1, 2}, {3, 4}, {5, 6}};\nconst int64_t which[2] = {2, 0};\nfloat rows[2][2];\n'
        cat "$dir/readme2.c"
        printf 'printf("%%g %%g\\n%%g %%g\\n", rows[0][0], rows[0][1], rows[1][0], rows[1][1]);\nreturn status != GRN_OK;\n}\n'
    } >"$dir/three.c"
    try "README.md, the three lines" "$dir/three.c" "$dir/wanted"
else
    complain "README.md has not the two blocks of C"
fi

# docs/embedding.md: the first program, of thirty lines or so, which needs embed.h alone.
sh "$root/tests/docs/block.sh" "$root/docs/embedding.md" embed.c >"$dir/first.c"
try "the first program of docs/embedding.md" "$dir/first.c" "$dir/wanted"
[ "$(grep -o '<garner/[a-z]*\.h>' "$dir/first.c")" = "<garner/embed.h>" ] || complain "docs/embedding.md's program has other headers than embed.h"
[ "$(wc -l <"$dir/first.c")" -le 40 ] || complain "docs/embedding.md's program has $(wc -l <"$dir/first.c") lines"
exit $bad
