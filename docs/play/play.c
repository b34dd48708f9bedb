/* play.c - what the page asks of the library, each answer one object of JSON. */
#include "play.h"

#include <string.h>

#include "garner/shard.h"
#include "session.h"

/* ---- check ----------------------------------------------------------------------------------- */

/* What is wrong with a mesh is said where it is divided. */
static int64_t devices_of(const session *s, size_t function)
{
    int64_t count = 1;
    return grn_module_shard_devices(s->module, function, NULL, &count) == GRN_OK ? count : 1;
}

/* Names of the inputs, without %; "" of one that has none. */
static void write_names_of(session *s, size_t i, size_t ninputs)
{
    json *j = &s->out;
    const grn_sink sink = json_sink(j);
    json_open_at(j, "names", '[');
    for (size_t k = 0; k < ninputs && s->status == GRN_OK; k++) {
        json_begin_text(j);
        s->status = grn_module_write_input_name(s->module, i, k, &sink);
        json_end_text(j);
    }
    json_close(j, ']');
}

static void write_function(session *s, size_t i, const grn_function_info *f)
{
    json *j = &s->out;
    const grn_sink sink = json_sink(j);
    json_open(j, '{');
    json_key(j, "name");
    json_text(j, f->name, f->name_bytes);
    json_key(j, "inputs");
    json_open(j, '[');
    for (size_t k = 0; k < f->ninputs && s->status == GRN_OK; k++) {
        json_begin_text(j);
        s->status = grn_module_write_input_type(s->module, i, k, &sink);
        json_end_text(j);
    }
    json_close(j, ']');
    write_names_of(s, i, f->ninputs);
    json_key(j, "results");
    json_number(j, (int64_t)f->nresults);
    json_key(j, "runs");
    json_number(j, f->is_public && f->has_body);
    json_key(j, "devices");
    json_number(j, devices_of(s, i));
    json_close(j, '}');
}

char *play_check(const char *program, size_t bytes, uint32_t options)
{
    session s;
    session_begin(&s, program, bytes, options);
    json_key(&s.out, "functions");
    json_open(&s.out, '[');
    for (size_t i = 0; s.status == GRN_OK && i < grn_module_functions(s.module); i++) {
        grn_function_info f;
        s.status = grn_module_function(s.module, i, &f);
        if (s.status == GRN_OK)
            write_function(&s, i, &f);
    }
    json_close(&s.out, ']');
    return session_end(&s);
}

/* ---- run ------------------------------------------------------------------------------------- */

#define ELIDE_OVER 1000 /* elements of a result's text, as in `garner run` */
#define WIDEST 64       /* of the grid's last two dimensions */
#define DEEPEST 8       /* of the others */

/* The extents of the corner that the grid shows: the last dimensions first, as far as there are
 * cells for them. */
static int64_t choose_corner(const grn_tensor *t, int64_t corner[GRN_MAX_RANK])
{
    int64_t cells = 1;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        int64_t most = d >= t->rank - 2 ? WIDEST : DEEPEST, room = cells ? PLAY_CELLS / cells : 0;
        most = most < room ? most : room;
        corner[d] = t->shape[d] < most ? t->shape[d] : most;
        cells *= corner[d];
    }
    return cells;
}

static void write_shape(json *j, const char *key, const int64_t *shape, int32_t rank)
{
    json_key(j, key);
    json_open(j, '[');
    for (int32_t d = 0; d < rank; d++)
        json_number(j, shape[d]);
    json_close(j, ']');
}

/* The literal of one element is "dense<", the number, ">". */
typedef struct element_text {
    char bytes[128];
    size_t n;
} element_text;

static grn_status keep_element(void *user, const char *text, size_t bytes)
{
    element_text *e = user;
    size_t room = sizeof e->bytes - e->n, n = bytes < room ? bytes : room;
    memcpy(e->bytes + e->n, text, n);
    e->n += n;
    return GRN_OK;
}

static grn_status write_element(json *j, const grn_tensor *t, const int64_t *at)
{
    const size_t before = strlen("dense<"), around = strlen("dense<>");
    int64_t offset = 0;
    for (int32_t d = 0; d < t->rank; d++)
        offset += at[d] * t->stride[d];
    const grn_tensor one = {.data = (char *)t->data + offset * (int64_t)grn_dtype_bytes(t->dtype), .dtype = t->dtype};
    element_text text = {.n = 0};
    grn_status status = grn_tensor_write_literal(&one, NULL, &(grn_sink){keep_element, &text});
    if (status == GRN_OK && text.n > around)
        json_text(j, text.bytes + before, text.n - around);
    return status;
}

static grn_status write_elements(json *j, const grn_tensor *t)
{
    int64_t corner[GRN_MAX_RANK], at[GRN_MAX_RANK] = {0}, cells = choose_corner(t, corner);
    grn_status status = GRN_OK;
    write_shape(j, "shown", corner, t->rank);
    json_key(j, "elements");
    json_open(j, '[');
    for (int64_t i = 0; i < cells && status == GRN_OK; i++) {
        status = write_element(j, t, at);
        for (int32_t d = t->rank - 1; d >= 0 && ++at[d] == corner[d]; d--)
            at[d] = 0;
    }
    json_close(j, ']');
    return status;
}

static grn_status write_result(json *j, const grn_results *results, size_t i)
{
    const grn_tensor *t = grn_results_tensor(results, i);
    const char *dtype = grn_dtype_text(t->dtype);
    const grn_literal_options options = {.elide_over = ELIDE_OVER};
    const grn_sink sink = json_sink(j);
    json_open(j, '{');
    json_key(j, "dtype");
    json_text(j, dtype, strlen(dtype));
    write_shape(j, "shape", t->shape, t->rank);
    json_key(j, "text");
    json_begin_text(j);
    grn_status status = grn_results_write(results, i, &options, &sink);
    json_end_text(j);
    if (status == GRN_OK)
        status = write_elements(j, t);
    json_close(j, '}');
    return status;
}

char *play_run(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
               size_t inputs_bytes)
{
    session s;
    grn_results *results = NULL;
    session_begin(&s, program, bytes, options);
    session_read_inputs(&s, function, inputs, inputs_bytes);
    const grn_run_options how = session_run_options(&s);
    if (s.status == GRN_OK)
        s.status = grn_module_run(s.module, function, s.ninputs, s.inputs, &how, &s.diag, &results);
    json_key(&s.out, "steps");
    json_number(&s.out, (int64_t)grn_results_steps(results));
    json_key(&s.out, "results");
    json_open(&s.out, '[');
    for (size_t i = 0; s.status == GRN_OK && i < grn_results_count(results); i++)
        s.status = write_result(&s.out, results, i);
    json_close(&s.out, ']');
    grn_results_destroy(results);
    return session_end(&s);
}

/* ---- translate ------------------------------------------------------------------------------- */

static grn_status write_module(grn_status status, grn_module *made, const grn_module_print_options *options,
                               const grn_sink *sink)
{
    if (status == GRN_OK)
        status = grn_module_print(made, options, sink);
    grn_module_destroy(made);
    return status;
}

static grn_status write_loops(session *s, uint32_t function, const grn_sink *sink)
{
    const grn_module_lower_options options = {.to = "scf", .drop_checks = session_has(s, PLAY_DROP_CHECKS)};
    grn_module *made = NULL;
    (void)function;
    const grn_status status = grn_module_lower(s->module, &options, &s->diag, &made);
    return write_module(status, made, &(grn_module_print_options){.names = true}, sink);
}

static grn_status write_c(session *s, uint32_t function, const grn_sink *sink)
{
    (void)function;
    return grn_module_emit(s->module, NULL, &s->diag, sink);
}

static grn_status write_derivative(session *s, uint32_t function, bool forward, const grn_sink *sink)
{
    const grn_module_grad_options options = {.nwrt = 0, .forward = forward};
    grn_module *made = NULL;
    const grn_status status = grn_module_grad(s->module, function, &options, &s->diag, &made);
    return write_module(status, made, NULL, sink);
}

static grn_status write_gradient(session *s, uint32_t function, const grn_sink *sink)
{
    return write_derivative(s, function, false, sink);
}

static grn_status write_tangents(session *s, uint32_t function, const grn_sink *sink)
{
    return write_derivative(s, function, true, sink);
}

static grn_status write_device(session *s, uint32_t function, const grn_sink *sink)
{
    const grn_module_shard_options options = {.stage = GRN_SHARD_LOCAL,
                                              .reassociate = session_has(s, PLAY_REASSOCIATE)};
    grn_module *made = NULL;
    (void)function;
    const grn_status status = grn_module_shard(s->module, &options, &s->diag, &made);
    return write_module(status, made, &(grn_module_print_options){.names = true}, sink);
}

/* What is made of a program besides, as the command of each prints it: lower, emit, grad, shard. */
static const struct {
    const char *name;
    grn_status (*write)(session *s, uint32_t function, const grn_sink *sink);
} forms[] = {{"loops", write_loops},
             {"c", write_c},
             {"gradient", write_gradient},
             {"tangents", write_tangents},
             {"device", write_device}};
#define FORMS (sizeof forms / sizeof *forms)

static const char *form_name(size_t i) { return i < FORMS ? forms[i].name : NULL; }

static bool is_language(const char *name)
{
    for (size_t i = 0; grn_module_language(i); i++)
        if (strcmp(grn_module_language(i), name) == 0)
            return true;
    return false;
}

static grn_status write_language(session *s, const char *to, const grn_sink *sink)
{
    const grn_module_source_options options = {.language = to};
    return grn_module_write_source(s->module, &options, &s->diag, sink);
}

static grn_status write_dialect(session *s, const char *to, const grn_sink *sink)
{
    const grn_module_convert_options options = {.to = to, .assume_in_bounds = session_has(s, PLAY_IN_BOUNDS)};
    grn_module *collapsed = NULL, *made = NULL;
    grn_status status = GRN_OK;
    if (session_has(s, PLAY_COLLAPSE))
        status = grn_module_collapse_batching(s->module, &s->diag, &collapsed);
    if (status == GRN_OK)
        status = grn_module_convert(collapsed ? collapsed : s->module, &options, &s->diag, &made);
    status = write_module(status, made, NULL, sink);
    grn_module_destroy(collapsed);
    return status;
}

static grn_status write_as(session *s, uint32_t function, const char *to, const grn_sink *sink)
{
    for (size_t i = 0; i < FORMS; i++)
        if (strcmp(forms[i].name, to) == 0)
            return forms[i].write(s, function, sink);
    return is_language(to) ? write_language(s, to, sink) : write_dialect(s, to, sink);
}

char *play_translate(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *to)
{
    session s;
    session_begin(&s, program, bytes, options);
    const grn_sink sink = json_sink(&s.out);
    json_key(&s.out, "text");
    json_begin_text(&s.out);
    if (s.status == GRN_OK)
        s.status = write_as(&s, function, to, &sink);
    json_end_text(&s.out);
    return session_end(&s);
}

/* ---- what there is --------------------------------------------------------------------------- */

static void write_names(json *j, const char *key, const char *(*name)(size_t i))
{
    json_key(j, key);
    json_open(j, '[');
    for (size_t i = 0; name(i); i++)
        json_text(j, name(i), strlen(name(i)));
    json_close(j, ']');
}

char *play_about(void)
{
    json j = {0};
    json_open(&j, '{');
    json_key(&j, "version");
    json_text(&j, grn_version(), strlen(grn_version()));
    write_names(&j, "dialects", grn_module_dialect);
    write_names(&j, "languages", grn_module_language);
    write_names(&j, "forms", form_name);
    write_names(&j, "options", session_option);
    json_close(&j, '}');
    return json_finish(&j);
}
