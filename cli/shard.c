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

/* A line for each collective: where, and what is told of it. */
typedef struct telling {
    const char *file;
    grn_sink to;
    grn_status status;
    size_t count;
} telling;

static void tell_move(void *user, const grn_diagnostic *d)
{
    telling *t = user;
    char line[8192];
    const int n =
        snprintf(line, sizeof line, "%s:%u:%u: %s\n", t->file, (unsigned)d->place.line, (unsigned)d->place.column, d->message);
    if (t->status == GRN_OK && n > 0)
        t->status = t->to.write(t->to.user, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
    t->count++;
}

static grn_status print_made(const settings *s, const grn_module *made, const grn_sink *sink)
{
    static const char between[] = "// -----\n"; /* parts of a file, as MLIR's tools part them */
    const grn_module_print_options options = {.generic = s->generic, .names = true};
    grn_status status = s->made->n > 0 ? sink->write(sink->user, between, strlen(between)) : GRN_OK;
    return status == GRN_OK ? grn_module_print(made, &options, sink) : status;
}

static int shard_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    static const char nothing[] = "nothing travels\n";
    const grn_sink sink = text_sink(s->made);
    telling t = {.file = p->file->name, .to = sink};
    const grn_diag telling_diag = {tell_move, &t};
    const grn_module_shard_options how = {.stage = stage_of(s->stage),
                                          .reassociate = s->reassociate,
                                          .keep_recipes = s->keep_recipes,
                                          .told = s->tells_moves ? &telling_diag : diag};
    grn_module *made;
    if (s->model)
        return shard_by_model(s, p, module, diag);
    grn_status status = grn_module_shard(module, &how, diag, &made);
    if (status != GRN_OK)
        return exit_of_status(status);
    if (!s->tells_moves)
        status = print_made(s, made, &sink);
    else
        status = t.count || t.status != GRN_OK ? t.status : sink.write(sink.user, nothing, strlen(nothing));
    if (status != GRN_OK)
        complain_of(p->file->name, "%s", grn_status_text(status));
    grn_module_destroy(made);
    return exit_of_status(status);
}

int shard_command(const settings *s)
{
    if (s->model && !model_is_right(s->model))
        return EXIT_USAGE;
    if (s->tells_moves && s->stage && strcmp(s->stage, grn_shard_stage_text(GRN_SHARD_LOCAL)) != 0) {
        complain("shard: --explain tells of collectives, which are there at the stage local; --stage says another");
        return EXIT_USAGE;
    }
    return make_text(s, shard_module, s->curves ? "svg" : "text");
}
