/* build.c - op builders: each makes one of the hub's helper ops. */
#include <inttypes.h>

#include "convert/steps.h"

#include "dialects/stablehlo/stablehlo.h"

const grn_type *grn_tensor_like(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape)
{
    return element && rank <= GRN_MAX_RANK ? grn_type_tensor(w->ir, element, rank, shape, NULL) : NULL;
}

grn_dims grn_extents(const grn_type *tensor)
{
    grn_dims out = {.count = tensor->rank};
    for (int32_t d = 0; d < tensor->rank; d++)
        out.v[d] = tensor->shape[d];
    return out;
}

static const grn_attr *dims_attr(const grn_rewrite *w, size_t count, const int64_t *v)
{
    return grn_attr_dense_i64(w->ir, count, v);
}

static const grn_attr *i64_attr(const grn_rewrite *w, int64_t v)
{
    return grn_attr_integer(w->ir, grn_type_integer(w->ir, 64, GRN_SIGNLESS), v);
}

/* ---- elements' types ------------------------------------------------------------------------- */

grn_kind grn_kind_of(const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    if (e->kind == GRN_TYPE_FLOAT)
        return GRN_KIND_FLOAT;
    if (e->kind == GRN_TYPE_INDEX)
        return GRN_KIND_SIGNED;
    if (e->kind != GRN_TYPE_INTEGER || e->signedness == GRN_SIGNED)
        return GRN_KIND_OTHER;
    return e->signedness == GRN_UNSIGNED ? GRN_KIND_UNSIGNED : e->width == 1 ? GRN_KIND_BOOL : GRN_KIND_SIGNED;
}

bool grn_is_static(const grn_type *t) { return grn_is_plain(t) && grn_type_has_static_shape(t); }

bool grn_op_is_static(const grn_op *op)
{
    bool all = op->nresults == 1 && grn_is_static(grn_result_type(op, 0));
    for (size_t i = 0; i < op->noperands; i++)
        all = all && (!grn_type_is_tensor(grn_operand_type(op, i)) || grn_is_static(grn_operand_type(op, i)));
    return all;
}

/* ---- constants ------------------------------------------------------------------------------- */

grn_value *grn_build_constant(grn_rewrite *w, const grn_type *type, bool splat, const void *data)
{
    grn_attr_elements elements = {.splat = splat};
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = &elements};
    grn_tensor *t = &elements.tensor;
    if (!type || grn_tensor_init(t, NULL, type->element->dtype, type->rank, type->shape) != GRN_OK)
        return NULL;
    size_t size = grn_dtype_bytes(t->dtype), count = splat ? 1 : (size_t)grn_tensor_elements(t);
    t->data = grn_arena_array(&w->ir->arena, size, count ? count : 1);
    if (!t->data)
        return NULL;
    memcpy(t->data, data, count * size);
    for (int32_t d = 0; splat && d < t->rank; d++)
        t->stride[d] = 0;
    /* StableHLO has no constants of `index`: they are made as i64 and converted. */
    return grn_new(w, type->element->kind == GRN_TYPE_INDEX ? "arith.constant" : "stablehlo.constant", 0, NULL, type, 1,
                   &(grn_new_attr){"value", grn_attr_make(w->ir, &a)});
}

static void put_integer(grn_dtype dtype, int64_t v, unsigned char *to)
{
    grn_scalar s = {.dtype = dtype};
    if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        s.u = (uint64_t)v;
    else
        s.i = v;
    grn_scalar_store(&s, dtype, to);
}

grn_value *grn_build_integers(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape, size_t count,
                              const int64_t *v)
{
    const grn_type *type = grn_tensor_like(w, element, rank, shape);
    size_t size = element ? grn_dtype_bytes(element->dtype) : 0;
    unsigned char *data = size ? grn_arena_array(&w->ir->arena, size, count ? count : 1) : NULL;
    if (!type || !data)
        return NULL;
    for (size_t i = 0; i < count; i++)
        put_integer(element->dtype, v[i], data + i * size);
    return grn_build_constant(w, type, count == 1, data);
}

grn_value *grn_build_splat(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape,
                           const void *bytes)
{
    return grn_build_constant(w, grn_tensor_like(w, element, rank, shape), true, bytes);
}

grn_status grn_counted(grn_rewrite *w, const grn_type *element, int64_t n, const grn_attr **out)
{
    grn_attr_elements elements = {.splat = false};
    const grn_attr a = {
        .kind = GRN_ATTR_ELEMENTS, .type = grn_type_tensor(w->ir, element, 1, &n, NULL), .elements = &elements};
    grn_tensor *t = &elements.tensor;
    if (n > GRN_MOST_COUNTED)
        return grn_refuse(w, "counts to %" PRId64 ", which takes a constant of more than %d elements", n,
                          GRN_MOST_COUNTED);
    if (n > w->count_left)
        return grn_refuse(
            w, "counts to %" PRId64 ", which with what was counted before takes constants of more than %d elements", n,
            GRN_MOST_COUNTED);
    w->count_left -= n;
    if (!a.type || grn_tensor_init(t, NULL, element->dtype, 1, &n) != GRN_OK)
        return grn_no_memory(w);
    t->data = grn_arena_array(&w->ir->arena, grn_dtype_bytes(element->dtype), n ? (size_t)n : 1);
    if (!t->data)
        return grn_no_memory(w);
    grn_eval_iota(t, 0);
    *out = grn_attr_make(w->ir, &a);
    return *out ? GRN_OK : grn_no_memory(w);
}

/* An element of a folded constant costs FOLD_COST of the elements that the pass may evaluate;
 * constants of at most FEW elements are always folded. */
enum { FOLD_COST = 8, FEW = 64 };

static bool may_fold(grn_rewrite *w, int64_t count)
{
    bool may = count <= FEW || FOLD_COST * count <= w->evaluate_left;
    w->evaluate_left -= may && count > FEW ? FOLD_COST * count : 0;
    return may;
}

/* A constant under another shape or integer type is a constant. */
static grn_value *constant_as(grn_rewrite *w, const grn_value *v, const grn_type *type)
{
    int64_t scalar, all = 1;
    grn_tensor t;
    if (!grn_constant_tensor(v, &scalar, &t) || t.dtype == GRN_UI64)
        return NULL;
    for (int32_t d = 0; d < t.rank; d++)
        all &= t.stride[d] == 0;
    int64_t count = all ? 1 : grn_tensor_elements(&t);
    if (grn_tensor_elements(&t) == 0)
        count = 0;
    if (count > GRN_MAX_DIMS_ELEMENTS || !may_fold(w, count))
        return NULL;
    int64_t *values = GRN_ARENA_NEW(&w->ir->arena, int64_t, count ? (size_t)count : 1);
    for (int64_t i = 0; values && i < count; i++) {
        unsigned char bytes[16];
        grn_tensor_read(&t, i, 1, bytes);
        values[i] = grn_index_load(t.dtype, bytes);
    }
    return values ? grn_build_integers(w, type->element, type->rank, type->shape, (size_t)count, values) : NULL;
}

static bool is_integer(const grn_type *element)
{
    return element->kind == GRN_TYPE_INTEGER || element->kind == GRN_TYPE_INDEX;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

grn_value *grn_build_iota(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape, int64_t dim)
{
    return grn_new(w, "stablehlo.iota", 0, NULL, grn_tensor_like(w, element, rank, shape), 1,
                   &(grn_new_attr){"iota_dimension", i64_attr(w, dim)});
}

bool grn_ones_between(const grn_type *from, const grn_type *to, grn_ones *out)
{
    int32_t d = 0, e = 0;
    *out = (grn_ones){.gone = {0}, .added = {0}, .kept = {0}};
    while (d < from->rank || e < to->rank) {
        const bool both = d < from->rank && e < to->rank;
        if (both && from->shape[d] == to->shape[e]) {
            grn_dims_push(&out->kept, from->shape[d]);
            out->source[e++] = d++;
        } else if (d < from->rank && from->shape[d] == 1) {
            grn_dims_push(&out->gone, d++);
        } else if (e < to->rank && to->shape[e] == 1) {
            grn_dims_push(&out->added, e++);
        } else {
            return false;
        }
    }
    return true;
}

/* Where the shape is not known, callers make sure that only dims of one element are added or
 * removed. */
static grn_value *reshape_open(grn_rewrite *w, grn_value *v, const grn_type *type)
{
    grn_ones ones;
    while (grn_op_is(v->def, GRN_HLO(dynamic_reshape)) && grn_ones_between(grn_operand_type(v->def, 0), v->type, &ones))
        v = grn_value_now(v->def->operands[0]);
    if (v->type == type)
        return v;
    if (!grn_ones_between(v->type, type, &ones))
        return NULL;
    grn_value *const both[] = {v, grn_shape_value_from(w->ir, w->at, v, ones.source, type)};
    return grn_new(w, "stablehlo.dynamic_reshape", 2, both, type, 0, NULL);
}

/* A reshape of a reshape is one. */
grn_value *grn_build_reshape(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape)
{
    while (v && grn_op_is(v->def, GRN_HLO(reshape)) && grn_type_has_static_shape(grn_operand_type(v->def, 0)))
        v = v->def->operands[0];
    if (!v || grn_type_has_shape(v->type, rank, shape))
        return v;
    const grn_type *type = grn_tensor_like(w, v->type->element, rank, shape);
    if (type && !(grn_type_has_static_shape(type) && grn_type_has_static_shape(v->type)))
        return reshape_open(w, v, type);
    grn_value *folded = type && is_integer(type->element) ? constant_as(w, v, type) : NULL;
    return folded ? folded : grn_new(w, "stablehlo.reshape", 1, &v, type, 0, NULL);
}

grn_value *grn_build_transpose(grn_rewrite *w, grn_value *v, const int64_t *permutation)
{
    int64_t shape[GRN_MAX_RANK];
    bool moves = false;
    if (!v)
        return NULL;
    const grn_type *t = v->type;
    for (int32_t d = 0; d < t->rank; d++) {
        shape[d] = t->shape[permutation[d]];
        moves |= permutation[d] != d;
    }
    return !moves ? v
                  : grn_new(w, "stablehlo.transpose", 1, &v, grn_tensor_like(w, t->element, t->rank, shape), 1,
                            &(grn_new_attr){"permutation", dims_attr(w, (size_t)t->rank, permutation)});
}

grn_value *grn_build_broadcast(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape)
{
    bool changes = v && !grn_type_has_shape(v->type, rank, shape);
    for (int32_t d = 0; v && d < v->type->rank; d++)
        changes |= dims[d] != d;
    return !changes ? v
                    : grn_new(w, "stablehlo.broadcast_in_dim", 1, &v, grn_tensor_like(w, v->type->element, rank, shape),
                              1, &(grn_new_attr){"broadcast_dimensions", dims_attr(w, (size_t)v->type->rank, dims)});
}

/* The piece of a concatenation that has [*start, *limit) of it along its dim, and where in the
 * piece that is; `v` itself where none has it all. */
static grn_value *piece_with(grn_value *v, int64_t *start, int64_t *limit)
{
    const int64_t dim = grn_op_is(v->def, GRN_HLO(concatenate)) ? grn_op_integer(v->def, "dimension", 0) : -1;
    int64_t from = 0;
    for (size_t i = 0; dim >= 0 && i < v->def->noperands; i++) {
        grn_value *piece = grn_value_now(v->def->operands[i]);
        if (piece->type->shape[dim] == GRN_DYNAMIC)
            return v;
        int64_t to = from + piece->type->shape[dim];
        if (from <= start[dim] && limit[dim] <= to && start[dim] < limit[dim]) {
            start[dim] -= from;
            limit[dim] -= from;
            return piece;
        }
        from = to;
    }
    return v;
}

grn_value *grn_build_pad(grn_rewrite *w, grn_value *v, const int64_t *low, const int64_t *high)
{
    static const unsigned char zero[16];
    int64_t none[GRN_MAX_RANK] = {0};
    grn_dims shape = v ? grn_extents(v->type) : (grn_dims){0};
    const size_t rank = (size_t)shape.count;
    for (int32_t d = 0; d < shape.count; d++)
        shape.v[d] += shape.v[d] == GRN_DYNAMIC ? 0 : low[d] + high[d];
    grn_value *const operands[] = {v, v ? grn_build_splat(w, v->type->element, 0, NULL, zero) : NULL};
    const grn_new_attr attrs[] = {{"edge_padding_low", dims_attr(w, rank, low)},
                                  {"edge_padding_high", dims_attr(w, rank, high)},
                                  {"interior_padding", dims_attr(w, rank, none)}};
    return !v ? NULL
              : grn_new(w, "stablehlo.pad", 2, operands, grn_tensor_like(w, v->type->element, shape.count, shape.v),
                        GRN_COUNT(attrs), attrs);
}

/* As a slice, where a limit that is not known is the extent: negative padding removes elements. */
static grn_value *slice_open(grn_rewrite *w, grn_value *v, const int64_t *start, const int64_t *limit)
{
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK];
    bool cuts = false;
    for (int32_t d = 0; d < v->type->rank; d++) {
        low[d] = -start[d];
        high[d] = v->type->shape[d] == GRN_DYNAMIC || limit[d] == GRN_DYNAMIC ? 0 : limit[d] - v->type->shape[d];
        cuts = cuts || low[d] || high[d];
    }
    return cuts ? grn_build_pad(w, v, low, high) : v;
}

/* A slice of a concatenation that lies within one piece is a slice of that piece, or the piece. */
grn_value *grn_build_slice(grn_rewrite *w, grn_value *v, const int64_t *first, const int64_t *behind)
{
    int64_t shape[GRN_MAX_RANK], ones[GRN_MAX_RANK], start[GRN_MAX_RANK], limit[GRN_MAX_RANK];
    if (!v)
        return NULL;
    size_t rank = (size_t)v->type->rank;
    for (size_t d = 0; d < rank; d++) {
        start[d] = first[d];
        limit[d] = behind[d];
        shape[d] = limit[d] - start[d];
        ones[d] = 1;
    }
    for (grn_value *whole = NULL; v != whole;) {
        whole = v;
        v = piece_with(whole, start, limit);
    }
    const grn_type *t = v->type;
    bool ends = true; /* where each dim does is known */
    for (size_t d = 0; d < rank; d++)
        ends = ends && limit[d] != GRN_DYNAMIC;
    if (!ends)
        return slice_open(w, v, start, limit);
    if (grn_type_has_shape(t, t->rank, shape))
        return v;
    const grn_new_attr attrs[] = {{"start_indices", dims_attr(w, rank, start)},
                                  {"limit_indices", dims_attr(w, rank, limit)},
                                  {"strides", dims_attr(w, rank, ones)}};
    return grn_new(w, "stablehlo.slice", 1, &v, grn_tensor_like(w, t->element, t->rank, shape), GRN_COUNT(attrs),
                   attrs);
}

/* A slice of every element between its bounds. */
static bool is_dense_slice(const grn_value *v, const int64_t **start, const int64_t **limit)
{
    size_t count = 0;
    const int64_t *strides = NULL;
    if (!grn_op_is(v->def, GRN_HLO(slice)) || !grn_op_dims(v->def, "start_indices", &count, start) ||
        !grn_op_dims(v->def, "limit_indices", &count, limit) || !grn_op_dims(v->def, "strides", &count, &strides))
        return false;
    for (size_t d = 0; d < count; d++)
        if (strides[d] != 1)
            return false;
    return true;
}

/* Two slices of one tensor that lie next to each other along `dim`, as one slice of it, or the
 * tensor; else NULL. */
static grn_value *joined(grn_rewrite *w, const grn_value *a, const grn_value *b, int64_t dim)
{
    const int64_t *start[2], *limit[2];
    int64_t end[GRN_MAX_RANK];
    if (!is_dense_slice(a, &start[0], &limit[0]) || !is_dense_slice(b, &start[1], &limit[1]))
        return NULL;
    grn_value *of = grn_value_now(a->def->operands[0]);
    bool next = of == grn_value_now(b->def->operands[0]) && limit[0][dim] == start[1][dim];
    for (int32_t d = 0; next && d < a->type->rank; d++) {
        next = d == dim || (start[0][d] == start[1][d] && limit[0][d] == limit[1][d]);
        end[d] = limit[1][d];
    }
    return next ? grn_build_slice(w, of, start[0], end) : NULL;
}

static grn_value *concatenate(grn_rewrite *w, size_t n, grn_value *const *v, int64_t dim)
{
    int64_t shape[GRN_MAX_RANK];
    const grn_type *t = v[0]->type;
    for (int32_t d = 0; d < t->rank; d++)
        shape[d] = t->shape[d];
    for (size_t i = 1; i < n; i++)
        shape[dim] += v[i]->type->shape[dim];
    return grn_new(w, "stablehlo.concatenate", n, v, grn_tensor_like(w, t->element, t->rank, shape), 1,
                   &(grn_new_attr){"dimension", i64_attr(w, dim)});
}

/* Slices that are adjacent in their operand become one. */
grn_value *grn_build_concatenate(grn_rewrite *w, size_t n, grn_value *const *v, int64_t dim)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (!v[i])
            return NULL;
    grn_value **parts = GRN_ARENA_NEW(&w->ir->arena, grn_value *, n);
    for (size_t i = 0; parts && i < n; i++) {
        grn_value *both = count > 0 ? joined(w, parts[count - 1], v[i], dim) : NULL;
        parts[both ? count - 1 : count++] = both ? both : v[i];
    }
    return !parts ? NULL : count == 1 ? parts[0] : concatenate(w, count, parts, dim);
}

/* ---- elements -------------------------------------------------------------------------------- */

grn_value *grn_build_binary(grn_rewrite *w, const char *op, grn_value *a, grn_value *b)
{
    grn_value *const operands[] = {a, b};
    return a ? grn_new(w, op, 2, operands, a->type, 0, NULL) : NULL;
}

/* -1: no such direction. */
static int32_t direction_number(const char *direction)
{
    for (int32_t i = 0; grn_stablehlo_comparison_direction.keyword[i]; i++)
        if (strcmp(grn_stablehlo_comparison_direction.keyword[i], direction) == 0)
            return i;
    return -1;
}

grn_value *grn_build_compare(grn_rewrite *w, const char *direction, grn_value *a, grn_value *b)
{
    grn_value *const operands[] = {a, b};
    if (!a)
        return NULL;
    const grn_attr *attr = grn_attr_enum(w->ir, &grn_stablehlo_comparison_direction, direction_number(direction));
    return grn_new(w, "stablehlo.compare", 2, operands,
                   grn_tensor_like(w, grn_type_integer(w->ir, 1, GRN_SIGNLESS), a->type->rank, a->type->shape), 1,
                   &(grn_new_attr){"comparison_direction", attr});
}

grn_value *grn_build_select(grn_rewrite *w, grn_value *predicate, grn_value *on_true, grn_value *on_false)
{
    grn_value *const operands[] = {predicate, on_true, on_false};
    return on_true ? grn_new(w, "stablehlo.select", 3, operands, on_true->type, 0, NULL) : NULL;
}

grn_value *grn_before_index(grn_value *v)
{
    const grn_op *op = v ? v->def : NULL;
    if (!op || !grn_op_is(op, GRN_OP(arith, index_cast)) || v->type->kind != GRN_TYPE_TENSOR ||
        v->type->element->kind != GRN_TYPE_INDEX)
        return v;
    grn_value *from = grn_value_now(op->operands[0]);
    const grn_type *e = from->type->element;
    const bool same_shape = grn_type_same_shape(from->type, v->type); /* a cast may know more extents */
    return same_shape && is_integer(e) && e->kind == GRN_TYPE_INTEGER && e->width > 1 && e->width <= 64
               ? from
               : v; /* a true i1 is -1 */
}

/* StableHLO's convert knows no `index`; arith's cast does, and is what every program with such a
 * type uses. */
grn_value *grn_build_convert(grn_rewrite *w, grn_value *v, const grn_type *element)
{
    if (element && element->kind != GRN_TYPE_INDEX)
        v = grn_before_index(v);
    if (!v || v->type->element == element)
        return v;
    const grn_type *type = grn_tensor_like(w, element, v->type->rank, v->type->shape);
    grn_value *folded = type && is_integer(element) && is_integer(v->type->element) ? constant_as(w, v, type) : NULL;
    bool index = element && (element->kind == GRN_TYPE_INDEX || v->type->element->kind == GRN_TYPE_INDEX);
    return folded ? folded : grn_new(w, index ? "arith.index_cast" : "stablehlo.convert", 1, &v, type, 0, NULL);
}
