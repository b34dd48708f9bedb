# garner emit: loops over memory written by hand, as C that is compiled and run; the values expected are worked out by hand.
. "$(dirname "$0")/common.sh"
cc=$(command -v "${CC:-cc}" || command -v gcc || command -v clang) || { echo "there is no compiler"; exit 77; }
cat >"$dir/p.mlir" <<'END'
func.func @arith(%a: i32, %b: i32, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %0 = arith.addi %a, %b : i32
  memref.store %0, %out[%c0] : memref<16xi32>
  %1 = arith.muli %a, %b : i32
  memref.store %1, %out[%c1] : memref<16xi32>
  %2 = arith.divsi %a, %b : i32
  memref.store %2, %out[%c2] : memref<16xi32>
  %3 = arith.remsi %a, %b : i32
  memref.store %3, %out[%c3] : memref<16xi32>
  %4 = arith.floordivsi %a, %b : i32
  memref.store %4, %out[%c4] : memref<16xi32>
  %5 = arith.ceildivsi %a, %b : i32
  memref.store %5, %out[%c5] : memref<16xi32>
  %6 = arith.divui %a, %b : i32
  memref.store %6, %out[%c6] : memref<16xi32>
  %7 = arith.maxsi %a, %b : i32
  memref.store %7, %out[%c7] : memref<16xi32>
  %8 = arith.minui %a, %b : i32
  memref.store %8, %out[%c8] : memref<16xi32>
  %9 = arith.subi %a, %b : i32
  %10 = arith.subi %b, %9 : i32
  memref.store %10, %out[%c9] : memref<16xi32>
  %11 = arith.cmpi ult, %a, %b : i32
  %12 = arith.extui %11 : i1 to i32
  memref.store %12, %out[%c10] : memref<16xi32>
  %13 = arith.shrsi %a, %b : i32
  memref.store %13, %out[%c11] : memref<16xi32>
  return
}
func.func @small(%x: memref<2xi8>, %out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.load %x[%c0] : memref<2xi8>
  %b = memref.load %x[%c1] : memref<2xi8>
  %sum = arith.addi %a, %b : i8
  %0 = arith.extsi %sum : i8 to i32
  memref.store %0, %out[%c0] : memref<4xi32>
  %1 = arith.extui %sum : i8 to i32
  memref.store %1, %out[%c1] : memref<4xi32>
  %p = arith.muli %a, %b : i8
  %2 = arith.extsi %p : i8 to i32
  memref.store %2, %out[%c2] : memref<4xi32>
  %t = arith.trunci %0 : i32 to i4
  %3 = arith.extsi %t : i4 to i32
  memref.store %3, %out[%c3] : memref<4xi32>
  return
}
func.func @floats(%x: memref<2xf32>, %out: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %a = memref.load %x[%c0] : memref<2xf32>
  %b = memref.load %x[%c1] : memref<2xf32>
  %0 = arith.maximumf %a, %b : f32
  memref.store %0, %out[%c0] : memref<6xf32>
  %1 = arith.minimumf %a, %b : f32
  memref.store %1, %out[%c1] : memref<6xf32>
  %h = arith.truncf %a : f32 to f16
  %2 = arith.extf %h : f16 to f32
  memref.store %2, %out[%c2] : memref<6xf32>
  %g = arith.truncf %b : f32 to bf16
  %3 = arith.extf %g : bf16 to f32
  memref.store %3, %out[%c3] : memref<6xf32>
  %e = arith.truncf %a : f32 to f8E4M3FN
  %4 = arith.extf %e : f8E4M3FN to f32
  memref.store %4, %out[%c4] : memref<6xf32>
  %d = arith.subf %a, %b : f32
  %5 = arith.subf %a, %d : f32
  memref.store %5, %out[%c5] : memref<6xf32>
  return
}
func.func @fibonacci(%n: index, %out: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %one) -> (i64, i64) {
    %s = arith.addi %a, %b : i64
    scf.yield %b, %s : i64, i64
  }
  memref.store %r#0, %out[%c0] : memref<2xi64>
  %w:2 = scf.while (%x = %r#1, %y = %one) : (i64, i64) -> (i64, i64) {
    %big = arith.constant 1000 : i64
    %go = arith.cmpi slt, %x, %big : i64
    scf.condition(%go) %x, %y : i64, i64
  } do {
  ^bb0(%x: i64, %y: i64):
    %next = arith.addi %x, %y : i64
    scf.yield %next, %x : i64, i64
  }
  memref.store %w#0, %out[%c1] : memref<2xi64>
  return
}
func.func @views(%x: memref<4x6xi32>, %out: memref<2x3xi32>, %flat: memref<6xi32>, %big: memref<4096xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %s = memref.subview %x[1, 0] [2, 3] [2, 2] : memref<4x6xi32> to memref<2x3xi32, strided<[12, 2], offset: 6>>
  memref.copy %s, %out : memref<2x3xi32, strided<[12, 2], offset: 6>> to memref<2x3xi32>
  %f = memref.collapse_shape %out [[0, 1]] : memref<2x3xi32> into memref<6xi32>
  memref.copy %f, %flat : memref<6xi32> to memref<6xi32>
  %t = memref.alloc() : memref<4096xi32>
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %t[%i] : memref<4096xi32>
  }
  memref.copy %t, %big : memref<4096xi32> to memref<4096xi32>
  memref.dealloc %t : memref<4096xi32>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
func.func @strided(%x: memref<?x?xf32, strided<[?, ?], offset: ?>>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.dim %x, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %c = memref.dim %x, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %out[] : memref<f32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%r, %c) step (%c1, %c1) {
    %v = memref.load %x[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    %o = memref.load %out[] : memref<f32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %out[] : memref<f32>
    scf.reduce
  }
  return
}
func.func @complex(%x: memref<2xcomplex<f32>>, %out: memref<1xcomplex<f32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c0] : memref<2xcomplex<f32>>
  %b = memref.load %x[%c1] : memref<2xcomplex<f32>>
  %p = complex.mul %a, %b : complex<f32>
  memref.store %p, %out[%c0] : memref<1xcomplex<f32>>
  return
}
END
cat >"$dir/main.c" <<'END'
#include <math.h>
#include <stdio.h>
#include "p.h"
#include "p.h" /* once more: it guards itself */
static int bad;
static void expect(const char *what, double got, double want)
{
    if (!(got == want && signbit(got) == signbit(want)) && !(isnan(got) && isnan(want))) {
        printf("%s is %g, %g is expected\n", what, got, want);
        bad = 1;
    }
}
int main(void)
{
    int32_t r[16];
    arith(7, -2, r);
    expect("7 + -2", r[0], 5), expect("7 * -2", r[1], -14), expect("7 / -2", r[2], -3), expect("7 rem -2", r[3], 1);
    expect("floor 7 / -2", r[4], -4), expect("ceiling 7 / -2", r[5], -3), expect("7 / -2, unsigned", r[6], 0);
    expect("larger", r[7], 7), expect("smaller, unsigned", r[8], 7), expect("-2 - (7 - -2)", r[9], -11), expect("7 < -2, unsigned", r[10], 1);
    expect("7 >> 2^32 - 2", r[11], 0);
    arith(INT32_MIN, -1, r);
    expect("the least number + -1", r[0], INT32_MAX), expect("the least number / -1", r[2], INT32_MIN), expect("its remainder", r[3], 0);
    arith(-9, 0, r);
    expect("-9 / 0", r[2], -1), expect("-9 rem 0", r[3], -9), expect("-9 / 0, unsigned", r[6], -1);
    arith(-9, 40, r);
    expect("-9 >> 40", r[11], -1);
    arith(INT32_MAX, INT32_MAX, r);
    expect("(2^31 - 1)^2", r[1], 1);

    int32_t s[4];
    small((int8_t[]){100, 100}, s);
    expect("100 + 100 in i8", s[0], -56), expect("the same without sign", s[1], 200), expect("100 * 100 in i8", s[2], 16);
    expect("its low four bits", s[3], -8);

    float f[6];
    floats((float[]){-0.0f, 0.0f}, f);
    expect("max(-0, 0)", f[0], 0.0), expect("min(-0, 0)", f[1], -0.0);
    floats((float[]){NAN, 1.0f}, f);
    expect("max(NaN, 1)", f[0], NAN), expect("min(NaN, 1)", f[1], NAN), expect("NaN in f16", f[2], NAN), expect("NaN in f8", f[4], NAN);
    floats((float[]){65520.0f, 1.00390625f}, f); /* a tie that overflows; a tie to even */
    expect("65520 in f16", f[2], INFINITY), expect("1 + 2^-8 in bf16", f[3], 1.0), expect("65520 in f8E4M3FN", f[4], NAN);
    floats((float[]){1e-8f, 3.0e38f}, f);
    expect("1e-8 in f16", f[2], 0.0);
    floats((float[]){0.1f, 1.01171875f}, f);
    expect("0.1 in f16", f[2], 0.0999755859375), expect("1 + 3 * 2^-8 in bf16", f[3], 1.015625), expect("0.1 in f8E4M3FN", f[4], 0.1015625);
    floats((float[]){1.0f, 1e20f}, f);
    expect("1 - (1 - 1e20)", f[5], 1e20f);

    int64_t fib[2];
    fibonacci(10, fib);
    expect("the tenth number", (double)fib[0], 55), expect("the loop's end", (double)fib[1], 1165);
    fibonacci(0, fib);
    expect("none", (double)fib[0], 0);

    int32_t x[24], out[6], flat[6], big[4096];
    for (int i = 0; i < 24; i++)
        x[i] = i;
    expect("views", views(x, out, flat, big), 0);
    static const int32_t want[] = {6, 8, 10, 18, 20, 22};
    for (int i = 0; i < 6; i++)
        expect("a strided copy", out[i], want[i]), expect("its elements in a row", flat[i], want[i]);
    expect("a temporary", big[4095], 4095);

    float m[] = {1, 2, 4, 8, 16, 32}, sum;
    strided(m, 2, 2, 1, 2, &sum); /* column-major: 1 4, 2 8 */
    expect("the sum of a block", sum, 15);
    strided(m, 0, 2, 1, 2, &sum);
    expect("the sum of nothing", sum, 0);

    complex_f32 z;
    complex_((complex_f32[]){{1, 2}, {3, -4}}, &z);
    expect("the real part", z.re, 11), expect("the imaginary part", z.im, 2);
    return bad;
}
END
# complex is no word of C, but a macro of complex.h
expect 0 emit -o "$dir/p.c" "$dir/p.mlir"
expect 0 emit --header -o "$dir/p.h" "$dir/p.mlir"
grep -q 'complex_(' "$dir/p.h" || sed -i 's/complex_(/complex(/' "$dir/main.c"
for option in -O0 -O2; do
    "$cc" -std=c11 $option -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -c "$dir/p.c" -o "$dir/p.o" 2>"$dir/err" || fail "p.c does not compile with $option"
    "$cc" -std=c11 $option -Wall "$dir/main.c" "$dir/p.o" -o "$dir/main" -lm 2>"$dir/err" || fail "main.c does not compile"
    "$dir/main" >"$dir/out" 2>"$dir/err" || fail "a value differs with $option"
done
if c++ --version >/dev/null 2>&1; then
    printf '#include "p.h"\nint main() { return 0; }\n' >"$dir/main.cpp"
    c++ -Wall -Werror -fsyntax-only "$dir/main.cpp" 2>"$dir/err" || fail "the header is not for C++"
fi
# What is asked for ahead is in the arrays to their ends, and changes nothing. The indices end where their memory does, for a sanitizer.
cat >"$dir/far.mlir" <<'END'
func.func @far(%table: tensor<40000x33xf32>, %rows: tensor<1000xi32>) -> tensor<1000x33xf32> {
  %r = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 33>}> : (tensor<40000x33xf32>, tensor<1000xi32>) -> tensor<1000x33xf32>
  return %r : tensor<1000x33xf32>
}
END
cat >"$dir/far_main.c" <<'END'
#include <stdint.h>
#include <stdlib.h>
void far(const float *restrict table, const int32_t *restrict rows, float *restrict r);
int main(void)
{
    float *table = malloc(40000 * 33 * sizeof *table), *r = malloc(1000 * 33 * sizeof *r);
    int32_t *rows = malloc(1000 * sizeof *rows);
    int bad = 0;
    for (int32_t i = 0; i < 40000 * 33; i++)
        table[i] = (float)i;
    for (int32_t i = 0; i < 1000; i++)
        rows[i] = i * 7919 % 40000;
    rows[998] = -5; /* row 0 */
    rows[999] = 50000; /* row 39999 */
    far(table, rows, r);
    for (int32_t i = 0; i < 1000; i++)
        for (int32_t k = 0; k < 33; k++)
            bad |= r[i * 33 + k] != (float)((i == 998 ? 0 : i == 999 ? 39999 : i * 7919 % 40000) * 33 + k);
    free(table), free(rows), free(r);
    return bad;
}
END
expect 0 emit -o "$dir/far.c" "$dir/far.mlir"
grep -q 'PREFETCH(table' "$dir/far.c" || fail "rows of a large table are not asked for ahead"
sanitize=-fsanitize=address,undefined
echo 'int main(void) { return 0; }' >"$dir/none.c"
"$cc" $sanitize "$dir/none.c" -o "$dir/none" 2>"$dir/err" && "$dir/none" || sanitize=
"$cc" -std=c11 -O1 $sanitize -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror "$dir/far.c" "$dir/far_main.c" -o "$dir/far" 2>"$dir/err" || fail "far.c does not compile"
"$dir/far" >"$dir/out" 2>"$dir/err" || fail "a row is another"

# Calls that give memrefs: new ones, two of which are not one; and an argument handed back, which is one memory under two names.
cat >"$dir/call.mlir" <<'END'
func.func private @rows(%n: i32) -> memref<2x3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<2x3xi32>
  scf.for %r = %c0 to %c2 step %c1 {
    scf.for %c = %c0 to %c3 step %c1 {
      %a = arith.muli %r, %c3 : index
      %b = arith.addi %a, %c : index
      %v = arith.index_cast %b : index to i32
      %w = arith.addi %v, %n : i32
      memref.store %w, %m[%r, %c] : memref<2x3xi32>
    }
  }
  return %m : memref<2x3xi32>
}
func.func private @doubled(%m: memref<2x3xi32>) -> (memref<2x3xi32>, i32) {
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c1, %c1] : memref<2x3xi32>
  %w = arith.addi %v, %v : i32
  memref.store %w, %m[%c1, %c1] : memref<2x3xi32>
  return %m, %v : memref<2x3xi32>, i32
}
func.func @main(%n: i32) -> memref<2x3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = func.call @rows(%n) : (i32) -> memref<2x3xi32>
  %o = func.call @rows(%n) : (i32) -> memref<2x3xi32>
  %d:2 = func.call @doubled(%m) : (memref<2x3xi32>) -> (memref<2x3xi32>, i32)
  memref.store %d#1, %d#0[%c0, %c0] : memref<2x3xi32>
  %v = memref.load %m[%c0, %c0] : memref<2x3xi32>
  %w = memref.load %o[%c1, %c1] : memref<2x3xi32>
  %s = arith.addi %v, %w : i32
  memref.store %s, %m[%c0, %c1] : memref<2x3xi32>
  return %m : memref<2x3xi32>
}
END
cat >"$dir/call_main.c" <<'END'
#include <stdint.h>
int main_(int32_t n, int32_t *restrict r);
int main(void)
{
    static const int32_t want[] = {14, 28, 12, 13, 28, 15};
    int32_t r[6];
    int bad = main_(10, r);
    for (int i = 0; i < 6; i++)
        bad |= r[i] != want[i];
    return bad;
}
END
expect 0 emit -o "$dir/call.c" "$dir/call.mlir"
"$cc" -std=c11 -O1 $sanitize -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror "$dir/call.c" "$dir/call_main.c" -o "$dir/call" 2>"$dir/err" || fail "call.c does not compile"
"$dir/call" >"$dir/out" 2>"$dir/err" || fail "a called function gives other numbers"
expect 0 run "$dir/call.mlir" --input i32=10
says out '[[14, 28, 12], [13, 28, 15]]'

# Memory of which the caller cannot know what it is.
cat >"$dir/whose.mlir" <<'END'
func.func private @pick(%p: i1, %a: memref<2xi32>, %b: memref<2xi32>) -> memref<2xi32> {
  %r = arith.select %p, %a, %b : memref<2xi32>
  return %r : memref<2xi32>
}
func.func private @open(%n: index) -> memref<?xi32> {
  %r = memref.alloc(%n) : memref<?xi32>
  return %r : memref<?xi32>
}
func.func @main(%p: i1, %a: memref<2xi32>, %b: memref<2xi32>) -> i64 {
  %c0 = arith.constant 0 : index
  %r = func.call @pick(%p, %a, %b) : (i1, memref<2xi32>, memref<2xi32>) -> memref<2xi32>
  %o = func.call @open(%c0) : (index) -> memref<?xi32>
  %v = memref.load %r[%c0] : memref<2xi32>
  memref.store %v, %o[%c0] : memref<?xi32>
  %w = arith.extsi %v : i32 to i64
  return %w : i64
}
END
expect 3 emit -o "$dir/none.h" "$dir/whose.mlir"
says err 'which may be memory that others have too'
says err 'only the function it calls knows'
finish
