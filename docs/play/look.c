/* look.c - one gather or scatter of a run looked at: which there are, the steps of an element, the
 * picture. */
#include <stdlib.h>
#include <string.h>

#include "garner/draw.h"
#include "garner/explain.h"
#include "session.h"

#define MOST_OPS 16 /* that are listed */
#define NOT_A_PLACE "a place is numbers with commas between them"

static void begin(session *s, const char *program, size_t bytes, uint32_t options, uint32_t function,
                  const char *inputs, size_t inputs_bytes)
{
    session_begin(s, program, bytes, options);
    session_read_inputs(s, function, inputs, inputs_bytes);
}

/* "1,0,2" as numbers; -1: it is something else. */
static int read_place(const char *text, int64_t at[GRN_MAX_RANK])
{
    int n = 0;
    while (*text && n < GRN_MAX_RANK) {
        char *end;
        at[n++] = strtoll(text, &end, 10);
        if (end == text || (*end && (*end != ',' || !end[1])))
            return -1;
        text = *end ? end + 1 : end;
    }
    return *text ? -1 : n;
}

/* ---- which there are ------------------------------------------------------------------------- */

/* The run is asked for its first, second, ... until it has no more, each as grn_module_explain
 * writes it. */
char *play_ops(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
               size_t inputs_bytes)
{
    session s;
    begin(&s, program, bytes, options, function, inputs, inputs_bytes);
    const grn_run_options run = session_run_options(&s);
    grn_module_explain_options how = {.json = true, .run = &run};
    bool more = s.status == GRN_OK;
    json_key(&s.out, "ops");
    json_open(&s.out, '[');
    for (; more && how.op < MOST_OPS; how.op++) {
        json one = {0};
        const grn_sink sink = json_raw_sink(&one);
        more = grn_module_explain(s.module, function, s.ninputs, s.inputs, &how, NULL, &sink) == GRN_OK;
        char *text = json_finish(&one);
        if (more && text)
            json_raw(&s.out, text);
        free(text);
    }
    json_close(&s.out, ']');
    return session_end(&s);
}

/* ---- the steps ------------------------------------------------------------------------------- */

static void write_explanation(session *s, const char *key, uint32_t function, const grn_module_explain_options *options)
{
    const grn_sink sink = json_sink(&s->out);
    json_key(&s->out, key);
    json_begin_text(&s->out);
    if (s->status == GRN_OK)
        s->status = grn_module_explain(s->module, function, s->ninputs, s->inputs, options, &s->diag, &sink);
    json_end_text(&s->out);
}

char *play_explain(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
                   size_t inputs_bytes, uint32_t op, uint32_t at_update, const char *at)
{
    session s;
    int64_t place[GRN_MAX_RANK];
    begin(&s, program, bytes, options, function, inputs, inputs_bytes);
    const grn_run_options run = session_run_options(&s);
    const int n = read_place(at, place);
    grn_module_explain_options how = {
        .op = op, .nat = n > 0 ? (size_t)n : 0, .at = n > 0 ? place : NULL, .at_update = at_update, .run = &run};
    if (n < 0 && s.status == GRN_OK)
        session_refuse(&s, GRN_E_ARGUMENT, NOT_A_PLACE);
    write_explanation(&s, "text", function, &how);
    how.in_words = true;
    write_explanation(&s, "words", function, &how);
    return session_end(&s);
}

/* ---- the picture ----------------------------------------------------------------------------- */

typedef struct traces {
    size_t n, entries[GRN_DRAW_TRACES];
    int64_t places[GRN_DRAW_TRACES][GRN_MAX_RANK];
    const int64_t *at[GRN_DRAW_TRACES];
} traces;

/* "0,1;4,1", at most as many as a picture traces; false: it is something else. */
static bool read_traces(const char *text, traces *t)
{
    while (*text && t->n < GRN_DRAW_TRACES) {
        char one[512];
        size_t length = strcspn(text, ";");
        if (length >= sizeof one)
            return false;
        memcpy(one, text, length);
        one[length] = 0;
        int n = read_place(one, t->places[t->n]);
        if (n <= 0)
            return false;
        t->entries[t->n] = (size_t)n;
        t->at[t->n] = t->places[t->n];
        t->n++;
        text += length + (text[length] == ';');
    }
    return true;
}

char *play_draw(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
                size_t inputs_bytes, uint32_t op, const char *at)
{
    session s;
    traces traced = {0};
    begin(&s, program, bytes, options, function, inputs, inputs_bytes);
    const bool right = read_traces(at, &traced);
    const grn_run_options run = session_run_options(&s);
    const grn_module_draw_options how = {.op = op,
                                         .ntraces = traced.n,
                                         .nat = traced.n ? traced.entries : NULL,
                                         .at = traced.n ? traced.at : NULL,
                                         .run = &run};
    const grn_sink sink = json_sink(&s.out);
    if (!right && s.status == GRN_OK)
        session_refuse(&s, GRN_E_ARGUMENT, NOT_A_PLACE);
    json_key(&s.out, "svg");
    json_begin_text(&s.out);
    if (s.status == GRN_OK)
        s.status = grn_module_draw(s.module, function, s.ninputs, s.inputs, &how, &s.diag, &sink);
    json_end_text(&s.out);
    return session_end(&s);
}
