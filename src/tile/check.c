/* check.c - a call from outside: its views, options and memory. TTNN's own requirements are in
 * rules/ttnn.h. */
#include <string.h>

#include "plan/plan.h"
#include "access/check.h"
#include "tile/tile.h"

const char *grn_ttnn_strategy_text(grn_ttnn_strategy strategy)
{
    static const char *const text[] = {
#define STRATEGY_TEXT(name, spelled) [GRN_TTNN_##name] = spelled,
        GRN_TTNN_STRATEGIES(STRATEGY_TEXT)
#undef STRATEGY_TEXT
    };
    return (unsigned)strategy < GRN_COUNT(text) ? text[strategy] : "unknown";
}

/* TT-4 */
grn_status grn_tile_take_view(const grn_tensor *view, const char *name, const grn_diag *diag, grn_tensor *out)
{
    grn_status status = grn_check_view(view, name, diag);
    if (status != GRN_OK)
        return status;
    *out = *view;
    if (out->rank == 0) {
        out->rank = 1;
        out->shape[0] = out->stride[0] = 1;
    }
    return GRN_OK;
}

/* One enumeration among the options: its name, its value, and the last value it may have. */
typedef struct option {
    const char *name;
    int value, last;
} option;

static grn_status check_enums(const grn_tile_call *call)
{
    const grn_ttnn_options *o = &call->options;
#define ENUMS_OF_MEMORY(name, m) \
    {name "sharding", (int)(m).sharding, GRN_TTNN_BLOCK_SHARDED}, { name "buffer", (int)(m).buffer, GRN_TTNN_L1 }
#define ENUMS_OF_PLACE(name, p)                                                                                \
    {name ".storage", (int)(p).storage, GRN_TTNN_HOST}, {name ".layout", (int)(p).layout, GRN_TTNN_ROW_MAJOR}, \
        ENUMS_OF_MEMORY(name ".memory.", (p).memory)
    const option options[] = {ENUMS_OF_MEMORY("memory_config.", o->memory_config),
                              ENUMS_OF_PLACE("input", o->input),
                              ENUMS_OF_PLACE("index", o->index),
                              ENUMS_OF_PLACE("source", o->source),
                              {"strategy", (int)o->strategy, GRN_TTNN_STRATEGY_COUNT - 1}};
#undef ENUMS_OF_PLACE
#undef ENUMS_OF_MEMORY
    for (size_t i = 0; i < GRN_COUNT(options); i++)
        if (options[i].value < 0 || options[i].value > options[i].last)
            return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT, "%s is %d, it must be 0 to %d", options[i].name,
                            options[i].value, options[i].last);
    return GRN_OK;
}

static grn_status check_options(const grn_tile_call *call)
{
    grn_status status = check_enums(call);
    if (status == GRN_OK)
        status = grn_check_allocator(call->options.allocator, call->diag);
    return status == GRN_OK ? grn_check_parallel(call->options.parallel, call->diag) : status;
}

/* The views of a call: the tensor, its name, the place for the view. */
typedef struct argument {
    const grn_tensor *view;
    const char *name;
    grn_tensor *seen;
    grn_shaped *asked;
} argument;

static grn_status take_views(grn_tile_call *call, const argument *arguments, size_t count)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < count && status == GRN_OK; i++) {
        status = grn_tile_take_view(arguments[i].view, arguments[i].name, call->diag, arguments[i].seen);
        if (status == GRN_OK)
            *arguments[i].asked = grn_shaped_of(arguments[i].view);
    }
    return status;
}

static grn_status check(grn_tile_call *call, const grn_tensor *input, const grn_tensor *index, const grn_tensor *source,
                        int64_t dim)
{
    grn_ttnn_question q = {.is_scatter = call->is_scatter, .dim = dim, .options = &call->options};
    grn_tensor output;
    const argument arguments[] = {{input, "input", &call->input, &q.input},
                                  {index, "index", &call->index, &q.index},
                                  {source, "source", &call->source, &q.source}};
    const argument preallocated = {call->options.output, "output", &output, &q.output};
    grn_ttnn_answer answer;
    grn_call_report to;
    call->input_name = "input";
    call->index_name = "index";
    grn_status status = check_options(call);
    if (call->options.strategy > GRN_TTNN_MULTI_CORE) /* an embedding's */
        call->options.strategy = GRN_TTNN_AUTO;
    if (status == GRN_OK)
        status = take_views(call, arguments, call->is_scatter ? 3 : 2);
    q.has_output = call->options.output != NULL;
    if (status == GRN_OK && q.has_output)
        status = take_views(call, &preallocated, 1);
    if (status != GRN_OK)
        return status;
    grn_call_report_init(&to, call->op, call->diag);
    status = grn_ttnn_check(&to.report, &q, &answer);
    if (status != GRN_OK)
        return status;
    call->dim = answer.dim;
    call->combiner = answer.combiner;
    call->cores = answer.cores;
    return GRN_OK;
}

static grn_status begin(grn_tile_call *call, const char *op, bool is_scatter, const grn_ttnn_options *options,
                        const grn_diag *diag)
{
    const grn_status status = GRN_CHECK_OPTIONS(grn_ttnn_options, options, diag);
    if (status != GRN_OK)
        return status;
    call->op = op;
    call->is_scatter = is_scatter;
    call->options = grn_ttnn_with_defaults(options);
    call->diag = diag;
    return GRN_OK;
}

grn_status grn_tile_check_gather(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                 const grn_ttnn_options *options, const grn_diag *diag, grn_tile_call *call)
{
    const grn_status status = begin(call, "ttnn.gather", false, options, diag);
    return status == GRN_OK ? check(call, input, index, NULL, dim) : status;
}

grn_status grn_tile_check_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                  const grn_tensor *source, const grn_ttnn_options *options, const grn_diag *diag,
                                  grn_tile_call *call)
{
    const grn_status status = begin(call, "ttnn.scatter", true, options, diag);
    return status == GRN_OK ? check(call, input, index, source, dim) : status;
}

static grn_status check_embedding(grn_tile_call *call, const grn_tensor *ids, const grn_tensor *weight,
                                  grn_shaped *made)
{
    grn_ttnn_embedding_question q = {.options = &call->options, .has_output = call->options.output != NULL};
    grn_tensor output;
    const argument arguments[] = {{ids, "ids", &call->index, &q.ids}, {weight, "weight", &call->input, &q.weight}};
    const argument preallocated = {call->options.output, "output", &output, &q.output};
    grn_call_report to;
    grn_status status = check_options(call);
    if (status == GRN_OK)
        status = take_views(call, arguments, GRN_COUNT(arguments));
    if (status == GRN_OK && q.has_output)
        status = take_views(call, &preallocated, 1);
    if (status != GRN_OK)
        return status;
    grn_call_report_init(&to, call->op, call->diag);
    status = grn_ttnn_check_embedding(&to.report, &q, &call->cores);
    if (status == GRN_OK)
        grn_ttnn_embedding_shape(&q.ids, &q.weight, made);
    return status;
}

grn_status grn_tile_check_embedding(const grn_tensor *ids, const grn_tensor *weight, const grn_ttnn_options *options,
                                    const grn_diag *diag, grn_tile_call *call, grn_tensor *output)
{
    grn_shaped made;
    grn_status status = GRN_CHECK_OPTIONS(grn_ttnn_options, options, diag);
    if (status != GRN_OK)
        return status;
    *call = (grn_tile_call){.op = "ttnn.embedding",
                            .input_name = "weight",
                            .index_name = "ids",
                            .options = grn_ttnn_with_defaults(options),
                            .diag = diag};
    status = check_embedding(call, ids, weight, &made);
    if (status != GRN_OK)
        return status;
    *output = (grn_tensor){.dtype = made.dtype, .rank = made.rank};
    memcpy(output->shape, made.shape, sizeof output->shape);
    return GRN_OK;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static grn_status check_buffer(const grn_tile_call *call, const grn_tensor *t, const char *name)
{
    if (t->data != NULL || grn_tensor_elements(t) == 0)
        return grn_check_data(t, name, call->diag);
    grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT,
             "Operands need to be allocated in buffers on the device. Buffer is null.");
    grn_note(call->diag, grn_no_place, "%s: data is NULL; right: the tensor's elements", name);
    return GRN_E_ARGUMENT;
}

/* A scatter may work in place. */
static bool is_input_itself(const grn_tile_call *call, const grn_tensor *output)
{
    bool same = call->is_scatter && output->data == call->input.data && grn_tensor_same_shape(output, &call->input);
    for (int32_t d = 0; same && d < output->rank; d++)
        same = output->shape[d] == 1 || output->stride[d] == call->input.stride[d];
    return same;
}

static grn_status check_output_buffer(const grn_tile_call *call)
{
    grn_tensor output;
    grn_status status = grn_tile_take_view(call->options.output, "output", call->diag, &output);
    if (status == GRN_OK)
        status = check_buffer(call, &output, "output");
    if (status == GRN_OK)
        status = grn_check_places(&output, "output", call->diag);
    if (status == GRN_OK && !is_input_itself(call, &output))
        status = grn_check_alias(&output, &call->input, call->input_name, call->diag);
    if (status == GRN_OK)
        status = grn_check_alias(&output, &call->index, call->index_name, call->diag);
    if (status == GRN_OK && call->is_scatter)
        status = grn_check_alias(&output, &call->source, "source", call->diag);
    return status;
}

grn_status grn_tile_check_buffers(const grn_tile_call *call)
{
    grn_status status = check_buffer(call, &call->input, call->input_name);
    if (status == GRN_OK)
        status = check_buffer(call, &call->index, call->index_name);
    if (status == GRN_OK && call->is_scatter)
        status = check_buffer(call, &call->source, "source");
    return status == GRN_OK && call->options.output != NULL ? check_output_buffer(call) : status;
}

grn_status grn_tile_check_out(const grn_ttnn_options *options, const grn_diag *diag, const grn_tensor *out)
{
    if (out != NULL || (options != NULL && options->output != NULL))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "out is NULL, it may be only where options->output is given");
}
