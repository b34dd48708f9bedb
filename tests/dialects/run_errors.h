/* run_errors.h - programs that are valid, and what is said when only their run shows that something
 * is wrong. */
#ifndef RUN_ERRORS_H
#define RUN_ERRORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

/* The body of one function of no inputs, in 1 MiB. The message is what a part of those told
 * says. */
typedef struct run_error {
    const char *claim, *body;
    grn_status status;
    const char *message;
} run_error;

typedef struct run_messages {
    char text[2048];
} run_messages;

static inline void keep_run_message(void *user, const grn_diagnostic *d)
{
    run_messages *m = user;
    size_t used = strlen(m->text);
    snprintf(m->text + used, sizeof m->text - used, "%s\n", d->message);
}

/* `beside`: what stands beside the function. */
static inline void expect_run_error_in(const char *beside, const run_error *e)
{
    char text[8192];
    run_messages m = {""};
    const grn_diag diag = {keep_run_message, &m};
    const grn_run_options options = {.max_memory_bytes = 1 << 20};
    grn_module *module = NULL;
    grn_results *results = NULL;
    int n = snprintf(text, sizeof text, "%sfunc.func @main() {\n%sfunc.return\n}\n", beside, e->body);
    assert_true(n > 0 && (size_t)n < sizeof text);
    if (grn_module_parse(text, (size_t)n, NULL, &diag, &module) != GRN_OK || grn_module_verify(module, &diag) != GRN_OK)
        fail_msg("%s: the program is not valid: %s", e->claim, m.text);
    grn_status status = grn_module_run(module, 0, 0, NULL, &options, &diag, &results);
    if (status != e->status || !strstr(m.text, e->message))
        fail_msg("%s: wanted \"%s\", \"%s\"; got \"%s\", \"%s\"", e->claim, grn_status_text(e->status), e->message,
                 grn_status_text(status), m.text);
    grn_results_destroy(results);
    grn_module_destroy(module);
}

static inline void expect_run_error(const run_error *e) { expect_run_error_in("", e); }

#endif
