/* dialects_test.h - a module from text, its ops by name, and messages kept for a test to read. */
#ifndef DIALECTS_TEST_H
#define DIALECTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "dialects/dialects.h"
#include "dialects/stablehlo/stablehlo.h"

typedef struct messages {
    char text[4096]; /* one line each: "error: ..." */
    grn_diag diag;
} messages;

static inline void keep_message(void *user, const grn_diagnostic *d)
{
    messages *m = user;
    size_t used = strlen(m->text);
    snprintf(m->text + used, sizeof m->text - used, "%s: %s\n", d->severity == GRN_SEVERITY_NOTE ? "note" : "error",
             d->message);
}

static inline const grn_diag *messages_start(messages *m)
{
    m->text[0] = '\0';
    m->diag = (grn_diag){keep_message, m};
    return &m->diag;
}

/* Parses and, when asked, verifies; prints what is wrong with the text of a test. */
static inline grn_status read_module(grn_ir *ir, const char *text, bool verify, messages *m)
{
    const grn_diag *diag = messages_start(m);
    const grn_parse_options options = {0};
    grn_status status = grn_ir_init(ir, grn_dialects, NULL);
    if (status == GRN_OK)
        status = grn_text_parse(ir, text, strlen(text), &options, diag);
    if (status == GRN_OK && verify)
        status = grn_verify(ir, ir->top, NULL, diag);
    return status;
}

/* The first op of this name anywhere under `op`, in order of the text. */
static inline const grn_op *find_op(const grn_op *op, const char *name)
{
    if (grn_str_is(op->name, name))
        return op;
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next) {
                const grn_op *found = find_op(inner, name);
                if (found)
                    return found;
            }
    return NULL;
}

static inline grn_tensor tensor_of(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}

#endif
