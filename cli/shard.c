/* shard.c - garner shard: a program divided over the devices of a mesh, up to a stage. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"

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

static grn_status print_made(const common *c, const shard_settings *s, const grn_module *made, const grn_sink *sink)
{
    static const char between[] = "// -----\n"; /* parts of a file, as MLIR's tools part them */
    grn_module_print_options options = print_options(&s->printing);
    options.names = true;
    grn_status status = c->made->size_bytes > 0 ? sink->write(sink->user, between, strlen(between)) : GRN_OK;
    return status == GRN_OK ? grn_module_print(made, &options, sink) : status;
}

grn_module_shard_options shard_options(const shard_settings *s, const grn_shard_reporter *told)
{
    return (grn_module_shard_options){
        .stage = stage_of(s->stage), .reassociate = s->reassociate, .keep_recipes = s->keep_recipes, .told = told};
}

int shard_needs_mesh(const source *file, const grn_module *module, const char *what)
{
    if (grn_module_shard_has_mesh(module))
        return EXIT_FINE;
    return refuse_of(EXIT_USAGE, file->name,
                     "%s, and the program has no mesh: sdy.mesh @mesh = <[\"x\"=2]> is one of two devices", what);
}

static int shard_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const shard_settings *s = own;
    const grn_sink sink = grn_text_buffer_sink(c->made);
    const grn_shard_reporter told = {remark_on_move, (void *)(uintptr_t)diag};
    const grn_module_shard_options how = shard_options(s, &told);
    grn_module *made;
    if (s->model)
        return shard_by_model(c, s, (program){p->file, module}, diag);
    if (how.stage != GRN_SHARD_RULES &&
        shard_needs_mesh(p->file, module, "shard divides a program over the devices of a mesh"))
        return EXIT_USAGE;
    grn_status status = grn_module_shard(module, &how, diag, &made);
    if (status != GRN_OK)
        return exit_of_status(status);
    status = print_made(c, s, made, &sink);
    if (status != GRN_OK)
        complain_of(p->file->name, "%s", grn_status_text(status));
    grn_module_destroy(made);
    return exit_of_status(status);
}

static int shard(common *c, void *own)
{
    shard_settings *s = own;
    if (s->model)
        return model_is_right(s->model)
                   ? make_text(c, &s->printing.reading, shard_module, s, s->curves ? "svg" : "text")
                   : EXIT_USAGE;
    if (s->tells_moves && s->stage && strcmp(s->stage, grn_shard_stage_text(GRN_SHARD_LOCAL)) != 0)
        return refuse(
            EXIT_USAGE,
            "shard: --explain tells of collectives, which are there at the stage local; --stage says another");
    return s->tells_moves ? shard_explain(c, s) : make_text(c, &s->printing.reading, shard_module, s, "text");
}

static const char *shard_word(size_t i)
{
    return i < GRN_SHARD_STAGE_COUNT ? grn_shard_stage_text((grn_shard_stage)i) : NULL;
}
static bool read_rules(void *stage, const char *v)
{
    (void)v;
    return read_word(stage, grn_shard_stage_text(GRN_SHARD_RULES));
}
static const option_row shard_rows[] = {
    {LISTS(output_rows)},
    {"op", "N", "which gather or scatter, in the order of the text, from 0 (default: 0)",
     TO(shard_settings, op, read_count), .takes = "a number from 0 on", .needs = "curves"},
    {LISTS(no_raise_rows), AT(shard_settings, keep_recipes)},
    {"stage", "STAGE",
     "how far: rules, of each op the dimensions that go together; propagated, of each value its sharding; resharded, "
     "with Shardy's collectives; local (default), what one device runs",
     TO(shard_settings, stage, read_word), .choice = shard_word},
    {"rules", NULL, "the same as --stage=rules", TO(shard_settings, stage, read_rules)},
    {"model", "WORDS",
     "predict what each gather and scatter would send and take on up to 100,000 ranks of a network: "
     "alpha=2us,beta=0.1ns, with a comma between; docs/scale.md lists the words",
     TO(shard_settings, model, read_word)},
    {"curves", NULL, "with --model: the time of one gather or scatter over the number of ranks, as SVG or PNG",
     TO(shard_settings, curves, read_flag), .needs = "model"},
    {"explain", NULL,
     "instead of the program, a line for each collective: along which axes, why, its bytes and the least that have to "
     "come; then a table of the ops that exchange, how often each runs, and what comes to a device in all",
     TO(shard_settings, tells_moves, read_flag)},
    {LISTS(reassociate_rows, json_rows), AT(shard_settings, reassociate)},
    {LISTS(printing_rows, limit_rows, closing_rows), AT(shard_settings, printing)},
    {0}};

const command_code shard_code = {shard_rows, sizeof(shard_settings), shard};
