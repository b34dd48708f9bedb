/* artifact_test.h - what the tests of artifacts share: modules as bytes and as text, and back. */
#ifndef TESTS_ARTIFACT_TEST_H
#define TESTS_ARTIFACT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "artifact/artifact.h"
#include "interp/interp.h"
#include "support/programs.h"

static inline grn_vec bytes_new(void)
{
    grn_vec v;
    grn_vec_init(&v, grn_allocator_or_default(NULL), 1);
    return v;
}

/* With a zero behind, which is not counted. */
static inline const char *as_text(grn_vec *v)
{
    assert_non_null(grn_vec_extend(v, 1));
    v->count--;
    return v->items;
}

static inline grn_vec printed(const grn_module *m)
{
    grn_vec text = bytes_new();
    const grn_sink sink = grn_vec_sink(&text);
    assert_int_equal(grn_module_print(m, NULL, &sink), GRN_OK);
    as_text(&text);
    return text;
}

static inline grn_status written(const grn_module *m, const char *version, notes *n, grn_vec *out)
{
    const grn_diag diag = notes_diag(n);
    *out = bytes_new();
    const grn_sink sink = grn_vec_sink(out);
    return grn_module_write_artifact(m, &(grn_module_artifact_options){.target = version}, &diag, &sink);
}

/* What was written reads back; fails the test where it does not. */
static inline grn_module *read_back(const char *claim, const char *version, const grn_vec *bytes)
{
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    grn_module *m;
    if (grn_module_parse(bytes->items, bytes->count, NULL, &diag, &m) != GRN_OK ||
        grn_module_verify(m, &diag) != GRN_OK)
        fail_msg("%s, version %s: %s", claim, version, n.first);
    return m;
}

/* Every version that a program may be written for. */
static const char *const all_versions[] = {
    "0.9.0",  "0.10.0", "0.11.0", "0.12.0", "0.13.0", "0.14.0", "0.15.0", "0.16.0", "0.17.0", "0.18.0", "0.19.0",
    "0.20.0", "1.0.0",  "1.1.0",  "1.2.0",  "1.3.0",  "1.4.0",  "1.5.0",  "1.6.0",  "1.7.0",  "1.8.0",  "1.9.0",
    "1.10.0", "1.11.0", "1.12.0", "1.13.0", "1.14.0", "1.15.0", "1.16.0", "1.17.0", "1.18.0", "1.19.0", "1.20.0"};

#endif
