/*
 * ragged_dot.c - dot_general over groups of one dimension of lhs (CHLO,
 * ragged_dot): group_sizes says how many indices of it belong to each group.
 * Where it is free, each group has an rhs of its own; where it is contracted,
 * each group has a result; where it is a batch dimension, groups make no
 * difference. What belongs to no group contributes nothing, and is zero.
 */
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/dot.h"

#include <inttypes.h>

typedef enum ragged_mode { RAGGED_FREE, RAGGED_CONTRACT, RAGGED_BATCH } ragged_mode;

/* Dimensions in lists. */
typedef struct dims {
    int32_t count;
    int64_t v[GRN_MAX_RANK];
} dims;

/* What the attribute says of operands of known ranks. */
typedef struct ragged {
    grn_dot_dims dot;
    ragged_mode mode;
    int64_t dim;             /* of lhs */
    int64_t group;           /* dim of rhs; -1: none */
    dims lhs_free, rhs_free; /* neither batching, contracting nor the group's */
    dims outer;              /* of lhs, outside the ragged one: group_sizes has them in front */
} ragged;

/* ---- rules ---------------------------------------------------------------------------------------------------------------- */

static bool is_listed(const grn_field *f, int64_t d)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->v[i] == d)
            return true;
    return false;
}

static grn_dot_dims dot_dims(const grn_attr *a)
{
    return (grn_dot_dims){.lhs_batch = grn_attr_field(a, "lhs_batching_dimensions"),
                          .rhs_batch = grn_attr_field(a, "rhs_batching_dimensions"),
                          .lhs_contract = grn_attr_field(a, "lhs_contracting_dimensions"),
                          .rhs_contract = grn_attr_field(a, "rhs_contracting_dimensions")};
}

static dims free_dims(int32_t rank, const grn_field *batch, const grn_field *contract, int64_t but)
{
    dims out = {0};
    for (int32_t d = 0; d < rank; d++)
        if (d != but && !is_listed(batch, d) && !is_listed(contract, d))
            out.v[out.count++] = d;
    return out;
}

static void add_until(dims *list, size_t count, const int64_t *v, int64_t end)
{
    for (size_t i = 0; i < count && v[i] != end; i++)
        list->v[list->count++] = v[i];
}

/* Of an op whose lists are in range. */
static ragged read(const grn_op *op)
{
    const grn_attr *a = grn_op_attr(op, "ragged_dot_dimension_numbers");
    grn_field group = grn_attr_field(a, "rhs_group_dimensions");
    ragged r = {.dot = dot_dims(a), .dim = grn_attr_field(a, "lhs_ragged_dimensions").v[0], .group = group.count ? group.v[0] : -1};
    r.mode = is_listed(&r.dot.lhs_contract, r.dim) ? RAGGED_CONTRACT
             : is_listed(&r.dot.lhs_batch, r.dim)  ? RAGGED_BATCH
                                                   : RAGGED_FREE;
    r.lhs_free = free_dims(grn_operand_type(op, 0)->rank, &r.dot.lhs_batch, &r.dot.lhs_contract, -1);
    r.rhs_free = free_dims(grn_operand_type(op, 1)->rank, &r.dot.rhs_batch, &r.dot.rhs_contract, r.group);
    add_until(&r.outer, r.dot.lhs_batch.count, r.dot.lhs_batch.v, r.dim);
    if (r.mode == RAGGED_CONTRACT)
        add_until(&r.outer, r.dot.lhs_contract.count, r.dot.lhs_contract.v, r.dim);
    else if (r.mode == RAGGED_FREE)
        add_until(&r.outer, (size_t)r.lhs_free.count, r.lhs_free.v, r.dim);
    return r;
}

static grn_status in_range(const grn_op *op, grn_check *check, const char *name, const grn_field *f, size_t operand)
{
    const int32_t rank = grn_operand_type(op, operand)->rank;
    for (size_t i = 0; i < f->count; i++)
        if (f->v[i] < 0 || f->v[i] >= rank)
            return grn_op_fail_plain(op, check, "%s value: %" PRId64 " is out of range: [0, %" PRId32 ")", name, f->v[i], rank);
    return GRN_OK;
}

/* "2, ?" */
static const char *extents_text(int32_t rank, const int64_t *shape, char *buffer, size_t bytes)
{
    grn_hlo_shape_text(rank, shape, buffer, bytes);
    char *text = buffer + 1;
    size_t n = strlen(text);
    if (n > 0 && text[n - 1] == ']')
        text[n - 1] = '\0';
    return text;
}

static grn_status group_sizes_rules(const grn_op *op, grn_check *check, const ragged *r)
{
    const grn_type *lhs = grn_operand_type(op, 0), *sizes = grn_operand_type(op, 2);
    char want[GRN_DIMS_TEXT_BYTES], have[GRN_DIMS_TEXT_BYTES], last[GRN_DIMS_TEXT_BYTES];
    int64_t prefix[GRN_MAX_RANK];
    bool agrees = true;
    if (sizes->rank != r->outer.count + 1)
        return grn_op_fail_plain(op, check, "expected group_sizes to have rank %" PRId32 ", got %" PRId32, r->outer.count + 1,
                                 sizes->rank);
    for (int32_t d = 0; d < r->outer.count; d++) {
        prefix[d] = lhs->shape[r->outer.v[d]];
        agrees = agrees && grn_stablehlo_dim_agrees(prefix[d], sizes->shape[d]);
    }
    if (agrees)
        return GRN_OK;
    return grn_op_fail_plain(op, check, "group_sizes is expected to have shape [%s, %s], got [%s]",
                             extents_text(r->outer.count, prefix, want, sizeof want),
                             extents_text(1, &sizes->shape[r->outer.count], last, sizeof last),
                             extents_text(sizes->rank, sizes->shape, have, sizeof have));
}

static grn_status group_dim_rules(const grn_op *op, grn_check *check, const ragged *r, const grn_field *group)
{
    const grn_type *rhs = grn_operand_type(op, 1), *sizes = grn_operand_type(op, 2);
    const int64_t groups = sizes->shape[sizes->rank - 1];
    if (r->mode != RAGGED_FREE)
        return group->count == 0 ? GRN_OK
                                 : grn_op_fail_plain(op, check, "There must be zero group dimensions in the rhs when the ragged "
                                                     "dimension is batch or contracting.");
    if (group->count != 1)
        return grn_op_fail_plain(op, check, "There must be exactly one group dimension in the rhs when the lhs ragged dimension "
                                 "is non-contracting.");
    if (is_listed(&r->dot.rhs_batch, r->group) || is_listed(&r->dot.rhs_contract, r->group))
        return grn_op_fail_plain(op, check, "rhs_group_dimensions value: %" PRId64 " is a batching or contracting dimension",
                                 r->group);
    if (!grn_stablehlo_dim_agrees(rhs->shape[r->group], groups))
        return grn_op_fail_plain(op, check, "rhs group dimension is expected to have size=%" PRId64 ", got %" PRId64, groups,
                                 rhs->shape[r->group]);
    return GRN_OK;
}

/* The extents of lists one behind the other, by those of lhs, rhs and group_sizes. Answers the rank; it may be over GRN_MAX_RANK,
 * and what is then is not written. */
static int32_t result_shape(const ragged *r, const int64_t *lhs, const int64_t *rhs, int64_t groups, int64_t *shape)
{
    int32_t rank = 0;
    int64_t all[3 * GRN_MAX_RANK + 1];
    if (r->mode == RAGGED_CONTRACT)
        all[rank++] = groups;
    for (size_t i = 0; i < r->dot.lhs_batch.count; i++)
        all[rank++] = lhs[r->dot.lhs_batch.v[i]];
    for (int32_t i = 0; i < r->lhs_free.count; i++)
        all[rank++] = lhs[r->lhs_free.v[i]];
    for (int32_t i = 0; i < r->rhs_free.count; i++)
        all[rank++] = rhs[r->rhs_free.v[i]];
    memcpy(shape, all, (size_t)(rank < GRN_MAX_RANK ? rank : GRN_MAX_RANK) * sizeof *shape);
    return rank;
}

static grn_status result_rules(const grn_op *op, grn_check *check, const ragged *r)
{
    const grn_type *sizes = grn_operand_type(op, 2), *out = grn_result_type(op, 0);
    char want[GRN_DIMS_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = result_shape(r, grn_operand_type(op, 0)->shape, grn_operand_type(op, 1)->shape, sizes->shape[sizes->rank - 1], shape);
    if (rank > GRN_MAX_RANK)
        return grn_op_fail(op, check, "gives a result of rank %" PRId32 ", the largest is %d", rank, GRN_MAX_RANK);
    bool agrees = !grn_type_is_tensor(out) || out->rank == rank;
    for (int32_t d = 0; agrees && grn_type_is_tensor(out) && d < rank; d++)
        agrees = grn_stablehlo_dim_agrees(shape[d], out->shape[d]);
    if (agrees)
        return GRN_OK;
    return grn_op_fail_plain(op, check, "inferred shape '%s' is incompatible with return type of operation '%s'",
                             grn_hlo_shape_text(rank, shape, want, sizeof want), grn_type_text(out, have, sizeof have));
}

static grn_status ragged_verify(const grn_op *op, grn_check *check)
{
    const grn_attr *a = grn_op_attr(op, "ragged_dot_dimension_numbers");
    const grn_dot_dims dot = dot_dims(a);
    const grn_field ragged_dims = grn_attr_field(a, "lhs_ragged_dimensions"), group = grn_attr_field(a, "rhs_group_dimensions");
    if (!grn_type_is_tensor(grn_operand_type(op, 0)) || !grn_type_is_tensor(grn_operand_type(op, 1)))
        return GRN_OK;
    grn_status status = grn_hlo_dot_rules(op, check, &dot);
    if (status == GRN_OK && ragged_dims.count != 1)
        status = grn_op_fail_plain(op, check, "There must be exactly one ragged dimension in the lhs.");
    if (status == GRN_OK)
        status = in_range(op, check, "lhs_ragged_dimensions", &ragged_dims, 0);
    if (status == GRN_OK)
        status = in_range(op, check, "rhs_group_dimensions", &group, 1);
    if (status != GRN_OK)
        return status;
    const ragged r = read(op);
    status = group_sizes_rules(op, check, &r);
    if (status == GRN_OK)
        status = group_dim_rules(op, check, &r, &group);
    return status == GRN_OK ? result_rules(op, check, &r) : status;
}

/* ---- meaning -------------------------------------------------------------------------------------------------------------- */

/* sum[0, n) += lhs[0, k) * rhs[0, k)[0, n), a step at a time, by these functions. */
typedef struct dot_row {
    int64_t n;
    grn_tensor product; /* room for n elements */
    grn_bound_element multiply, add;
} dot_row;

/*
 * lhs as [batch, free, contract] and rhs as [group, batch, contract, free],
 * compact. The list that has the ragged dim is cut there: `before` indices
 * outside it, `extent` of its own, `after` inside.
 */
typedef struct work {
    ragged r;
    int64_t batch, m, k, groups;
    int64_t before, extent, after, outer;
    size_t bytes;
    grn_rt lhs, rhs, sizes, product;
    dot_row row;
} work;

static grn_status bind(grn_exec *x, const grn_op *op, dot_row *row)
{
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0), in[] = {dtype, dtype};
    if (grn_element_bind(&grn_element_multiply, in, dtype, &row->multiply) == GRN_OK &&
        grn_element_bind(&grn_element_add, in, dtype, &row->add) == GRN_OK)
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(dtype));
}

static void add_products(const dot_row *row, int64_t k, const char *lhs, const char *rhs, void *sum)
{
    const int64_t n = row->n;
    const size_t bytes = grn_dtype_bytes(row->add.out);
    grn_tensor one = {.data = (void *)lhs, .dtype = row->add.out, .rank = 1, .shape = {n}, .stride = {0}};
    grn_tensor many = {.data = (void *)rhs, .dtype = row->add.out, .rank = 1, .shape = {n}, .stride = {1}};
    for (int64_t i = 0; i < k; i++) {
        const grn_tensor in[] = {one, many};
        grn_element_map(&row->multiply, &row->product, in);
        grn_element_run(&row->add, (size_t)n, sum, (const void *const[]){sum, row->product.data});
        one.data = (char *)one.data + bytes;
        many.data = (char *)many.data + (size_t)n * bytes;
    }
}

/* *out: operand `i` in the result's dtype with its dimensions in the given order, compact. */
static grn_status arrange_one(grn_exec *x, const grn_op *op, size_t i, const int64_t *order, grn_rt *out)
{
    grn_rt converted = {0};
    grn_tensor view;
    grn_status status = grn_hlo_as_dtype(x, op, i, grn_hlo_result_dtype(op, 0), &converted);
    if (status == GRN_OK) {
        grn_view_transpose(&converted.tensor, order, &view);
        status = x->alloc(x, view.dtype, view.rank, view.shape, out);
    }
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, &view);
    x->release(x, &converted);
    return status;
}

static int64_t product_of(const int64_t *shape, int32_t count, const int64_t *v)
{
    int64_t product = 1;
    for (int32_t i = 0; i < count; i++)
        if (shape[v[i]] == 0)
            return 0;
    for (int32_t i = 0; i < count; i++)
        product *= shape[v[i]];
    return product;
}

static void cut_list(work *w, const int64_t *shape, int32_t count, const int64_t *v)
{
    int32_t at = 0;
    while (v[at] != w->r.dim)
        at++;
    w->before = product_of(shape, at, v);
    w->extent = shape[w->r.dim];
    w->after = product_of(shape, count - at - 1, v + at + 1);
}

/* Extents that types left open. */
static grn_status check_sizes(grn_exec *x, const grn_op *op, const ragged *r)
{
    const grn_tensor *lhs = &x->operands[0].tensor, *rhs = &x->operands[1].tensor, *sizes = &x->operands[2].tensor;
    bool agree = true;
    for (size_t i = 0; i < r->dot.lhs_batch.count; i++)
        agree = agree && lhs->shape[r->dot.lhs_batch.v[i]] == rhs->shape[r->dot.rhs_batch.v[i]];
    for (size_t i = 0; i < r->dot.lhs_contract.count; i++)
        agree = agree && lhs->shape[r->dot.lhs_contract.v[i]] == rhs->shape[r->dot.rhs_contract.v[i]];
    for (int32_t i = 0; i < r->outer.count; i++)
        agree = agree && lhs->shape[r->outer.v[i]] == sizes->shape[i];
    if (r->group >= 0)
        agree = agree && rhs->shape[r->group] == sizes->shape[sizes->rank - 1];
    return agree ? GRN_OK : grn_exec_fail(x, op, GRN_E_SHAPE, "the extents of the operands do not agree");
}

static grn_status read_sizes(grn_exec *x, const grn_op *op, work *w)
{
    grn_rt converted = {0};
    grn_status status = grn_hlo_as_dtype(x, op, 2, GRN_I64, &converted);
    if (status == GRN_OK)
        status = x->alloc(x, GRN_I64, converted.tensor.rank, converted.tensor.shape, &w->sizes);
    if (status == GRN_OK)
        grn_tensor_copy(&w->sizes.tensor, &converted.tensor);
    x->release(x, &converted);
    const int64_t *v = w->sizes.tensor.data, count = status == GRN_OK ? grn_tensor_elements(&w->sizes.tensor) : 0;
    for (int64_t i = 0; i < count; i++)
        if (v[i] < 0)
            return grn_exec_fail(x, op, GRN_E_ARGUMENT, "a group's size is %" PRId64 ", it must not be negative", v[i]);
    return status;
}

static grn_status arrange(grn_exec *x, const grn_op *op, work *w)
{
    int64_t lhs[GRN_MAX_RANK], rhs[GRN_MAX_RANK];
    int32_t l = 0, r = 0;
    const ragged *g = &w->r;
    for (size_t i = 0; i < g->dot.lhs_batch.count; i++)
        lhs[l++] = g->dot.lhs_batch.v[i];
    for (int32_t i = 0; i < g->lhs_free.count; i++)
        lhs[l++] = g->lhs_free.v[i];
    for (size_t i = 0; i < g->dot.lhs_contract.count; i++)
        lhs[l++] = g->dot.lhs_contract.v[i];
    if (g->group >= 0)
        rhs[r++] = g->group;
    for (size_t i = 0; i < g->dot.rhs_batch.count; i++)
        rhs[r++] = g->dot.rhs_batch.v[i];
    for (size_t i = 0; i < g->dot.rhs_contract.count; i++)
        rhs[r++] = g->dot.rhs_contract.v[i];
    for (int32_t i = 0; i < g->rhs_free.count; i++)
        rhs[r++] = g->rhs_free.v[i];
    grn_status status = arrange_one(x, op, 0, lhs, &w->lhs);
    return status == GRN_OK ? arrange_one(x, op, 1, rhs, &w->rhs) : status;
}

static void measure(const grn_exec *x, work *w)
{
    const int64_t *lhs = x->operands[0].tensor.shape, *rhs = x->operands[1].tensor.shape;
    const ragged *r = &w->r;
    const int32_t nbatch = (int32_t)r->dot.lhs_batch.count, ncontract = (int32_t)r->dot.lhs_contract.count;
    w->batch = product_of(lhs, nbatch, r->dot.lhs_batch.v);
    w->m = product_of(lhs, r->lhs_free.count, r->lhs_free.v);
    w->k = product_of(lhs, ncontract, r->dot.lhs_contract.v);
    w->row.n = product_of(rhs, r->rhs_free.count, r->rhs_free.v);
    w->outer = product_of(lhs, r->outer.count, r->outer.v);
    if (r->mode == RAGGED_FREE)
        cut_list(w, lhs, r->lhs_free.count, r->lhs_free.v);
    else if (r->mode == RAGGED_CONTRACT)
        cut_list(w, lhs, ncontract, r->dot.lhs_contract.v);
    else
        cut_list(w, lhs, nbatch, r->dot.lhs_batch.v);
}

/* out[to] += lhs from element `from` on times the `k` rows of rhs from `rhs_row` on. */
static void add_row(const work *w, char *out, int64_t to, int64_t from, int64_t rhs_row, int64_t k)
{
    const char *lhs = w->lhs.tensor.data, *rhs = w->rhs.tensor.data;
    const size_t row_bytes = (size_t)w->row.n * w->bytes;
    add_products(&w->row, k, lhs + (size_t)from * w->bytes, rhs + (size_t)rhs_row * row_bytes, out + (size_t)to * row_bytes);
}

/* What group `g` is under the outer index `o`: indices [start, end) of the ragged dim. */
static void run_group(const work *w, char *out, int64_t o, int64_t g, int64_t start, int64_t end)
{
    const int64_t first = (o * w->extent + start) * w->after, count = (end - start) * w->after;
    switch (w->r.mode) {
    case RAGGED_FREE:
        for (int64_t i = first; i < first + count; i++)
            add_row(w, out, i, i * w->k, (g * w->batch + o / w->before) * w->k, w->k);
        break;
    case RAGGED_CONTRACT: {
        const int64_t b = o / w->before, within = first - b * w->k;
        for (int64_t m = 0; m < w->m; m++)
            add_row(w, out, (g * w->batch + b) * w->m + m, (b * w->m + m) * w->k + within, first, count);
        break;
    }
    case RAGGED_BATCH:
        for (int64_t i = first * w->m; i < (first + count) * w->m; i++)
            add_row(w, out, i, i * w->k, i / w->m * w->k, w->k);
        break;
    }
}

static void run_all(const work *w, char *out)
{
    const int64_t *size = w->sizes.tensor.data;
    for (int64_t o = 0; o < w->outer; o++) {
        int64_t start = 0;
        for (int64_t g = 0; g < w->groups; g++, size++) {
            int64_t end = *size < w->extent - start ? start + *size : w->extent;
            run_group(w, out, o, g, start, end);
            start = end;
        }
    }
}

static grn_status prepare(grn_exec *x, const grn_op *op, work *w)
{
    const grn_tensor *sizes = &x->operands[2].tensor;
    int64_t shape[GRN_MAX_RANK];
    w->groups = sizes->shape[sizes->rank - 1];
    grn_status status = read_sizes(x, op, w);
    if (status == GRN_OK)
        status = arrange(x, op, w);
    int32_t rank = result_shape(&w->r, x->operands[0].tensor.shape, x->operands[1].tensor.shape, w->groups, shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, rank, shape);
    if (status != GRN_OK)
        return status;
    memset(x->results[0].tensor.data, 0, grn_tensor_bytes(&x->results[0].tensor));
    if (grn_tensor_elements(&x->results[0].tensor) == 0 || grn_tensor_elements(&w->lhs.tensor) == 0)
        return GRN_OK;
    measure(x, w);
    w->bytes = grn_dtype_bytes(w->lhs.tensor.dtype);
    status = x->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(&w->lhs.tensor), (uint64_t)w->row.n));
    if (status == GRN_OK)
        status = x->alloc(x, grn_hlo_result_dtype(op, 0), 1, &w->row.n, &w->product);
    w->row.product = w->product.tensor;
    if (status == GRN_OK)
        run_all(w, x->results[0].tensor.data);
    return status;
}

static grn_status ragged_eval(grn_exec *x, const grn_op *op)
{
    work w = {0};
    if (!grn_type_is_tensor(grn_operand_type(op, 0)) || !grn_type_is_tensor(grn_operand_type(op, 1)))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run on operands whose types have no rank");
    w.r = read(op);
    grn_status status = grn_chlo_refuse_quantized(x, op);
    if (status == GRN_OK)
        status = check_sizes(x, op, &w.r);
    if (status == GRN_OK)
        status = bind(x, op, &w.row);
    if (status == GRN_OK)
        status = prepare(x, op, &w);
    x->release(x, &w.lhs);
    x->release(x, &w.rhs);
    x->release(x, &w.sizes);
    x->release(x, &w.product);
    return status;
}

/* ---- row -------------------------------------------------------------------------------------------------------------------- */

static const grn_port operands[] = {{"lhs", &grn_chlo_tensor, GRN_ONE},
                                    {"rhs", &grn_chlo_tensor, GRN_ONE},
                                    {"group_sizes", &grn_chlo_ranked_int_tensor, GRN_ONE},
                                    GRN_HLO_PORTS_END};
static const grn_port results[] = {{"result", &grn_chlo_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_attr_def attrs[] = {
    {"ragged_dot_dimension_numbers", &grn_chlo_is_ragged_dot_dims, GRN_REQUIRED, NULL, &grn_chlo_ragged_dot_dims},
    GRN_HLO_ATTR_MAYBE("precision_config", grn_chlo_is_precision_config),
    GRN_HLO_ATTRS_END,
};

const grn_op_def grn_chlo_ragged_dot_ops[] = {
    {.name = "chlo.ragged_dot", .source = "CHLO, ragged_dot, and StableHLO spec, dot_general", .operands = operands,
     .results = results, .attrs = attrs, .traits = GRN_TRAIT_PURE, .verify = ragged_verify, .eval = ragged_eval},
    {.name = NULL},
};
