/* test_shard_trips.c - how often an op runs: loops of every form that is counted, and such as are
 * not, counted by hand. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interp/interp.h"
#include "shard/part.h"
#include "support/programs.h"

#define UNKNOWN (-1)

/* ---- one loop -------------------------------------------------------------------------------- */

/* %i begins at `begin` and goes on as long as it compares so with `end`; the body makes it `%i op
 * step`. */
static const struct {
    const char *claim, *type, *begin, *direction, *end, *op, *step;
    int64_t trips;
} loops[] = {
    {"0 to 9", "i32", "0", "LT", "10", "add", "1", 10},
    {"0, 3, 6, 9", "i32", "0", "LT", "10", "add", "3", 4},
    {"0, 3, 6", "i32", "0", "LT", "9", "add", "3", 3},
    {"0, 2, .., 10", "i64", "0", "LE", "10", "add", "2", 6},
    {"0, 2, .., 8", "i64", "0", "LE", "9", "add", "2", 5},
    {"-4 to 3", "i32", "-4", "LT", "4", "add", "1", 8},
    {"10, 7, 4, 1", "i32", "10", "GT", "0", "subtract", "3", 4},
    {"10, 5, 0", "i32", "10", "GE", "0", "add", "-5", 3},
    {"10, 5", "i32", "10", "GE", "1", "add", "-5", 2},
    {"until it is 9", "i32", "0", "NE", "9", "add", "3", 3},
    {"down until it is -9", "i32", "0", "NE", "-9", "subtract", "3", 3},
    {"passes 10, and wraps", "i32", "0", "NE", "10", "add", "3", UNKNOWN},
    {"goes away from 10", "i32", "0", "NE", "10", "add", "-1", UNKNOWN},
    {"is there already", "i32", "4", "NE", "4", "add", "1", 0},
    {"while it is 4", "i32", "4", "EQ", "4", "add", "1", 1},
    {"while it is 4, which it stays", "i32", "4", "EQ", "4", "add", "0", UNKNOWN},
    {"while it is 5", "i32", "4", "EQ", "5", "add", "1", 0},
    {"no round", "i32", "5", "LT", "5", "add", "1", 0},
    {"no round, without a step", "i32", "5", "LT", "5", "add", "0", 0},
    {"no round downwards", "i32", "5", "GT", "5", "add", "-1", 0},
    {"one round", "i32", "5", "LE", "5", "add", "7", 1},
    {"without a step", "i32", "0", "LT", "5", "add", "0", UNKNOWN},
    {"the wrong way", "i32", "0", "LT", "5", "add", "-1", UNKNOWN},
    {"0, 100, and 200 wraps", "i8", "0", "LT", "127", "add", "100", UNKNOWN},
    {"every number is at most 127", "i8", "100", "LE", "127", "add", "1", UNKNOWN},
    {"every number is at least -128", "i8", "-100", "GE", "-128", "subtract", "1", UNKNOWN},
    {"down to -128", "i8", "-120", "GT", "-128", "subtract", "1", 8},
    {"0, 5, .., 250", "ui8", "0", "LT", "255", "add", "5", 51},
    {"250 of 8 bits and 10 more wraps", "ui8", "0", "LT", "255", "add", "10", UNKNOWN},
    {"3, 2, 1", "ui8", "3", "GT", "0", "subtract", "1", 3},
    {"-1 is not below 0 without a sign", "ui8", "3", "GE", "0", "subtract", "1", UNKNOWN},
    {"more rounds than can be counted", "i64", "-9000000000000000000", "LT", "9000000000000000000", "add", "1",
     UNKNOWN},
    {"an end that i64 does not have", "ui64", "0", "LT", "18446744073709551615", "add", "1", UNKNOWN},
    {"a product is no step", "i32", "1", "LT", "8", "multiply", "2", UNKNOWN},
};

/* ---- programs -------------------------------------------------------------------------------- */

#define HEAD                                                                                             \
    "func.func @main(%k: tensor<i32>, %p: tensor<i1>, %x: tensor<f32>) {\n"                              \
    "%c0 = stablehlo.constant dense<0> : tensor<i32>\n%c1 = stablehlo.constant dense<1> : tensor<i32>\n" \
    "%c3 = stablehlo.constant dense<3> : tensor<i32>\n%c10 = stablehlo.constant dense<10> : tensor<i32>\n"
#define TAIL "return\n}\n"
#define MARK "%mark = stablehlo.negate %x : tensor<f32>\n"
#define TEST(i, direction, n) \
    "stablehlo.compare " direction ", " i ", " n " : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
/* %i from `from` on, as long as `test` holds, which is named %t; `body` is run before %c1 is
 * added. */
#define LOOP(i, from, test, body)                                                                         \
    "%r" i " = stablehlo.while(%" i " = " from ") : tensor<i32>\ncond {\n%t = " test                      \
    "stablehlo.return %t : tensor<i1>\n} do {\n" body "%next = stablehlo.add %" i ", %c1 : tensor<i32>\n" \
    "stablehlo.return %next : tensor<i32>\n}\n"
#define IF(body) "\"stablehlo.if\"(%p) ({\n" body "stablehlo.return\n}, {\nstablehlo.return\n}) : (tensor<i1>) -> ()\n"

static const struct {
    const char *claim, *program;
    int64_t times;
    int32_t loops;
    bool is_conditional;
} cases[] = {
    {"no loop", HEAD MARK TAIL, 1, 0, false},
    {"a loop in a loop",
     HEAD LOOP("i", "%c0", TEST("%i", "LT", "%c10"), LOOP("j", "%c0", TEST("%j", "LT", "%c3"), MARK)) TAIL, 30, 2,
     false},
    {"the condition once more", HEAD LOOP("i", "%c0", TEST("%i", "LT", "%c10") MARK, "") TAIL, 11, 1, false},
    {"the condition of a loop in a loop",
     HEAD LOOP("i", "%c0", TEST("%i", "LT", "%c10"), LOOP("j", "%c0", TEST("%j", "LT", "%c3") MARK, "")) TAIL, 40, 2,
     false},
    {"the condition of a loop without rounds", HEAD LOOP("i", "%c3", TEST("%i", "LT", "%c3") MARK, "") TAIL, 1, 1,
     false},
    {"the end on the left", HEAD LOOP("i", "%c0", TEST("%c10", "GT", "%i"), MARK) TAIL, 10, 1, false},
    {"the end on the left, and included", HEAD LOOP("i", "%c0", TEST("%c10", "GE", "%i"), MARK) TAIL, 11, 1, false},
    {"an end that is an argument", HEAD LOOP("i", "%c0", TEST("%i", "LT", "%k"), MARK) TAIL, UNKNOWN, 1, false},
    {"a beginning that is an argument", HEAD LOOP("i", "%k", TEST("%i", "LT", "%c10"), MARK) TAIL, UNKNOWN, 1, false},
    {"an unknown loop in a loop",
     HEAD LOOP("i", "%c0", TEST("%i", "LT", "%c10"), LOOP("j", "%c0", TEST("%j", "LT", "%k"), MARK)) TAIL, UNKNOWN, 2,
     false},
    {"an unknown loop in one that has no round",
     HEAD LOOP("i", "%c3", TEST("%i", "LT", "%c3"), LOOP("j", "%c0", TEST("%j", "LT", "%k"), MARK)) TAIL, 0, 2, false},
    {"a loop up to another's number",
     HEAD LOOP("i", "%c0", TEST("%i", "LT", "%c10"), LOOP("j", "%c0", TEST("%j", "LT", "%i"), MARK)) TAIL, UNKNOWN, 2,
     false},
    {"a branch", HEAD IF(MARK) TAIL, 1, 0, true},
    {"a branch in a loop", HEAD LOOP("i", "%c0", TEST("%i", "LT", "%c10"), IF(MARK)) TAIL, 10, 1, true},
    {"the end goes around with the number, as jax.lax.fori_loop writes it",
     HEAD "%r:2 = stablehlo.while(%i = %c0, %n = %c10) : tensor<i32>, tensor<i32>\ncond {\n%t = " TEST(
         "%i", "LT", "%n") "stablehlo.return %t : tensor<i1>\n} do {\n" MARK
                           "%next = stablehlo.add %c1, %i : tensor<i32>\n"
                           "stablehlo.return %next, %n : tensor<i32>, tensor<i32>\n}\n" TAIL,
     10, 1, false},
    {"the end changes",
     HEAD "%r:2 = stablehlo.while(%i = %c0, %n = %c10) : tensor<i32>, tensor<i32>\ncond {\n%t = " TEST(
         "%i", "LT", "%n") "stablehlo.return %t : tensor<i1>\n} do {\n" MARK
                           "%next = stablehlo.add %c1, %i : tensor<i32>\n"
                           "stablehlo.return %next, %next : tensor<i32>, tensor<i32>\n}\n" TAIL,
     UNKNOWN, 1, false},
    {"the numbers change places",
     HEAD "%r:2 = stablehlo.while(%i = %c0, %n = %c10) : tensor<i32>, tensor<i32>\ncond {\n%t = " TEST(
         "%i", "LT", "%n") "stablehlo.return %t : tensor<i1>\n} do {\n" MARK
                           "%next = stablehlo.add %c1, %i : tensor<i32>\n"
                           "stablehlo.return %n, %next : tensor<i32>, tensor<i32>\n}\n" TAIL,
     UNKNOWN, 1, false},
    {"a floating number",
     HEAD "%f = stablehlo.constant dense<1.0> : tensor<f32>\n%r = stablehlo.while(%i = %f) : tensor<f32>\ncond {\n"
          "%t = stablehlo.compare LT, %i, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %t : "
          "tensor<i1>\n} do {\n" MARK
          "%next = stablehlo.add %i, %f : tensor<f32>\nstablehlo.return %next : tensor<f32>\n}\n" TAIL,
     UNKNOWN, 1, false},
};

/* ---- trials ---------------------------------------------------------------------------------- */

static grn_module *parse(const char *text)
{
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    grn_module *m = NULL;
    if (grn_module_parse(text, strlen(text), NULL, &diag, &m) != GRN_OK || grn_module_verify(m, &diag) != GRN_OK)
        fail_msg("%s\n%s", n.first, text);
    return m;
}

/* Depth is the regions'. */
static const grn_op *marked(const grn_op *op)
{
    const grn_op *found = grn_str_is(op->name, "stablehlo.negate") ? op : NULL;
    for (size_t r = 0; r < op->nregions && !found; r++)
        for (const grn_op *inner = op->regions[r].first->first; inner && !found; inner = inner->next)
            found = marked(inner);
    return found;
}

static grn_part_runs runs_in(const char *program)
{
    grn_module *m = parse(program);
    const grn_op *function = m->ir.top->regions[0].first->first, *op = marked(function);
    assert_non_null(op);
    const grn_part_runs runs = grn_part_runs_of(op, function);
    grn_module_destroy(m);
    return runs;
}

static void loops_are_counted(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(loops); i++) {
        char program[2048];
        const char *t = loops[i].type;
        snprintf(program, sizeof program,
                 "func.func @main(%%x: tensor<f32>) {\n%%b = stablehlo.constant dense<%s> : tensor<%s>\n"
                 "%%e = stablehlo.constant dense<%s> : tensor<%s>\n%%s = stablehlo.constant dense<%s> : tensor<%s>\n"
                 "%%r = stablehlo.while(%%i = %%b) : tensor<%s>\ncond {\n"
                 "%%t = stablehlo.compare %s, %%i, %%e : (tensor<%s>, tensor<%s>) -> tensor<i1>\nstablehlo.return %%t "
                 ": tensor<i1>\n"
                 "} do {\n%%mark = stablehlo.negate %%x : tensor<f32>\n%%n = stablehlo.%s %%i, %%s : "
                 "tensor<%s>\nstablehlo.return %%n : "
                 "tensor<%s>\n}\n" TAIL,
                 loops[i].begin, t, loops[i].end, t, loops[i].step, t, t, loops[i].direction, t, t, loops[i].op, t, t);
        const grn_part_runs runs = runs_in(program);
        if (runs.times != loops[i].trips || runs.loops != 1 || runs.is_conditional) {
            print_error("%s: %" PRId64 " times\n", loops[i].claim, runs.times);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void places_are_counted(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        const grn_part_runs runs = runs_in(cases[i].program);
        if (runs.times != cases[i].times || runs.loops != cases[i].loops ||
            runs.is_conditional != cases[i].is_conditional) {
            print_error("%s: %" PRId64 " times, %" PRId32 " loops%s\n", cases[i].claim, runs.times, runs.loops,
                        runs.is_conditional ? ", in a branch" : "");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops_are_counted), cmocka_unit_test(places_are_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
