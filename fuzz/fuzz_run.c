/*
 * fuzz_run.c - any bytes as a program, run.
 *
 * What parses and verifies is run: every function that takes no inputs, as it
 * stands and with the strict switches, under limits on memory and on steps,
 * without which a loop may well have no end. Results are written, and all
 * memory must come back.
 */
#include "common.h"

#include <string.h>

#define LIMIT_BYTES ((size_t)4 << 20)
#define ALL_BYTES ((size_t)128 << 20)
#define ALL_CALLS ((size_t)100000)

static void check_results(const grn_results *results)
{
    grn_literal_options options = {.elide_over = 100};
    for (size_t i = 0; i < grn_results_count(results); i++) {
        text t;
        grn_sink sink = text_sink(&t);
        const grn_tensor *tensor = grn_results_tensor(results, i);
        if (!tensor || grn_tensor_bytes(tensor) > LIMIT_BYTES)
            broken("a result is a tensor within the limit", NULL, NULL);
        if (grn_results_write(results, i, &options, &sink) != GRN_OK)
            broken("a result can be written", NULL, NULL);
        text_free(&t);
    }
    if (grn_results_tensor(results, grn_results_count(results)))
        broken("there is no result after the last", NULL, NULL);
}

static void run(const grn_module *module, size_t function, bool strict)
{
    rations r;
    grn_results *results;
    rations_init(&r, ALL_BYTES, ALL_CALLS);
    grn_run_options options = {.allocator = &r.allocator, .max_memory_bytes = LIMIT_BYTES, .max_steps = FUZZ_STEPS,
                               .check_promises = strict, .strict_bounds = strict, .drop_whole_window = strict};
    grn_status status = grn_module_run(module, function, 0, NULL, &options, NULL, &results);
    if ((status == GRN_OK) != (results != NULL))
        broken("results come with GRN_OK and only then", grn_status_name(status), NULL);
    if (results)
        check_results(results);
    grn_results_destroy(results);
    if (r.outstanding)
        broken("a run gives back all memory", NULL, NULL);
}

static void run_all(const grn_module *module)
{
    for (size_t i = 0; i < grn_module_functions(module); i++) {
        grn_function_info info;
        if (grn_module_function(module, i, &info) != GRN_OK || !info.has_body || info.ninputs)
            continue;
        run(module, i, false);
        run(module, i, true);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    grn_module *module;
    rations_init(&r, ALL_BYTES, (size_t)1 << 20);
    grn_module_options options = {.allocator = &r.allocator};
    if (grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    if (grn_module_verify(module, NULL) == GRN_OK)
        run_all(module);
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}
