/* shard.c - garner shard: a program divided over the devices of a mesh, up to a stage. */
#include <string.h>

#include "cli.h"

/* One of grn_shard_stage_text's words; without one, how far a program goes. */
static grn_shard_stage stage_of(const char *word)
{
    for (size_t i = 0; word && i < GRN_SHARD_STAGE_COUNT; i++)
        if (strcmp(word, grn_shard_stage_text((grn_shard_stage)i)) == 0)
            return (grn_shard_stage)i;
    return GRN_SHARD_LOCAL;
}

static int shard_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    static const char between[] = "// -----\n"; /* parts of a file, as MLIR's tools part them */
    const grn_module_shard_options how = {.stage = stage_of(s->stage), .told = diag};
    const grn_module_print_options options = {.generic = s->generic, .names = true};
    if (s->model)
        return shard_by_model(s, p, module, diag);
    grn_module *made;
    grn_sink sink = text_sink(s->made);
    grn_status status = grn_module_shard(module, &how, diag, &made);
    if (status != GRN_OK)
        return exit_of_status(status);
    if (s->made->n > 0)
        status = sink.write(sink.user, between, strlen(between));
    if (status == GRN_OK)
        status = grn_module_print(made, &options, &sink);
    if (status != GRN_OK)
        complain_of(p->file->name, "%s", grn_status_text(status));
    grn_module_destroy(made);
    return exit_of_status(status);
}

int shard_command(const settings *s)
{
    if (s->model && !model_is_right(s->model))
        return EXIT_USAGE;
    return make_text(s, shard_module, s->curves ? "svg" : "text");
}
