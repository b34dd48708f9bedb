#!/bin/sh
# run.sh BUILD - the kernels, plans and C examples on 64-bit ARM, a processor that is not here: gathers and scatters alone are
# cross-built in BUILD, and tests/kernels, test_plan_random, test_machine_measure, and the programs of examples/*.c and README.md that
# need no more, linked statically, run under qemu. What is right, not what is fast.
#
# GARNER_RANDOM_CASES: of test_plan_random (400)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
for needed in aarch64-linux-gnu-gcc qemu-aarch64-static; do
    command -v "$needed" >/dev/null || { echo "$needed is not installed: tools/deps.sh cross"; exit 1; }
done
cmake -S "$root" -B "$build" -G Ninja --toolchain "$root/cmake/aarch64-linux-gnu.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DGARNER_MODULES=OFF -DGARNER_WERROR=ON >/dev/null
cmake --build "$build" --target garner_static
rm -rf "$build/tests"
mkdir -p "$build/tests"

cd "$root/tests"
compile="aarch64-linux-gnu-gcc -std=c11 -O1 -D_POSIX_C_SOURCE=200809L -I$here -I. -I../include -I../src"
ls kernels/test_*.c plan/test_plan_random.c plan/test_machine_measure.c |
    xargs -P 2 -I FILE sh -c "$compile -static FILE support/guard.c support/share.c support/random_*.c ../src/eval/special_error.c \"\$0\" -lm -lpthread -o \
        \"\$1/\$(basename FILE .c)\"" "$build/src/libgarner.a" "$build/tests"

export GARNER_RANDOM_CASES="${GARNER_RANDOM_CASES:-400}"
cd "$build/tests"
ls | xargs -P 2 -I TEST sh -c 'qemu-aarch64-static ./TEST >TEST.log 2>&1 || touch TEST.failed'
failed=0 all=0
for program in *.log; do
    all=$((all + 1))
    [ -e "${program%.log}.failed" ] || continue
    failed=$((failed + 1))
    echo "== ${program%.log}"
    tail -n 40 "$program"
done

# C examples that need no modules, and those of README.md.
examples=
for example in "$root"/examples/*.c; do
    grep -qE 'grn_(module_|dist_|bag|segment|experts)' "$example" || examples="$examples $example"
done
all=$((all + 1))
export GARNER_EXAMPLES="$examples" CFLAGS=-static
sh "$root/tests/api/programs.sh" "$build" aarch64-linux-gnu-gcc qemu-aarch64-static ||
    failed=$((failed + 1))
echo "$((all - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
