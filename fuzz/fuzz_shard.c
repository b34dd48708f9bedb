/*
 * fuzz_shard.c - any bytes as a program, which is divided over the devices of its mesh.
 *
 * The last byte chooses the stage and the options. What is made verifies, is read back from its
 * text to print the same, and can be taken on from an earlier stage; what is refused is reported;
 * layouts lie in the mesh; all memory comes back.
 */
#include "common.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define PARSE_BYTES ((size_t)16 << 20)
#define SHARD_BYTES ((size_t)256 << 20)
#define CALLS ((size_t)1 << 22)
#define MOST_DEVICES 256

static void note(void *user, const grn_diagnostic *d) { *(size_t *)user += d->severity == GRN_SEVERITY_ERROR; }

static grn_module *divide(const grn_module *module, const grn_module_shard_options *options)
{
    size_t errors = 0;
    const grn_diag diag = {note, &errors};
    grn_module *made = NULL;
    const grn_status status = grn_module_shard(module, options, &diag, &made);
    if ((status == GRN_OK) != (made != NULL))
        broken("a module comes with GRN_OK and only then", grn_status_name(status), NULL);
    if (status != GRN_OK && errors == 0)
        broken("a refusal is reported", grn_status_name(status), NULL);
    text t = {0};
    if (status == GRN_E_VERIFY && text_of(module, false, &t))
        broken("what is made of a program that verifies does, too", t.bytes, NULL);
    fuzz_text_free(&t);
    return made;
}

static grn_status drop(void *unused, const char *part, size_t bytes)
{
    return (void)unused, (void)part, (void)bytes, GRN_OK;
}

/* What is told of a move makes a sentence; outside loops it runs once. */
static void moved(void *unused, const grn_shard_move *m)
{
    const grn_sink sink = {drop, NULL};
    (void)unused;
    if (grn_shard_move_write(m, &sink) != GRN_OK)
        broken("a move makes a sentence", m->why, NULL);
    if (m->most_bytes < 0 || m->least_bytes < 0 || m->times < -1 || m->loops < 0 || (m->loops == 0 && m->times != 1))
        broken("bytes and times are counts", m->why, NULL);
}

/* Every part that a device has is one of its dimension's. */
static void check_layouts(const grn_module *spread)
{
    int64_t devices;
    grn_function_info info;
    static int32_t part_of[MOST_DEVICES * GRN_MAX_RANK];
    for (size_t f = 0; grn_module_function(spread, f, &info) == GRN_OK; f++) {
        if (grn_module_shard_devices(spread, f, NULL, &devices) != GRN_OK || devices > MOST_DEVICES)
            continue;
        for (size_t i = 0; info.has_body && i < info.ninputs + info.nresults; i++) {
            const bool is_result = i >= info.ninputs;
            grn_layout l;
            if (grn_module_shard_layout(spread, f, is_result, is_result ? i - info.ninputs : i, part_of, NULL, &l) !=
                GRN_OK)
                continue;
            for (int64_t k = 0; k < devices * l.rank; k++)
                if (l.part_of && (l.part_of[k] < 0 || l.part_of[k] >= (l.parts[k % l.rank] ? l.parts[k % l.rank] : 1)))
                    broken("a device has a part that there is", info.name, NULL);
        }
    }
}

static void divide_all(const grn_module *module, unsigned choice)
{
    const grn_shard_reporter told = {moved, NULL};
    grn_module_shard_options options = {.stage = (grn_shard_stage)(choice % GRN_SHARD_STAGE_COUNT),
                                        .reassociate = choice & 4,
                                        .keep_recipes = choice & 8,
                                        .told = &told};
    grn_module *made = divide(module, &options);
    if (made && options.stage == GRN_SHARD_PROPAGATED)
        check_layouts(made);
    if (made)
        check_text_of(made, false, SHARD_BYTES, CALLS);
    options.stage = GRN_SHARD_LOCAL;
    grn_module *on = made && choice & 16 ? divide(made, &options) : NULL;
    if (on)
        check_text_of(on, false, SHARD_BYTES, CALLS);
    grn_module_destroy(on);
    grn_module_destroy(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    grn_module *module;
    rations_init(&r, PARSE_BYTES, CALLS);
    const grn_module_options options = {.allocator = &r.allocator, .allow_nonunique_scatter = true};
    if (size == 0 || grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    r.bytes = SHARD_BYTES;
    if (grn_module_verify(module, NULL) == GRN_OK)
        divide_all(module, data[size - 1]);
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}
