/*
 * fuzz_run.c - any bytes as a program, run.
 *
 * What parses and verifies is run: every function, on inputs of its declared
 * types, as it stands and with switches, its large ops in parts that run in
 * any order, its plans and its costs on tiles reported, under limits on memory
 * and on steps, as a loop may have no end. Results are written,
 * inputs stay as they are, and all memory must come back.
 */
#include <string.h>

#include "inputs.h"
#include "json.h"
#include "shuffled.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define LIMIT_BYTES ((size_t)4 << 20)
#define ALL_BYTES ((size_t)128 << 20)
#define ALL_CALLS ((size_t)100000)

static void check_results(const grn_results *results)
{
    grn_literal_options options = {.elide_over = 100};
    for (size_t i = 0; i < grn_results_count(results); i++) {
        text t;
        grn_sink sink = fuzz_text_sink(&t);
        const grn_tensor *tensor = grn_results_tensor(results, i);
        if (!tensor || grn_tensor_bytes(tensor) > LIMIT_BYTES)
            broken("a result is a tensor within the limit", NULL, NULL);
        if (grn_results_write(results, i, &options, &sink) != GRN_OK)
            broken("a result can be written", NULL, NULL);
        fuzz_text_free(&t);
    }
    if (grn_results_tensor(results, grn_results_count(results)))
        broken("there is no result after the last", NULL, NULL);
}

static void count_plan(void *user, const grn_diagnostic *d) { *(size_t *)user += d->message[0] != 0; }

/* What a gather or scatter would cost as TTNN's, as JSON; the account lives during the call
 * only. */
static void report_cost(void *user, const grn_ttnn_report *report)
{
    text t;
    grn_sink sink = fuzz_text_sink(&t);
    (void)user;
    if (!report->note || !report->op)
        broken("what is reported has an op and a note", NULL, NULL);
    if (report->account &&
        (grn_ttnn_account_print_json(report->account, &sink) != GRN_OK || !json_is_valid(t.bytes, t.size)))
        broken("an account prints as JSON", t.bytes, NULL);
    fuzz_text_free(&t);
}

static void run(entropy *e, const grn_module *module, size_t function, const inputs *in, bool plain)
{
    rations r;
    shuffled tasks;
    grn_results *results;
    rations_init(&r, ALL_BYTES, ALL_CALLS);
    shuffled_init(&tasks, (int32_t)pick_between(e, 1, 6), pick(e, UINT64_MAX));
    size_t plans = 0;
    const grn_diag to_plans = {count_plan, &plans};
    const grn_ttnn_planner planner = {NULL, report_cost, NULL};
    grn_run_options options = {.allocator = &r.allocator, .max_memory_bytes = LIMIT_BYTES, .max_steps = FUZZ_STEPS};
    if (!plain) {
        options.check_promises = one_in(e, 2);
        options.strict_bounds = one_in(e, 2);
        options.drop_whole_window = one_in(e, 2);
        options.parallel = one_in(e, 2) ? &tasks.parallel : NULL;
        options.plans = one_in(e, 4) ? &to_plans : NULL;
        options.ttnn = one_in(e, 4) ? &planner : NULL;
        options.max_memory_bytes = one_in(e, 8) ? (size_t)pick(e, 4096) : LIMIT_BYTES;
        options.max_steps = one_in(e, 8) ? 1 + pick(e, 20) : FUZZ_STEPS;
    }
    grn_status status = grn_module_run(module, function, in->count, in->view, &options, NULL, &results);
    if ((status == GRN_OK) != (results != NULL))
        broken("results come with GRN_OK and only then", grn_status_name(status), NULL);
    if (results)
        check_results(results);
    grn_results_destroy(results);
    if (r.outstanding)
        broken("a run gives back all memory", NULL, NULL);
}

static void check_inputs(const inputs *in, const inputs *before)
{
    for (size_t i = 0; i < in->count; i++)
        if (memcmp(in->buffer[i].memory, before->buffer[i].memory, in->buffer[i].bytes) != 0)
            broken("a run leaves its inputs as they are", NULL, NULL);
}

static void run_function(entropy *e, const grn_module *module, size_t function)
{
    inputs in, before = {0};
    bool made = inputs_make(e, module, function, &in);
    for (size_t i = 0; made && i < in.count; i++)
        made = random_buffer_clone(&in.buffer[i], &before.buffer[i]);
    if (made) {
        run(e, module, function, &in, true);
        run(e, module, function, &in, false);
        check_inputs(&in, &before);
    }
    inputs_release(&in);
    inputs_release(&before);
}

static void run_all(entropy *e, const grn_module *module)
{
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (grn_module_function(module, i, &info) == GRN_OK && info.has_body)
            run_function(e, module, i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    entropy e;
    grn_module *module;
    rations_init(&r, ALL_BYTES, (size_t)1 << 20);
    entropy_init(&e, data, size);
    e.left = 0; /* the text is the program; choices come from its hash */
    grn_module_options options = {.allocator = &r.allocator, .allow_nonunique_scatter = size % 2};
    if (grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    if (grn_module_verify(module, NULL) == GRN_OK)
        run_all(&e, module);
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}
