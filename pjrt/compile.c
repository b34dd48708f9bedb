/* compile.c - programs made ready: read, verified, their values described; those that are known
 * already found again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

#define MOST_COMPILED 256 /* that a client keeps */

/* ---- fingerprints ---------------------------------------------------------------------------- */

static uint64_t hash(uint64_t h, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        h = (h ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    return h ^ h >> 29;
}

static void write_fingerprint(PJRT_Executable *e)
{
    uint64_t halves[2] = {UINT64_C(0xCBF29CE484222325), UINT64_C(0x9E3779B97F4A7C15)};
    for (int i = 0; i < 2; i++) {
        halves[i] = hash(halves[i], GRN_VERSION, strlen(GRN_VERSION));
        halves[i] = hash(halves[i], e->options, e->options_bytes);
        halves[i] = hash(halves[i], e->program, e->program_bytes);
    }
    snprintf(e->fingerprint, sizeof e->fingerprint, "%016llx%016llx", (unsigned long long)halves[0],
             (unsigned long long)halves[1]);
}

/* ---- the program's values -------------------------------------------------------------------- */

static PJRT_Error *describe_value(PJRT_Executable *e, bool is_result, size_t i, grn_pjrt_value *v)
{
    grn_tensor type;
    const grn_status status = grn_module_value_type(e->module, e->function, is_result, i, &type);
    if (status == GRN_E_UNSUPPORTED) { /* a token */
        v->type = PJRT_Buffer_Type_TOKEN;
        return NULL;
    }
    if (status != GRN_OK)
        return grn_pjrt_error_of(status, &(grn_pjrt_messages){.module = NULL});
    v->dtype = type.dtype;
    v->type = grn_pjrt_type(type.dtype);
    v->rank = type.rank;
    memcpy(v->dims, type.shape, sizeof v->dims);
    memcpy(v->local, type.shape, sizeof v->local);
    if (v->type == PJRT_Buffer_Type_INVALID)
        return grn_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED,
                              "%s #%zu is of element type %s, which PJRT has no number for",
                              is_result ? "result" : "argument", i, grn_dtype_text(type.dtype));
    return NULL;
}

/* Text of an attribute, "" where there is none. */
static grn_pjrt_text attribute(const PJRT_Executable *e, bool is_result, size_t i, const char *name)
{
    grn_pjrt_text text = {.text = NULL};
    const grn_sink sink = {grn_pjrt_text_add, &text};
    if (grn_module_write_attribute(e->module, is_result ? GRN_ATTRIBUTE_OF_RESULT : GRN_ATTRIBUTE_OF_INPUT, e->function,
                                   i, name, &sink) != GRN_OK)
        text.bytes = 0;
    return text;
}

static bool has_attribute(const PJRT_Executable *e, size_t i, const char *name)
{
    const grn_pjrt_text text = attribute(e, false, i, name);
    free(text.text);
    return text.bytes > 0;
}

/* Donated by tf.aliasing_output or jax.buffer_donor; which result takes the memory is the run's
 * choice. */
static void read_attributes(const PJRT_Executable *e, bool is_result, size_t i, grn_pjrt_value *v)
{
    v->is_donated =
        !is_result && (has_attribute(e, i, "tf.aliasing_output") || has_attribute(e, i, "jax.buffer_donor"));
    const grn_pjrt_text kind = attribute(e, is_result, i, "mhlo.memory_kind");
    if (kind.bytes > 2) {
        const int32_t found = grn_pjrt_memory_kind_of(kind.text + 1, kind.bytes - 2);
        v->memory_kind = found < 0 ? 0 : found;
    }
    free(kind.text);
}

static PJRT_Error *describe_values(PJRT_Executable *e, bool is_result, size_t count, grn_pjrt_value **out)
{
    grn_pjrt_value *values = calloc(count + 1, sizeof *values);
    PJRT_Error *error = values == NULL ? grn_pjrt_no_memory() : NULL;
    *out = values;
    for (size_t i = 0; error == NULL && i < count; i++) {
        error = describe_value(e, is_result, i, &values[i]);
        if (error == NULL)
            read_attributes(e, is_result, i, &values[i]);
    }
    return error;
}

/* The public function @main, or else the first public one. */
static PJRT_Error *find_function(PJRT_Executable *e)
{
    size_t found = SIZE_MAX;
    grn_function_info info;
    for (size_t i = grn_module_functions(e->module); i-- > 0;)
        if (grn_module_function(e->module, i, &info) == GRN_OK && info.has_body && info.is_public) {
            found = i;
            if (strcmp(info.name, "main") == 0)
                break;
        }
    if (found == SIZE_MAX || grn_module_function(e->module, found, &info) != GRN_OK)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the program has no public function with a body");
    e->function = found;
    e->ninputs = info.ninputs;
    e->noutputs = info.nresults;
    return NULL;
}

/* JAX calls a program by the name of its module, jit_step. */
static PJRT_Error *name_program(PJRT_Executable *e)
{
    grn_pjrt_text text = {.text = NULL};
    const grn_sink sink = {grn_pjrt_text_add, &text};
    if (grn_module_write_attribute(e->module, GRN_ATTRIBUTE_OF_MODULE, 0, 0, "sym_name", &sink) != GRN_OK ||
        text.bytes < 3) {
        text.bytes = 0;
        (void)!grn_pjrt_text_add(&text, "\"main\"", 6);
    }
    if (text.text == NULL)
        return grn_pjrt_no_memory();
    memmove(text.text, text.text + 1, text.bytes - 2);
    text.text[text.bytes - 2] = 0;
    e->name = text.text;
    return NULL;
}

/* ---- on several devices ---------------------------------------------------------------------- */

static grn_status read_layouts(PJRT_Executable *e, const grn_module *spread, bool is_result, size_t count,
                               grn_pjrt_value *values, int32_t **part_of, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < count; i++) {
        grn_pjrt_value *v = &values[i];
        if (v->dtype == GRN_NO_DTYPE)
            continue;
        status = grn_module_shard_layout(spread, e->function, is_result, i, *part_of, diag, &v->layout);
        if (status == GRN_OK)
            status = grn_layout_local_shape(&v->layout, 0, (int32_t)e->partitions, v->local);
        *part_of += e->partitions * GRN_MAX_RANK;
    }
    return status;
}

/* A program for several devices: how its arguments and results lie on them, by Shardy's rules. */
static PJRT_Error *describe_layouts(PJRT_Executable *e)
{
    grn_pjrt_messages messages = {.module = e->module};
    const grn_diag diag = grn_pjrt_diag(&messages);
    const grn_module_shard_options how = {.stage = GRN_SHARD_PROPAGATED};
    grn_module *spread = NULL;
    grn_status status = grn_module_shard(e->module, &how, &diag, &spread);
    int64_t devices = 1;
    if (status == GRN_OK)
        status = grn_module_shard_devices(spread, e->function, &diag, &devices);
    if (status == GRN_OK && devices != e->partitions && devices != 1) {
        grn_module_destroy(spread);
        free(messages.text);
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                              "the program's mesh has %lld devices, the compile options %lld partitions",
                              (long long)devices, (long long)e->partitions);
    }
    const size_t values = e->ninputs + e->noutputs;
    e->is_meshed = devices > 1;
    e->part_of = calloc(values * (size_t)e->partitions * GRN_MAX_RANK + 1, sizeof *e->part_of);
    if (status == GRN_OK && e->part_of == NULL)
        status = GRN_E_MEMORY;
    int32_t *part_of = e->part_of;
    if (status == GRN_OK && e->is_meshed)
        status = read_layouts(e, spread, false, e->ninputs, e->inputs, &part_of, &diag);
    if (status == GRN_OK && e->is_meshed)
        status = read_layouts(e, spread, true, e->noutputs, e->outputs, &part_of, &diag);
    if (status == GRN_OK)
        e->spread = spread;
    else
        grn_module_destroy(spread);
    return grn_pjrt_error_of(status, &messages);
}

/* ---- what is answered about an executable ---------------------------------------------------- */

static PJRT_Error *list_outputs(PJRT_Executable *e)
{
    const size_t n = e->noutputs;
    e->output_types = calloc(n + 1, sizeof *e->output_types);
    e->output_dims = calloc(n * GRN_MAX_RANK + 1, sizeof *e->output_dims);
    e->output_ranks = calloc(n + 1, sizeof *e->output_ranks);
    e->output_kinds = calloc(n + 1, sizeof *e->output_kinds);
    e->output_kind_bytes = calloc(n + 1, sizeof *e->output_kind_bytes);
    if (!e->output_types || !e->output_dims || !e->output_ranks || !e->output_kinds || !e->output_kind_bytes)
        return grn_pjrt_no_memory();
    int64_t *dims = e->output_dims;
    e->is_static = true;
    for (size_t i = 0; i < n; i++) {
        const grn_pjrt_value *v = &e->outputs[i];
        e->ntensors += v->dtype != GRN_NO_DTYPE;
        e->output_types[i] = v->type;
        e->output_ranks[i] = (size_t)v->rank;
        for (int32_t d = 0; d < v->rank; d++) {
            e->is_static = e->is_static && v->local[d] >= 0;
            *dims++ = v->local[d];
        }
        e->output_kinds[i] = grn_pjrt_memory_kind(v->memory_kind);
        e->output_kind_bytes[i] = strlen(e->output_kinds[i]);
    }
    return NULL;
}

static double bytes_of(size_t count, const grn_pjrt_value *values)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double bytes = values[i].dtype == GRN_NO_DTYPE ? 0 : (double)grn_dtype_bytes(values[i].dtype);
        for (int32_t d = 0; d < values[i].rank; d++)
            bytes *= values[i].local[d] < 0 ? 0 : (double)values[i].local[d];
        sum += bytes;
    }
    return sum;
}

static void estimate_costs(PJRT_Executable *e)
{
    static const char name[] = "bytes accessed";
    e->costs[0] =
        (PJRT_NamedValue){.struct_size = sizeof *e->costs,
                          .name = name,
                          .name_size = sizeof name - 1,
                          .type = PJRT_NamedValue_kFloat,
                          .float_value = (float)(bytes_of(e->ninputs, e->inputs) + bytes_of(e->noutputs, e->outputs)),
                          .value_size = 1};
}

/* Whether the program's text has the name of an op. */
typedef struct search {
    const char *const *words;
    bool found;
    char tail[64];
    size_t ntail;
} search;

static grn_status look(void *user, const char *text, size_t bytes)
{
    search *s = user;
    char joined[192];
    for (size_t at = 0; at < bytes && !s->found;) {
        const size_t part = bytes - at < 64 ? bytes - at : 64, all = s->ntail + part;
        memcpy(joined, s->tail, s->ntail);
        memcpy(joined + s->ntail, text + at, part);
        joined[all] = 0;
        for (const char *const *w = s->words; *w != NULL; w++)
            s->found = s->found || strstr(joined, *w) != NULL;
        s->ntail = all < sizeof s->tail ? all : sizeof s->tail;
        memcpy(s->tail, joined + all - s->ntail, s->ntail);
        at += part;
    }
    return GRN_OK;
}

static bool has_text(const grn_module *module, const char *const *words)
{
    search s = {.words = words};
    const grn_sink sink = {look, &s};
    const grn_module_print_options options = {.elide_over = 16};
    return grn_module_print(module, &options, &sink) == GRN_OK && s.found;
}

/* ---- compiling ------------------------------------------------------------------------------- */

static void executable_free(PJRT_Executable *e)
{
    grn_module_destroy(e->spread);
    grn_module_destroy(e->module);
    free(e->program);
    free(e->options);
    free(e->name);
    free(e->inputs);
    free(e->outputs);
    free(e->part_of);
    free(e->output_types);
    free(e->output_dims);
    free(e->output_ranks);
    free(e->output_kinds);
    free(e->output_kind_bytes);
    free(e);
}

PJRT_Executable *grn_pjrt_executable_share(PJRT_Executable *executable)
{
    atomic_fetch_add(&executable->references, 1);
    return executable;
}

void grn_pjrt_executable_release(PJRT_Executable *executable)
{
    if (executable != NULL && atomic_fetch_sub(&executable->references, 1) == 1)
        executable_free(executable);
}

static char *copy_bytes(const char *bytes, size_t count)
{
    char *copy = malloc(count + 1);
    if (copy != NULL && count > 0)
        memcpy(copy, bytes, count);
    return copy;
}

static PJRT_Error *parse(PJRT_Executable *e)
{
    grn_pjrt_messages messages = {.module = NULL};
    const grn_diag diag = grn_pjrt_diag(&messages);
    grn_status status = grn_module_parse(e->program, e->program_bytes, NULL, &diag, &e->module);
    if (status == GRN_OK) {
        messages.module = e->module;
        status = grn_module_verify(e->module, &diag);
    }
    return grn_pjrt_error_of(status, &messages);
}

static PJRT_Error *make_ready(PJRT_Executable *e, int32_t ndevices)
{
    static const char *const manual[] = {"sdy.manual_computation", NULL};
    static const char *const accesses[] = {"gather", "scatter", "dynamic_slice", "dynamic_update_slice", NULL};
    PJRT_Error *error = parse(e);
    if (error == NULL && e->replicas * e->partitions > ndevices)
        error = grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                               "the program is for %lld devices, there are %d; the option num_devices and the variable "
                               "GARNER_DEVICES set how many",
                               (long long)(e->replicas * e->partitions), (int)ndevices);
    if (error == NULL)
        error = find_function(e);
    if (error == NULL)
        error = name_program(e);
    if (error == NULL)
        error = describe_values(e, false, e->ninputs, &e->inputs);
    if (error == NULL)
        error = describe_values(e, true, e->noutputs, &e->outputs);
    if (error == NULL && e->partitions > 1)
        error = describe_layouts(e);
    if (error == NULL)
        error = list_outputs(e);
    if (error != NULL)
        return error;
    e->is_manual = e->partitions > 1 && has_text(e->module, manual);
    e->has_accesses = has_text(e->module, accesses);
    estimate_costs(e);
    return NULL;
}

static PJRT_Error *compile_new(PJRT_Client *client, int32_t ndevices, const char *program, size_t program_bytes,
                               const char *options, size_t options_bytes, PJRT_Executable **out)
{
    PJRT_Executable *e = calloc(1, sizeof *e);
    if (e == NULL)
        return grn_pjrt_no_memory();
    atomic_init(&e->references, 1);
    e->client = client;
    e->program = copy_bytes(program, program_bytes);
    e->program_bytes = program_bytes;
    e->options = copy_bytes(options, options_bytes);
    e->options_bytes = options_bytes;
    grn_pjrt_compile_options read = {.replicas = 1};
    PJRT_Error *error = e->program == NULL || e->options == NULL
                            ? grn_pjrt_no_memory()
                            : grn_pjrt_compile_options_read(options, options_bytes, &read);
    e->replicas = read.replicas;
    e->partitions = read.partitions;
    grn_pjrt_compile_options_end(&read);
    if (error == NULL)
        error = make_ready(e, ndevices);
    if (error != NULL) {
        executable_free(e);
        return error;
    }
    write_fingerprint(e);
    *out = e;
    return NULL;
}

/* ---- programs that are known ----------------------------------------------------------------- */

static bool is_same(const PJRT_Executable *e, const char *program, size_t program_bytes, const char *options,
                    size_t options_bytes)
{
    return e->program_bytes == program_bytes && e->options_bytes == options_bytes &&
           memcmp(e->program, program, program_bytes) == 0 &&
           (options_bytes == 0 || memcmp(e->options, options, options_bytes) == 0);
}

static PJRT_Executable *find_compiled(PJRT_Client *c, const char *program, size_t program_bytes, const char *options,
                                      size_t options_bytes)
{
    PJRT_Executable *found = NULL;
    pthread_mutex_lock(&c->lock);
    for (PJRT_Executable **at = &c->compiled; *at != NULL && found == NULL; at = &(*at)->next)
        if (is_same(*at, program, program_bytes, options, options_bytes)) {
            found = *at;
            *at = found->next;
            found->next = c->compiled;
            c->compiled = found;
            grn_pjrt_executable_share(found);
            break;
        }
    pthread_mutex_unlock(&c->lock);
    return found;
}

/* The list has a reference of its own; the one that was used longest ago goes. */
static void keep_compiled(PJRT_Client *c, PJRT_Executable *e)
{
    PJRT_Executable *gone = NULL;
    pthread_mutex_lock(&c->lock);
    e->next = c->compiled;
    c->compiled = grn_pjrt_executable_share(e);
    if (++c->ncompiled > MOST_COMPILED) {
        PJRT_Executable **at = &c->compiled;
        while ((*at)->next != NULL)
            at = &(*at)->next;
        gone = *at;
        *at = NULL;
        c->ncompiled--;
    }
    pthread_mutex_unlock(&c->lock);
    grn_pjrt_executable_release(gone);
}

PJRT_Error *grn_pjrt_compile(PJRT_Client *client, const char *program, size_t program_bytes, const char *options,
                             size_t options_bytes, PJRT_Executable **out)
{
    *out = find_compiled(client, program, program_bytes, options, options_bytes);
    if (*out != NULL)
        return NULL;
    PJRT_Error *error =
        compile_new(client, client->topology.count, program, program_bytes, options, options_bytes, out);
    if (error == NULL)
        keep_compiled(client, *out);
    return error;
}

/* ---- PJRT's calls ---------------------------------------------------------------------------- */

static PJRT_Error *check_program(const PJRT_Program *program)
{
    if (program == NULL || program->code == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "there is no program to compile");
    if (program->format_size != 4 || memcmp(program->format, "mlir", 4) != 0)
        return grn_pjrt_error(
            PJRT_Error_Code_UNIMPLEMENTED,
            "a program in the format '%.*s'; garner compiles 'mlir': StableHLO as text or as an artifact",
            (int)program->format_size, program->format);
    return NULL;
}

PJRT_Error *grn_pjrt_Client_Compile(PJRT_Client_Compile_Args *args)
{
    PJRT_Executable *e = NULL;
    PJRT_Error *error = check_program(args->program);
    if (error == NULL)
        error = grn_pjrt_compile(args->client, args->program->code, args->program->code_size, args->compile_options,
                                 args->compile_options_size, &e);
    if (error == NULL)
        error = grn_pjrt_load(args->client, e, &args->executable);
    grn_pjrt_executable_release(e);
    return error;
}

PJRT_Error *grn_pjrt_Compile(PJRT_Compile_Args *args)
{
    PJRT_Error *error = check_program(args->program);
    if (error == NULL)
        error = compile_new(NULL, args->topology->count, args->program->code, args->program->code_size,
                            args->compile_options, args->compile_options_size, &args->executable);
    return error;
}
