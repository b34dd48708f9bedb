/* compare.c - see compare.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/compare.h"

static grn_module *parse(const char *text)
{
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    const grn_module_options options = {.allow_nonunique_scatter = true};
    grn_module *module;
    if (grn_module_parse(text, strlen(text), &options, &diag, &module) != GRN_OK ||
        grn_module_verify(module, &diag) != GRN_OK)
        fail_msg("%s in\n%s", n.first, text);
    return module;
}

grn_status trials_of_texts(const char *a, const char *b, const grn_equivalence_options *options, notes *n,
                           grn_trials *tried)
{
    *n = (notes){0};
    const grn_diag diag = notes_diag(n);
    grn_module *first = parse(a), *second = parse(b);
    grn_status status = grn_module_equivalent(first, second, options, &diag, tried);
    grn_module_destroy(first);
    grn_module_destroy(second);
    return status;
}
