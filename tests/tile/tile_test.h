/* tile_test.h - what the tile layer's tests share: a diag that remembers, a sink into memory, short
 * forms of views. */
#ifndef TESTS_TILE_TEST_H
#define TESTS_TILE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tile/tile.h"

/* The first error and the first note. */
typedef struct heard {
    char error[1024];
    char note[512];
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

static inline grn_tensor view_of(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}
#define VIEW(data, dtype, ...) \
    view_of((data), (dtype), (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (int64_t[]){__VA_ARGS__})

/* Text collected from a sink. */
typedef struct collected {
    char text[65536];
    size_t bytes;
} collected;

static inline grn_status collect(void *user, const char *text, size_t bytes)
{
    collected *c = user;
    if (bytes >= sizeof c->text - c->bytes)
        return GRN_E_SINK;
    memcpy(c->text + c->bytes, text, bytes);
    c->bytes += bytes;
    c->text[c->bytes] = '\0';
    return GRN_OK;
}

/* The claim is what a failure prints. */
#define claim_that(claim, condition)                               \
    do {                                                           \
        if (!(condition))                                          \
            fail_msg("%s: %s does not hold", (claim), #condition); \
    } while (0)

#define claim_number(claim, seen, wanted)                                            \
    do {                                                                             \
        long long seen_ = (long long)(seen), wanted_ = (long long)(wanted);          \
        if (seen_ != wanted_)                                                        \
            fail_msg("%s: %s is %lld, wanted %lld", (claim), #seen, seen_, wanted_); \
    } while (0)

#define claim_same_text(claim, seen, wanted)                                              \
    do {                                                                                  \
        if (strcmp((seen), (wanted)) != 0)                                                \
            fail_msg("%s: heard\n  \"%s\", wanted\n  \"%s\"", (claim), (seen), (wanted)); \
    } while (0)

#endif
