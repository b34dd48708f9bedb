/* python_access.c - gathers and scatters in the languages of Python: starts from indices, places
 * from starts, then one index into the operand. Source: StableHLO spec, gather and scatter;
 * garner/spec.h, grn_index_rule. */
#include <inttypes.h>

#include "source/python.h"

bool grn_python_moves(const grn_hub *a)
{
    return a->rule.bounds == GRN_BOUNDS_CLAMP || a->rule.bounds == GRN_BOUNDS_PROMISE;
}

bool grn_python_leaves_out(const grn_hub *a)
{
    return (a->rule.bounds == GRN_BOUNDS_FILL || a->rule.bounds == GRN_BOUNDS_SKIP) &&
           a->dims.start_index_map.count > 0;
}

bool grn_python_by_window(const grn_hub *a) { return a->rule.grain == GRN_GRAIN_WINDOW || grn_source_single(a); }

/* ---- starts ---------------------------------------------------------------------------------- */

/* Component k of all index vectors: "i[..., 0]". */
static const char *component(grn_source *s, const grn_hub *a, int32_t k)
{
    const char *name = grn_source_name(s, a->indices), *items[GRN_MAX_RANK + 1];
    int64_t at = a->dims.index_vector_dim;
    if (a->map.vector_dim < 0)
        return name;
    if (at > 0 && at == a->indices->type->rank - 1)
        return grn_source_text(s, "%s[..., %d]", name, (int)k);
    for (int64_t d = 0; d < at; d++)
        items[d] = ":";
    items[at] = grn_source_integer(s, k);
    return grn_source_text(s, "%s[%s]", name, grn_source_join(s, (size_t)at + 1, items, ", "));
}

/* Whether places are counted in int32: the language has a phrase for it, and neither indices nor
 * extents are larger. */
static bool counts_in_32(const grn_source *s, const grn_hub *a)
{
    bool fits = s->language->phrase[GRN_PHRASE_INDEX] && grn_dtype_bits(a->indices->type->element->dtype) <= 32;
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        fits = fits && a->operands[0]->type->shape[d] <= INT32_MAX;
    return fits;
}

/* The phrase by which an index becomes of the type that counts; -1: it is of that type. */
static int widening(const grn_source *s, const grn_hub *a)
{
    grn_dtype dtype = a->indices->type->element->dtype;
    if (counts_in_32(s, a))
        return dtype == GRN_I32 ? -1 : dtype == GRN_UI32 ? GRN_PHRASE_INDEX_U32 : GRN_PHRASE_INDEX;
    return dtype == GRN_I64 || dtype == GRN_INDEX ? -1 : dtype == GRN_UI64 ? GRN_PHRASE_WIDEN_U64 : GRN_PHRASE_WIDEN;
}

const char *grn_python_index(grn_source *s, const grn_hub *a, const char *text)
{
    const int64_t base = a->rule.base, least = counts_in_32(s, a) ? INT32_MIN : INT64_MIN;
    const int phrase = widening(s, a);
    if (phrase >= 0)
        text = grn_source_phrase(s, phrase, text, NULL, NULL);
    else if (base) /* the least value stays the least */
        text = grn_source_phrase(s, GRN_PHRASE_LEAST, text, grn_source_integer(s, least + base), NULL);
    return base ? grn_source_text(s, "%s - %" PRId64, text, base) : text;
}

static const char *window_text(grn_source *s, const grn_hub *a, int32_t d)
{
    if (grn_hub_window(a, d) != GRN_DYNAMIC)
        return grn_source_integer(s, grn_hub_window(a, d));
    return a->is_scatter ? grn_source_extent(s, a->updates[0], a->map.operand[d].dense)
                         : grn_source_extent(s, a->operands[0], d);
}

/* The last start that fits. */
static const char *last_start(grn_source *s, const grn_hub *a, int32_t d)
{
    int64_t extent = a->operands[0]->type->shape[d];
    if (extent != GRN_DYNAMIC && grn_hub_window(a, d) != GRN_DYNAMIC)
        return grn_source_integer(s, extent - grn_hub_window(a, d));
    return grn_source_text(s, "%s - %s", grn_source_extent(s, a->operands[0], d), window_text(s, a, d));
}

static void write_check(grn_source *s, const grn_hub *a, const char *start, int32_t d)
{
    const char *outside = grn_source_text(s, "(%s < 0) | (%s > %s)", start, start, last_start(s, a, d));
    grn_source_line(s, "if %s:", grn_source_phrase(s, GRN_PHRASE_ANY, outside, NULL, NULL));
    grn_source_line(s, "    raise IndexError(\"an index is out of range along dimension %d of %s\")", (int)d,
                    grn_source_name(s, a->operands[0]));
}

const char *grn_python_start(grn_source *s, const grn_hub *a, int32_t d)
{
    const char *text = grn_python_index(s, a, component(s, a, a->map.operand[d].component));
    if (!a->rule.wrap_negative)
        return text;
    const char *from = text == grn_source_name(s, a->indices) ? text : grn_source_text(s, "start%d", (int)d);
    if (from != text)
        grn_source_assign(s, from, text);
    return grn_source_phrase(s, GRN_PHRASE_WHERE, grn_source_text(s, "%s < 0", from),
                             grn_source_text(s, "%s + %s", from, grn_source_extent(s, a->operands[0], d)), from);
}

static void write_start(grn_source *s, const grn_hub *a, const char *name, int32_t d)
{
    const char *text = grn_python_start(s, a, d);
    if (grn_python_moves(a))
        text = grn_source_phrase(s, GRN_PHRASE_CLIP, text, "0", last_start(s, a, d));
    grn_source_assign(s, name, text);
    if (a->rule.bounds == GRN_BOUNDS_ERROR)
        write_check(s, a, name, d);
}

void grn_python_starts(grn_source *s, const grn_hub *a, const char **start)
{
    for (int32_t d = 0; d < a->map.operand_rank; d++) {
        start[d] = a->map.operand[d].component < 0 ? NULL : grn_source_text(s, "start%d", (int)d);
        if (start[d])
            write_start(s, a, start[d], d);
    }
}

/* ---- places ---------------------------------------------------------------------------------- */

const char *grn_python_spread(grn_source *s, const grn_hub *a, const char *text)
{
    const char *items[GRN_MAX_RANK];
    if (grn_access_batch_rank(&a->map) == grn_hub_dense(a)->rank)
        return text;
    for (int32_t d = 0; d < grn_hub_dense(a)->rank; d++)
        items[d] = a->map.dense[d].indices < 0 ? "None" : ":";
    return grn_source_text(s, "%s[%s]", text, grn_source_join(s, (size_t)grn_hub_dense(a)->rank, items, ", "));
}

static const char *counted(grn_source *s, const grn_hub *a, const char *extent, int32_t dense_dim)
{
    return grn_python_before(s, grn_source_phrase(s, GRN_PHRASE_ARANGE, extent, NULL, NULL),
                             grn_hub_dense(a)->rank - 1 - dense_dim);
}

static const char *place_along(grn_source *s, const grn_hub *a, const char *start, int32_t d)
{
    const char *at = start ? grn_python_spread(s, a, start) : NULL;
    const int32_t along = a->map.operand[d].batching;
    if (along >= 0)
        return counted(s, a, grn_source_extent(s, a->indices, along), a->map.indices[along].dense);
    if (a->map.operand[d].dense < 0 || (at && grn_hub_window(a, d) == 1))
        return at ? at : "0";
    const char *window = counted(s, a, window_text(s, a, d), a->map.operand[d].dense);
    return at ? grn_source_text(s, "%s + %s", at, window) : window;
}

void grn_python_places(grn_source *s, const grn_hub *a, const char *const *start, const char **place)
{
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        place[d] = place_along(s, a, start[d], d);
}

/* ---- what is in range ------------------------------------------------------------------------ */

const char *grn_python_windows_in_range(grn_source *s, const grn_hub *a, const char *const *start)
{
    const char *parts[GRN_MAX_RANK];
    size_t n = 0;
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        if (start[d])
            parts[n++] = grn_source_text(s, "(%s >= 0) & (%s <= %s)", start[d], start[d], last_start(s, a, d));
    return grn_source_join(s, n, parts, " & ");
}

const char *grn_python_elements_in_range(grn_source *s, const grn_hub *a, const char **place)
{
    const char *parts[GRN_MAX_RANK];
    size_t n = 0;
    for (int32_t d = 0; d < a->map.operand_rank; d++) {
        if (a->map.operand[d].component < 0)
            continue;
        const char *name = grn_source_text(s, "at%d", (int)d);
        grn_source_assign(s, name, place[d]);
        place[d] = name;
        parts[n++] = grn_source_text(s, "(%s >= 0) & (%s < %s)", name, name, grn_source_extent(s, a->operands[0], d));
    }
    return grn_source_join(s, n, parts, " & ");
}

/* ---- gathers --------------------------------------------------------------------------------- */

bool grn_python_places_have_all(const grn_hub *a)
{
    return a->dims.start_index_map.count > 0 || grn_access_batch_rank(&a->map) == a->dims.operand_batching_dims.count;
}

static const char *taken(grn_source *s, const grn_hub *a, const char *const *start, const char *const *place)
{
    const char *x = grn_source_name(s, a->operands[0]), *colons = "";
    int32_t rows = grn_source_rows_axis(a), elements = grn_source_elements_axis(a), axis = rows >= 0 ? rows : elements;
    if (axis >= 0) {
        for (int32_t d = 0; d < axis; d++)
            colons = grn_source_text(s, "%s:, ", colons);
        const char *args[] = {x, start[axis], grn_source_integer(s, axis), colons};
        const bool list = grn_access_batch_rank(&a->map) == 1 && s->language->phrase[GRN_PHRASE_SELECT];
        const int phrase = rows < 0 ? GRN_PHRASE_ALONG : list ? GRN_PHRASE_SELECT : GRN_PHRASE_TAKE;
        return grn_source_fill(s, s->language->phrase[phrase], NULL, 4, args);
    }
    const char *text = grn_source_text(
        s, "%s[%s]", x, a->map.operand_rank ? grn_source_join(s, (size_t)a->map.operand_rank, place, ", ") : "()");
    return grn_python_places_have_all(a)
               ? text
               : grn_source_phrase(s, GRN_PHRASE_BROADCAST, text, grn_source_shape(s, grn_hub_dense(a)), NULL);
}

static const char *filled(grn_source *s, const grn_hub *a, const char *valid, const char *text)
{
    const grn_type *element = grn_hub_dense(a)->element;
    const char *fill = grn_source_phrase(s, GRN_PHRASE_SCALAR, grn_source_number(s, element->dtype, a->fill),
                                         grn_source_dtype(s, element), NULL);
    return grn_source_phrase(s, GRN_PHRASE_WHERE, valid, text, fill);
}

/* Starts that are out of range are looked at first, then held to it. */
static void hold_starts(grn_source *s, const grn_hub *a, const char *const *start)
{
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        if (start[d])
            grn_source_assign(s, start[d], grn_source_phrase(s, GRN_PHRASE_CLIP, start[d], "0", last_start(s, a, d)));
}

static void hold_places(grn_source *s, const grn_hub *a, const char **place)
{
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        if (a->map.operand[d].component >= 0) {
            int64_t extent = a->operands[0]->type->shape[d];
            const char *last = extent != GRN_DYNAMIC
                                   ? grn_source_integer(s, extent - 1)
                                   : grn_source_text(s, "%s - 1", grn_source_extent(s, a->operands[0], d));
            place[d] = grn_source_phrase(s, GRN_PHRASE_CLIP, place[d], "0", last);
        }
}

void grn_python_gather(grn_source *s, const grn_op *op)
{
    grn_hub a;
    const char *start[GRN_MAX_RANK], *place[GRN_MAX_RANK];
    if (!grn_source_read_access(s, op, &a))
        return;
    bool leaves_out = grn_python_leaves_out(&a), by_window = grn_python_by_window(&a);
    grn_python_starts(s, &a, start);
    if (leaves_out && by_window) {
        grn_source_assign(s, "valid", grn_python_windows_in_range(s, &a, start));
        hold_starts(s, &a, start);
    }
    grn_python_places(s, &a, start, place);
    if (leaves_out && !by_window) {
        grn_source_assign(s, "valid", grn_python_elements_in_range(s, &a, place));
        hold_places(s, &a, place);
    }
    const char *text = taken(s, &a, start, place);
    if (leaves_out)
        text = filled(s, &a, by_window ? grn_python_spread(s, &a, "valid") : "valid", text);
    grn_source_assign(s, grn_source_result(s, op, 0), text);
}

/* ---- scatters -------------------------------------------------------------------------------- */

const char *grn_python_kept(grn_source *s, const grn_hub *a, const char *const *start, const char **place)
{
    if (!grn_python_leaves_out(a))
        return NULL;
    return grn_python_by_window(a)
               ? grn_python_spread(s, a, grn_source_text(s, "(%s)", grn_python_windows_in_range(s, a, start)))
               : grn_python_elements_in_range(s, a, place);
}

static bool is_empty(const grn_type *t)
{
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] == 0)
            return true;
    return false;
}

bool grn_python_has_nothing(const grn_hub *a) { return is_empty(a->operands[0]->type) || is_empty(grn_hub_dense(a)); }

void grn_python_scatter_nothing(grn_source *s, const grn_op *op, const grn_hub *a)
{
    for (size_t i = 0; i < a->ninputs; i++)
        grn_source_assign(s, grn_source_result(s, op, i), grn_source_name(s, a->operands[i]));
}

bool grn_python_alone(const grn_hub *a) { return a->rule.unique_indices || grn_hub_is_one_vector(a); }

bool grn_python_shows_order(const grn_hub *a, unsigned elements)
{
    bool by_order = a->combiner == GRN_COMBINE_ADD || a->combiner == GRN_COMBINE_MUL;
    return by_order && (elements & (GRN_SOURCE_FLOAT | GRN_SOURCE_COMPLEX)) && !grn_python_alone(a);
}

void grn_python_scatter(grn_source *s, const grn_op *op)
{
    grn_hub a;
    const char *start[GRN_MAX_RANK], *place[GRN_MAX_RANK];
    if (!grn_source_read_access(s, op, &a))
        return;
    grn_python_starts(s, &a, start);
    if (grn_python_has_nothing(&a)) {
        grn_python_scatter_nothing(s, op, &a);
        return;
    }
    grn_python_places(s, &a, start, place);
    const char *keep = grn_python_kept(s, &a, start, place);
    if (keep)
        grn_source_assign(s, "keep", keep);
    grn_source_assign(s, "at", grn_python_list(s, (size_t)a.map.operand_rank, place));
    for (size_t i = 0; i < a.ninputs; i++) {
        const char *by = grn_python_combiner(s, a.combiner, a.operands[i]->type->element);
        if (!by)
            return;
        const char *args[] = {grn_source_name(s, a.operands[i]), grn_source_name(s, a.updates[i]), by,
                              keep ? ", keep" : ""};
        grn_source_assign(s, grn_source_result(s, op, i),
                          grn_source_fill(s, "{@scatter}({0}, at, {1}, {2}{3})", NULL, 4, args));
    }
}
