/* expand_product.c - products whose elements the target does not multiply, and convolutions that
 * dilate, reverse or group what it does not. */
#include "convert/expand.h"

#include "dialects/stablehlo/conv.h"
#include "dialects/stablehlo/dot.h"
#include "dialects/stablehlo/stablehlo.h"

/* ---- dot, dot_general ------------------------------------------------------------------------ */

/* Sums wrap alike in wider integers; of i1 they are whether any product is true. */
static const grn_type *computed_in(grn_rewrite *w, const grn_type *element)
{
    const grn_dtype in = element->dtype == GRN_UI32 ? GRN_NO_DTYPE : grn_wider_dtype(element->dtype);
    return in == GRN_NO_DTYPE ? element : grn_type_of_dtype(w->ir, in);
}

grn_status grn_expand_dot(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    const grn_type *t = grn_result_type(op, 0), *in = computed_in(w, t->element);
    if (grn_op_is_static(op) &&
        (grn_has_no_elements(grn_operand_type(op, 0)) || grn_has_no_elements(grn_operand_type(op, 1))))
        return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, zero)); /* sums of nothing */
    if (!grn_op_is_static(op) || grn_op_attr(op, "algorithm") || !in ||
        (in == t->element && grn_operand_type(op, 0)->element == in && grn_operand_type(op, 1)->element == in))
        return GRN_OK;
    grn_op *made = grn_op_new(w->ir, op->def, op->name, op->place, 2, 1, 0);
    if (!made || !grn_op_copy_attrs(w->ir, op, made) ||
        !(made->results[0].type = grn_tensor_like(w, in, t->rank, t->shape)))
        return grn_no_memory(w);
    for (size_t i = 0; i < 2; i++) {
        grn_value *v = grn_build_convert(w, op->operands[i], in);
        if (!v)
            return grn_no_memory(w);
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, v);
    }
    grn_op_insert_before(w->at, made);
    return grn_replace(w, grn_build_convert(w, &made->results[0], t->element));
}

/* ---- convolution ----------------------------------------------------------------------------- */

typedef struct convolution {
    const grn_op *op;
    grn_conv_dims dims;
    grn_windows windows;
    bool reversed[GRN_MAX_RANK];
    int64_t groups, batch_groups;
} convolution;

static bool read_convolution(const grn_rewrite *w, const grn_op *op, convolution *c)
{
    const grn_check check = {.diag = w->diag};
    *c = (convolution){.op = op,
                       .dims = grn_hlo_conv_dims(grn_op_attr(op, "dimension_numbers")),
                       .groups = grn_op_integer(op, "feature_group_count", 1),
                       .batch_groups = grn_op_integer(op, "batch_group_count", 1)};
    return grn_op_is_static(op) &&
           grn_hlo_conv_windows(op, &check, grn_operand_type(op, 1)->shape, &c->windows, c->reversed) == GRN_OK;
}

static grn_value *zero_of(grn_rewrite *w, const grn_value *v)
{
    static const unsigned char zero[16] = {0};
    return grn_build_splat(w, v->type->element, 0, NULL, zero);
}

/* The input with its dilation and its padding written out. */
static grn_value *spread_input(grn_rewrite *w, const convolution *c, grn_value *v)
{
    int64_t low[GRN_MAX_RANK] = {0}, high[GRN_MAX_RANK] = {0}, interior[GRN_MAX_RANK] = {0};
    for (int32_t i = 0; i < c->windows.rank; i++) {
        const int64_t d = c->dims.input.spatial.v[i];
        low[d] = c->windows.low[i];
        high[d] = c->windows.high[i];
        interior[d] = c->windows.base_dilation[i] - 1;
    }
    return grn_build_padded(w, v, zero_of(w, v), low, high, interior);
}

static grn_value *reverse_kernel(grn_rewrite *w, const convolution *c, grn_value *v)
{
    int64_t dims[GRN_MAX_RANK];
    size_t n = 0;
    for (int32_t i = 0; i < c->windows.rank; i++)
        if (c->reversed[i])
            dims[n++] = c->dims.kernel.spatial.v[i];
    return n ? grn_new(w, "stablehlo.reverse", 1, &v, v->type, 1,
                       &(grn_new_attr){"dimensions", grn_attr_dense_i64(w->ir, n, dims)})
             : v;
}

/* Groups of the batch are groups of features: they go in front of those. */
static grn_value *regroup_input(grn_rewrite *w, const convolution *c, grn_value *v)
{
    int64_t split[GRN_MAX_RANK], order[GRN_MAX_RANK], joined[GRN_MAX_RANK];
    const int64_t batch = c->dims.input.first, feature = c->dims.input.second, groups = c->batch_groups;
    int32_t n = 0;
    if (groups == 1 || !v)
        return v;
    const int32_t rank = v->type->rank;
    for (int32_t d = 0; d < rank; d++) { /* the batch as [groups, batch] */
        if (d == batch)
            split[n++] = groups;
        split[n++] = d == batch ? v->type->shape[d] / groups : v->type->shape[d];
        joined[d] = v->type->shape[d];
    }
    joined[batch] /= groups;
    joined[feature] *= groups;
    n = 0;
    for (int32_t d = 0; d < rank; d++) {
        if (d == feature)
            order[n++] = batch;
        order[n++] = d + (d >= batch);
    }
    v = grn_build_reshape(w, v, rank + 1, split);
    return grn_build_reshape(w, grn_build_transpose(w, v, order), rank, joined);
}

static bool is_unusual(const convolution *c)
{
    bool unusual = c->batch_groups != 1;
    for (int32_t i = 0; i < c->windows.rank; i++)
        unusual = unusual || c->windows.base_dilation[i] != 1 || c->reversed[i] || c->windows.low[i] < 0 ||
                  c->windows.high[i] < 0;
    return unusual;
}

/* The same without dilated inputs, reversal, negative padding and groups of the batch. */
static grn_status convolve_usually(grn_rewrite *w, const convolution *c)
{
    const grn_op *op = c->op;
    const size_t n = (size_t)c->windows.rank;
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_value *const operands[] = {regroup_input(w, c, spread_input(w, c, op->operands[0])),
                                   reverse_kernel(w, c, op->operands[1])};
    const int64_t groups = c->groups * c->batch_groups;
    const grn_new_attr attrs[] = {{"window_strides", grn_attr_dense_i64(w->ir, n, c->windows.stride)},
                                  {"rhs_dilation", grn_attr_dense_i64(w->ir, n, c->windows.window_dilation)},
                                  {"dimension_numbers", grn_op_attr(op, "dimension_numbers")},
                                  {"feature_group_count", i64 ? grn_attr_integer(w->ir, i64, groups) : NULL},
                                  {"batch_group_count", i64 ? grn_attr_integer(w->ir, i64, 1) : NULL}};
    return grn_replace(w, operands[0] && operands[1] ? grn_new(w, "stablehlo.convolution", 2, operands,
                                                               grn_result_type(op, 0), GRN_COUNT(attrs), attrs)
                                                     : NULL);
}

/* ---- by one product for each element of the kernel ------------------------------------------- */

/* [first, second, spatial..] of a side. */
static void order_of(const grn_conv_side *s, int64_t first, int64_t second, int64_t *order)
{
    order[0] = first;
    order[1] = second;
    for (size_t i = 0; i < s->spatial.count; i++)
        order[2 + i] = s->spatial.v[i];
}

typedef struct factors {
    grn_value *input;                                  /* [batch, features, spatial..], padded */
    grn_value *kernel;                                 /* [features of a group, outputs, spatial..] */
    int64_t batch, spatial, groups, features, outputs; /* the last two: of a group */
    const int64_t *extents;                            /* of the result's spatial dims */
} factors;

/* What element `place` of the kernel adds: [group, batch and place, output]. */
static grn_value *product_at(grn_rewrite *w, const convolution *c, const factors *f, int64_t place)
{
    static const int64_t zero = 0, one = 1, two = 2;
    int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK], stride[GRN_MAX_RANK], at[GRN_MAX_RANK] = {0},
            behind[GRN_MAX_RANK], order[GRN_MAX_RANK];
    for (int32_t d = 0; d < 2; d++) {
        limit[d] = f->input->type->shape[d];
        behind[d] = f->kernel->type->shape[d];
        stride[d] = 1;
    }
    for (int32_t i = c->windows.rank - 1; i >= 0; i--) {
        const int64_t k = place % c->windows.size[i];
        place /= c->windows.size[i];
        start[2 + i] = k * c->windows.window_dilation[i];
        limit[2 + i] = start[2 + i] + (f->extents[i] - 1) * c->windows.stride[i] + 1;
        stride[2 + i] = c->windows.stride[i];
        at[2 + i] = c->reversed[i] ? c->windows.size[i] - 1 - k : k;
        behind[2 + i] = at[2 + i] + 1;
    }
    /* [batch, group, feature, spatial] to [batch, spatial, group, feature] */
    grn_value *a = grn_build_strided(w, f->input, start, limit, stride), *b = grn_build_slice(w, f->kernel, at, behind);
    const int64_t apart[] = {f->batch, f->groups, f->features, f->spatial},
                  factor[] = {f->batch * f->spatial, f->groups, f->features},
                  other[] = {f->features, f->groups, f->outputs};
    order[0] = 0, order[1] = 3, order[2] = 1, order[3] = 2;
    a = grn_build_transpose(w, a ? grn_build_reshape(w, a, 4, apart) : NULL, order);
    grn_value *const operands[] = {a ? grn_build_reshape(w, a, 3, factor) : NULL,
                                   b ? grn_build_reshape(w, b, 3, other) : NULL};
    const grn_field batch = {.present = true, .count = 1, .v = (int64_t *)&one},
                    of_a = {.present = true, .count = 1, .v = (int64_t *)&two},
                    of_b = {.present = true, .count = 1, .v = (int64_t *)&zero};
    const grn_field fields[] = {batch, batch, of_a, of_b};
    const int64_t shape[] = {f->groups, f->batch * f->spatial, f->outputs};
    if (!operands[0] || !operands[1])
        return NULL;
    return grn_new(w, "stablehlo.dot_general", 2, operands, grn_tensor_like(w, a->type->element, 3, shape), 1,
                   &(grn_new_attr){"dot_dimension_numbers", grn_attr_struct(w->ir, &grn_stablehlo_dot_dims, fields)});
}

/* [group, batch and place, output] as the result has it. */
static grn_value *laid_out(grn_rewrite *w, const convolution *c, const factors *f, grn_value *v)
{
    const grn_type *t = grn_result_type(c->op, 0);
    const int64_t apart[] = {f->groups, f->batch, f->spatial, f->outputs}, moved[] = {1, 0, 3, 2};
    int64_t shape[GRN_MAX_RANK], order[GRN_MAX_RANK], back[GRN_MAX_RANK];
    order_of(&c->dims.output, c->dims.output.first, c->dims.output.second, order);
    for (int32_t i = 0; i < t->rank; i++) {
        shape[i] = t->shape[order[i]];
        back[order[i]] = i;
    }
    v = grn_build_transpose(w, v ? grn_build_reshape(w, v, 4, apart) : NULL, moved);
    return grn_build_transpose(w, v ? grn_build_reshape(w, v, t->rank, shape) : NULL, back);
}

static grn_status convolve_by_products(grn_rewrite *w, const convolution *c)
{
    const grn_type *t = grn_result_type(c->op, 0);
    const grn_conv_side *in = &c->dims.input, *kernel = &c->dims.kernel;
    int64_t order[GRN_MAX_RANK], extents[GRN_MAX_RANK];
    factors f = {.spatial = 1, .groups = c->groups, .extents = extents};
    const int64_t places = grn_count_places(&c->windows);
    if (places < 1 || c->batch_groups != 1 || t->rank < 2)
        return GRN_OK;
    for (int32_t i = 0; i < c->windows.rank; i++) {
        extents[i] = t->shape[c->dims.output.spatial.v[i]];
        f.spatial *= extents[i];
    }
    grn_value *x = grn_build_convert(w, c->op->operands[0], t->element),
              *k = grn_build_convert(w, c->op->operands[1], t->element);
    order_of(in, in->first, in->second, order);
    f.input = x ? grn_build_transpose(w, spread_input(w, c, x), order) : NULL;
    order_of(kernel, kernel->first, kernel->second, order);
    f.kernel = grn_build_transpose(w, k, order);
    if (!f.input || !f.kernel)
        return grn_no_memory(w);
    f.batch = f.input->type->shape[0];
    f.features = f.kernel->type->shape[0];
    f.outputs = f.kernel->type->shape[1] / f.groups;
    grn_value *sum = NULL;
    for (int64_t place = 0; place < places; place++) {
        grn_value *more = product_at(w, c, &f, place);
        sum = place ? grn_build_binary(w, "stablehlo.add", sum, more) : more;
        if (!sum)
            return grn_no_memory(w);
    }
    return grn_replace(w, laid_out(w, c, &f, sum));
}

grn_status grn_expand_convolution(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    const grn_type *t = grn_result_type(op, 0);
    convolution c;
    if (!read_convolution(w, op, &c) || t->rank == GRN_MAX_RANK)
        return GRN_OK;
    if (grn_has_no_elements(t))
        return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, zero));
    return is_unusual(&c) ? convolve_usually(w, &c) : convolve_by_products(w, &c);
}
