/* test_typed.c - values as a person types them for an input of a declared type: what they are, and
 * where what is wrong stands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/typed.h"

static char message[1024];
static uint32_t column;

static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(message, sizeof message, "%s", d->message);
    column = d->place.line ? d->place.column : 0;
}
static const grn_diag diag = {keep, NULL};

static grn_status read_for(const char *type, const char *text, grn_tensor *out)
{
    parameter p = {.name = (char *)"x", .type_text = (char *)(type ? type : "")};
    message[0] = '\0';
    column = 0;
    if (type)
        assert_true(value_type_read(type, strlen(type), &p.type));
    return typed_read(text, strlen(text), type ? &p : NULL, NULL, &diag, out);
}

static const struct {
    const char *claim, *type, *text;
    int32_t rank;
    int64_t elements;
    int32_t first, last;
} right[] = {
    {"a list is of the declared type", "4xi32", "[7, 1, 0, -1]", 1, 4, 7, -1},
    {"spaces are as good as commas", "4xi32", "7 1 0 -1", 1, 4, 7, -1},
    {"one number is all of them", "2x3xi32", "5", 2, 6, 5, 5},
    {"iota counts in row-major order", "2x3xi32", "iota", 2, 6, 0, 5},
    {"a type in front wins", "4xi32", "2xi32=[3, 4]", 1, 2, 3, 4},
    {"a type in front needs no declared one", NULL, "2xi32=[3, 4]", 1, 2, 3, 4},
    {"the longer form of a type", NULL, "tensor<2xi32>=[3, 4]", 1, 2, 3, 4},
};

static void test_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        grn_tensor t;
        if (read_for(right[i].type, right[i].text, &t) != GRN_OK)
            fail_msg("%s: %s", right[i].claim, message);
        const int32_t *v = t.data;
        const int64_t n = grn_tensor_elements(&t);
        if (t.rank != right[i].rank || n != right[i].elements || v[0] != right[i].first || v[n - 1] != right[i].last)
            fail_msg("%s: rank %d, %d elements, %d to %d", right[i].claim, (int)t.rank, (int)n, (int)v[0],
                     (int)v[n - 1]);
        grn_tensor_free(&t, NULL);
    }
}

/* Columns count bytes of what was typed, from 1. */
static const struct {
    const char *claim, *type, *text;
    uint32_t column;
} wrong[] = {
    {"a word between numbers", "4xi32", "[0, 1, x, 2]", 8},
    {"a word behind a type", "4xi32", "2xi32=[0, x]", 11},
    {"a value needs a type where nothing is declared", NULL, "[1, 2]", 0},
    {"a type that there is not", NULL, "2xfoo=1", 3},
};

static void test_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        grn_tensor t;
        if (read_for(wrong[i].type, wrong[i].text, &t) == GRN_OK || !message[0] || column != wrong[i].column)
            fail_msg("%s: column %u, '%s'", wrong[i].claim, (unsigned)column, message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_right), cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
