/* text.h - texts of a test's: pieces put together, files, and modules as text. Each is released by
 * grn_text_buffer_free. */
#ifndef GARNER_TEST_TEXT_H
#define GARNER_TEST_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "garner/module.h"
#include "garner/sink.h"

static inline void text_add(grn_text_buffer *t, const char *bytes, size_t n)
{
    const grn_sink sink = grn_text_buffer_sink(t);
    assert_int_equal(sink.write(sink.user, bytes, n), GRN_OK);
}

/* The whole file; fails where it cannot be read. */
static inline grn_text_buffer text_of_file(const char *path)
{
    grn_text_buffer t = {0};
    char block[4096];
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s cannot be read", path);
    text_add(&t, "", 0);
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
        text_add(&t, block, n);
    fclose(f);
    return t;
}

static inline grn_text_buffer text_of_module(const grn_module *m, bool is_generic)
{
    grn_text_buffer t = {0};
    const grn_sink sink = grn_text_buffer_sink(&t);
    text_add(&t, "", 0);
    assert_int_equal(grn_module_print(m, &(grn_module_print_options){.generic = is_generic}, &sink), GRN_OK);
    return t;
}

#endif
