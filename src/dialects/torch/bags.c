/*
 * bags.c - torch.aten.embedding_bag.padding_idx, _embedding_bag: sums, means and maxima of rows of a
 * table by lists of indices, and three results that torch's gradients read: the bag of each index,
 * how many count of each bag, and the row of each maximum.
 *
 * Entries are added in their order, of f16 and bf16 in f32. A product with a weight is rounded
 * before it is added as aten does it: in f64, and where there is a padding_idx; else it is fused.
 * A run makes no tensor of rows (exec->bag).
 */
#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

#include <inttypes.h>

enum { WEIGHT, INDICES, OFFSETS, SCALES, MODE, SPARSE, WEIGHTS, INCLUDE_LAST, PADDING };
enum { RESULT, OFFSET2BAG, BAG_SIZE, MAX_INDICES, NRESULTS };

/* ---- the numbers of a call ------------------------------------------------------------------- */

/* Those that are known; the pointers of grn_torch_bag_args lead here. */
typedef struct numbers {
    int64_t mode, padding;
    bool include_last, knows_mode, knows_padding, knows_last;
} numbers;

/* _embedding_bag has a number without a row for no padding. */
static bool is_padding_any_number(const grn_op *op) { return !strcmp(op->def->name, "torch.aten._embedding_bag"); }

static bool is_padded(const grn_op *op, const numbers *n, int64_t rows)
{
    return n->knows_padding &&
           (!is_padding_any_number(op) || (n->padding >= 0 && (rows == GRN_DYNAMIC || n->padding < rows)));
}

static numbers constant_numbers(const grn_op *op)
{
    numbers n = {.mode = 0};
    n.knows_mode = grn_constant_operand(op, MODE, &n.mode);
    n.knows_last = grn_torch_constant_flag(op, INCLUDE_LAST, &n.include_last);
    n.knows_padding = !grn_torch_is_none(op, PADDING) && grn_constant_operand(op, PADDING, &n.padding);
    return n;
}

static grn_status run_numbers(const grn_exec *x, const grn_op *op, numbers *n)
{
    *n = (numbers){.knows_mode = true, .knows_last = true, .knows_padding = !grn_torch_is_none(op, PADDING)};
    grn_status status = grn_torch_run_int(x, op, MODE, &n->mode);
    if (status == GRN_OK)
        status = grn_torch_run_flag(x, op, INCLUDE_LAST, &n->include_last);
    return status == GRN_OK && n->knows_padding ? grn_torch_run_int(x, op, PADDING, &n->padding) : status;
}

/* PT-17 over shapes. */
static grn_status ask(const grn_op_report *to, const numbers *n, grn_torch_bag_args *a, grn_torch_bag_found *out)
{
    a->has_offsets = true;
    a->has_weights = !grn_torch_is_none(to->op, WEIGHTS);
    a->mode = n->knows_mode ? &n->mode : NULL;
    a->include_last = n->knows_last ? &n->include_last : NULL;
    a->padding = is_padded(to->op, n, a->weight.rank == 2 ? a->weight.shape[0] : GRN_DYNAMIC) ? &n->padding : NULL;
    if (a->indices.rank == 2) /* which the call without offsets takes */
        return grn_rule_broken(&to->report, GRN_E_SHAPE, "PT-17",
                               "input has to be a 1D Tensor, but got Tensor of dimension %" PRId32, a->indices.rank);
    return grn_torch_rule_bag(&to->report, a, out);
}

/* ---- types ----------------------------------------------------------------------------------- */

static grn_dtype side_dtype(grn_dtype a, grn_dtype b) { return a == GRN_I32 && b == GRN_I32 ? GRN_I32 : GRN_I64; }

/* PT-7: result i has one of the two extents that are given for its first dimension. */
static grn_status result_is(const grn_op *op, const grn_check *check, size_t i, const grn_type *element, int32_t rank,
                            const int64_t *shape, int64_t other)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    int64_t second[2] = {other, rank == 2 ? shape[1] : 0};
    const grn_type *declared = grn_result_type(op, i)->stands_for,
                   *first = element ? grn_type_tensor(check->scratch, element, rank, shape, NULL) : NULL,
                   *also = element ? grn_type_tensor(check->scratch, element, rank, second, NULL) : NULL;
    if (!first || !also)
        return GRN_E_MEMORY;
    if (grn_types_compatible(first, declared) || grn_types_compatible(also, declared))
        return GRN_OK;
    return grn_tensor_broken(op, check, "PT-7", "result #%zu is a tensor like '%s', but its type is '%s'", i,
                             grn_type_text(first, want, sizeof want),
                             grn_type_text(grn_result_type(op, i), have, sizeof have));
}

/* bag_size, and max_indices where there are none, may have the extent of offsets: torch gives one
 * or the other. offset2bag may be empty, as torch leaves it where its gradients do not read it. */
static grn_status verify(const grn_op *op, grn_check *check)
{
    const numbers n = constant_numbers(op);
    grn_torch_bag_args a = {.weight = grn_shaped_of_type(grn_torch_at(op, WEIGHT)),
                            .indices = grn_shaped_of_type(grn_torch_at(op, INDICES)),
                            .offsets = grn_shaped_of_type(grn_torch_at(op, OFFSETS))};
    grn_torch_bag_found found;
    grn_op_report to;
    if (!grn_torch_is_none(op, WEIGHTS))
        a.weights = grn_shaped_of_type(grn_torch_at(op, WEIGHTS));
    grn_torch_check_report(&to, op, check);
    grn_status status = ask(&to, &n, &a, &found);
    if (status != GRN_OK)
        return status;
    const grn_type *side = grn_type_of_dtype(check->scratch, side_dtype(a.indices.dtype, a.offsets.dtype));
    const int64_t rows[] = {found.bags, a.weight.shape[1]};
    status = result_is(op, check, RESULT, grn_torch_at(op, WEIGHT)->element, 2, rows, rows[0]);
    if (status == GRN_OK)
        status = result_is(op, check, OFFSET2BAG, side, 1, &found.entries, 0);
    if (status == GRN_OK)
        status = result_is(op, check, BAG_SIZE, side, 1, &found.bags, a.offsets.shape[0]);
    if (status != GRN_OK || !n.knows_mode)
        return status;
    return n.mode == GRN_TORCH_BAG_MAX ? result_is(op, check, MAX_INDICES, side, 2, rows, rows[0])
                                       : result_is(op, check, MAX_INDICES, side, 1, rows, a.offsets.shape[0]);
}

/* ---- running --------------------------------------------------------------------------------- */

/* A run of it. */
typedef struct call {
    grn_exec *x;
    const grn_op *op;
    numbers n;
    grn_torch_bag_found found;
    bool pads;
    /* its operands with elements of a row next to each other; weights: data NULL where there are none */
    grn_rt table, indices, offsets, weights;
    grn_rt arg; /* of the maxima: i64 [bags, D] */
} call;

/* Operand i, or a copy of it where elements of its last dimension lie apart. */
static grn_status packed(const call *c, size_t i, grn_rt *out)
{
    const grn_rt *in = &c->x->operands[i];
    const grn_tensor *t = &in->tensor;
    if (t->shape[t->rank - 1] <= 1 || t->stride[t->rank - 1] == 1)
        return c->x->calls->share(c->x, in, NULL, out);
    grn_status status = c->x->calls->alloc(c->x, t->dtype, t->rank, t->shape, out);
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, t);
    return status;
}

static grn_status begin(call *c)
{
    const grn_exec *x = c->x;
    grn_torch_bag_args a = {.weight = grn_shaped_of(&x->operands[WEIGHT].tensor),
                            .indices = grn_shaped_of(&x->operands[INDICES].tensor),
                            .offsets = grn_shaped_of(&x->operands[OFFSETS].tensor)};
    const bool weighs = !grn_torch_is_none(c->op, WEIGHTS);
    grn_op_report to;
    if (weighs)
        a.weights = grn_shaped_of(&x->operands[WEIGHTS].tensor);
    grn_torch_run_report(&to, c->op, x->diag);
    grn_status status = run_numbers(x, c->op, &c->n);
    if (status == GRN_OK)
        status = ask(&to, &c->n, &a, &c->found);
    c->pads = a.padding != NULL;
    if (status == GRN_OK)
        status = packed(c, WEIGHT, &c->table);
    if (status == GRN_OK)
        status = packed(c, INDICES, &c->indices);
    if (status == GRN_OK)
        status = packed(c, OFFSETS, &c->offsets);
    return status == GRN_OK && weighs ? packed(c, WEIGHTS, &c->weights) : status;
}

static void end(call *c)
{
    grn_rt *const values[] = {&c->table, &c->indices, &c->offsets, &c->weights, &c->arg};
    for (size_t i = 0; i < GRN_COUNT(values); i++)
        c->x->calls->release(c->x, values[i]);
}

static grn_status rows_of(const grn_op *op, const grn_tensor *table, const grn_tensor *indices, const grn_diag *diag,
                          grn_access *out)
{
    const grn_index_form f = grn_torch_form(GRN_FORM_SLICES, INDICES, 0);
    const grn_tensor operands[] = {*table, *indices};
    *out = (grn_access){.kind = GRN_ACCESS_GATHER, .operand = WEIGHT, .indices_operand = INDICES};
    grn_status status = grn_form_to_gather(&f, op, operands, diag, out);
    out->indices_operand = INDICES;
    return status;
}

static grn_status as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return rows_of(op, &operands[WEIGHT], &operands[INDICES], diag, out);
}

/* aten asks for a padding_idx, not for whether it is a row: _embedding_bag's may be none. */
static bool is_fused(const grn_op *op, const numbers *n, grn_dtype table)
{
    const bool given = n->knows_padding && (n->padding >= 0 || !is_padding_any_number(op));
    return !grn_torch_is_none(op, WEIGHTS) && !given && table != GRN_F64;
}

/* The sums of a mean are divided later, in the dtype. PT-18. */
static grn_bag_spec spec_of(const grn_op *op, const numbers *n, grn_dtype table, const int64_t *padding)
{
    return (grn_bag_spec){.combiner = n->mode == GRN_TORCH_BAG_MAX ? GRN_BAG_MAX : GRN_BAG_SUM,
                          .lists = n->include_last ? GRN_BAG_OFFSETS_AND_END : GRN_BAG_OFFSETS,
                          .fused = is_fused(op, n, table),
                          .has_padding = padding != NULL,
                          .padding_index = padding ? *padding : 0};
}

static grn_status as_grouping(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_grouping *out)
{
    const numbers n = constant_numbers(op);
    const bool weighs = !grn_torch_is_none(op, WEIGHTS);
    grn_torch_bag_args a = {.weight = grn_shaped_of(&operands[WEIGHT]),
                            .indices = grn_shaped_of(&operands[INDICES]),
                            .offsets = grn_shaped_of(&operands[OFFSETS])};
    grn_torch_bag_found found;
    grn_op_report to;
    if (!n.knows_mode || !n.knows_last)
        return grn_fail(diag, op->place, GRN_E_UNSUPPORTED, "%s: mode and include_last_offset are not known",
                        op->def->name);
    if (weighs)
        a.weights = grn_shaped_of(&operands[WEIGHTS]);
    grn_torch_run_report(&to, op, diag);
    grn_status status = ask(&to, &n, &a, &found);
    if (status != GRN_OK)
        return status;
    *out = (grn_grouping){.is_bag = true, .bag = spec_of(op, &n, a.weight.dtype, a.padding ? &found.padding : NULL)};
    out->bag_tensors = (grn_bag_tensors){.table = &operands[WEIGHT],
                                         .indices = &operands[INDICES],
                                         .offsets = &operands[OFFSETS],
                                         .weights = weighs ? &operands[WEIGHTS] : NULL,
                                         .result = &out->made};
    return grn_tensor_init(&out->made, NULL, a.weight.dtype, 2, (int64_t[]){found.bags, a.weight.shape[1]});
}

/* Result 0, and the rows of maxima. */
static grn_status combine(call *c)
{
    const bool extreme = c->n.mode == GRN_TORCH_BAG_MAX;
    const grn_bag_spec spec = spec_of(c->op, &c->n, c->table.tensor.dtype, c->pads ? &c->found.padding : NULL);
    const grn_bag_tensors tensors = {.table = &c->table.tensor,
                                     .indices = &c->indices.tensor,
                                     .offsets = &c->offsets.tensor,
                                     .weights = c->weights.tensor.data ? &c->weights.tensor : NULL,
                                     .result = &c->x->results[RESULT].tensor,
                                     .arg = extreme ? &c->arg.tensor : NULL};
    grn_access rows;
    grn_op_report to;
    grn_op_diag placed;
    grn_op_diag_init(&placed, c->op, c->x->diag);
    grn_torch_run_report(&to, c->op, c->x->diag);
    grn_status status = rows_of(c->op, tensors.table, tensors.indices, c->x->diag, &rows);
    if (status == GRN_OK)
        status = c->x->calls->bag(c->x, &spec, &tensors, &rows.gather, &grn_quiet);
    if (status != GRN_E_INDEX)
        return status;
    /* torch's words, where it has some */
    status = grn_torch_rule_bag_values(&to.report, tensors.indices, tensors.offsets, tensors.table->shape[0]);
    return status == GRN_OK ? c->x->calls->bag(c->x, &spec, &tensors, &rows.gather, &placed.diag) : status;
}

/* ---- the other results ----------------------------------------------------------------------- */

static int64_t value_at(const grn_tensor *t, int64_t i)
{
    return grn_index_load(t->dtype, grn_tensor_at(t, i * t->stride[0]));
}

/* A compact tensor of i32 or i64. */
static void store_at(const grn_tensor *t, int64_t i, int64_t v)
{
    grn_scalar_store(&(grn_scalar){.dtype = t->dtype, .i = v}, t->dtype, grn_tensor_at(t, i));
}

/* The same number at elements [from, to). */
static void store_entries(const grn_tensor *t, int64_t from, int64_t to, int64_t v)
{
    unsigned char number[8];
    grn_tensor some = *t;
    grn_scalar_store(&(grn_scalar){.dtype = t->dtype, .i = v}, t->dtype, number);
    some.data = grn_tensor_at(t, from);
    some.shape[0] = to - from;
    grn_tensor_fill(&some, number);
}

/* The extent that the type of result i says, which is one of two; of an open one the first. */
static int64_t declared(const call *c, size_t i, int64_t first, int64_t other)
{
    const grn_type *t = grn_result_type(c->op, i)->stands_for;
    return t->rank == 1 && t->shape[0] == other ? other : first;
}

static grn_status make_results(call *c)
{
    const grn_tensor *table = &c->table.tensor;
    const bool extreme = c->n.mode == GRN_TORCH_BAG_MAX;
    const int64_t noffsets = c->offsets.tensor.shape[0];
    const grn_dtype side = side_dtype(c->indices.tensor.dtype, c->offsets.tensor.dtype);
    const int64_t rows[] = {c->found.bags, table->shape[1]}, entries = declared(c, OFFSET2BAG, c->found.entries, 0),
                  sizes = declared(c, BAG_SIZE, c->found.bags, noffsets),
                  maxima[] = {extreme ? rows[0] : declared(c, MAX_INDICES, c->found.bags, noffsets), rows[1]};
    grn_rt *r = c->x->results;
    grn_status status = c->x->calls->alloc(c->x, table->dtype, 2, rows, &r[RESULT]);
    if (status == GRN_OK)
        status = c->x->calls->alloc(c->x, side, 1, &entries, &r[OFFSET2BAG]);
    if (status == GRN_OK)
        status = c->x->calls->alloc(c->x, side, 1, &sizes, &r[BAG_SIZE]);
    if (status == GRN_OK)
        status = c->x->calls->alloc(c->x, side, extreme ? 2 : 1, maxima, &r[MAX_INDICES]);
    return status == GRN_OK && extreme ? c->x->calls->alloc(c->x, GRN_I64, 2, rows, &c->arg) : status;
}

static int64_t counted(const call *c, int64_t from, int64_t to)
{
    int64_t n = to - from;
    for (int64_t e = from; c->pads && e < to; e++)
        n -= value_at(&c->indices.tensor, e) == c->found.padding;
    return n;
}

/* The sum of a mean, divided in the dtype. */
static void divide_row(const grn_tensor *result, int64_t row, int64_t n)
{
    for (int64_t d = 0; n > 1 && d < result->shape[1]; d++)
        grn_torch_divide_rounded(result->dtype, grn_tensor_at(result, row * result->stride[0] + d), n);
}

/* torch leaves the sizes of sums 0. Beside a mean max_indices holds the sizes. */
static void finish(const call *c)
{
    static const unsigned char zero[16];
    const grn_rt *r = c->x->results;
    const bool sums = c->n.mode == GRN_TORCH_BAG_SUM, extreme = c->n.mode == GRN_TORCH_BAG_MAX;
    grn_tensor_fill(&r[BAG_SIZE].tensor, zero);
    grn_tensor_fill(&r[MAX_INDICES].tensor, zero);
    for (int64_t b = 0, from = 0, to = 0; b < c->found.bags; b++, from = to) {
        to = b + 1 < c->offsets.tensor.shape[0] ? value_at(&c->offsets.tensor, b + 1) : c->found.entries;
        const int64_t n = sums ? 0 : counted(c, from, to);
        if (c->n.mode == GRN_TORCH_BAG_MEAN)
            divide_row(&r[RESULT].tensor, b, n);
        store_at(&r[BAG_SIZE].tensor, b, n);
        for (int64_t d = 0; extreme && d < c->arg.tensor.shape[1]; d++)
            store_at(&r[MAX_INDICES].tensor, b * c->arg.tensor.shape[1] + d,
                     ((const int64_t *)c->arg.tensor.data)[b * c->arg.tensor.shape[1] + d]);
        if (!extreme)
            store_at(&r[MAX_INDICES].tensor, b, n);
        if (r[OFFSET2BAG].tensor.shape[0] > 0)
            store_entries(&r[OFFSET2BAG].tensor, from, to, b);
    }
}

static grn_status eval(grn_exec *x, const grn_op *op)
{
    call c = {.x = x, .op = op};
    grn_status status = begin(&c);
    if (status == GRN_OK)
        status = make_results(&c);
    if (status == GRN_OK)
        status = combine(&c);
    if (status == GRN_OK)
        finish(&c);
    end(&c);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port results[] = {GRN_PORT("result", grn_torch_tensor), GRN_PORT("offset2bag", grn_torch_tensor),
                                   GRN_PORT("bag_size", grn_torch_tensor), GRN_PORT("max_indices", grn_torch_tensor),
                                   GRN_PORTS_END};

#define BAG(op, does, padding_class)                                                                                  \
    {                                                                                                                 \
        .name = "torch.aten." op, .summary = does, .source = "PyTorch operators, " op ", PT-7; PT-17; PT-18",         \
        .operands =                                                                                                   \
            GRN_PORTS(GRN_PORT("weight", grn_torch_tensor), GRN_PORT("indices", grn_torch_tensor),                    \
                      GRN_PORT("offsets", grn_torch_tensor), GRN_PORT("scale_grad_by_freq", grn_torch_bool),          \
                      GRN_PORT("mode", grn_torch_int), GRN_PORT("sparse", grn_torch_bool),                            \
                      GRN_PORT("per_sample_weights", grn_torch_maybe_tensor),                                         \
                      GRN_PORT("include_last_offset", grn_torch_bool), GRN_PORT("padding_idx", padding_class)),       \
        .results = results, .traits = GRN_TRAIT_PURE,                                                                 \
        .assembly = "%weight , %indices , %offsets , %scale_grad_by_freq , %mode , %sparse , %per_sample_weights , "  \
                    "%include_last_offset , %padding_idx {} : !weight , !indices , !offsets , !scale_grad_by_freq , " \
                    "!mode , !sparse , !per_sample_weights , !include_last_offset , !padding_idx -> !result , "       \
                    "!offset2bag , !bag_size , !max_indices",                                                         \
        .verify = verify, .eval = eval, .as_access = as_access, .as_grouping = as_grouping, .work = GRN_WORK_OWN      \
    }

const grn_op_def grn_torch_bag_ops[] = {
    BAG("embedding_bag.padding_idx", "combines rows of a table by lists of indices: sum, mean, max",
        grn_torch_maybe_int),
    BAG("_embedding_bag", "combines rows of a table by lists of indices, with a padding_idx that need not be a row",
        grn_torch_int),
    {.name = NULL},
};
