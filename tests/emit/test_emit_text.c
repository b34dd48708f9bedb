/*
 * test_emit_text.c - what is written in C for single ops: identifiers, precedence, casts,
 * constants, addresses. What the whole of it computes is in tests/cli/emit_programs.sh and
 * tests/interop/emitted.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/programs.h"

typedef struct claim {
    const char *claim;
    const char *arguments, *body; /* of a function f, with index constants %c0 to %c3 */
    const char *want;             /* in its C; or, with status, in the message */
    grn_status status;
} claim;

#define LOAD2                                                                                                         \
    "%a = memref.load %x[%c0] : memref<4xi32>\n%b = memref.load %x[%c1] : memref<4xi32>\n%d = memref.load %x[%c2] : " \
    "memref<4xi32>\n"
#define MEM "%x: memref<4xi32>, %y: memref<4xi32>"
#define FMEM "%x: memref<4xf32>, %y: memref<4xf32>"
#define FLOAD                                                                                                         \
    "%a = memref.load %x[%c0] : memref<4xf32>\n%b = memref.load %x[%c1] : memref<4xf32>\n%d = memref.load %x[%c2] : " \
    "memref<4xf32>\n"
#define FSTORE(v) "memref.store " v ", %y[%c0] : memref<4xf32>\n"
#define STORE(v) "memref.store " v ", %y[%c0] : memref<4xi32>\n"

/* Elements of %t to %y by %x: `body` has the place in %j, and %h is what HELD makes of it. */
#define TAKEN(n, extent) "%x: memref<" #n "xi32>, %t: memref<" #extent "xi32>, %y: memref<" #n "xi32>"
#define HELD(first, a, second, b) "%g = arith." first " %j, " a " : index\n%h = arith." second " %g, " b " : index\n"
#define TAKE(n, extent, body)                                                                                        \
    "%n = arith.constant " #n " : index\n%k999 = arith.constant 999 : index\n%k999_i32 = arith.constant 999 : i32\n" \
    "scf.for %i = %c0 to %n step %c1 {\n%v = memref.load %x[%i] : memref<" #n                                        \
    "xi32>\n%j = arith.index_cast %v : i32 to index\n" body "}\n"
/* Rows of %t, all in range, to %y. */
#define TAKE_ROWS(n, row)                                                                                         \
    "%n = arith.constant " #n " : index\nscf.for %i = %c0 to %n step %c1 {\n%v = memref.load %x[%i] : memref<" #n \
    "xi32>\n"                                                                                                     \
    "%j = arith.index_cast %v : i32 to index\n"                                                                   \
    "%s = memref.subview %t[%j, 0] [1, " #row "] [1, 1] : memref<65536x" #row "xi32> to memref<" #row             \
    "xi32, strided<[1], offset: ?>>\n"                                                                            \
    "%d = memref.subview %y[%i, 0] [1, " #row "] [1, 1] : memref<" #n "x" #row "xi32> to memref<" #row            \
    "xi32, strided<[1], offset: ?>>\n"                                                                            \
    "memref.copy %s, %d : memref<" #row "xi32, strided<[1], offset: ?>> to memref<" #row                          \
    "xi32, strided<[1], offset: ?>>\n}\n"

static const claim claims[] = {
    /* identifiers */
    {"a keyword gets a number", "%int: memref<4xi32>, %y: memref<4xi32>",
     "memref.copy %int, %y : memref<4xi32> to memref<4xi32>\n", "const int32_t *restrict int2", GRN_OK},
    {"a name of libc's too", "%free: memref<4xi32>, %y: memref<4xi32>",
     "memref.copy %free, %y : memref<4xi32> to memref<4xi32>\n", "restrict free2", GRN_OK},
    {"two names that C does not tell apart", "%a.b: memref<4xi32>, %a-b: memref<4xi32>",
     "memref.copy %a.b, %a-b : memref<4xi32> to memref<4xi32>\n", "memcpy(a_b2, a_b, 4 * sizeof *a_b2);", GRN_OK},
    {"a loop is called by its dimension", MEM,
     "%n = arith.constant 4 : index\nscf.for %0 = %c0 to %n step %c1 {\n%v = memref.load %x[%0] : memref<4xi32>\n"
     "memref.store %v, %y[%0] : memref<4xi32>\n} {garner.dim = \"batch dim 3 = indices dim 1\"}\n",
     "for (int64_t batch3 = 0; batch3 < 4; batch3++) { /* batch dim 3 = indices dim 1 */", GRN_OK},
    {"a comment cannot be ended", MEM,
     "%n = arith.constant 4 : index\nscf.for %0 = %c0 to %n step %c1 {\n%v = memref.load %x[%0] : memref<4xi32>\n"
     "memref.store %v, %y[%0] : memref<4xi32>\n} {garner.dim = \"x */ y\"}\n",
     "{ /* x *_ y */", GRN_OK},
    /* precedence: a float's sums are not associative */
    {"a - b - c", FMEM, FLOAD "%s = arith.subf %a, %b : f32\n%t = arith.subf %s, %d : f32\n" FSTORE("%t"),
     "*y = *x - x[1] - x[2];", GRN_OK},
    {"a - (b - c)", FMEM, FLOAD "%s = arith.subf %b, %d : f32\n%t = arith.subf %a, %s : f32\n" FSTORE("%t"),
     "*y = *x - (x[1] - x[2]);", GRN_OK},
    {"a + (b + c) is not (a + b) + c", FMEM,
     FLOAD "%s = arith.addf %b, %d : f32\n%t = arith.addf %a, %s : f32\n" FSTORE("%t"), "*y = *x + (x[1] + x[2]);",
     GRN_OK},
    {"a * b + c", FMEM, FLOAD "%s = arith.mulf %a, %b : f32\n%t = arith.addf %s, %d : f32\n" FSTORE("%t"),
     "*y = *x * x[1] + x[2];", GRN_OK},
    {"(a + b) * c", FMEM, FLOAD "%s = arith.addf %a, %b : f32\n%t = arith.mulf %s, %d : f32\n" FSTORE("%t"),
     "*y = (*x + x[1]) * x[2];", GRN_OK},
    {"-(a + b)", FMEM, FLOAD "%s = arith.addf %a, %b : f32\n%t = arith.negf %s : f32\n" FSTORE("%t"),
     "*y = -(*x + x[1]);", GRN_OK},
    {"- of - is no --", FMEM, FLOAD "%s = arith.negf %a : f32\n%t = arith.negf %s : f32\n" FSTORE("%t"), "*y = -(-*x);",
     GRN_OK},
    {"a select within a select", FMEM,
     FLOAD
     "%p = arith.cmpf olt, %a, %b : f32\n%q = arith.cmpf olt, %b, %d : f32\n%s = arith.select %q, %a, %b : f32\n%t = "
     "arith.select %p, %s, %d : f32\n" FSTORE("%t"),
     "? (", GRN_OK},
    /* integers */
    {"a sum that may overflow wraps", MEM, LOAD2 "%s = arith.addi %a, %b : i32\n" STORE("%s"),
     "*y = (int32_t)((uint32_t)*x + (uint32_t)x[1]);", GRN_OK},
    {"one that cannot is plain", MEM,
     LOAD2 "%e = arith.extsi %a : i32 to i64\n%f = arith.extsi %b : i32 to i64\n%s = arith.addi %e, %f : i64\n%t = "
           "arith.trunci %s "
           ": i64 to i32\n" STORE("%t"),
     "(int64_t)*x + x[1]", GRN_OK},
    {"numbers are worked out", MEM,
     "%k = arith.constant 20 : i32\n%l = arith.constant 22 : i32\n%s = arith.addi %k, %l : i32\n" STORE("%s"),
     "*y = 42;", GRN_OK},
    {"the least number is none of C's", MEM, "%k = arith.constant -2147483648 : i32\n" STORE("%k"), "*y = INT32_MIN;",
     GRN_OK},
    {"a quotient by a number needs no helper", MEM,
     LOAD2 "%k = arith.constant 3 : i32\n%s = arith.divsi %a, %k : i32\n" STORE("%s"), "*y = *x / 3;", GRN_OK},
    {"one by -1 does", MEM, LOAD2 "%k = arith.constant -1 : i32\n%s = arith.divsi %a, %k : i32\n" STORE("%s"),
     "divide_i32(*x, -1)", GRN_OK},
    {"held between two numbers", MEM,
     LOAD2 "%k = arith.constant 0 : i32\n%l = arith.constant 9 : i32\n%s = arith.maxsi %a, %k : i32\n%t = arith.minsi "
           "%s, %l : "
           "i32\n" STORE("%t"),
     "a < 0 ? 0 : a > 9 ? 9 : a", GRN_OK},
    {"the larger of a number and itself", MEM, LOAD2 "%t = arith.maxsi %a, %a : i32\n" STORE("%t"), "*y = a;", GRN_OK},
    {"an unsigned comparison", MEM,
     LOAD2 "%p = arith.cmpi ult, %a, %b : i32\n%t = arith.select %p, %a, %b : i32\n" STORE("%t"),
     "(uint32_t)a < (uint32_t)b ? a : b", GRN_OK},
    /* floats */
    {"a short number", FMEM, "%k = arith.constant 0.1 : f32\n" FSTORE("%k"), "*y = 0.1f;", GRN_OK},
    {"a whole one", FMEM, "%k = arith.constant 3.0 : f32\n" FSTORE("%k"), "*y = 3.0f;", GRN_OK},
    {"-0", FMEM, "%k = arith.constant -0.0 : f32\n" FSTORE("%k"), "*y = -0.0f;", GRN_OK},
    {"infinity", FMEM, "%k = arith.constant 0xFF800000 : f32\n" FSTORE("%k"), "*y = -INFINITY;", GRN_OK},
    {"products and sums are kept apart", FMEM,
     FLOAD "%s = arith.mulf %a, %b : f32\n%t = arith.addf %s, %d : f32\n" FSTORE("%t"), "#pragma STDC FP_CONTRACT OFF",
     GRN_OK},
    /* memory */
    {"strides are folded", "%x: memref<4x6x5xi32>, %y: memref<4xi32>",
     "%v = memref.load %x[%c1, %c2, %c3] : memref<4x6x5xi32>\n" STORE("%v"), "*y = x[43];", GRN_OK},
    {"an open extent is a parameter", "%x: memref<?x?xi32>, %y: memref<4xi32>",
     "%n = memref.dim %x, %c1 : memref<?x?xi32>\n%v = arith.index_cast %n : index to i32\n" STORE("%v"),
     "int64_t x_extent0, int64_t x_extent1, int32_t *restrict y", GRN_OK},
    {"a read is not moved over a write", MEM,
     "%a = memref.load %y[%c0] : memref<4xi32>\n%k = arith.constant 1 : i32\nmemref.store %k, %y[%c0] : "
     "memref<4xi32>\nmemref.store %a, %y[%c1] : memref<4xi32>\n",
     "const int32_t a = *y;\n    *y = 1;\n    y[1] = a;", GRN_OK},
    {"memory that nothing reads is not there", MEM,
     "%t = memref.alloc() : memref<4xi32>\nmemref.copy %x, %t : memref<4xi32> to memref<4xi32>\nmemref.copy %x, %y : "
     "memref<4xi32> "
     "to memref<4xi32>\n",
     "{\n    memcpy(y, x, 4 * sizeof *y);\n}", GRN_OK},
    {"nor is memory that only its own next values read", MEM,
     "%t = memref.alloca() : memref<4xi32>\n%n = arith.constant 4 : index\nscf.for %i = %c0 to %n step %c1 {\n%a = "
     "memref.load "
     "%t[%i] : memref<4xi32>\n"
     "%b = arith.addi %a, %a : i32\nmemref.store %b, %t[%i] : memref<4xi32>\n}\nmemref.copy %x, %y : memref<4xi32> to "
     "memref<4xi32>\n",
     "{\n    memcpy(y, x, 4 * sizeof *y);\n}", GRN_OK},
    {"nor are two that only read one another", MEM,
     "%t = memref.alloca() : memref<4xi32>\n%u = memref.alloca() : memref<4xi32>\n%n = arith.constant 4 : "
     "index\nscf.for %i = %c0 "
     "to %n step %c1 {\n"
     "memref.copy %t, %u : memref<4xi32> to memref<4xi32>\nmemref.copy %u, %t : memref<4xi32> to memref<4xi32>\n}\n"
     "memref.copy %x, %y : memref<4xi32> to memref<4xi32>\n",
     "{\n    memcpy(y, x, 4 * sizeof *y);\n}", GRN_OK},
    {"a branch stays with what is in it", MEM,
     "%a = memref.load %x[%c0] : memref<4xi32>\n%k = arith.constant 7 : i32\n%p = arith.cmpi slt, %a, %k : i32\n%t = "
     "memref.alloca() : memref<4xi32>\n"
     "scf.if %p {\nmemref.store %k, %y[%c1] : memref<4xi32>\n} else {\nmemref.store %k, %t[%c1] : memref<4xi32>\n}\n",
     "    if (*x < 7) {\n        y[1] = 7;\n    }\n}", GRN_OK},
    {"two variables of one name are two", MEM,
     "%a = memref.load %x[%c0] : memref<4xi32>\n%k = arith.constant 7 : i32\n%p = arith.cmpi slt, %a, %k : i32\n"
     "%r = scf.if %p -> i32 {\n%v = memref.load %x[%c1] : memref<4xi32>\n%w = arith.muli %v, %v : i32\nscf.yield %w : "
     "i32\n} else "
     "{\n"
     "%v = memref.load %x[%c2] : memref<4xi32>\n%w = arith.muli %v, %v : i32\nmemref.store %w, %y[%c2] : "
     "memref<4xi32>\nscf.yield "
     "%k : i32\n}\n" STORE("%r"),
     "const int32_t v = x[1];\n", GRN_OK},
    {"what is read is noted where it is", MEM,
     "%a = memref.load %x[%c1] {garner.note = \"x[1], the second\"} : memref<4xi32>\n" STORE("%a"),
     "*y = x[1]; /* x[1], the second */", GRN_OK},
    {"an index is called so", "%index: memref<4xi32>, %y: memref<4xi32>",
     "memref.copy %index, %y : memref<4xi32> to memref<4xi32>\n", "const int32_t *restrict index,", GRN_OK},
    {"a result without a name", MEM ", %0: memref<4xi32>", "memref.copy %x, %0 : memref<4xi32> to memref<4xi32>\n",
     "int32_t *restrict arg2", GRN_OK},
    {"a few short copies are no loop", "%x: memref<9x4xi32>, %y: memref<9x4xi32>",
     "%n = arith.constant 9 : index\nscf.for %i = %c0 to %n step %c3 {\nscf.for %k = %c1 to %c3 step %c1 {\n%j = "
     "arith.addi %i, %k "
     ": index\n"
     "%s = memref.subview %x[%j, 0] [1, 4] [1, 1] : memref<9x4xi32> to memref<4xi32, strided<[1], offset: ?>>\n"
     "%d = memref.subview %y[%k, 0] [1, 4] [1, 1] : memref<9x4xi32> to memref<4xi32, strided<[1], offset: ?>>\n"
     "memref.copy %s, %d : memref<4xi32, strided<[1], offset: ?>> to memref<4xi32, strided<[1], offset: ?>>\n} "
     "{garner.dim = "
     "\"window dim 0\"}\n}\n",
     "        const int64_t j = i + 1; /* window dim 0, from 1 to 2 */\n        memcpy(y + 4, x + j * 4, 4 * sizeof "
     "*y);\n        "
     "const int64_t j2 = i + 2;\n"
     "        memcpy(y + 8, x + j2 * 4, 4 * sizeof *y);\n    }\n}",
     GRN_OK},
    /* prefetches */
    {"a table larger than a cache is asked for ahead",
     "%x: memref<4096xi32>, %t: memref<4194304xi32>, %y: memref<4096xi32>",
     "%n = arith.constant 4096 : index\nscf.for %i = %c0 to %n step %c1 {\n%v = memref.load %x[%i] : "
     "memref<4096xi32>\n%j = "
     "arith.index_cast %v : i32 to index\n%e = memref.load %t[%j] : memref<4194304xi32>\nmemref.store %e, %y[%i] : "
     "memref<4096xi32>\n}\n",
     "        if (i + 128 < 4096) {\n            const int64_t later = i + 128;\n            PREFETCH(&t[x[later]]);\n "
     "       }\n",
     GRN_OK},
    {"one that stays in a cache is not", "%x: memref<4096xi32>, %t: memref<65536xi32>, %y: memref<4096xi32>",
     "%n = arith.constant 4096 : index\nscf.for %i = %c0 to %n step %c1 {\n%v = memref.load %x[%i] : "
     "memref<4096xi32>\n%j = "
     "arith.index_cast %v : i32 to index\n%e = memref.load %t[%j] : memref<65536xi32>\nmemref.store %e, %y[%i] : "
     "memref<4096xi32>\n}\n",
     "++) {\n        y[i] = t[x[i]];\n    }\n}", GRN_OK},
    {"nor one whose places the loop writes", "%x: memref<4096xi32>, %t: memref<4194304xi32>, %y: memref<4096xi32>",
     "%n = arith.constant 4096 : index\nscf.for %i = %c0 to %n step %c1 {\n%v = memref.load %x[%i] : "
     "memref<4096xi32>\n%j = "
     "arith.index_cast %v : i32 to index\n%e = memref.load %t[%j] : memref<4194304xi32>\nmemref.store %e, %y[%i] : "
     "memref<4096xi32>\nmemref.store %e, %x[%i] : memref<4096xi32>\n}\n",
     "++) {\n        const int32_t e = t[x[i]];", GRN_OK},
    {"nor where nothing of the loop is needed", "%x: memref<4096xi32>, %t: memref<4194304xi32>, %y: memref<4096xi32>",
     "%u = memref.alloca() : memref<4096xi32>\n"
     "%n = arith.constant 4096 : index\nscf.for %i = %c0 to %n step %c1 {\n%v = memref.load %x[%i] : "
     "memref<4096xi32>\n%j = "
     "arith.index_cast %v : i32 to index\n%e = memref.load %t[%j] : memref<4194304xi32>\nmemref.store %e, %u[%i] : "
     "memref<4096xi32>\n}\n",
     "{\n    (void)x;\n    (void)t;\n    (void)y;\n}", GRN_OK},
    {"a row is asked for line by line", "%x: memref<4096xi32>, %t: memref<65536x64xi32>, %y: memref<4096x64xi32>",
     "%n = arith.constant 4096 : index\nscf.for %i = %c0 to %n step %c1 {\n%v = memref.load %x[%i] : "
     "memref<4096xi32>\n%j = "
     "arith.index_cast %v : i32 to index\n"
     "%s = memref.subview %t[%j, 0] [1, 64] [1, 1] : memref<65536x64xi32> to memref<64xi32, strided<[1], offset: ?>>\n"
     "%d = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<4096x64xi32> to memref<64xi32, strided<[1], offset: ?>>\n"
     "memref.copy %s, %d : memref<64xi32, strided<[1], offset: ?>> to memref<64xi32, strided<[1], offset: ?>>\n}\n",
     "for (int64_t line = 0; line < 64; line += 16) {\n                PREFETCH(t + (int64_t)j * 64 + line);", GRN_OK},
    /* elements in blocks */
    {"elements are taken as they are while indices are in range", TAKEN(100, 1000),
     TAKE(100, 1000,
          HELD("maxsi", "%c0", "minsi",
               "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : memref<100xi32>\n"),
     "    int64_t i = 0;\n    UNROLL\n    for (; i < 100; i++) { /* as long as all is in range */\n        const "
     "int32_t j = "
     "x[i];\n        if (j < 0 || j > 999)\n"
     "            break;\n        y[i] = t[j];\n    }\n    for (; i < 100; i++) {\n        const int32_t j = x[i];\n   "
     "     y[i] = "
     "t[j < 0 ? 0 : j > 999 ? 999 : j];\n    }\n}",
     GRN_OK},
    {"a minimum first is the same", TAKEN(100, 1000),
     TAKE(100, 1000,
          HELD("minsi", "%k999", "maxsi",
               "%c2") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : memref<100xi32>\n"),
     "        if (j < 2 || j > 999)\n            break;\n        y[i] = t[j];\n", GRN_OK},
    {"of three bounds two are", TAKEN(100, 1000),
     TAKE(100, 1000,
          HELD("maxsi", "%c0", "minsi", "%k999") "%z = arith.maxsi %h, %c3 : index\n%e = memref.load %t[%z] : "
                                                 "memref<1000xi32>\nmemref.store %e, %y[%i] : memref<100xi32>\n"),
     "        if (j < 0 || j > 999)\n            break;\n        y[i] = t[j > 3 ? j : 3];\n", GRN_OK},
    {"of many, a block at a time", TAKEN(1000, 1000),
     TAKE(1000, 1000,
          HELD("maxsi", "%c0", "minsi",
               "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : memref<1000xi32>\n"),
     "    for (int64_t block = 0; block < 1000; block += 64) {\n        const int64_t end = 1000 - block < 64 ? 1000 : "
     "block + "
     "64;\n        int64_t i = block;\n"
     "        UNROLL\n        for (; i < end; i++) {",
     GRN_OK},
    {"of a few there is one loop", TAKEN(31, 1000),
     TAKE(31, 1000,
          HELD("maxsi", "%c0", "minsi",
               "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : memref<31xi32>\n"),
     "{\n    for (int64_t i = 0; i < 31; i++) {\n", GRN_OK},
    {"where the least is more than the most, all is held", TAKEN(100, 1000),
     TAKE(100, 1000,
          HELD("maxsi", "%c3", "minsi",
               "%c1") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : memref<100xi32>\n"),
     "    for (int64_t i = 0; i < 100; i++) {\n        y[i] = t[1];\n    }\n}", GRN_OK},
    {"one half that has another use is no half", TAKEN(100, 1000),
     TAKE(100, 1000,
          HELD("maxsi", "%c0", "minsi", "%k999") "%z = arith.addi %g, %h : index\n%e = memref.load %t[%z] : "
                                                 "memref<1000xi32>\nmemref.store %e, %y[%i] : memref<100xi32>\n"),
     "{\n    for (int64_t i = 0; i < 100; i++) {\n", GRN_OK},
    {"elements that are not stored side by side are not",
     "%x: memref<100xi32>, %t: memref<1000xi32>, %y: memref<100x2xi32>",
     TAKE(
         100, 1000,
         HELD(
             "maxsi", "%c0", "minsi",
             "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i, %c1] : memref<100x2xi32>\n"),
     "{\n    for (int64_t i = 0; i < 100; i++) {\n", GRN_OK},
    {"nor those of memory that is written to", TAKEN(100, 1000),
     TAKE(100, 1000,
          HELD("maxsi", "%c0", "minsi",
               "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : "
                        "memref<100xi32>\n") "memref.store %k999_i32, %t[%c0] : memref<1000xi32>\n",
     "{\n    for (int64_t i = 0; i < 100; i++) {\n", GRN_OK},
    {"a large result is stored past the cache", TAKEN(1048576, 1000),
     TAKE(1048576, 1000,
          HELD("maxsi", "%c0", "minsi",
               "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : memref<1048576xi32>\n"),
     "            taken[i - block] = t[j < 0 ? 0 : j > 999 ? 999 : j];\n        }\n        stream_lines(&y[block], "
     "taken, sizeof "
     "taken);\n    }\n    stream_end();\n}",
     GRN_OK},
    {"as far as there is something to store", TAKEN(1048577, 1000),
     TAKE(1048577, 1000,
          HELD("maxsi", "%c0", "minsi",
               "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : memref<1048577xi32>\n"),
     "stream_lines(&y[block], taken, (size_t)(end - block) * sizeof *taken);", GRN_OK},
    {"unless it is read again", TAKEN(1048576, 1000) ", %z: memref<1048576xi32>",
     TAKE(1048576, 1000,
          HELD("maxsi", "%c0", "minsi",
               "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%i] : "
                        "memref<1048576xi32>\n") "memref.copy %y, %z : memref<1048576xi32> to memref<1048576xi32>\n",
     "            y[i] = t[j];\n", GRN_OK},
    {"nor where threads are", "%x: memref<524288xi32>, %t: memref<1000xi32>, %y: memref<2x524288xi32>",
     "scf.parallel (%p) = (%c0) to (%c2) step (%c1) {\n" TAKE(
         524288, 1000,
         HELD("maxsi", "%c0", "minsi",
              "%k999") "%e = memref.load %t[%h] : memref<1000xi32>\nmemref.store %e, %y[%p, %i] : "
                       "memref<2x524288xi32>\n") "scf.reduce\n}\n",
     "                y[p * 524288 + i] = t[j];\n", GRN_OK},
    {"rows of a far table to a large result are, too",
     "%x: memref<16384xi32>, %t: memref<65536x64xi32>, %y: memref<16384x64xi32>", TAKE_ROWS(16384, 64),
     "        stream_lines(y + i * 64, t + (int64_t)j * 64, 64 * sizeof *y);\n    }\n    stream_end();\n}", GRN_OK},
    {"not those of a line", "%x: memref<65536xi32>, %t: memref<65536x18xi32>, %y: memref<65536x18xi32>",
     TAKE_ROWS(65536, 18), "        copy_lines(y + i * 18, t + (int64_t)j * 18, 18 * sizeof *y);\n    }\n}", GRN_OK},
    /* refusals */
    {"an op that has no row", MEM, "%v = \"other.op\"() : () -> i32\n" STORE("%v"), "'other.op'", GRN_E_UNSUPPORTED},
    {"an integer of three bits", "%x: memref<4xi3>, %y: memref<4xi32>", "", "i3", GRN_E_UNSUPPORTED},
};

static grn_status emit(const claim *c, program_text *out, notes *n)
{
    char text[8192];
    grn_module *module = NULL;
    const grn_diag diag = notes_diag(n);
    const grn_sink sink = {program_append, out};
    snprintf(text, sizeof text,
             "func.func @f(%s) {\n%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n%%c2 = "
             "arith.constant 2 : index\n"
             "%%c3 = arith.constant 3 : index\n%sreturn\n}\n",
             c->arguments, c->body);
    grn_status status =
        grn_module_parse(text, strlen(text), &(grn_module_options){.allow_unregistered = true}, &diag, &module);
    if (status == GRN_OK)
        status = grn_module_emit(module, NULL, &diag, &sink);
    grn_module_destroy(module);
    return status;
}

static void ops_are_written_as_c_has_them(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        program_text out = {.n = 0};
        notes n = {0};
        const grn_status status = emit(&claims[i], &out, &n);
        const char *said = claims[i].status == GRN_OK ? out.at : n.first;
        if (status == claims[i].status && strstr(said, claims[i].want) && (status == GRN_OK || out.n == 0))
            continue;
        wrong++;
        print_error("%s: %s, '%s'; '%s' is expected in\n%s\n", claims[i].claim, grn_status_name(status), n.first,
                    claims[i].want, out.at);
    }
    assert_int_equal(wrong, 0);
}

static grn_status emit_text(const char *text, program_text *out)
{
    grn_module *module = NULL;
    const grn_sink sink = {program_append, out};
    grn_status status = grn_module_parse(text, strlen(text), NULL, NULL, &module);
    if (status == GRN_OK)
        status = grn_module_emit(module, NULL, NULL, &sink);
    grn_module_destroy(module);
    return status;
}

/* Of hundreds of variables, the one that is needed is the one that is written. */
static void variables_are_told_apart(void **state)
{
    static char text[65536];
    program_text out = {.n = 0};
    size_t n = (size_t)snprintf(text, sizeof text, "func.func @f(%%x: memref<4xi32>, %%y: memref<4xi32>) {\n");
    (void)state;
    for (int i = 0; i < 400; i++)
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "%%t%d = memref.alloca() : memref<4xi32>\nmemref.copy %%x, %%t%d : memref<4xi32> to memref<4xi32>\n"
            "memref.copy %%t%d, %%t%d : memref<4xi32> to memref<4xi32>\n",
            i, i, i, i);
    snprintf(text + n, sizeof text - n,
             "%%u = memref.alloca() : memref<4xi32>\nmemref.copy %%x, %%u : memref<4xi32> to memref<4xi32>\n"
             "memref.copy %%u, %%y : memref<4xi32> to memref<4xi32>\nreturn\n}\n");
    assert_int_equal(emit_text(text, &out), GRN_OK);
    assert_non_null(
        strstr(out.at, "{\n    int32_t u[4];\n    memcpy(u, x, 4 * sizeof *u);\n    memcpy(y, u, 4 * sizeof *y);\n}"));
}

/* Words that C, libc or the text itself has a use for. */
static void functions_are_not_called_as_libc_has_it(void **state)
{
    static const struct {
        const char *name, *want;
    } names[] = {{"main", "void main_("},
                 {"index", "void index_("},
                 {"memcpy", "void memcpy_("},
                 {"PREFETCH", "void PREFETCH_("},
                 {"while", "void while_("},
                 {"take", "void take("},
                 {"divide_i32", "void divide_i32_("},
                 {"copy_lines", "void copy_lines_("},
                 {"stream_end", "void stream_end_("},
                 {"UNROLL", "void UNROLL_("},
                 {"read_npy", "void read_npy_("},
                 {"sum", "void sum("},
                 {"9", "void v9("}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[256];
        program_text out = {.n = 0};
        snprintf(text, sizeof text,
                 "func.func @\"%s\"(%%x: memref<4xi32>, %%y: memref<4xi32>) {\nmemref.copy %%x, %%y : memref<4xi32> to "
                 "memref<4xi32>\nreturn\n}\n",
                 names[i].name);
        assert_int_equal(emit_text(text, &out), GRN_OK);
        if (!strstr(out.at, names[i].want))
            fail_msg("@%s: '%s' is expected in\n%s", names[i].name, names[i].want, out.at);
    }
}

/* Compilers warn of a number that is compared with itself, and of a function that nobody calls. */
static void what_needs_nothing_takes_nothing(void **state)
{
    static const char text[] = "func.func @f(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {\n"
                               "%b = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>\n"
                               "%e = stablehlo.compare EQ, %b, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n"
                               "%l = stablehlo.compare LT, %b, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n"
                               "return %e, %l : tensor<4xi1>, tensor<4xi1>\n}\n";
    program_text out = {.n = 0};
    (void)state;
    assert_int_equal(emit_text(text, &out), GRN_OK);
    assert_non_null(strstr(out.at, "e[i] = 1;"));
    assert_non_null(strstr(out.at, "l[i] = 0;"));
    assert_null(strstr(out.at, "bits_f32"));
    assert_null(strstr(out.at, "memcpy(&bits"));
}

/* Nothing comes before all is well. */
static grn_status refuse(void *user, const char *text, size_t bytes)
{
    (void)text, (void)bytes;
    ++*(int *)user;
    return GRN_E_SINK;
}

static void a_sink_ends_it(void **state)
{
    static const char text[] = "func.func @f(%x: memref<4xi32>, %y: memref<4xi32>) {\nmemref.copy %x, %y : "
                               "memref<4xi32> to memref<4xi32>\nreturn\n}\n";
    grn_module *module = NULL;
    int calls = 0;
    (void)state;
    assert_int_equal(grn_module_parse(text, sizeof text - 1, NULL, NULL, &module), GRN_OK);
    assert_int_equal(grn_module_emit(module, NULL, NULL, &(grn_sink){refuse, &calls}), GRN_E_SINK);
    assert_int_equal(calls, 1);
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ops_are_written_as_c_has_them),
        cmocka_unit_test(variables_are_told_apart),
        cmocka_unit_test(functions_are_not_called_as_libc_has_it),
        cmocka_unit_test(what_needs_nothing_takes_nothing),
        cmocka_unit_test(a_sink_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
