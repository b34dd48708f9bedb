/* spec_test.h - what the spec layer's tests share: a diag that remembers, and short forms of views
 * and lists. */
#ifndef TESTS_SPEC_TEST_H
#define TESTS_SPEC_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "access/spec.h"

/* The first error and the first note. */
typedef struct heard {
    char error[1024];
    char note[256];
    grn_diag diag;
} heard;

static inline void hear(void *user, const grn_diagnostic *d)
{
    heard *h = user;
    if (d->severity == GRN_SEVERITY_ERROR && h->error[0] == '\0')
        snprintf(h->error, sizeof h->error, "%s", d->message);
    if (d->severity == GRN_SEVERITY_NOTE && h->note[0] == '\0')
        snprintf(h->note, sizeof h->note, "%s", d->message);
}

static inline const grn_diag *listen(heard *h)
{
    h->error[0] = h->note[0] = '\0';
    h->diag = (grn_diag){hear, h};
    return &h->diag;
}

#define LIST_NARG_(...) (sizeof((int64_t[]){0, __VA_ARGS__}) / sizeof(int64_t) - 1)
/* LIST(2, 1) initialises a list to [2, 1], NO_LIST to the empty one; DIMS and NO_DIMS are the same
 * as values. */
#define LIST(...)                                          \
    {                                                      \
        (int32_t) LIST_NARG_(__VA_ARGS__), { __VA_ARGS__ } \
    }
#define NO_LIST  \
    {            \
        0, { 0 } \
    }
#define DIMS(...) ((grn_dims)LIST(__VA_ARGS__))
#define NO_DIMS ((grn_dims)NO_LIST)

static inline grn_tensor view(void *data, grn_dtype dtype, grn_dims shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, shape.count, shape.v), GRN_OK);
    return t;
}

/* The claim is what a failure prints. */
#define claim_that(claim, condition)                               \
    do {                                                           \
        if (!(condition))                                          \
            fail_msg("%s: %s does not hold", (claim), #condition); \
    } while (0)

#define claim_text(claim, heard_text, part)                                             \
    do {                                                                                \
        if (strstr((heard_text), (part)) == NULL)                                       \
            fail_msg("%s: heard \"%s\", wanted \"%s\"", (claim), (heard_text), (part)); \
    } while (0)

#endif
