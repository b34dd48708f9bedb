/* access.c - from an index vector to an address: widened, based, wrapped, held against the
 * bounds. */
#include <stdarg.h>
#include <stdio.h>

#include "lower/access.h"

/* ---- the spec -------------------------------------------------------------------------------- */

static void say_walks(grn_lo_access *a)
{
    const grn_access_map *m = &a->hub.map;
    for (int32_t d = 0; d < m->dense_rank; d++) {
        const int32_t from = m->dense[d].indices < 0 ? m->dense[d].operand : m->dense[d].indices;
        a->walks[d] = (grn_lo_range){d, d, from, from};
    }
}

void grn_lo_access_map(grn_lo_access *a, const grn_type *operand, const grn_type *dense)
{
    a->operand = operand;
    a->indices = a->hub.indices->type;
    a->dense = dense;
    a->dense_value = a->hub.is_scatter ? a->hub.updates[0] : NULL;
    say_walks(a);
}

/* A window of one element along every dim that an index moves is in or out as a whole. */
static bool has_parts(const grn_lo_access *a)
{
    bool parts = false;
    for (int32_t d = 0; d < a->hub.map.operand_rank; d++) {
        parts =
            parts || (a->hub.map.operand[d].component >= 0 && grn_access_window(&a->hub.map, a->dense->shape, d) != 1);
    }
    return parts;
}

/* ---- the formula of an address --------------------------------------------------------------- */

GRN_PRINTF(3, 4) static void append_text(char *text, size_t bytes, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, bytes - used, format, args);
    va_end(args);
}

static void append_index(char *text, size_t bytes, const grn_lo_access *a, int32_t k)
{
    append_text(text, bytes, "%s[", a->hub.is_scatter ? "scatter_indices" : "start_indices");
    for (int32_t i = 0; i < a->indices->rank; i++) {
        const char *comma = i ? ", " : "";
        if (i == a->hub.dims.index_vector_dim)
            append_text(text, bytes, "%s%d", comma, (int)k);
        else
            append_text(text, bytes, "%sbatch%d", comma, (int)a->hub.map.indices[i].dense);
    }
    append_text(text, bytes, "]");
}

static void append_dim(char *text, size_t bytes, const grn_lo_access *a, int32_t d)
{
    const int32_t w = a->hub.map.operand[d].dense;
    const char *window = a->hub.is_scatter ? "update" : "offset";
    if (a->hub.map.operand[d].batching >= 0)
        append_text(text, bytes, "batch%d", (int)a->hub.map.indices[a->hub.map.operand[d].batching].dense);
    else if (a->hub.map.operand[d].component >= 0)
        append_index(text, bytes, a, a->hub.map.operand[d].component);
    if (w >= 0 && !(a->hub.map.operand[d].component >= 0 && a->dense->shape[w] == 1))
        append_text(text, bytes, "%s%s%d", a->hub.map.operand[d].component >= 0 ? " + " : "", window, (int)w);
    if (w < 0 && a->hub.map.operand[d].batching < 0 && a->hub.map.operand[d].component < 0)
        append_text(text, bytes, "0");
}

static void write_formula(grn_lo_access *a)
{
    snprintf(a->formula, sizeof a->formula, "%s[", a->hub.is_scatter ? "input" : "operand");
    for (int32_t d = 0; d < a->hub.map.operand_rank; d++) {
        append_text(a->formula, sizeof a->formula, "%s", d ? ", " : "");
        append_dim(a->formula, sizeof a->formula, a, d);
    }
    append_text(a->formula, sizeof a->formula, "]");
}

void grn_lo_say_formula(grn_lower *l, const grn_lo_access *a, grn_op *op)
{
    if (GRN_OP_IS_ONE_OF(op, GRN_OP(memref, load), GRN_OP(memref, store), GRN_OP(memref, copy), GRN_OP(tensor, extract),
                         GRN_OP(tensor, insert)))
        grn_lo_set_text(l, op, "garner.note", "%s", a->formula);
}

/* ---- reading --------------------------------------------------------------------------------- */

void grn_lo_access_read(grn_lower *l, const grn_op *op, grn_lo_access *a)
{
    *a = (grn_lo_access){.clamps = false};
    if (!grn_hub_read(op, &a->hub)) {
        grn_lo_refuse(l, "has more dimensions than garner takes");
        return;
    }
    grn_lo_access_map(a, a->hub.operands[0]->type, a->hub.is_scatter ? a->hub.updates[0]->type : a->hub.result);
    const grn_bounds bounds = a->hub.rule.bounds;
    a->reports = bounds == GRN_BOUNDS_ERROR && a->hub.dims.start_index_map.count > 0;
    a->clamps = bounds == GRN_BOUNDS_CLAMP || bounds == GRN_BOUNDS_PROMISE ||
                (bounds == GRN_BOUNDS_ERROR && !(l->o->form->buffers && l->o->form->walk != GRN_WALK_GENERIC));
    write_formula(a);
    a->by_element = (bounds == GRN_BOUNDS_FILL || bounds == GRN_BOUNDS_SKIP) &&
                    a->hub.rule.grain == GRN_GRAIN_ELEMENT && has_parts(a);
}

void grn_lo_access_sizes(grn_lower *l, grn_lo_access *a)
{
    for (int32_t d = 0; d < a->hub.map.operand_rank && l->status == GRN_OK; d++) {
        const int32_t w = a->hub.map.operand[d].dense;
        a->dim[d] = a->operand->shape[d] != GRN_DYNAMIC ? grn_lo_index(l, a->operand->shape[d])
                                                        : grn_lo_extent(l, a->hub.operands[0], d);
        if (a->hub.is_scatter)
            a->window[d] = w < 0 ? grn_lo_index(l, 1) : grn_lo_extent(l, a->dense_value, w);
        else
            a->window[d] =
                a->hub.slice_sizes.v[d] == GRN_DYNAMIC ? a->dim[d] : grn_lo_index(l, a->hub.slice_sizes.v[d]);
    }
}

/* ---- starts ---------------------------------------------------------------------------------- */

grn_value *grn_lo_widened(grn_lower *l, const grn_type *element, grn_value *v)
{
    const grn_type *index = grn_lo_index_type(l);
    const bool is_unsigned =
        element->kind == GRN_TYPE_INTEGER && (element->signedness == GRN_UNSIGNED || element->width == 1);
    if (element->kind == GRN_TYPE_INDEX)
        return v;
    if (is_unsigned && element->width == 64)
        v = grn_lo_binary(l, "arith.minui", v, grn_lo_integer(l, grn_lo_integer_type(l, 64), INT64_MAX));
    return grn_lo_cast(l, is_unsigned ? "arith.index_castui" : "arith.index_cast", v, index);
}

/* base is subtracted without falling off the end of 64 bits. */
static grn_value *based(grn_lower *l, const grn_lo_access *a, grn_value *v)
{
    const int64_t base = a->hub.rule.base;
    const grn_type *element = a->indices->element;
    const bool far = base > INT32_MAX || base < -INT32_MAX;
    const bool wide =
        far || element->kind == GRN_TYPE_INDEX || (element->width == 64 && element->signedness != GRN_UNSIGNED);
    if (base > 0 && wide)
        v = grn_lo_max(l, v, grn_lo_index(l, INT64_MIN + base));
    if (base < 0 && (wide || element->width == 64))
        v = grn_lo_min(l, v, grn_lo_index(l, INT64_MAX + base));
    return grn_lo_sub(l, v, grn_lo_index(l, base));
}

/* What readers of the loops and of C call it. */
static void name_value(grn_lower *l, grn_value *v, const char *name, int32_t k)
{
    char text[32];
    if (l->status != GRN_OK || !v->def || v->name.n || grn_op_is(v->def, GRN_OP(arith, constant)))
        return;
    snprintf(text, sizeof text, "%s%d", name, (int)k);
    const char *copy = grn_arena_text(&l->ir->arena, text, strlen(text));
    if (grn_lo_check(l, copy != NULL))
        v->name = (grn_str){copy, strlen(text)};
}

static grn_value *component(grn_lower *l, const grn_lo_access *a, grn_value *const *at, int32_t d)
{
    grn_value *index[GRN_MAX_RANK];
    for (int32_t i = 0; i < a->indices->rank; i++)
        index[i] = at[i];
    if (a->hub.dims.index_vector_dim < a->indices->rank)
        index[a->hub.dims.index_vector_dim] = grn_lo_index(l, a->hub.map.operand[d].component);
    grn_value *v = based(l, a, grn_lo_widened(l, a->indices->element, grn_lo_read(l, a->hub.indices, index)));
    name_value(l, v, "index", a->hub.map.operand[d].component);
    if (!a->hub.rule.wrap_negative)
        return v;
    grn_value *zero = grn_lo_index(l, 0), *negative = grn_lo_compare(l, "slt", v, zero);
    return grn_lo_select(l, negative, grn_lo_add(l, v, a->dim[d]), v);
}

grn_value *grn_lo_in_range(grn_lower *l, grn_value *start, grn_value *last)
{
    int64_t known = 0;
    if (grn_lo_known(last, &known) && known >= 0)
        return grn_lo_compare(l, "ule", start, last);
    return grn_lo_and(l, grn_lo_compare(l, "sge", start, grn_lo_index(l, 0)), grn_lo_compare(l, "sle", start, last));
}

/* NULL: the window fits at the start, wherever it was moved. */
static grn_value *place(grn_lower *l, const grn_lo_access *a, int32_t d, grn_value **start)
{
    int64_t known = 0;
    grn_value *zero = grn_lo_index(l, 0), *last = grn_lo_sub(l, a->dim[d], a->window[d]);
    if (!a->clamps)
        return a->by_element || a->reports ? NULL : grn_lo_in_range(l, *start, last);
    *start = grn_lo_max(l, grn_lo_min(l, *start, last), zero);
    name_value(l, *start, "start", a->hub.map.operand[d].component);
    if (!a->hub.is_scatter || (grn_lo_known(last, &known) && known >= 0))
        return NULL;
    return grn_lo_compare(l, "sge", last, zero);
}

grn_value *grn_lo_starts(grn_lower *l, const grn_lo_access *a, grn_value *const *at, grn_value **start)
{
    grn_value *fits = NULL;
    for (int32_t k = 0; k < a->hub.dims.start_index_map.count && l->status == GRN_OK; k++) {
        const int32_t d = (int32_t)a->hub.dims.start_index_map.v[k];
        start[k] = component(l, a, at, d);
        fits = grn_lo_and(l, fits, place(l, a, d, &start[k]));
    }
    return fits;
}

/* ---- addresses ------------------------------------------------------------------------------- */

void grn_lo_position(const grn_lo_access *a, grn_value *const *dense, grn_value **at)
{
    for (int32_t i = 0; i < GRN_MAX_RANK; i++)
        at[i] = NULL;
    for (int32_t d = 0; d < a->hub.map.dense_rank; d++)
        if (a->hub.map.dense[d].indices >= 0)
            at[a->hub.map.dense[d].indices] = dense[d];
}

grn_value *grn_lo_address(grn_lower *l, const grn_lo_access *a, grn_value *const *start, grn_value *const *dense,
                          grn_value **out)
{
    grn_value *inside = NULL, *at[GRN_MAX_RANK];
    grn_lo_position(a, dense, at);
    for (int32_t d = 0; d < a->hub.map.operand_rank && l->status == GRN_OK; d++) {
        grn_value *zero = grn_lo_index(l, 0);
        const int32_t k = a->hub.map.operand[d].component, along = a->hub.map.operand[d].batching,
                      w = a->hub.map.operand[d].dense;
        out[d] = along >= 0 ? at[along] : k >= 0 ? start[k] : zero;
        if (w >= 0 && dense[w])
            out[d] = grn_lo_add(l, out[d], dense[w]);
        if (a->by_element && k >= 0)
            inside = grn_lo_and(l, inside, grn_lo_compare(l, "ult", out[d], a->dim[d]));
    }
    return inside;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static grn_value *any_outside(grn_lower *l, const grn_lo_access *a, grn_value *const *at)
{
    grn_value *fits = NULL;
    for (int32_t k = 0; k < a->hub.dims.start_index_map.count && l->status == GRN_OK; k++) {
        const int32_t d = (int32_t)a->hub.dims.start_index_map.v[k];
        fits = grn_lo_and(l, fits, grn_lo_in_range(l, component(l, a, at, d), grn_lo_sub(l, a->dim[d], a->window[d])));
    }
    return fits;
}

/* status = status == 0 && !fits ? position + 1 : status */
static void note_vector(grn_lower *l, grn_value *fits, grn_value *position, grn_lo_carry *status)
{
    const grn_type *i32 = grn_lo_integer_type(l, 32);
    grn_value *zero = grn_lo_integer(l, i32, 0), *first = grn_lo_compare(l, "eq", status->v[0], zero);
    grn_value *number = grn_lo_cast(l, "arith.index_cast", grn_lo_add(l, position, grn_lo_index(l, 1)), i32);
    status->v[0] = grn_lo_select(l, fits, status->v[0], grn_lo_select(l, first, number, status->v[0]));
}

void grn_lo_check_indices(grn_lower *l, const grn_lo_access *a)
{
    grn_value *at[GRN_MAX_RANK] = {NULL}, *position = grn_lo_index(l, 0);
    grn_lo_carry status = {.n = 1, .v = {grn_lo_integer(l, grn_lo_integer_type(l, 32), 0)}};
    int32_t loops = 0;
    for (int32_t d = 0; d < a->indices->rank && l->status == GRN_OK; d++) {
        if (d == a->hub.dims.index_vector_dim)
            continue;
        grn_value *extent = grn_lo_extent(l, a->hub.indices, d);
        at[d] = grn_lo_for(l, extent, &status);
        grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "index vectors are checked along start_indices dim %d",
                        (int)d);
        position = grn_lo_add(l, grn_lo_mul(l, position, extent), at[d]);
        loops++;
    }
    if (l->status == GRN_OK)
        note_vector(l, any_outside(l, a, at), position, &status);
    for (; loops > 0; loops--)
        grn_lo_end_for(l, &status);
    grn_lo_note_error(l, status.v[0]);
}

/* ---- names of loops -------------------------------------------------------------------------- */

static void say_range(char *text, size_t bytes, int32_t first, int32_t last)
{
    if (first == last)
        snprintf(text, bytes, "dim %d", (int)first);
    else
        snprintf(text, bytes, "dims %d to %d", (int)first, (int)last);
}

void grn_lo_say_dim(grn_lower *l, const grn_lo_access *a, int32_t dense_dim)
{
    const bool scatter = a->hub.is_scatter, batch = a->hub.map.dense[dense_dim].indices >= 0;
    const grn_lo_range *r = &a->walks[dense_dim];
    char dense[64], from[64];
    if (l->status != GRN_OK)
        return;
    say_range(dense, sizeof dense, r->first, r->last);
    say_range(from, sizeof from, r->from_first, r->from_last);
    grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "%s %s = %s %s",
                    batch     ? "batch"
                    : scatter ? "update window"
                              : "offset",
                    dense,
                    batch     ? (scatter ? "scatter_indices" : "start_indices")
                    : scatter ? "input"
                              : "operand",
                    from);
}
