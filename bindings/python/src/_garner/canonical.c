/* canonical.c - garner.gather, garner.scatter and their gradients: the canonical specs, with every
 * part of them as an argument. */
#include <string.h>

#include "glue.h"

#define BOUNDS_WORD(name, text) text,
static const char *const bounds_words[] = {"default", GRN_BOUNDS_POLICIES(BOUNDS_WORD) NULL}; /* as grn_bounds */
static const char *const grain_words[] = {"element", "window", NULL};
static const char *const batch_words[] = {"equal", "prefix", NULL};
static const char *const combiner_words[] = {"replace", "add", "mul", "min", "max", "and", "or", "xor", NULL};
static const char *const kind_words[] = {"replace", "add", "sub", "mul", "min", "max", "mean", NULL};

/* Six parameters of dimension numbers, and seven of the index rule, stand together in this
 * order. */
#define GATHER_NUMBERS                                                                                  \
    {"offset_dims", DIMS, "()", true}, {"collapsed_slice_dims", DIMS, "()", true},                      \
        {"operand_batching_dims", DIMS, "()", true}, {"start_indices_batching_dims", DIMS, "()", true}, \
        {"start_index_map", DIMS, "()", true},                                                          \
    {                                                                                                   \
        "index_vector_dim", MAYBE_INTEGER, "None", true                                                 \
    }
#define SCATTER_NUMBERS                                                                                 \
    {"update_window_dims", DIMS, "()", true}, {"inserted_window_dims", DIMS, "()", true},               \
        {"input_batching_dims", DIMS, "()", true}, {"scatter_indices_batching_dims", DIMS, "()", true}, \
        {"scatter_dims_to_operand_dims", DIMS, "()", true},                                             \
    {                                                                                                   \
        "index_vector_dim", MAYBE_INTEGER, "None", true                                                 \
    }
#define RULE(bounds)                                                                                            \
    {"bounds", WORD, bounds, true}, {"index_base", INTEGER, "0", true}, {"wrap_negative", FLAG, "False", true}, \
        {"grain", WORD, "'element'", true}, {"batch_rule", WORD, "'equal'", true},                              \
        {"indices_are_sorted", FLAG, "False", true},                                                            \
    {                                                                                                           \
        "unique_indices", FLAG, "False", true                                                                   \
    }

const parameter gather_parameters[] = {{"operand", TENSOR, NULL, false},
                                       {"indices", TENSOR, NULL, false},
                                       GATHER_NUMBERS,
                                       {"slice_sizes", DIMS, NULL, true},
                                       RULE("'clamp'"),
                                       {"fill_value", OTHER, "None", true},
                                       {"out", OUT, "None", true},
                                       {0}};
enum { G_NUMBERS = 2, G_SLICES = 8, G_RULE = 9, G_FILL = 16 };

const parameter scatter_parameters[] = {{"operand", TENSOR_OR_SEVERAL, NULL, false},
                                        {"indices", TENSOR, NULL, false},
                                        {"updates", TENSOR_OR_SEVERAL, NULL, false},
                                        SCATTER_NUMBERS,
                                        {"combiner", OTHER, "'replace'", true},
                                        RULE("'skip'"),
                                        {"out", OUT, "None", true},
                                        {0}};
enum { S_NUMBERS = 3, S_COMBINER = 9, S_RULE = 10 };

const parameter gather_grad_parameters[] = {{"grad", TENSOR, NULL, false},       {"indices", TENSOR, NULL, false},
                                            {"operand_shape", DIMS, NULL, true}, GATHER_NUMBERS,
                                            {"slice_sizes", DIMS, NULL, true},   RULE("'clamp'"),
                                            {"out", OUT, "None", true},          {0}};
enum { GG_SHAPE = 2, GG_NUMBERS = 3, GG_SLICES = 9, GG_RULE = 10 };

const parameter scatter_grad_parameters[] = {{"grad", TENSOR, NULL, false},
                                             {"indices", TENSOR, NULL, false},
                                             {"updates", TENSOR, NULL, false},
                                             {"kind", WORD, "'replace'", true},
                                             {"input", MAYBE_TENSOR, "None", true},
                                             {"result", MAYBE_TENSOR, "None", true},
                                             {"leaves_input_out", FLAG, "False", true},
                                             SCATTER_NUMBERS,
                                             RULE("'skip'"),
                                             {0}};
enum { SG_KIND = 3, SG_INPUT, SG_RESULT, SG_LEAVES, SG_NUMBERS, SG_RULE = 13 };

/* ---- specs from arguments -------------------------------------------------------------------- */

static void read_numbers(const call *c, int at, const grn_tensor *indices, grn_dimension_numbers *out)
{
    grn_dims *const lists[] = {&out->offset_dims, &out->collapsed_slice_dims, &out->operand_batching_dims,
                               &out->start_indices_batching_dims, &out->start_index_map};
    for (int i = 0; i < 5; i++) {
        lists[i]->count = c->dims[at + i].count;
        memcpy(lists[i]->v, c->dims[at + i].v, (size_t)lists[i]->count * sizeof *lists[i]->v);
    }
    /* The last dimension where it is not said, as in JAX. */
    out->index_vector_dim = c->has[at + 5] ? c->number[at + 5] : indices->rank > 0 ? indices->rank - 1 : 0;
}

static bool word_of(const call *c, int i, const char *const *words, int preset, int *out)
{
    *out = c->given[i] == NULL ? preset : choice(c->word[i], words, c->row->parameters[i].name);
    return *out >= 0;
}

static bool read_rule(const call *c, int at, grn_bounds preset, grn_index_rule *out)
{
    int bounds, grain, batch;
    if (!word_of(c, at, bounds_words, (int)preset, &bounds) ||
        !word_of(c, at + 3, grain_words, GRN_GRAIN_ELEMENT, &grain) ||
        !word_of(c, at + 4, batch_words, GRN_BATCH_EQUAL, &batch))
        return false;
    *out = (grn_index_rule){.base = c->number[at + 1],
                            .wrap_negative = c->number[at + 2] != 0,
                            .bounds = (grn_bounds)bounds,
                            .grain = (grn_grain)grain,
                            .batch_rule = (grn_batch_rule)batch,
                            .indices_are_sorted = c->number[at + 5] != 0,
                            .unique_indices = c->number[at + 6] != 0};
    return true;
}

static bool read_gather(call *c, int numbers, int slices, int rule)
{
    grn_gather_spec *spec = &c->spec.gather;
    read_numbers(c, numbers, &c->in[1].view, &spec->dims);
    spec->slice_sizes.count = c->dims[slices].count;
    memcpy(spec->slice_sizes.v, c->dims[slices].v, (size_t)spec->slice_sizes.count * sizeof *spec->slice_sizes.v);
    memset(spec->fill, 0, sizeof spec->fill);
    return read_rule(c, rule, GRN_BOUNDS_CLAMP, &spec->index);
}

static bool prepare_gather(call *c)
{
    PyObject *fill = c->given[G_FILL];
    return read_gather(c, G_NUMBERS, G_SLICES, G_RULE) &&
           (fill == NULL || fill == Py_None ||
            element_from_object(fill, c->in[0].view.dtype, "fill_value", c->spec.gather.fill));
}

static bool read_scatter(call *c, int numbers, int rule)
{
    grn_scatter_spec *spec = &c->spec.scatter;
    read_numbers(c, numbers, &c->in[1].view, &spec->dims);
    spec->combiner = GRN_COMBINE_REPLACE;
    spec->region = NULL;
    spec->region_user = NULL;
    spec->region_in_order = NULL;
    return read_rule(c, rule, GRN_BOUNDS_SKIP, &spec->index);
}

static bool read_combiner(call *c, PyObject *object)
{
    if (object == NULL)
        return true;
    if (PyUnicode_Check(object)) {
        const char *word = PyUnicode_AsUTF8AndSize(object, NULL);
        const int chosen = word != NULL ? choice(word, combiner_words, "combiner") : -1;
        c->spec.scatter.combiner = chosen >= 0 ? (grn_combiner)chosen : GRN_COMBINE_REPLACE;
        return chosen >= 0;
    }
    if (!PyCallable_Check(object)) {
        PyErr_Format(PyExc_TypeError, "combiner: a name, as \"add\", or a function of two arrays is needed, %R given",
                     (PyObject *)Py_TYPE(object));
        return false;
    }
    set_combiner(c, object);
    c->spec.scatter.combiner = GRN_COMBINE_REGION;
    c->spec.scatter.region = combine_in_python;
    c->spec.scatter.region_user = &c->combiner;
    return true;
}

static bool prepare_scatter(call *c)
{
    if ((is_several(c->given[0]) || is_several(c->given[2])) &&
        !take_several(c, c->given[0], c->given[2], given_out(c)))
        return false;
    return read_scatter(c, S_NUMBERS, S_RULE) && read_combiner(c, c->given[S_COMBINER]);
}

/* ---- gather and scatter ---------------------------------------------------------------------- */

static grn_status gather_shape(const call *c, const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    return grn_gather_shape(&c->spec.gather, &c->in[0].view, &c->in[1].view, diag, rank, shape);
}

static bool has(const grn_dims *list, int64_t dim)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] == dim)
            return true;
    return false;
}

/* Indices' shape without the index vector, with the window's extents at offset_dims, in order. */
bool guess_gather(const call *c, int32_t *rank, int64_t *shape)
{
    const grn_dimension_numbers *n = &c->spec.gather.dims;
    const grn_tensor *indices = &c->in[1].view;
    const grn_dims *sizes = &c->spec.gather.slice_sizes;
    int32_t window = 0, batch = 0;
    const int32_t batch_rank = indices->rank - (n->index_vector_dim < indices->rank);
    *rank = batch_rank + n->offset_dims.count;
    if (*rank > GRN_MAX_RANK || batch_rank < 0)
        return false;
    for (int32_t d = 0; d < *rank; d++) {
        if (has(&n->offset_dims, d)) {
            while (window < sizes->count &&
                   (has(&n->collapsed_slice_dims, window) || has(&n->operand_batching_dims, window)))
                window++;
            if (window == sizes->count)
                return false;
            shape[d] = sizes->v[window++];
        } else {
            batch += batch == n->index_vector_dim;
            if (batch >= indices->rank)
                return false;
            shape[d] = indices->shape[batch++];
        }
    }
    return true;
}

static grn_status gather_run(call *c, const grn_tensor *out, const grn_diag *diag)
{
    return grn_gather(&c->spec.gather, &c->in[0].view, &c->in[1].view, out, diag);
}

static grn_status gather_spec(call *c, const grn_diag *diag, grn_gather_spec *out)
{
    (void)diag;
    *out = c->spec.gather;
    return GRN_OK;
}

/* A destination of the caller's is not touched before shapes and types are checked; of a new one
 * the scatter checks them. An index that bounds="error" refuses is found after the copy. */
static grn_status scatter_run(call *c, const grn_tensor *out, const grn_diag *diag)
{
    const grn_tensor *operand = &c->in[0].view, *indices = &c->in[1].view, *updates = &c->in[2].view;
    const bool is_given = given_out(c) != NULL;
    grn_status status = is_given ? grn_scatter_check(&c->spec.scatter, 1, operand, indices, updates, diag) : GRN_OK;
    if (status == GRN_OK && is_given)
        status = grn_scatter_check(&c->spec.scatter, 1, out, indices, updates, diag);
    if (status == GRN_OK && !same_memory(operand, out))
        status = copy_view(operand, out, diag);
    return status == GRN_OK ? grn_scatter(&c->spec.scatter, 1, out, indices, updates, diag) : status;
}

static grn_status scatter_spec(call *c, const grn_diag *diag, grn_scatter_spec *out)
{
    (void)diag;
    *out = c->spec.scatter;
    return GRN_OK;
}

const form gather_form = {.make = make_one,
                          .prepare = prepare_gather,
                          .operand = 0,
                          .indices = 1,
                          .updates = -1,
                          .shape = gather_shape,
                          .run = gather_run,
                          .gather_spec = gather_spec};
static PyObject *make_scatter(call *c) { return c->several != NULL ? scatter_several(c) : make_one(c); }

const form scatter_form = {.make = make_scatter,
                           .prepare = prepare_scatter,
                           .operand = 0,
                           .indices = 1,
                           .updates = 2,
                           .run = scatter_run,
                           .scatter_spec = scatter_spec};

/* ---- gradients ------------------------------------------------------------------------------- */

static bool prepare_gather_grad(call *c) { return read_gather(c, GG_NUMBERS, GG_SLICES, GG_RULE); }

static grn_status gather_grad_shape(const call *c, const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    (void)diag;
    *rank = c->dims[GG_SHAPE].count;
    memcpy(shape, c->dims[GG_SHAPE].v, (size_t)*rank * sizeof *shape);
    return GRN_OK;
}

static grn_status gather_grad_run(call *c, const grn_tensor *out, const grn_diag *diag)
{
    return grn_gather_adjoint(&c->spec.gather, &c->in[1].view, &c->in[0].view, out, diag);
}

const form gather_grad_form = {.make = make_one,
                               .prepare = prepare_gather_grad,
                               .operand = 0,
                               .indices = 1,
                               .updates = -1,
                               .shape = gather_grad_shape,
                               .run = gather_grad_run};

static bool prepare_scatter_grad(call *c)
{
    return word_of(c, SG_KIND, kind_words, GRN_SCATTER_REPLACE, &c->mode) && read_scatter(c, SG_NUMBERS, SG_RULE);
}

static grn_status scatter_grad_run(call *c, const grn_tensor *input_grad, const grn_tensor *updates_grad,
                                   const grn_diag *diag)
{
    const grn_scatter_forward forward = {.kind = (grn_scatter_kind)c->mode,
                                         .leaves_input_out = c->number[SG_LEAVES] != 0,
                                         .updates = &c->in[2].view,
                                         .input = GIVEN_VIEW(c, SG_INPUT),
                                         .result = GIVEN_VIEW(c, SG_RESULT)};
    return grn_scatter_adjoint(&c->spec.scatter, &forward, &c->in[1].view, &c->in[0].view, NULL, input_grad,
                               updates_grad, diag);
}

const form scatter_grad_form = {.make = make_two,
                                .prepare = prepare_scatter_grad,
                                .operand = 0,
                                .indices = 1,
                                .updates = 2,
                                .run_two = scatter_grad_run};
