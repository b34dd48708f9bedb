/* lint.c - what is wrong about the indices of a program, from its text and from a run of it. */
#include "garner/lint.h"

#include <string.h>

#include "session.h"

static grn_status write_finding(void *user, const grn_lint_finding *f)
{
    session *s = user;
    json *j = &s->out;
    json_open(j, '{');
    json_word_at(j, "severity", f->severity == GRN_SEVERITY_WARNING ? "warning" : "remark");
    json_word_at(j, "kind", grn_lint_kind_text(f->kind));
    json_number_at(j, "line", f->place.line);
    json_number_at(j, "column", f->place.column);
    json_word_at(j, "op", f->op);
    json_key(j, "text");
    session_text(j, f->seen);
    json_key(j, "advice");
    session_text(j, f->advice ? f->advice : "");
    json_close(j, '}');
    return GRN_OK;
}

/* A run that fails says why where it is shown; what is known of the program is known all the
 * same. */
char *play_lint(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
                size_t inputs_bytes)
{
    session s;
    session_begin(&s, program, bytes, options);
    const bool right = s.status == GRN_OK;
    session_read_inputs(&s, function, inputs, inputs_bytes);
    const grn_run_options run = session_run_options(&s);
    const grn_lint_options how = {
        .run = s.status == GRN_OK, .function = function, .ninputs = s.ninputs, .inputs = s.inputs, .run_options = &run};
    const grn_lint_reporter reporter = {.found = write_finding, .user = &s};
    json_key(&s.out, "findings");
    json_open(&s.out, '[');
    if (right)
        s.status = grn_module_lint(s.module, &how, &reporter, NULL, NULL);
    json_close(&s.out, ']');
    return session_end(&s);
}
