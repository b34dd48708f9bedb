/* record.c - run --json: one run, with what came out. */
#include <stdlib.h>
#include <string.h>

#include "run.h"

#define ELIDE_OVER 1000 /* elements of a tensor that is shown without --full */

void json_values(json *j, const grn_tensor *t, bool full, bool quiet)
{
    const bool elided = !full && grn_tensor_elements(t) > ELIDE_OVER;
    json_key(j, "values");
    if (elided || quiet)
        json_word(j, NULL);
    else {
        const grn_sink sink = json_raw_sink(j);
        json_begin_raw(j);
        if (grn_tensor_write_json(t, &sink) != GRN_OK)
            j->refused = true;
    }
    json_bool_at(j, "elided", elided);
}

void json_tensor_type(json *j, const char *key, const grn_tensor *t)
{
    char text[1024];
    json_key(j, key);
    json_begin_text(j);
    value_type type = {.dtype = t->dtype, .rank = t->rank};
    memcpy(type.shape, t->shape, sizeof type.shape);
    value_type_text(&type, 0, text, sizeof text);
    json_plain(j, "tensor<");
    json_plain(j, text);
    json_plain(j, ">");
    json_end_text(j);
}

static void put_tensor(json *j, const run_settings *s, const grn_tensor *t)
{
    json_word_at(j, "dtype", grn_dtype_text(t->dtype));
    json_numbers_at(j, "shape", t->shape, (size_t)t->rank);
    json_values(j, t, s->full, s->calling.reading.quiet);
}

/* As the program has it, which tells of a quantized type what its integers mean: behind a literal
 * of a few characters. */
static void put_type(json *j, const grn_results *results, size_t i)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    const grn_status status = grn_results_write(results, i, &(grn_literal_options){.elide_over = 1}, &sink);
    const char *type = status == GRN_OK ? strstr(text.text, " : ") : NULL;
    json_word_at(j, "type", type ? type + 3 : NULL);
    j->refused |= status != GRN_OK;
    grn_text_buffer_free(&text);
}

/* Of a grid, results of every process follow each other. */
static void put_result(json *j, const run_settings *s, const grn_function_info *function, size_t number,
                       const grn_results *results, size_t i, size_t each)
{
    const uint32_t partitions = s->partitions ? s->partitions : 1;
    char name[OUTPUT_NAME_BYTES];
    output_name(function->name, function->name_bytes, number, i, name);
    name[strlen(name) - strlen(".npy")] = '\0';
    json_open(j, '{');
    json_word_at(j, "name", name);
    if (each < grn_results_count(results)) {
        json_count_at(j, "replica", i / each / partitions);
        json_count_at(j, "partition", i / each % partitions);
    }
    put_type(j, results, i);
    put_tensor(j, s, grn_results_tensor(results, i));
    json_close(j, '}');
}

static void put_outfeeds(json *j, const run_settings *s, const grn_results *results)
{
    const grn_tensor *t;
    uint32_t process;
    for (size_t i = 0; (t = grn_results_outfed(results, i, &process)) != NULL; i++) {
        json_open(j, '{');
        json_count_at(j, "process", process);
        json_tensor_type(j, "type", t);
        put_tensor(j, s, t);
        json_close(j, '}');
    }
}

void record_results(run_record *r, const run_settings *s, const grn_function_info *function, size_t number,
                    const grn_results *results)
{
    const size_t processes = (size_t)(s->replicas ? s->replicas : 1) * (s->partitions ? s->partitions : 1);
    const size_t count = grn_results_count(results);
    for (size_t i = 0; i < count; i++)
        put_result(&r->results, s, function, number, results, i, count / processes);
    put_outfeeds(&r->outfeeds, s, results);
}

/* ---- its place in the document --------------------------------------------------------------- */

static void record_free(run_record *r)
{
    json *const parts[] = {&r->results, &r->outfeeds, &r->differences, &r->trace, &r->time, &r->printed};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(json_finish(parts[i]));
}

void record_end(run_record *r, const run_settings *s, const grn_function_info *function, int exit)
{
    json *j = document_body();
    json_open(j, '{');
    json_text_at(j, "function", function->name, function->name_bytes);
    json_word_at(j, "status", exit == EXIT_FINE ? "ok" : "failed");
    json_list_at(j, "results", &r->results);
    json_list_at(j, "outfeeds", &r->outfeeds);
    json_list_at(j, "differences", &r->differences);
    json_text_at(j, "printed", r->printed.bytes, r->printed.n);
    if (r->time.n) {
        json_key(j, "time");
        json_raw(j, r->time.bytes);
    }
    if (s->trace)
        json_list_at(j, "trace", &r->trace);
    json_close(j, '}');
    j->refused |= r->printed.refused || r->time.refused;
    record_free(r);
}
