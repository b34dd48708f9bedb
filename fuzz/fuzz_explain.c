/*
 * fuzz_explain.c - any bytes as a program, of which a gather or scatter is explained and drawn.
 *
 * On inputs of the types that its functions declare, as in fuzz_run.c. Nothing is written on an
 * error; JSON is JSON; a picture is the same twice and has no control characters; all memory comes
 * back.
 */
#include <string.h>

#include "inputs.h"
#include "json.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define LIMIT_BYTES ((size_t)4 << 20)
#define ALL_BYTES ((size_t)128 << 20)
#define ALL_CALLS ((size_t)200000)

static void check_written(grn_status status, const text *t, const char *what)
{
    if (status != GRN_OK && status != GRN_E_SINK && t->size > 0)
        broken("nothing is written on an error", what, t->bytes);
}

/* Some place, mostly one of a small tensor. */
static size_t pick_place(entropy *e, int64_t *at)
{
    const size_t n = (size_t)pick(e, 4);
    for (size_t i = 0; i < n; i++)
        at[i] = pick_between(e, one_in(e, 8) ? -1 : 0, 3);
    return n;
}

static void explain(entropy *e, const grn_module *module, size_t function, const inputs *in, const grn_run_options *run)
{
    int64_t at[4];
    text t = {0};
    grn_sink sink = fuzz_text_sink(&t);
    grn_module_explain_options options = {.op = one_in(e, 2) ? 0 : pick(e, 3),
                                          .at_update = one_in(e, 4),
                                          .in_words = one_in(e, 3),
                                          .json = one_in(e, 3),
                                          .run = run};
    options.nat = one_in(e, 2) ? pick_place(e, at) : 0;
    options.at = options.nat ? at : NULL;
    const grn_status status = grn_module_explain(module, function, in->count, in->view, &options, NULL, &sink);
    check_written(status, &t, "explain");
    if (status == GRN_OK && options.json && !options.in_words && !json_is_valid(t.bytes, t.size))
        broken("an explanation in JSON is JSON", t.bytes, NULL);
    fuzz_text_free(&t);
}

static void draw(entropy *e, const grn_module *module, size_t function, const inputs *in, const grn_run_options *run)
{
    int64_t at[2][4];
    const int64_t *const places[] = {at[0], at[1]};
    size_t nat[2];
    text first = {0}, again = {0};
    grn_sink to_first = fuzz_text_sink(&first), to_again = fuzz_text_sink(&again);
    grn_module_draw_options options = {.op = one_in(e, 2) ? 0 : pick(e, 3),
                                       .text = one_in(e, 2),
                                       .run = run,
                                       .columns = one_in(e, 2) ? 0 : (int32_t)pick(e, 300)};
    options.ntraces = one_in(e, 2) ? pick(e, 3) : 0;
    for (size_t i = 0; i < options.ntraces; i++)
        nat[i] = pick_place(e, at[i]);
    options.nat = options.ntraces ? nat : NULL;
    options.at = options.ntraces ? places : NULL;
    const grn_status status = grn_module_draw(module, function, in->count, in->view, &options, NULL, &to_first);
    check_written(status, &first, "draw");
    for (size_t i = 0; status == GRN_OK && i < first.size; i++)
        if ((unsigned char)first.bytes[i] < ' ' && first.bytes[i] != '\n')
            broken("a picture has no control characters", first.bytes, NULL);
    if (status == GRN_OK &&
        grn_module_draw(module, function, in->count, in->view, &options, NULL, &to_again) == GRN_OK &&
        strcmp(first.bytes, again.bytes) != 0)
        broken("a picture is the same twice", first.bytes, again.bytes);
    fuzz_text_free(&first);
    fuzz_text_free(&again);
}

static void show_function(entropy *e, const grn_module *module, size_t function)
{
    inputs in;
    rations r;
    rations_init(&r, ALL_BYTES, ALL_CALLS);
    const grn_run_options run = {.allocator = &r.allocator, .max_memory_bytes = LIMIT_BYTES, .max_steps = FUZZ_STEPS};
    if (inputs_make(e, module, function, &in)) {
        explain(e, module, function, &in, &run);
        draw(e, module, function, &in, &run);
    }
    inputs_release(&in);
    if (r.outstanding)
        broken("an explanation gives back all memory", NULL, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    entropy e;
    grn_module *module;
    rations_init(&r, ALL_BYTES, (size_t)1 << 20);
    entropy_init(&e, data, size);
    e.left = 0; /* the text is the program; choices come from its hash */
    const grn_module_options options = {.allocator = &r.allocator, .allow_nonunique_scatter = true};
    if (grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    for (size_t i = 0; grn_module_verify(module, NULL) == GRN_OK && i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (grn_module_function(module, i, &info) == GRN_OK && info.has_body)
            show_function(&e, module, i);
    }
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}
