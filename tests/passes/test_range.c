/*
 * test_range.c - intervals of integers.
 *
 * A table of claims: a value and the interval that follows by hand from StableHLO's definition of
 * each op. And random programs that are run: no element of any value is outside of the interval
 * that was claimed for it.
 *
 * GARNER_RANDOM_CASES: how many random programs (400). GARNER_SEED: where to begin; a failure
 * prints its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interp/interp.h"
#include "passes/range.h"
#include "support/programs.h"

enum { BUDGET = 1 << 20, MOST_TEXT = 1 << 14 };
#define NONE (-1) /* no dim: all elements */

/* ---- claims ---------------------------------------------------------------------------------- */

/* clang-format off */
/* `body` defines %r of type `type` from %x: tensor<4xi32>, %y: tensor<4xi8>, %u: tensor<4xui8>, %p:
 * tensor<4xi1>, %w: tensor<4xui64>, %f: tensor<4xf32>, %q: tensor<4xi64>. */
static const struct {
    const char *claim, *type, *body;
    int32_t dim;
    int64_t at, low, high;
} rows[] = {
#define I32 "4xi32"
#define C(name, value, type) "%" name " = stablehlo.constant dense<" value "> : tensor<" type ">\n"
#define OP(name, op, operands, type) "%" name " = stablehlo." op " " operands " : tensor<" type ">\n"
#define LT(name, a, b, type)                                                                                            \
    "%" name " = stablehlo.compare LT, " a ", " b " : (tensor<" type ">, tensor<" type ">) -> tensor<4xi1>\n"
#define COMPARE(direction, type)                                                                                        \
    "%c = stablehlo.compare " direction ", %x, %k : (tensor<" type ">, tensor<" type ">) -> tensor<4xi1>\n"
#define SELECT(a, b, type) "%r = stablehlo.select %c, " a ", " b " : tensor<4xi1>, tensor<" type ">\n"
#define TO(op, from, more, to) "%r = stablehlo." op " " more " : (tensor<" from ">) -> tensor<" to ">\n"
    {"an argument has its type's range", I32, OP("r", "maximum", "%x, %x", I32), NONE, 0, INT32_MIN, INT32_MAX},
    {"a narrow type's", "4xi8", OP("r", "maximum", "%y, %y", "4xi8"), NONE, 0, -128, 127},
    {"an unsigned type's begins at 0", "4xui8", OP("r", "maximum", "%u, %u", "4xui8"), NONE, 0, 0, 255},
    {"a bool is 0 or 1", "4xi1", OP("r", "and", "%p, %p", "4xi1"), NONE, 0, 0, 1},
    {"the elements of a constant", I32, C("r", "[3, -7, 5, 0]", I32), NONE, 0, -7, 5},
    {"one of them", I32, C("r", "[3, -7, 5, 0]", I32), 0, 1, -7, -7},
    {"a column of a constant", "2x2xi32", C("r", "[[1, 20], [3, 40]]", "2x2xi32"), 1, 1, 20, 40},
    {"a row of a constant", "2x2xi32", C("r", "[[1, 20], [3, 40]]", "2x2xi32"), 0, 1, 3, 40},
    {"a splat", "4x5xi32", C("r", "-6", "4x5xi32"), 1, 3, -6, -6},
    {"an unsigned constant", "2xui8", C("r", "[200, 255]", "2xui8"), NONE, 0, 200, 255},
    {"an iota", "3x5xi32", "%r = stablehlo.iota dim = 1 : tensor<3x5xi32>\n", NONE, 0, 0, 4},
    {"an iota at a place along its dim", "3x5xi32", "%r = stablehlo.iota dim = 1 : tensor<3x5xi32>\n", 1, 2, 2, 2},
    {"at a place along another dim", "3x5xi32", "%r = stablehlo.iota dim = 1 : tensor<3x5xi32>\n", 0, 2, 0, 4},
    {"an iota that its type cannot count", "300xi8", "%r = stablehlo.iota dim = 0 : tensor<300xi8>\n", NONE, 0, -128, 127},
    {"a clamp", I32, C("a", "2", "i32") C("b", "9", "i32")
     "%r = stablehlo.clamp %a, %x, %b : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>\n", NONE, 0, 2, 9},
    {"a clamp whose ends are the wrong way around gives the upper", I32, C("a", "9", "i32") C("b", "2", "i32")
     "%r = stablehlo.clamp %a, %x, %b : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>\n", NONE, 0, 2, 2},
    {"minimum and maximum", I32, C("a", "9", I32) C("b", "0", I32) OP("c", "minimum", "%x, %a", I32)
     OP("r", "maximum", "%c, %b", I32), NONE, 0, 0, 9},
    {"a remainder has the dividend's sign", I32, C("n", "10", I32) OP("r", "remainder", "%x, %n", I32), NONE, 0, -9, 9},
    {"of what is not negative", "4xui8", C("n", "10", "4xui8") OP("r", "remainder", "%u, %n", "4xui8"), NONE, 0, 0, 9},
    {"by what may be negative", I32, C("n", "[10, 10, -10, 10]", I32) OP("r", "remainder", "%x, %n", I32), NONE, 0, INT32_MIN,
     INT32_MAX},
    {"by a negative number", I32, C("n", "-10", I32) OP("r", "remainder", "%x, %n", I32), NONE, 0, INT32_MIN, INT32_MAX},
    {"of a number that is smaller", I32, C("n", "10", I32) C("m", "[2, 3, 4, 5]", I32) OP("r", "remainder", "%m, %n", I32), NONE, 0, 0, 5},
    {"of a ui64", "4xui64", C("n", "10", "4xui64") OP("r", "remainder", "%w, %n", "4xui64"), NONE, 0, 0, 9},
    {"a sum", I32, C("a", "[1, 2, 3, 4]", I32) C("b", "[-10, 10, 20, 30]", I32) OP("r", "add", "%a, %b", I32), NONE, 0, -9, 34},
    {"a sum that may not fit", "4xi8", C("a", "1", "4xi8") OP("r", "add", "%y, %a", "4xi8"), NONE, 0, -128, 127},
    {"a sum that may not fit into 64 bits", "4xi64", C("a", "1", "4xi64") OP("r", "add", "%q, %a", "4xi64"), NONE, 0, INT64_MIN, INT64_MAX},
    {"a difference", I32, C("a", "[1, 2, 3, 4]", I32) C("b", "[-10, 10, 20, 30]", I32) OP("r", "subtract", "%a, %b", I32), NONE, 0, -29, 14},
    {"a difference below zero of an unsigned type", "4xui8", C("a", "1", "4xui8") OP("r", "subtract", "%u, %a", "4xui8"), NONE, 0, 0, 255},
    {"a product of ends", I32, C("a", "[-2, 0, 0, 3]", I32) C("b", "[-10, 0, 0, 4]", I32) OP("r", "multiply", "%a, %b", I32), NONE, 0, -30, 20},
    {"a product that may not fit", "4xi8", C("a", "2", "4xi8") OP("r", "multiply", "%y, %a", "4xi8"), NONE, 0, -128, 127},
    {"a quotient", "4xi8", C("a", "4", "4xi8") OP("r", "divide", "%y, %a", "4xi8"), NONE, 0, -32, 31},
    {"a ui64 over an end that is not known", "4xui64", C("a", "4", "4xui64") OP("r", "divide", "%w, %a", "4xui64"), NONE, 0, 0, INT64_MAX},
    {"bits of a number", I32, C("a", "1023", I32) OP("r", "and", "%x, %a", I32), NONE, 0, 0, 1023},
    {"bits of a negative number", I32, C("a", "-4", I32) OP("r", "and", "%x, %a", I32), NONE, 0, INT32_MIN, INT32_MAX},
    {"a wider type", "4xi64", TO("convert", "4xi8", "%y", "4xi64"), NONE, 0, -128, 127},
    {"a narrower type that holds it", "4xi8", C("a", "[100, -3, 0, 7]", I32) TO("convert", I32, "%a", "4xi8"), NONE, 0, -3, 100},
    {"one that does not", "4xi8", C("a", "[300, 0, 0, 0]", I32) TO("convert", I32, "%a", "4xi8"), NONE, 0, -128, 127},
    {"a negative number as an unsigned one", "4xui8", TO("convert", "4xi8", "%y", "4xui8"), NONE, 0, 0, 255},
    {"a bool as an integer", I32, TO("convert", "4xi1", "%p", I32), NONE, 0, 0, 1},
    {"a float as an integer", I32, TO("convert", "4xf32", "%f", I32), NONE, 0, INT32_MIN, INT32_MAX},
    {"a ui64 as an i64", "4xi64", TO("convert", "4xui64", "%w", "4xi64"), NONE, 0, INT64_MIN, INT64_MAX},
    {"either of two", I32, C("a", "3", I32) C("b", "-5", I32) "%r = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xi32>\n",
     NONE, 0, -5, 3},
    {"negative indices from the end, of indices in range", "4xi8",
     C("l", "-10", "4xi8") C("h", "9", "4xi8") OP("m", "maximum", "%y, %l", "4xi8") OP("i", "minimum", "%m, %h", "4xi8")
     C("z", "0", "4xi8") C("n", "10", "4xi8") LT("c", "%i", "%z", "4xi8") OP("s", "add", "%i, %n", "4xi8")
     SELECT("%s", "%i", "4xi8"), NONE, 0, 0, 9},
    {"of indices that are not", I32,
     C("z", "0", I32) C("n", "10", I32) LT("c", "%x", "%z", I32) OP("s", "add", "%x, %n", I32) SELECT("%s", "%x", I32), NONE, 0,
     INT32_MIN + 10LL, INT32_MAX},
    {"the other way around", "4xi8",
     C("z", "0", "4xi8") C("n", "100", "4xi8") "%c = stablehlo.compare GE, %y, %z : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>\n"
     OP("s", "add", "%n, %y", "4xi8") SELECT("%y", "%s", "4xi8"), NONE, 0, -28, 127},
    {"the compared on the right", "4xi8",
     C("z", "0", "4xi8") C("n", "100", "4xi8") "%c = stablehlo.compare GT, %z, %y : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>\n"
     OP("s", "add", "%y, %n", "4xi8") SELECT("%s", "%y", "4xi8"), NONE, 0, -28, 127},
    {"a difference where it is great", "4xi8",
     C("k", "50", "4xi8") "%c = stablehlo.compare GE, %y, %k : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>\n"
     OP("s", "subtract", "%y, %k", "4xi8") SELECT("%s", "%k", "4xi8"), NONE, 0, 0, 77},
    {"an arm that is never taken", "4xui8",
     C("z", "0", "4xui8") C("k", "7", "4xui8") LT("c", "%u", "%z", "4xui8") SELECT("%u", "%k", "4xui8"), NONE, 0, 7, 7},
    {"equal to a constant", I32, C("k", "5", I32) COMPARE("EQ", I32) SELECT("%x", "%k", I32), NONE, 0, 5, 5},
    {"the sum of another value says nothing", "4xi8",
     C("z", "0", "4xi8") C("n", "100", "4xi8") LT("c", "%y", "%z", "4xi8") OP("o", "maximum", "%y, %z", "4xi8")
     OP("s", "add", "%o, %n", "4xi8") SELECT("%s", "%y", "4xi8"), NONE, 0, -128, 127},
    {"a component of joined tensors", "4x2xi32",
     C("a", "7", "4x1xi32") "%b = stablehlo.reshape %x : (tensor<4xi32>) -> tensor<4x1xi32>\n"
     "%r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>\n", 1, 0, 7, 7},
    {"the other component", "4x2xi32",
     C("a", "7", "4x1xi32") "%b = stablehlo.reshape %x : (tensor<4xi32>) -> tensor<4x1xi32>\n"
     "%r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>\n", 1, 1, INT32_MIN, INT32_MAX},
    {"all of joined tensors", "3xi32",
     C("a", "7", "2xi32") C("b", "-2", "1xi32")
     "%r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>\n", NONE, 0, -2, 7},
    {"a column of tensors joined by rows", "2x2xi32",
     C("a", "[[1, 20]]", "1x2xi32") C("b", "[[3, 40]]", "1x2xi32")
     "%r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>\n", 1, 1, 20, 40},
    {"a reshape keeps a dim with what is within", "4x1x2xi32",
     C("a", "[[1, 20], [3, 40], [5, 60], [7, 80]]", "4x2xi32") TO("reshape", "4x2xi32", "%a", "4x1x2xi32"), 2, 1, 20, 80},
    {"a dim of the same extent with other elements within", "2x4xi32",
     C("a", "[[1, 20], [3, 40], [5, 60], [7, 80]]", "4x2xi32") TO("reshape", "4x2xi32", "%a", "2x4xi32"), 1, 1, 1, 80},
    {"a broadcast along a dim", "3x2xi32",
     C("a", "[1, 20]", "2xi32") "%r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>\n", 1, 1, 20, 20},
    {"across it", "3x2xi32",
     C("a", "[1, 20]", "2xi32") "%r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>\n", 0, 1, 1, 20},
    {"a transpose", "2x3xi32", C("a", "[[1, 20], [3, 40], [5, 60]]", "3x2xi32")
     "%r = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>\n", 0, 1, 20, 60},
    {"a slice", "2xi32", C("a", "[1, 20, 3, 40]", I32)
     "%r = stablehlo.slice %a [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>\n", 0, 1, 40, 40},
    {"a reverse", I32, C("a", "[1, 20, 3, 40]", I32) OP("r", "reverse", "%a, dims = [0]", I32), 0, 0, 40, 40},
    {"padding", "6xi32", C("a", "[1, 20, 3, 40]", I32) C("k", "-1", "i32")
     "%r = stablehlo.pad %a, %k, low = [1], high = [1], interior = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<6xi32>\n", NONE, 0, -1, 40},
    {"what is gathered", "3xi32", C("a", "[1, 20, 3, 40]", I32) C("i", "[[9], [0], [1]]", "3x1xi32")
     "%r = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], "
     "index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<3x1xi32>) -> tensor<3xi32>\n", NONE, 0, 1, 40},
};
/* clang-format on */

static grn_module *parse(const char *body, const char *type)
{
    char text[MOST_TEXT];
    grn_module *m = NULL;
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    snprintf(text, sizeof text,
             "func.func @f(%%x: tensor<4xi32>, %%y: tensor<4xi8>, %%u: tensor<4xui8>, %%p: tensor<4xi1>, %%w: "
             "tensor<4xui64>,\n"
             "  %%f: tensor<4xf32>, %%q: tensor<4xi64>) -> tensor<%s> {\n%sreturn %%r : tensor<%s>\n}\n",
             type, body, type);
    if (grn_module_parse(text, strlen(text), NULL, &diag, &m) != GRN_OK || grn_module_verify(m, &diag) != GRN_OK)
        fail_msg("%s\n%s", n.first, text);
    return m;
}

static const grn_op *function_of(const grn_module *m) { return m->ir.top->regions[0].first->first; }
static const grn_op *return_of(const grn_module *m) { return grn_block_terminator(function_of(m)->regions[0].first); }

static void claims_hold(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        grn_module *m = parse(rows[i].body, rows[i].type);
        int64_t left = BUDGET;
        grn_range r = {0, 0};
        bool known = grn_range_of(return_of(m)->operands[0], rows[i].dim, rows[i].at, &left, &r);
        if (!known || r.low != rows[i].low || r.high != rows[i].high) {
            print_error("%s: [%lld, %lld], expected [%lld, %lld]\n", rows[i].claim, (long long)r.low, (long long)r.high,
                        (long long)rows[i].low, (long long)rows[i].high);
            wrong++;
        }
        grn_module_destroy(m);
    }
    assert_int_equal(wrong, 0);
}

static void floats_have_none(void **state)
{
    grn_module *m = parse("%r = stablehlo.add %f, %f : tensor<4xf32>\n", "4xf32");
    int64_t left = BUDGET;
    grn_range r;
    (void)state;
    assert_false(grn_range_of(return_of(m)->operands[0], NONE, 0, &left, &r));
    grn_module_destroy(m);
}

/* ---- what it costs --------------------------------------------------------------------------- */

static void constants_are_read_within_the_budget(void **state)
{
    grn_module *m = parse(C("r", "[3, -7, 5, 0]", I32), I32);
    grn_range r;
    (void)state;
    for (int64_t left = 3, i = 0; i < 2; i++, left = 4) {
        int64_t given = left;
        assert_true(grn_range_of(return_of(m)->operands[0], NONE, 0, &left, &r));
        assert_int_equal(r.high, given == 4 ? 5 : INT32_MAX);
        assert_int_equal(left, given == 4 ? 0 : 3);
    }
    grn_module_destroy(m);
}

/* %r is the last of `n` ops of one value each used twice: 2^n ways to the first. */
static grn_module *chain(const char *op, int n)
{
    char body[MOST_TEXT] = C("v0", "0", I32);
    for (int i = 1; i <= n; i++) {
        size_t at = strlen(body);
        snprintf(body + at, sizeof body - at, "%%%s%d = stablehlo.%s %%v%d, %%v%d : tensor<4xi32>\n",
                 i == n ? "r" : "v", i, op, i - 1, i - 1);
    }
    size_t at = strlen(body);
    snprintf(body + at, sizeof body - at, "%%r = stablehlo.add %%r%d, %%r%d : tensor<4xi32>\n", n, n);
    return parse(body, I32);
}

static void a_value_used_twice_does_not_double_the_work(void **state)
{
    grn_range r;
    (void)state;
    for (int n = 4; n <= 100; n += 96) {
        grn_module *m = chain("add", n);
        int64_t left = BUDGET;
        assert_true(grn_range_of(return_of(m)->operands[0], NONE, 0, &left, &r));
        assert_int_equal(r.high, n == 4 ? 0 : INT32_MAX); /* sums of zeros; past the limits, an i32 */
        assert_true(left > BUDGET - 1000);
        grn_module_destroy(m);
    }
}

/* ---- random programs ------------------------------------------------------------------------- */

enum { MOST_VALUES = 24 };

typedef struct text {
    char at[MOST_TEXT], types[MOST_TEXT / 4];
    size_t n;
} text;

static void say(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->n += (size_t)vsnprintf(t->at + t->n, sizeof t->at - t->n, format, args);
    va_end(args);
    assert_true(t->n < sizeof t->at);
}

typedef struct source {
    uint64_t state;
    const char *type; /* of elements */
    bool is_unsigned;
} source;

static uint64_t below_any(source *s, uint64_t n)
{
    const random_source r = random_from_seed(&s->state);
    return r.next(r.user, n);
}

static int below(source *s, int n) { return (int)below_any(s, (uint64_t)n); }

static int number(source *s) { return s->is_unsigned ? below(s, 12) : below(s, 24) - 12; }

/* %v<i>, of [4, 2], from those before. */
static void say_value(text *t, source *s, int i)
{
    static const char *const binary[] = {"add", "subtract", "multiply", "minimum", "maximum", "and"};
    static const char *const compare[] = {"LT", "LE", "GT", "GE", "EQ", "NE"};
    const char *e = s->type;
    int a = below(s, i), b = below(s, i), k = number(s);
    switch (below(s, 8)) {
    case 0:
        say(t, "%%v%d = stablehlo.constant dense<[[%d, %d], [%d, %d], [%d, %d], [%d, %d]]> : tensor<4x2x%s>\n", i,
            number(s), number(s), number(s), number(s), number(s), number(s), number(s), number(s), e);
        break;
    case 1: say(t, "%%v%d = stablehlo.iota dim = %d : tensor<4x2x%s>\n", i, below(s, 2), e); break;
    case 2: /* x compared, x or x + k chosen */
        say(t, "%%k%d = stablehlo.constant dense<%d> : tensor<4x2x%s>\n", i, k, e);
        say(t, "%%l%d = stablehlo.constant dense<%d> : tensor<4x2x%s>\n", i, number(s), e);
        say(t, "%%c%d = stablehlo.compare %s, %%%s%d, %%%s%d : (tensor<4x2x%s>, tensor<4x2x%s>) -> tensor<4x2xi1>\n", i,
            compare[below(s, 6)], b % 2 ? "v" : "l", b % 2 ? a : i, b % 2 ? "l" : "v", b % 2 ? i : a, e, e);
        say(t, "%%s%d = stablehlo.%s %%v%d, %%k%d : tensor<4x2x%s>\n", i, b % 3 ? "add" : "subtract", a, i, e);
        say(t, "%%v%d = stablehlo.select %%c%d, %%%s%d, %%%s%d : tensor<4x2xi1>, tensor<4x2x%s>\n", i, i,
            k % 2 ? "s" : "v", k % 2 ? i : a, k % 2 ? "v" : "s", k % 2 ? a : i, e);
        break;
    case 3:
        say(t, "%%k%d = stablehlo.constant dense<%d> : tensor<4x2x%s>\n", i, 1 + below(s, 12), e);
        say(t, "%%v%d = stablehlo.%s %%v%d, %%k%d : tensor<4x2x%s>\n", i, b % 2 ? "remainder" : "divide", a, i, e);
        break;
    case 4: /* through other types and shapes */
        say(t, "%%w%d = stablehlo.convert %%v%d : (tensor<4x2x%s>) -> tensor<4x2x%s>\n", i, a, e,
            k % 2 ? "i8" : "ui16");
        say(t, "%%v%d = stablehlo.convert %%w%d : (tensor<4x2x%s>) -> tensor<4x2x%s>\n", i, i, k % 2 ? "i8" : "ui16",
            e);
        break;
    case 5:
        say(t, "%%a%d = stablehlo.slice %%v%d [0:4, 0:1] : (tensor<4x2x%s>) -> tensor<4x1x%s>\n", i, a, e, e);
        say(t, "%%b%d = stablehlo.slice %%v%d [0:4, 1:2] : (tensor<4x2x%s>) -> tensor<4x1x%s>\n", i, b, e, e);
        say(t,
            "%%v%d = stablehlo.concatenate %%b%d, %%a%d, dim = 1 : (tensor<4x1x%s>, tensor<4x1x%s>) -> "
            "tensor<4x2x%s>\n",
            i, i, i, e, e, e);
        break;
    case 6:
        say(t, "%%a%d = stablehlo.reshape %%v%d : (tensor<4x2x%s>) -> tensor<2x2x2x%s>\n", i, a, e, e);
        say(t, "%%b%d = stablehlo.transpose %%a%d, dims = [1, 0, 2] : (tensor<2x2x2x%s>) -> tensor<2x2x2x%s>\n", i, i,
            e, e);
        say(t, "%%d%d = stablehlo.reverse %%b%d, dims = [%d] : tensor<2x2x2x%s>\n", i, i, below(s, 3), e);
        say(t, "%%v%d = stablehlo.reshape %%d%d : (tensor<2x2x2x%s>) -> tensor<4x2x%s>\n", i, i, e, e);
        break;
    default: say(t, "%%v%d = stablehlo.%s %%v%d, %%v%d : tensor<4x2x%s>\n", i, binary[below(s, 6)], a, b, e);
    }
}

/* A function of one tensor that answers all its values. */
static void say_program(text *t, source *s)
{
    say(t, "func.func @f(%%v0: tensor<4x2x%s>) -> (", s->type);
    for (int i = 0; i < MOST_VALUES; i++)
        say(t, "%stensor<4x2x%s>", i ? ", " : "", s->type);
    say(t, ") {\n");
    for (int i = 1; i < MOST_VALUES; i++)
        say_value(t, s, i);
    say(t, "return ");
    for (int i = 0; i < MOST_VALUES; i++)
        say(t, "%s%%v%d", i ? ", " : "", i);
    for (int i = 0; i < MOST_VALUES; i++)
        say(t, "%stensor<4x2x%s>", i ? ", " : " : ", s->type);
    say(t, "\n}\n");
}

/* Whether each element of value `v` is within what is claimed of all, of its row, of its column. */
static bool holds(const grn_value *v, const grn_tensor *t)
{
    for (int64_t i = 0; i < 8; i++) {
        const int64_t along[] = {0, i / 2, i % 2};
        unsigned char bytes[16];
        grn_tensor_read(t, i, 1, bytes);
        int64_t element = grn_index_load(t->dtype, bytes);
        for (int32_t dim = -1; dim < 2; dim++) {
            int64_t left = BUDGET;
            grn_range r;
            if (!grn_range_of(v, dim, along[dim + 1], &left, &r) || element < r.low || element > r.high)
                return false;
        }
    }
    return true;
}

/* Any bits; or numbers near those of the program's constants. */
static void fill(source *s, grn_dtype dtype, unsigned char *to)
{
    bool any = below(s, 2) == 0;
    for (int i = 0; i < 8; i++) {
        uint64_t v = any ? below_any(s, UINT64_MAX) : (uint64_t)number(s);
        grn_scalar element = {.dtype = dtype};
        if (s->is_unsigned)
            element.u = v;
        else
            element.i = (int64_t)v;
        grn_scalar_store(&element, dtype, to + (size_t)i * grn_dtype_bytes(dtype));
    }
}

static void check(const grn_module *m, const text *t, source *s, unsigned long long seed)
{
    const grn_type *element = function_of(m)->regions[0].first->args[0].type->element;
    grn_tensor in;
    grn_results *got = NULL;
    unsigned char bytes[64];
    fill(s, element->dtype, bytes);
    assert_int_equal(grn_tensor_init(&in, bytes, element->dtype, 2, (const int64_t[]){4, 2}), GRN_OK);
    if (grn_module_run(m, 0, 1, &in, NULL, NULL, &got) != GRN_OK)
        fail_msg("GARNER_SEED=%llu does not run\n%s", seed, t->at);
    for (size_t i = 0; i < MOST_VALUES; i++)
        if (!holds(return_of(m)->operands[i], grn_results_tensor(got, i)))
            fail_msg("GARNER_SEED=%llu: %%v%zu has an element outside of its interval\n%s", seed, i, t->at);
    grn_results_destroy(got);
}

static void random_programs_stay_within(void **state)
{
    static const char *const types[] = {"i8", "ui8", "i16", "i32", "i64", "ui64"};
    uint64_t wanted = getenv("GARNER_SEED") ? 1 : test_count("GARNER_RANDOM_CASES", 400),
             first = test_setting("GARNER_SEED", 1);
    (void)state;
    for (uint64_t seed = first; seed < first + wanted; seed++) {
        source s = {.state = seed};
        size_t type = (size_t)below(&s, GRN_COUNT(types));
        text t = {.n = 0};
        notes n = {0};
        grn_diag diag = notes_diag(&n);
        grn_module *m = NULL;
        s.type = types[type];
        s.is_unsigned = types[type][0] == 'u';
        say_program(&t, &s);
        if (grn_module_parse(t.at, t.n, NULL, &diag, &m) != GRN_OK || grn_module_verify(m, &diag) != GRN_OK)
            fail_msg("GARNER_SEED=%llu: %s\n%s", (unsigned long long)seed, n.first, t.at);
        for (int run = 0; run < 4; run++)
            check(m, &t, &s, (unsigned long long)seed);
        grn_module_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_hold),
        cmocka_unit_test(floats_have_none),
        cmocka_unit_test(constants_are_read_within_the_budget),
        cmocka_unit_test(a_value_used_twice_does_not_double_the_work),
        cmocka_unit_test(random_programs_stay_within),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
