#!/bin/sh
# fuzz.sh - arguments of every kind for every function of the Python package, under AddressSanitizer and UndefinedBehaviorSanitizer:
# the extension is compiled with them, and linked with a library that is (the preset sanitize).
#
#   bindings/python/fuzz.sh BUILD [CALLS [SEED]]
#
# BUILD holds src/libgarner.a, of clang with its sanitizers. PYTHON names the interpreter. Ends on "N passed, N failed".
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?fuzz.sh BUILD [CALLS [SEED]]}" && pwd)
python=${PYTHON:-/usr/bin/python3}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

CC=${CC:-clang}
runtime=$($CC -print-file-name=libclang_rt.asan-x86_64.so)
[ -f "$runtime" ] || runtime=$($CC -print-runtime-dir)/libclang_rt.asan-x86_64.so
cp -R "$here/src" "$temp/src"
cp "$here/../../cli/reference.c" "$here/../../cli/reference.h" "$here/../../cli/rule_words.c" "$temp/src/_garner/"
cmake -DROOT="$(cd "$here/../.." && pwd)" -DOUT="$temp/src/_garner/programs.c" -P "$here/../../cmake/programs.cmake"
for source in "$temp"/src/_garner/*.c; do
    $CC -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -Wall -Wextra -Werror -fPIC -fvisibility=hidden -fsanitize=address,undefined \
        -fno-sanitize-recover=all -fno-omit-frame-pointer -I"$here/../../include" -I"$here/../../pjrt" \
        -I"$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')" -c "$source" -o "${source%.c}.o" ||
        { echo "0 passed, 1 failed"; exit 1; }
done
$CC -shared -shared-libasan -fsanitize=address,undefined -o "$temp/src/garner/_garner.abi3.so" "$temp"/src/_garner/*.o \
    "$build/src/libgarner.a" -lm -lpthread || { echo "0 passed, 1 failed"; exit 1; }

# What Python itself does not free at its end is not looked for.
passed=0
failed=0
for test in test_fuzz test_errors test_conformance; do
    if LD_PRELOAD=$runtime ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
        PYTHONMALLOC=malloc PYTHONPATH=$temp/src:$here/tests GARNER_FUZZ_CALLS=${2:-12000} GARNER_SEED=${3:-1} \
        "$python" -W ignore "$here/tests/$test.py" >"$temp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    tail -n 200 "$temp/log"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
