#!/bin/sh
# headers.sh - what each header of include/garner says and can be used as: it compiles alone, as C and as C++, without a
# warning; it says which pointers may be NULL and what holds for threads; each call that destroys, frees or releases says that NULL
# is fine; each option struct begins with its size; each function stands there once, by its whole name.
set -u
include=$(cd "$(dirname "$0")/../.." && pwd)/include
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
complain() {
    echo "$*"
    bad=1
}
warnings="-Wall -Wextra -Wpedantic -Wshadow -Werror"
cxx=
command -v "${CXX:-c++}" >/dev/null 2>&1 && cxx=${CXX:-c++}
[ -n "$cxx" ] || echo "no C++ compiler: C alone"

for header in "$include"/garner/*.h; do
    name=$(basename "$header")
    printf '#include <garner/%s>\nextern int alone;\n' "$name" >"$dir/alone.c"
    cp "$dir/alone.c" "$dir/alone.cpp"
    ${CC:-cc} -std=c11 $warnings -Wstrict-prototypes -Wconversion -I"$include" -fsyntax-only "$dir/alone.c" ||
        complain "$name is no C by itself"
    [ -z "$cxx" ] || "$cxx" -std=c++11 $warnings -I"$include" -fsyntax-only "$dir/alone.cpp" ||
        complain "$name is no C++ by itself"
    head=$(sed -n '1,/\*\//p' "$header" | sed 's/^ \* *//' | tr '\n' ' ') # a phrase may go over lines
    case $head in *NULL*) ;; *) complain "$name does not say at its head which pointers may be NULL" ;; esac
    case $head in
    *[Tt]hread-safe* | *"thread at a time"* | *"Threads "* | *"for one thread"* | *"several threads at once"*) ;;
    *) complain "$name does not say at its head what holds for threads" ;;
    esac
    # A comment and the declarations under it are one paragraph.
    awk -v name="$name" '
        /^\/\*/ { comment = ""; inside = 1 }
        inside { line = $0; sub(/^ \* */, "", line); comment = comment " " line }
        /\*\// { inside = 0 }
        /^GRN_API/ && /[a-z0-9_]*_(destroy|free|release)\(/ {
            if (comment !~ /NULL is fine/) { print name ": " $0 "\n  does not say that NULL is fine"; bad = 1 }
        }
        /^typedef struct grn_[a-z_]*options \{/ { options = $3; next }
        options && !/^    size_t size_bytes;/ { print name ": " options " does not begin with size_bytes"; bad = 1 }
        { options = "" }
        END { exit bad }' "$header" || bad=1
done

# Each function is declared once. embed.h is small: whoever includes it gets status.h besides, and no other header of garner's.
for name in $(sed -n 's/^GRN_API .*[ *]\(grn_[a-z0-9_]*\)(.*/\1/p' "$include"/garner/*.h | sort | uniq -d); do
    complain "$name is declared in several places: $(grep -lE "^GRN_API .*[ *]$name\(" "$include"/garner/*.h | xargs -n 1 basename | tr '\n' ' ')"
done
printf '#include <garner/embed.h>\n' >"$dir/embed.c"
beside=$(${CC:-cc} -std=c11 -I"$include" -E "$dir/embed.c" | sed -n 's/^# [0-9]* ".*\/garner\/\([a-z_]*\.h\)".*/\1/p' | sort -u | tr '\n' ' ')
[ "$beside" = "embed.h portability.h status.h " ] || complain "embed.h brings $beside"

# By text alone, as a reader searches; and by the compiler, which expands macros.
cat "$include"/garner/*.h | grep -oE '\bgrn_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$dir/written"
printf '#include <garner/garner.h>\n' >"$dir/all.c"
${CC:-cc} -std=c11 -I"$include" -E -P "$dir/all.c" | grep -oE '\bgrn_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$dir/expanded"
[ -s "$dir/expanded" ] || complain "no function is declared"
for name in $(comm -13 "$dir/written" "$dir/expanded"); do
    complain "$name is made by a macro, no search finds it"
done
exit $bad
