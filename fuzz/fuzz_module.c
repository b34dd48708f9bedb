/*
 * fuzz_module.c - bytes as the choices behind a well-typed program.
 *
 * It parses, verifies, and prints to what is the same program. Op by op and in
 * chains, in parts that run in any order, as read and as read again, with its
 * batching dims written out or raised, and converted to another dialect, it gives
 * the same bits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "inputs.h"
#include "interp/interp.h"
#include "shuffled.h"

#define RUN_BYTES ((size_t)16 << 20)
#define ALL_BYTES ((size_t)256 << 20)
#define CALLS ((size_t)1 << 20)
#define MOST_STEPS 200000000 /* counts elements as well as ops */

typedef struct subject {
    const char *program;
    grn_module *module;
    inputs in;
    rations memory;
    grn_results *want; /* of the plain run, op by op */
    grn_status status;
} subject;

static void first_message(void *user, const grn_diagnostic *d)
{
    char *kept = user;
    if (!kept[0])
        snprintf(kept, 512, "%u:%u: %s", (unsigned)d->place.line, (unsigned)d->place.column, d->message);
}

static grn_module *parse(const char *program, size_t bytes, rations *memory)
{
    char message[512] = "";
    grn_module *module;
    grn_diag diag = {first_message, message};
    grn_module_options options = {.allocator = &memory->allocator};
    grn_status status = grn_module_parse(program, bytes, &options, &diag, &module);
    if (status == GRN_OK)
        status = grn_module_verify(module, &diag);
    if (status == GRN_OK)
        return module;
    if (status != GRN_E_MEMORY && status != GRN_E_LIMIT)
        broken("a well-typed program parses and verifies", program, message);
    grn_module_destroy(module);
    return NULL;
}

static size_t entry_of(const grn_module *module)
{
    grn_function_info info;
    size_t i = grn_module_functions(module);
    while (i-- > 0)
        if (grn_module_function(module, i, &info) == GRN_OK && info.is_public)
            return i;
    broken("a program has a public function", NULL, NULL);
    return 0;
}

/* An `index` has the bits of an i64, which torch has in its place. */
static bool same_bits(grn_dtype a, grn_dtype b)
{
    return a == b || ((a == GRN_INDEX || a == GRN_I64) && (b == GRN_INDEX || b == GRN_I64));
}

static grn_status run(const subject *s, grn_module *module, bool op_by_op, const grn_parallel *parallel,
                      grn_results **out)
{
    grn_tensor in[GRN_COUNT(s->in.view)];
    for (size_t i = 0; i < s->in.count; i++) {
        grn_dtype taken = grn_module_input_dtype(module, entry_of(module), i);
        in[i] = s->in.view[i];
        if (same_bits(in[i].dtype, taken))
            in[i].dtype = taken;
    }
    grn_run_options options = {.max_memory_bytes = RUN_BYTES, .max_steps = MOST_STEPS, .parallel = parallel};
    module->op_by_op = op_by_op;
    return grn_module_run(module, entry_of(module), s->in.count, in, &options, NULL, out);
}

static bool is_limit(grn_status status) { return status == GRN_E_MEMORY || status == GRN_E_LIMIT; }

static bool same_elements(const grn_tensor *a, const grn_tensor *b)
{
    size_t element = grn_dtype_bytes(a->dtype);
    bool same = same_bits(a->dtype, b->dtype) && a->rank == b->rank;
    for (int32_t d = 0; same && d < a->rank; d++)
        same = a->shape[d] == b->shape[d];
    for (int64_t i = 0; same && i < grn_tensor_elements(a); i++) {
        unsigned char x[16], y[16];
        grn_tensor_read(a, i, 1, x);
        grn_tensor_read(b, i, 1, y);
        same = memcmp(x, y, element) == 0;
    }
    return same;
}

/* Runs another variant and frees `got`; nothing is compared where one of the two hits a limit. */
static void compare(const subject *s, grn_module *module, const char *variant, bool op_by_op,
                    const grn_parallel *parallel)
{
    grn_results *got;
    grn_status status = run(s, module, op_by_op, parallel, &got);
    if (status != s->status && !is_limit(status) && !is_limit(s->status))
        broken(variant, s->program, grn_status_name(status));
    for (size_t i = 0; got && s->want && i < grn_results_count(s->want); i++)
        if (!same_elements(grn_results_tensor(s->want, i), grn_results_tensor(got, i)))
            broken(variant, s->program, NULL);
    grn_results_destroy(got);
}

static void compare_printed(subject *s, bool generic)
{
    text first = {0}, again = {0};
    grn_module *module = NULL;
    if (text_of(s->module, generic, &first))
        module = parse(first.bytes, first.size, &s->memory);
    if (module && text_of(module, generic, &again) && strcmp(first.bytes, again.bytes) != 0)
        broken("a program prints the same when read again", first.bytes, again.bytes);
    if (module)
        compare(s, module, "a program that was printed gives the same bits", false, NULL);
    fuzz_text_free(&first);
    fuzz_text_free(&again);
    grn_module_destroy(module);
}

static void compare_batching(const subject *s, bool expand)
{
    grn_module *made;
    grn_status status = expand ? grn_module_expand_batching(s->module, NULL, &made)
                               : grn_module_collapse_batching(s->module, NULL, &made);
    if (status != GRN_OK && !is_limit(status) && !(expand && status == GRN_E_UNSUPPORTED))
        broken("batching dims are rewritten", s->program, grn_status_name(status));
    if (made)
        compare(s, made,
                expand ? "expanded batching dims give the same bits" : "collapsed batching dims give the same bits",
                false, NULL);
    grn_module_destroy(made);
}

static void compare_converted(entropy *e, const subject *s)
{
    size_t dialects = 0;
    grn_module *made;
    grn_trials tried;
    while (grn_module_dialect(dialects))
        dialects++;
    grn_module_convert_options convert = {.to = grn_module_dialect((size_t)pick(e, dialects)),
                                          .keep_recipes = one_in(e, 4)};
    grn_status status = grn_module_convert(s->module, &convert, NULL, &made);
    if (status != GRN_OK && status != GRN_E_UNSUPPORTED && !is_limit(status))
        broken("a program that verifies is converted or refused", s->program, grn_status_name(status));
    const grn_equivalence_options options = {
        .trials = 2, .max_memory_bytes = RUN_BYTES, .max_steps = MOST_STEPS, .seed = pick(e, 256)};
    text t = {0};
    if (made && !(strcmp(convert.to, "onnx") == 0 && fuzz_has_other_digits(s->program)) &&
        grn_module_equivalent(s->module, made, &options, NULL, &tried) == GRN_E_CHECK && text_of(made, false, &t))
        broken(convert.to, s->program, t.bytes);
    fuzz_text_free(&t);
    grn_module_destroy(made);
}

static void compare_all(entropy *e, subject *s)
{
    shuffled tasks;
    shuffled_init(&tasks, (int32_t)pick_between(e, 2, 7), pick(e, UINT64_MAX));
    compare(s, s->module, "chains give the bits of their ops", false, NULL);
    compare(s, s->module, "parts give the bits of the whole", false, &tasks.parallel);
    switch (pick(e, 4)) {
    case 0: compare_printed(s, one_in(e, 2)); break;
    case 1: compare_batching(s, true); break;
    case 2: compare_batching(s, false); break;
    default: compare_converted(e, s); break;
    }
}

static void check(entropy *e, const char *program, size_t bytes)
{
    subject s = {.program = program};
    rations_init(&s.memory, ALL_BYTES, CALLS);
    s.module = parse(program, bytes, &s.memory);
    if (s.module && inputs_make(e, s.module, entry_of(s.module), &s.in)) {
        s.status = run(&s, s.module, true, NULL, &s.want);
        compare_all(e, &s);
    }
    grn_results_destroy(s.want);
    inputs_release(&s.in);
    grn_module_destroy(s.module);
    if (s.memory.outstanding)
        broken("a destroyed module gives back all memory", program, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entropy e;
    size_t bytes;
    entropy_init(&e, data, size);
    char *program = generate_program(&e, &bytes);
    if (program)
        check(&e, program, bytes);
    free(program);
    return 0;
}
