/* frameworks_test.h - what the framework tests share: a diag that remembers, short views, claims
 * about a call. */
#ifndef TESTS_FRAMEWORKS_TEST_H
#define TESTS_FRAMEWORKS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

/* The first error and the first note of the last call. */
static struct {
    char error[1024], note[512];
} heard;

static inline void hear(void *user, const grn_diagnostic *d)
{
    (void)user;
    if (d->severity == GRN_SEVERITY_ERROR && heard.error[0] == '\0')
        snprintf(heard.error, sizeof heard.error, "%s", d->message);
    if (d->severity == GRN_SEVERITY_NOTE && heard.note[0] == '\0')
        snprintf(heard.note, sizeof heard.note, "%s", d->message);
}

static inline const grn_diag *listen(void)
{
    static const grn_diag diag = {hear, NULL};
    heard.error[0] = heard.note[0] = '\0';
    return &diag;
}
#define D listen()

static inline grn_tensor *view_of(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_tensor *t)
{
    assert_int_equal(grn_tensor_init(t, data, dtype, rank, shape), GRN_OK);
    return t;
}
#define RANK_OF(...) ((int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))
#define VIEW(data, dtype, ...) \
    view_of((data), (dtype), RANK_OF(__VA_ARGS__), (int64_t[]){__VA_ARGS__}, &(grn_tensor){0})
#define SCALAR(data, dtype) view_of((data), (dtype), 0, NULL, &(grn_tensor){0})
#define F(...) ((float[]){__VA_ARGS__})
#define I(...) ((int64_t[]){__VA_ARGS__})
#define I32(...) ((int32_t[]){__VA_ARGS__})
#define DIMS(...) (&(grn_dims){RANK_OF(__VA_ARGS__), {__VA_ARGS__}})

static inline void same_floats(const char *claim, const float *seen, const float *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(seen[i] == want[i] || (seen[i] != seen[i] && want[i] != want[i])))
            fail_msg("%s: element %zu is %g, want %g", claim, i, (double)seen[i], (double)want[i]);
}

/* `out` is a float array of the test's; the want list has its length. */
#define GIVES(claim, call, out, ...)                                                        \
    do {                                                                                    \
        const grn_status gives_status = (call);                                             \
        if (gives_status != GRN_OK)                                                         \
            fail_msg("%s: %s: %s", (claim), grn_status_name(gives_status), heard.error);    \
        same_floats((claim), (out), F(__VA_ARGS__), sizeof F(__VA_ARGS__) / sizeof(float)); \
    } while (0)

static inline void refused(const char *claim, grn_status seen, grn_status want, const char *error, const char *note)
{
    if (seen != want)
        fail_msg("%s: %s, want %s (%s)", claim, grn_status_name(seen), grn_status_name(want), heard.error);
    if (strcmp(heard.error, error) != 0)
        fail_msg("%s: \"%s\", want \"%s\"", claim, heard.error, error);
    if (note != NULL && strcmp(heard.note, note) != 0)
        fail_msg("%s: note \"%s\", want \"%s\"", claim, heard.note, note);
}
#define REFUSED(claim, call, status, error, note) refused((claim), (call), (status), (error), (note))

/* An out of -7s that a refused call must leave as it is. */
#define UNTOUCHED(claim, out)                                        \
    do {                                                             \
        for (size_t ui = 0; ui < sizeof(out) / sizeof(out)[0]; ui++) \
            if ((out)[ui] != -7.0f)                                  \
                fail_msg("%s: out[%zu] was written", (claim), ui);   \
    } while (0)

#endif
