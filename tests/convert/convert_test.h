/*
 * convert_test.h - what tests of conversions share: a program that must be valid, and one that must
 * convert.
 */
#ifndef TESTS_CONVERT_TEST_H
#define TESTS_CONVERT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/programs.h"

static inline grn_module *parse(const char *program)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *m = NULL;
    if (grn_module_parse(program, strlen(program), NULL, &diag, &m) != GRN_OK || grn_module_verify(m, &diag) != GRN_OK)
        fail_msg("%s in\n%s", n.first, program);
    return m;
}

/* `printed` is what it became, as text. */
static inline grn_module *converted(const grn_module *m, const char *to, program_text *printed)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    if (grn_module_convert(m, &(grn_module_convert_options){.to = to}, &diag, &made) != GRN_OK)
        fail_msg("to %s: %s", to, n.first);
    printed->n = 0;
    assert_int_equal(grn_module_print(made, NULL, &(grn_sink){program_append, printed}), GRN_OK);
    return made;
}

#endif
