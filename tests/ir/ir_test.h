/* ir_test.h - what the tests of this layer share: text from a sink, messages kept, memory that runs
 * out. */
#ifndef IR_TEST_H
#define IR_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/ir.h"

#define S GRN_STR

/* ---- text ------------------------------------------------------------------------------------ */

typedef struct kept_text {
    char text[65536];
    size_t n;
} kept_text;

static inline grn_status keep_text(void *user, const char *text, size_t n)
{
    kept_text *k = user;
    if (n >= sizeof k->text - k->n)
        return GRN_E_SINK;
    memcpy(k->text + k->n, text, n);
    k->n += n;
    k->text[k->n] = '\0';
    return GRN_OK;
}

/* ---- messages -------------------------------------------------------------------------------- */

/* "line: message" or "line: note: message", a line each. */
typedef struct kept_messages {
    char text[16384];
    size_t n;
} kept_messages;

static inline void keep_message(void *user, const grn_diagnostic *d)
{
    kept_messages *k = user;
    int n = snprintf(k->text + k->n, sizeof k->text - k->n, "%u: %s%s\n", (unsigned)d->place.line,
                     d->severity == GRN_SEVERITY_NOTE ? "note: " : "", d->message);
    k->n += n > 0 ? (size_t)n : 0;
    if (k->n >= sizeof k->text)
        k->n = sizeof k->text - 1;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Serves `left` requests, refuses from then on, and counts what is not given back. */
typedef struct short_memory {
    long left, held;
} short_memory;

static inline void *short_allocate(void *user, size_t bytes, size_t alignment)
{
    short_memory *m = user;
    if (m->left <= 0)
        return NULL;
    m->left--;
    m->held++;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static inline void short_release(void *user, void *memory, size_t bytes)
{
    short_memory *m = user;
    (void)bytes;
    m->held--;
    free(memory);
}

#endif
