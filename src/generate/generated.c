/* generated.c - the public calls: options checked, a program made, read, verified and run. */
#include <inttypes.h>

#include "generate/generate.h"
#include "generate/generated.h"

#define USUAL_OPS 5
#define MOST_OPS 1000
#define RUN_STEPS UINT64_C(200000000)
#define MOST_DRAWS 1000 /* of a program whose values have to have some dtypes */

/* ---- what there is --------------------------------------------------------------------------- */

GRN_API const char *grn_generate_dialect(size_t i)
{
    const grn_gen_dialect *d = grn_gen_dialect_at(i);
    return d ? d->name : NULL;
}

static const grn_gen_dialect *find_dialect(const char *name)
{
    const grn_gen_dialect *d;
    for (size_t i = 0; (d = grn_gen_dialect_at(i)); i++)
        if (strcmp(d->name, name) == 0)
            return d;
    return NULL;
}

/* Rows that share a name are one op, written in several ways. */
static bool is_first_of_its_name(const grn_gen_op *ops, const grn_gen_op *op)
{
    for (const grn_gen_op *before = ops; before < op; before++)
        if (strcmp(before->name, op->name) == 0)
            return false;
    return true;
}

GRN_API const char *grn_generate_op(const char *dialect, size_t i)
{
    const grn_gen_dialect *d = dialect ? find_dialect(dialect) : NULL;
    for (const grn_gen_op *op = d ? d->ops : NULL; op && op->name; op++)
        if (is_first_of_its_name(d->ops, op) && i-- == 0)
            return op->name;
    return NULL;
}

/* ---- options --------------------------------------------------------------------------------- */

/* "a, b, c" of what `at` answers. */
static void list_names(const char *(*at)(const char *dialect, size_t i), const char *dialect, char *out, size_t room)
{
    size_t n = 0;
    const char *name;
    out[0] = '\0';
    for (size_t i = 0; (name = at(dialect, i)) && n + strlen(name) + 8 < room; i++)
        n += (size_t)snprintf(out + n, room - n, "%s%s", i ? ", " : "", name);
}

static const char *dialect_at(const char *none, size_t i)
{
    (void)none;
    return grn_generate_dialect(i);
}

static grn_status no_dialect(const char *name, const grn_diag *diag)
{
    char all[GRN_MESSAGE_BYTES - 256];
    list_names(dialect_at, NULL, all, sizeof all);
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "no programs are made in '%s'; dialects are %s", name, all);
}

static grn_status no_op(const grn_gen_dialect *d, const char *name, const grn_diag *diag)
{
    char all[GRN_MESSAGE_BYTES - 256];
    list_names(grn_generate_op, d->name, all, sizeof all);
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "no programs of %s are made with '%s'; ops are %s", d->name,
                    name, all);
}

/* "gather", or "stablehlo.gather". */
static bool is_called(const grn_gen_op *op, const grn_gen_dialect *d, const char *name)
{
    const char *prefix = op->form && strchr(op->form, '.') ? op->form : d->prefix;
    const size_t n = strlen(prefix);
    return strcmp(op->name, name) == 0 || (strncmp(name, prefix, n) == 0 && strcmp(op->name, name + n) == 0);
}

static grn_status add_about(grn_generated *p, const char *name, const grn_diag *diag)
{
    bool found = false;
    for (const grn_gen_op *op = p->settings.dialect->ops; op->name; op++) {
        if (!is_called(op, p->settings.dialect, name))
            continue;
        const grn_gen_op **to = grn_vec_push(&p->about);
        if (!to)
            return GRN_E_MEMORY;
        *to = op;
        found = true;
    }
    return found ? GRN_OK : no_op(p->settings.dialect, name, diag);
}

_Static_assert(GRN_DTYPE_COUNT <= 64, "dtypes are bits of a uint64_t");

static bool has_dtype(const grn_gen_dialect *d, grn_dtype dtype)
{
    const grn_gen_dtype *row = d->dtypes;
    while (row->dtype && row->dtype != dtype)
        row++;
    return row->dtype != GRN_NO_DTYPE;
}

static grn_status no_dtype(const grn_gen_dialect *d, grn_dtype dtype, const grn_diag *diag)
{
    char all[GRN_MESSAGE_BYTES - 256] = "";
    size_t n = 0;
    for (const grn_gen_dtype *row = d->dtypes; row->dtype && n + 32 < sizeof all; row++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", n ? ", " : "", grn_dtype_text(row->dtype));
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "no programs of %s have elements of %s; types are %s", d->name,
                    grn_dtype_text(dtype), all);
}

static grn_status read_dtypes(grn_generated *p, const grn_generate_options *o, const grn_diag *diag)
{
    const grn_gen_dialect *d = p->settings.dialect;
    if (o->ndtypes && !o->dtypes)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "dtypes is NULL, and ndtypes is %zu", o->ndtypes);
    for (size_t i = 0; i < o->ndtypes; i++) {
        if (!has_dtype(d, o->dtypes[i]))
            return no_dtype(d, o->dtypes[i], diag);
        p->settings.dtypes |= grn_gen_dtype_bit(o->dtypes[i]);
    }
    return GRN_OK;
}

static grn_status read_options(grn_generated *p, const grn_generate_options *o, const grn_diag *diag)
{
    const char *name = o->dialect ? o->dialect : "stablehlo";
    p->settings.dialect = find_dialect(name);
    if (!p->settings.dialect)
        return no_dialect(name, diag);
    if (o->nabout && !o->about)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "about is NULL, and nabout is %zu", o->nabout);
    if (o->max_ops > MOST_OPS)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "max_ops is %" PRIu32 ", at most %d are made", o->max_ops,
                        MOST_OPS);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < o->nabout; i++)
        status = o->about[i] ? add_about(p, o->about[i], diag)
                             : grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "about[%zu] is NULL", i);
    if (status == GRN_OK)
        status = read_dtypes(p, o, diag);
    p->settings.nabout = p->about.count;
    p->settings.about = p->about.items;
    p->settings.max_ops = o->max_ops ? o->max_ops : USUAL_OPS;
    p->settings.edge = o->edge;
    p->settings.unspecified = o->unspecified;
    return status;
}

/* ---- the text -------------------------------------------------------------------------------- */

static void put(grn_generated *p, const char *format, ...) GRN_PRINTF(2, 3);
static void put(grn_generated *p, const char *format, ...)
{
    char text[1024];
    GRN_FORMAT(text, format);
    const grn_sink sink = grn_vec_sink(&p->text);
    if (sink.write(sink.user, text, strlen(text)) != GRN_OK)
        p->gen.failed = true;
}

/* The command that makes the program again, and what it leaves open, in lines of comments. */
static void put_head(grn_generated *p, const grn_generate_options *o)
{
    put(p, "// garner gen --dialect=%s", p->settings.dialect->name);
    for (size_t i = 0; i < o->nabout; i++)
        put(p, "%s%s", i ? "," : " --about=", o->about[i]);
    for (size_t i = 0; i < o->ndtypes; i++)
        put(p, "%s%s", i ? "," : " --types=", grn_dtype_text(o->dtypes[i]));
    put(p, " --ops=%" PRIu32 " --seed=%" PRIu64 " --first=%" PRIu64 " --count=1%s%s\n", p->settings.max_ops, o->seed,
        o->number, o->edge ? " --edge" : "", o->unspecified ? " --unspecified" : "");
    if (p->gen.question[0])
        put(p, "// The specification leaves open: %s.\n", p->gen.question);
    p->head_bytes = p->text.count;
}

static grn_status parse(grn_generated *p, const grn_diag *diag)
{
    const grn_module_options options = {.allocator = p->allocator, .strict_syntax = true};
    const grn_vec *text = &p->gen.functions;
    grn_status status = grn_module_parse(text->items, text->count, &options, diag, &p->module);
    return status == GRN_OK ? grn_module_verify(p->module, diag) : status;
}

static grn_status print(grn_generated *p, const grn_generate_options *o)
{
    const grn_module_print_options options = {.names = true};
    put_head(p, o);
    const grn_sink sink = grn_vec_sink(&p->text);
    const grn_status status = grn_module_print(p->module, &options, &sink);
    return status != GRN_OK ? status : p->gen.failed || !grn_vec_push(&p->text) ? GRN_E_MEMORY : GRN_OK;
}

/* A program that is an error by its specification has no results. */
static grn_status run(grn_generated *p, const grn_diag *diag)
{
    const grn_run_options options = {.max_steps = RUN_STEPS, .check_promises = !p->settings.unspecified};
    const grn_gen *g = &p->gen;
    size_t main = grn_module_functions(p->module) - 1;
    const grn_status status = grn_module_run(p->module, main, g->tensors.count, g->tensors.items, &options,
                                             g->is_error ? NULL : diag, &p->results);
    return status == GRN_E_INDEX && g->is_error ? GRN_OK : status;
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* A program with a value of another type is drawn again: an op may have a type of its own. */
static grn_status draw(grn_generated *p, const grn_generate_options *o, const grn_diag *diag)
{
    for (int i = 0; i < MOST_DRAWS; i++) {
        const grn_status status = grn_gen_program(&p->gen, &p->settings);
        p->made = true;
        if (status != GRN_OK || !p->gen.strays)
            return status;
        grn_gen_destroy(&p->gen);
        p->made = false;
    }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                    "of %d programs of %s none had elements of %s%s alone: its ops have results of other types",
                    MOST_DRAWS, p->settings.dialect->name, grn_dtype_text(o->dtypes[0]),
                    o->ndtypes > 1 ? " and the other types asked for" : "");
}

static grn_status make(grn_generated *p, const grn_generate_options *o, const grn_diag *diag)
{
    grn_status status = read_options(p, o, diag);
    if (status != GRN_OK)
        return status;
    p->settings.allocator = p->allocator;
    p->state = grn_choices_state(o->seed, o->number);
    p->settings.choices = grn_choices_of_seed(&p->state);
    status = draw(p, o, diag);
    if (status == GRN_OK)
        status = parse(p, diag);
    if (status == GRN_OK)
        status = print(p, o);
    return status == GRN_OK ? run(p, diag) : status;
}

GRN_API grn_status grn_generate(const grn_generate_options *options, const grn_diag *diag, grn_generated **out)
{
    static const grn_generate_options usual = {0};
    const grn_generate_options *o = options ? options : &usual;
    if (!out)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "out is NULL");
    *out = NULL;
    grn_status status = GRN_CHECK_OPTIONS(grn_generate_options, options, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(o->allocator, diag);
    if (status != GRN_OK)
        return status;
    const grn_allocator *allocator = grn_allocator_or_default(o->allocator);
    grn_generated *p = grn_allocate(allocator, sizeof *p);
    if (!p)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for a program");
    memset(p, 0, sizeof *p);
    p->allocator = allocator;
    grn_vec_init(&p->about, allocator, sizeof(const grn_gen_op *));
    grn_vec_init(&p->text, allocator, 1);
    status = make(p, o, diag);
    if (status == GRN_OK)
        *out = p;
    else
        grn_generated_destroy(p);
    return status;
}

GRN_API void grn_generated_destroy(grn_generated *program)
{
    if (!program)
        return;
    grn_results_destroy(program->results);
    grn_module_destroy(program->module);
    if (program->made)
        grn_gen_destroy(&program->gen);
    grn_vec_destroy(&program->about);
    grn_vec_destroy(&program->text);
    grn_release(program->allocator, program, sizeof *program);
}

GRN_API const grn_module *grn_generated_module(const grn_generated *program)
{
    return program ? program->module : NULL;
}

GRN_API const char *grn_generated_text(const grn_generated *program, size_t *bytes)
{
    if (bytes)
        *bytes = program ? program->text.count - 1 : 0;
    return program ? program->text.items : NULL;
}

GRN_API size_t grn_generated_inputs(const grn_generated *program) { return program ? program->gen.tensors.count : 0; }

GRN_API const grn_tensor *grn_generated_input(const grn_generated *program, size_t i)
{
    return program && i < program->gen.tensors.count ? (const grn_tensor *)program->gen.tensors.items + i : NULL;
}

GRN_API const grn_results *grn_generated_results(const grn_generated *program)
{
    return program ? program->results : NULL;
}

GRN_API const char *grn_generated_open_question(const grn_generated *program)
{
    return program && program->gen.question[0] ? program->gen.question : NULL;
}
