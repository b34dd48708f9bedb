#!/bin/sh
# bits32.sh BUILD - a build for 32-bit x86, whose size_t and pointers have 32 bits: the library and the command in BUILD; then tests
# of sizes and the misuse tables, the C examples, every program of examples/ and tests/ops, and the command's options of sizes and
# numbers at the ends of what they take. The compiler is the one that is here, with -m32.
#
# GARNER_RANDOM_CASES: of test_plan_random (400)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
printf '#include <errno.h>\n#include <stdio.h>\nint main(void) { return errno; }\n' >"$build/probe.c"
m32="-m32 -msse2 -mfpmath=sse -idirafter /usr/include/x86_64-linux-gnu" # as cmake/x86-32.cmake has it
cc $m32 "$build/probe.c" -o "$build/probe" 2>/dev/null || { echo "cc -m32 makes no program: tools/deps.sh bits32"; exit 1; }
cmake -S "$root" -B "$build" -G Ninja --toolchain "$root/cmake/x86-32.cmake" -DCMAKE_BUILD_TYPE=None -DGARNER_SIMD=OFF \
    -DGARNER_WERROR=ON -DGARNER_BENCH=OFF -DGARNER_ZLIB=OFF >/dev/null
cmake --build "$build" --target garner garner_static
rm -rf "$build/tests"
mkdir -p "$build/tests"

cd "$root/tests"
compile="cc $m32 -std=c11 -D_POSIX_C_SOURCE=200809L -DGARNER_SOURCE_DIR=\\\"$root\\\" -I$here -I. -I../include -I../src"
# Three have views of more than 32 bits count, which are refused here before what they are about.
ls access/test_*.c api/test_*.c core/test_core_sink.c core/test_core_edges.c plan/test_plan_random.c plan/test_plan_edges.c \
    plan/test_machine*.c |
    grep -vE 'test_(spec_edges|spec_gather_check|misuse_frameworks)\.c' |
    xargs -P 2 -I FILE sh -c "$compile FILE support/*.c \"\$0\" -lm -lpthread -o \"\$1/\$(basename FILE .c)\"" \
        "$build/src/libgarner.a" "$build/tests"
passed=0 failed=0
# expect NAME STATUS COMMAND...: what it says is shown where the status is another.
expect() {
    name=$1 want=$2 status=0
    shift 2
    "$@" >"$build/log" 2>&1 || status=$?
    if [ "$status" -eq "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "== $name ends with status $status, not $want"
        tail -n 20 "$build/log"
    fi
}
export GARNER_RANDOM_CASES="${GARNER_RANDOM_CASES:-400}"
for program in "$build"/tests/*; do
    expect "$(basename "$program")" 0 "$program"
done
expect "C examples" 0 env CFLAGS="$m32" sh api/programs.sh "$build" cc

garner=$build/garner
for program in "$root"/examples/*.mlir; do
    expect "$program" 0 "$garner" run "$program"
done
for program in $(find ops -name '*.mlir'); do
    expect "$program" 0 "$garner" run --split-input-file "$program"
done

# Numbers at the ends. A limit past what pointers reach is none; a count past what is counted is refused, and so is half a number.
take=$root/examples/ttnn_gather.mlir
run=$root/examples/batched_gather.mlir
for memory in 1G 3G 4095M 4G 4294967296 5000G 1T 15T 18446744073709551615; do
    expect "--max-memory=$memory" 0 "$garner" run --max-memory="$memory" "$run"
done
expect "--max-memory=1" 3 "$garner" run --max-memory=1 "$run"
for memory in 16777216T 18446744073709551616 -1 0 4Gx 1P; do
    expect "--max-memory=$memory" 2 "$garner" run --max-memory="$memory" "$run"
done
for cores in 1x1 8x8 16x16 1x256 256x1; do
    expect "--cores=$cores" 0 "$garner" plan --target=ttnn --cores="$cores" "$take"
done
for cores in 0x8 8x0 257x1 17x16 65536x65536 4294967297x1 1x4294967297 2147483648x2 -1x-1 8x 8 x8 8x8x8 99999999999999999999x1; do
    expect "--cores=$cores" 2 "$garner" plan --target=ttnn --cores="$cores" "$take"
done
expect "--l1-bytes=4G" 0 "$garner" plan --target=ttnn --l1-bytes=4G "$take"
expect "--l1-bytes=8388607T" 0 "$garner" plan --target=ttnn --l1-bytes=8388607T "$take"
expect "--l1-bytes=8388608T" 2 "$garner" plan --target=ttnn --l1-bytes=8388608T "$take"
expect "--threads=4294967297" 2 "$garner" run --threads=4294967297 "$run"
expect "--max-steps=2^64 - 1" 0 "$garner" run --max-steps=18446744073709551615 "$run"
expect "--max-steps=2^64" 2 "$garner" run --max-steps=18446744073709551616 "$run"
expect "--scatter-input=2^32" 2 "$garner" explain --scatter-input=4294967296 "$run"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
