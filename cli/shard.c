/* shard.c - garner shard: a program divided over the devices of a mesh, up to a stage. */
#include <stdio.h>
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

/* A remark on a move: what moves and why. */
static void remark_on_move(void *user, const grn_shard_move *move)
{
    char sentence[4096];
    const grn_diag *diag = user;
    grn_text_buffer text = grn_text_buffer_over(sentence, sizeof sentence);
    const grn_sink sink = grn_text_buffer_sink(&text);
    const grn_status status = grn_shard_move_write(move, &sink); /* what does not fit is left out */
    (void)status;
    diag->emit(diag->user,
               &(grn_diagnostic){.severity = GRN_SEVERITY_REMARK, .place = move->place, .message = sentence});
}

static grn_status print_made(const settings *s, const grn_module *made, const grn_sink *sink)
{
    static const char between[] = "// -----\n"; /* parts of a file, as MLIR's tools part them */
    grn_module_print_options options = print_options(s);
    options.names = true;
    grn_status status = s->state->made->size_bytes > 0 ? sink->write(sink->user, between, strlen(between)) : GRN_OK;
    return status == GRN_OK ? grn_module_print(made, &options, sink) : status;
}

grn_module_shard_options shard_options(const settings *s, const grn_shard_reporter *told)
{
    return (grn_module_shard_options){.stage = stage_of(s->shard.stage),
                                      .reassociate = s->reassociate,
                                      .keep_recipes = s->keep_recipes,
                                      .told = told};
}

int shard_needs_mesh(const source *file, const grn_module *module, const char *what)
{
    if (grn_module_shard_has_mesh(module))
        return EXIT_FINE;
    return refuse_of(EXIT_USAGE, file->name,
                     "%s, and the program has no mesh: sdy.mesh @mesh = <[\"x\"=2]> is one of two devices", what);
}

static int shard_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_sink sink = grn_text_buffer_sink(s->state->made);
    const grn_shard_reporter told = {remark_on_move, (void *)(uintptr_t)diag};
    const grn_module_shard_options how = shard_options(s, &told);
    grn_module *made;
    if (s->shard.model)
        return shard_by_model(s, p, module, diag);
    if (how.stage != GRN_SHARD_RULES &&
        shard_needs_mesh(p->file, module, "shard divides a program over the devices of a mesh"))
        return EXIT_USAGE;
    grn_status status = grn_module_shard(module, &how, diag, &made);
    if (status != GRN_OK)
        return exit_of_status(status);
    status = print_made(s, made, &sink);
    if (status != GRN_OK)
        complain_of(p->file->name, "%s", grn_status_text(status));
    grn_module_destroy(made);
    return exit_of_status(status);
}

int shard_command(const settings *s)
{
    if (s->shard.model)
        return model_is_right(s->shard.model) ? make_text(s, shard_module, s->shard.curves ? "svg" : "text")
                                              : EXIT_USAGE;
    if (s->shard.tells_moves && s->shard.stage && strcmp(s->shard.stage, grn_shard_stage_text(GRN_SHARD_LOCAL)) != 0)
        return refuse(
            EXIT_USAGE,
            "shard: --explain tells of collectives, which are there at the stage local; --stage says another");
    return s->shard.tells_moves ? shard_explain(s) : make_text(s, shard_module, "text");
}
