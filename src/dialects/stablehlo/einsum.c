/*
 * einsum.c - einsum and unary_einsum (StableHLO dialect, ops of these names):
 * "ab,bc->ac" names the dimensions of the operands and of the result; what the
 * result does not name is summed over. A name that stands twice in one
 * operand takes its diagonal; "..." stands for the leading dimensions that
 * have no name.
 */
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>

/* ---- configurations -------------------------------------------------------------------------- */

/* Dimensions as labels: letters, and numbers from HIDDEN on for those that "..." stands for,
 * counted from the last. */
#define HIDDEN 128
typedef struct labels {
    int32_t count;
    int label[GRN_MAX_RANK];
} labels;

typedef struct einsum {
    size_t noperands;
    labels in[2], out;
} einsum;

static bool add_label(labels *l, int label)
{
    if (l->count == GRN_MAX_RANK)
        return false;
    l->label[l->count++] = label;
    return true;
}

/* One operand's names; `rank` tells how many dimensions "..." stands for. */
static bool read_labels(grn_str text, int32_t rank, labels *l)
{
    bool hidden = false;
    int32_t letters = 0;
    for (size_t i = 0; i < text.n; i++)
        letters += text.text[i] != '.';
    l->count = 0;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter && !add_label(l, c))
            return false;
        if (letter)
            continue;
        if (hidden || i + 3 > text.n || memcmp(text.text + i, "...", 3) != 0)
            return false;
        for (int32_t d = rank - letters; d > 0; d--)
            if (!add_label(l, HIDDEN + d))
                return false;
        hidden = true;
        i += 2;
    }
    return l->count == rank;
}

static size_t find(grn_str s, const char *what)
{
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= s.n; i++)
        if (memcmp(s.text + i, what, n) == 0)
            return i;
    return s.n;
}

static bool names(const labels *l, int label)
{
    for (int32_t d = 0; d < l->count; d++)
        if (l->label[d] == label)
            return true;
    return false;
}

/* The result names no dimension twice, and none that no operand has. */
static bool result_fits(const einsum *e)
{
    for (int32_t d = 0; d < e->out.count; d++) {
        bool known = names(&e->in[0], e->out.label[d]) || (e->noperands > 1 && names(&e->in[1], e->out.label[d]));
        labels seen = e->out;
        seen.count = d;
        if (!known || names(&seen, e->out.label[d]))
            return false;
    }
    return true;
}

static bool read_einsum(const grn_op *op, einsum *e)
{
    grn_str config = grn_op_attr(op, "einsum_config")->text;
    size_t arrow = find(config, "->"), comma;
    *e = (einsum){.noperands = op->noperands};
    if (arrow == config.n)
        return false;
    grn_str in = {config.text, arrow}, out = {config.text + arrow + 2, config.n - arrow - 2};
    comma = find(in, ",");
    if ((comma < in.n) != (op->noperands == 2))
        return false;
    if (!read_labels((grn_str){in.text, comma}, grn_operand_type(op, 0)->rank, &e->in[0]))
        return false;
    if (op->noperands == 2 &&
        !read_labels((grn_str){in.text + comma + 1, in.n - comma - 1}, grn_operand_type(op, 1)->rank, &e->in[1]))
        return false;
    return read_labels(out, grn_result_type(op, 0)->rank, &e->out) && result_fits(e);
}

static grn_status verify(const grn_op *op, grn_check *check)
{
    einsum e;
    grn_str config = grn_op_attr(op, "einsum_config")->text;
    if (!read_einsum(op, &e))
        return grn_op_fail(op, check,
                           "einsum_config \"%.*s\" does not name the dimensions of its operands and its result",
                           (int)config.n, config.text);
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_hlo_elements_agree(grn_operand_type(op, i), grn_result_type(op, 0)))
            return grn_op_fail(op, check, "requires the same element type for all operands and results");
    return GRN_OK;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* All labels: those of the result, then those that are summed over; their extents, and each
 * operand's strides along them. */
typedef struct space {
    labels all;
    int64_t shape[GRN_MAX_RANK];
    int64_t stride[2][GRN_MAX_RANK];
} space;

static int32_t place_of(const labels *l, int label)
{
    for (int32_t d = 0; d < l->count; d++)
        if (l->label[d] == label)
            return d;
    return -1;
}

static grn_status enter(grn_exec *x, const grn_op *op, space *s, const einsum *e, size_t i)
{
    const grn_tensor *t = &x->operands[i].tensor;
    for (int32_t d = 0; d < e->in[i].count; d++) {
        int32_t at = place_of(&s->all, e->in[i].label[d]);
        if (at < 0) {
            at = s->all.count;
            if (!add_label(&s->all, e->in[i].label[d]))
                return grn_exec_fail(x, op, GRN_E_LIMIT, "more than %d dimensions in all", GRN_MAX_RANK);
        }
        if (s->shape[at] >= 0 && s->shape[at] != t->shape[d])
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "a dimension has %" PRId64 " elements in one place and %" PRId64 " in another",
                                 s->shape[at], t->shape[d]);
        s->shape[at] = t->shape[d];
        s->stride[i][at] += t->stride[d];
    }
    return GRN_OK;
}

static grn_status make_space(grn_exec *x, const grn_op *op, space *s, const einsum *e)
{
    grn_status status = GRN_OK;
    *s = (space){.all = e->out};
    for (int32_t d = 0; d < GRN_MAX_RANK; d++)
        s->shape[d] = -1;
    for (size_t i = 0; i < op->noperands && status == GRN_OK; i++)
        status = enter(x, op, s, e, i);
    return status;
}

/* An operand over the dimensions from `first` on, beginning at an offset. */
static grn_tensor part(const grn_tensor *t, const space *s, size_t i, int64_t offset, int32_t first)
{
    grn_tensor view = {.data = grn_tensor_at(t, offset), .dtype = t->dtype, .rank = s->all.count - first};
    memcpy(view.shape, s->shape + first, (size_t)view.rank * sizeof *view.shape);
    memcpy(view.stride, s->stride[i] + first, (size_t)view.rank * sizeof *view.stride);
    return view;
}

/* Each result is the sum of its products, one after the other, from zero on. */
static void sum_all(const grn_rt *operands, const space *s, const grn_bound_element *multiply,
                    const grn_bound_element *add, const grn_tensor *products, const grn_tensor *out)
{
    size_t n = (size_t)grn_tensor_elements(products), bytes = grn_dtype_bytes(out->dtype);
    char *to = out->data;
    grn_walk w;
    grn_walk_init(&w, out->rank, out->shape, 2, (const int64_t *[]){s->stride[0], s->stride[1]});
    for (; w.more; grn_walk_next(&w), to += bytes) {
        grn_tensor in[2] = {part(&operands[0].tensor, s, 0, w.offset[0], out->rank)}, shaped = in[0];
        if (multiply)
            in[1] = part(&operands[1].tensor, s, 1, w.offset[1], out->rank);
        shaped.data = products->data;
        shaped.dtype = out->dtype;
        grn_shape_strides(shaped.rank, shaped.shape, shaped.stride);
        if (n > 0 && multiply)
            grn_element_map(multiply, &shaped, in);
        else if (n > 0)
            grn_tensor_copy(&shaped, in);
        memset(to, 0, bytes);
        grn_element_fold(add, n, to, products->data);
    }
}

static grn_status sum(grn_exec *x, const grn_op *op, const einsum *e, space *s, grn_rt *products)
{
    grn_dtype dtype = grn_hlo_result_dtype(op, 0), both[] = {dtype, dtype};
    grn_bound_element multiply, add;
    int64_t count;
    if (grn_element_bind(&grn_element_multiply, both, dtype, &multiply) != GRN_OK ||
        grn_element_bind(&grn_element_add, both, dtype, &add) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(dtype));
    if (!grn_shape_elements(s->all.count - e->out.count, s->shape + e->out.count, &count))
        return grn_exec_fail(x, op, GRN_E_LIMIT, "sums of more products than can be counted");
    grn_status status = grn_hlo_new_result(x, op, 0, e->out.count, s->shape);
    if (status == GRN_OK)
        status =
            x->calls->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(&x->results[0].tensor), (uint64_t)count));
    if (status == GRN_OK && grn_tensor_elements(&x->results[0].tensor) > 0)
        status = x->calls->alloc(x, dtype, 1, &count, products);
    if (status == GRN_OK && grn_tensor_elements(&x->results[0].tensor) > 0)
        sum_all(x->operands, s, op->noperands > 1 ? &multiply : NULL, &add, &products->tensor, &x->results[0].tensor);
    return status;
}

static grn_status eval(grn_exec *x, const grn_op *op)
{
    einsum e;
    space s;
    grn_rt products = {.buffer = NULL};
    if (!read_einsum(op, &e))
        return grn_exec_fail(x, op, GRN_E_VERIFY, "einsum_config does not fit");
    if (grn_hlo_any_quantized(op))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot run on quantized tensors");
    grn_status status = make_space(x, op, &s, &e);
    if (status == GRN_OK)
        status = sum(x, op, &e, &s, &products);
    x->calls->release(x, &products);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_attr_def attrs[] = {GRN_NEEDS("einsum_config", grn_attr_is_string), GRN_ATTRS_END};

const grn_op_def grn_stablehlo_einsum_ops[] = {
    GRN_STABLEHLO_FROM(einsum, "sums of products that a text of letters describes", "StableHLO dialect, einsum",
                       GRN_PORTS(GRN_PORT("lhs", grn_hlo_tensor), GRN_PORT("rhs", grn_hlo_tensor)),
                       grn_hlo_plain_result, attrs, .format = "%0 , %1 , config = $einsum_config {} :fn",
                       .traits = GRN_TRAIT_PURE, .verify = verify, .eval = eval),
    GRN_STABLEHLO_FROM(unary_einsum, "sums and transposes one tensor as a text of letters describes",
                       "StableHLO dialect, unary_einsum", grn_hlo_plain_operand, grn_hlo_plain_result, attrs,
                       .format = "%0 , config = $einsum_config {} :fn", .traits = GRN_TRAIT_PURE, .verify = verify,
                       .eval = eval),
    {.name = NULL},
};
