/* numpy.c - a gather or scatter as a line of numpy: an index array per dimension of the operand,
 * broadcast together. */
#include <inttypes.h>
#include <string.h>

#include "access/map.h"
#include "explain/explain.h"

typedef struct writer {
    grn_page *page;
    const grn_scene *scene;
    grn_access_words words;
    grn_meaning meaning;
    grn_access_map map;
} writer;

/* The component as it stands in indices, in a wide integer type. */
static void put_raw(writer *w, int32_t k)
{
    grn_page_put(w->page, "%s", w->words.indices);
    if (grn_has_vector_dim(w->meaning.dims, w->meaning.indices))
        grn_page_put(w->page, ".take(%" PRId32 ", axis=%" PRId64 ")", k, w->meaning.dims->index_vector_dim);
    if (w->meaning.indices->dtype != GRN_I64)
        grn_page_put(w->page, ".astype(np.int64)");
    if (w->meaning.rule.base != 0)
        grn_page_put(w->page, " - %" PRId64, w->meaning.rule.base);
}

static void put_wrapped(writer *w, int32_t d)
{
    if (!w->meaning.rule.wrap_negative) {
        put_raw(w, w->map.operand[d].component);
        return;
    }
    grn_page_put(w->page, "np.where(");
    put_raw(w, w->map.operand[d].component);
    grn_page_put(w->page, " < 0, ");
    put_raw(w, w->map.operand[d].component);
    grn_page_put(w->page, " + %" PRId64 ", ", w->meaning.operand->shape[d]);
    put_raw(w, w->map.operand[d].component);
    grn_page_put(w->page, ")");
}

/* The start along dimension d, with an axis of extent 1 where the window's dims are. */
static void put_start(writer *w, int32_t d)
{
    const grn_dims *offset_dims = &w->meaning.dims->offset_dims;
    if (offset_dims->count > 0)
        grn_page_put(w->page, "np.expand_dims(");
    if (grn_rule_moves_starts(&w->meaning.rule))
        grn_page_put(w->page, "np.clip(");
    put_wrapped(w, d);
    if (grn_rule_moves_starts(&w->meaning.rule))
        grn_page_put(w->page, ", 0, %" PRId64 ")", w->meaning.operand->shape[d] - w->meaning.window[d]);
    if (offset_dims->count > 0) {
        grn_page_put(w->page, ", (");
        grn_page_at(w->page, offset_dims->v, offset_dims->count);
        grn_page_put(w->page, "%s))", offset_dims->count == 1 ? "," : "");
    }
}

/* 0, 1, 2, ... along a dimension of the dense tensor. */
static void put_range(writer *w, int64_t extent, int32_t dense_dim)
{
    grn_page_put(w->page, "np.arange(%" PRId64 ")", extent);
    if (w->scene->problem.dense->rank == 1)
        return;
    grn_page_put(w->page, ".reshape(");
    for (int32_t i = 0; i < w->scene->problem.dense->rank; i++)
        grn_page_put(w->page, "%s%d", i ? "," : "", i == dense_dim ? -1 : 1);
    grn_page_put(w->page, ")");
}

static void put_index(writer *w, int32_t d)
{
    const int32_t along = w->map.operand[d].batching;
    const int32_t dense = along >= 0 ? w->map.indices[along].dense : w->map.operand[d].dense;
    const int64_t extent = dense >= 0 ? w->scene->problem.dense->shape[dense] : 1;
    const bool starts = w->map.operand[d].component >= 0;
    if (starts)
        put_start(w, d);
    if (starts && dense >= 0 && extent != 1)
        grn_page_put(w->page, " + ");
    if (dense >= 0 && (extent != 1 || !starts))
        put_range(w, extent, dense);
    if (!starts && dense < 0)
        grn_page_put(w->page, "0");
}

static void put_indices(writer *w)
{
    for (int32_t d = 0; d < w->meaning.operand->rank; d++) {
        grn_page_put(w->page, "%s", d ? ", " : "");
        put_index(w, d);
    }
    grn_page_put(w->page, "%s", w->meaning.operand->rank == 0 ? "()" : w->meaning.operand->rank == 1 ? "," : "");
}

/* ---- what is left out ------------------------------------------------------------------------ */

static bool leaves_out(const writer *w)
{
    return w->meaning.dims->start_index_map.count > 0 &&
           (w->meaning.rule.bounds == GRN_BOUNDS_FILL || w->meaning.rule.bounds == GRN_BOUNDS_SKIP);
}

/* "i = np.broadcast_arrays(...); ok = ...; " */
static void put_tests(writer *w)
{
    const grn_meaning *m = &w->meaning;
    const bool by_window = m->rule.grain == GRN_GRAIN_WINDOW;
    grn_page_put(w->page, "i = np.broadcast_arrays(");
    put_indices(w);
    grn_page_put(w->page, "); ok = ");
    for (int32_t k = 0; k < m->dims->start_index_map.count; k++) {
        int32_t d = (int32_t)m->dims->start_index_map.v[k];
        grn_page_put(w->page, "%s", k ? " & " : "");
        for (int upper = 0; upper < 2; upper++) {
            grn_page_put(w->page, upper ? " & (" : "(");
            if (by_window)
                put_start(w, d);
            else
                grn_page_put(w->page, "i[%" PRId32 "]", d);
            grn_page_put(w->page, upper ? " <= %" PRId64 ")" : " >= %" PRId64 ")",
                         !upper ? 0 : m->operand->shape[d] - (by_window ? m->window[d] : 1));
        }
    }
    grn_page_put(w->page, by_window ? " & np.full(%s%s.shape, True); " : "; ", w->words.updates,
                 w->scene->problem.npairs > 1 ? "[0]" : "");
}

/* ---- both operations ------------------------------------------------------------------------- */

/* The element as text that numpy reads: infinities and NaN are numpy's names. */
static void put_fill(writer *w)
{
    char text[2 * GRN_NUMBER_BYTES];
    const grn_dtype dtype = w->meaning.operand->dtype;
    grn_value_text(dtype, w->scene->problem.gather->fill, text);
    const bool is_named = grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT && strpbrk(text, "ni") != NULL;
    const char *shown = dtype != GRN_I1 ? text : strcmp(text, "true") == 0 ? "True" : "False";
    grn_page_put(w->page, "%s%s%s",
                 grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX ? "complex"
                 : is_named                                     ? "'"
                                                                : "",
                 shown, is_named ? "'" : "");
}

static void put_gather(writer *w)
{
    if (leaves_out(w)) {
        put_tests(w);
        grn_page_put(w->page,
                     "%s = np.where(ok, %s[tuple(np.clip(x, 0, n - 1) for x, n in zip(i, %s.shape))], %s.dtype.type(",
                     w->words.result, w->words.operand, w->words.operand, w->words.operand);
        put_fill(w);
        grn_page_put(w->page, "))");
        return;
    }
    const bool widens = w->meaning.dims->start_index_map.count == 0;
    grn_page_put(w->page, widens ? "%s = np.broadcast_to(%s[" : "%s = %s[", w->words.result, w->words.operand);
    put_indices(w);
    grn_page_put(w->page, "]");
    if (!widens)
        return;
    grn_page_put(w->page, ", (");
    grn_page_at(w->page, w->scene->problem.dense->shape, w->scene->problem.dense->rank);
    grn_page_put(w->page, "%s))", w->scene->problem.dense->rank == 1 ? "," : "");
}

/* The ufunc whose `at` applies updates one by one; NULL: there is none. */
static const char *ufunc(grn_combiner combiner)
{
    static const char *const names[GRN_COMBINER_COUNT] = {
        [GRN_COMBINE_ADD] = "np.add",        [GRN_COMBINE_MUL] = "np.multiply",    [GRN_COMBINE_MIN] = "np.minimum",
        [GRN_COMBINE_MAX] = "np.maximum",    [GRN_COMBINE_AND] = "np.bitwise_and", [GRN_COMBINE_OR] = "np.bitwise_or",
        [GRN_COMBINE_XOR] = "np.bitwise_xor"};
    return names[combiner];
}

/* Where the updates are stored: the positions that are not left out, or all. */
static void put_targets(writer *w, bool some)
{
    if (some)
        grn_page_put(w->page, "tuple(x[ok] for x in i)");
    else
        put_indices(w);
}

/* The same as lists, iterated together with the updates. */
static void put_each_target(writer *w, bool some)
{
    grn_page_put(w->page, "zip(*(x%s for x in ", some ? "[ok]" : ".ravel()");
    grn_page_put(w->page, some ? "i" : "np.broadcast_arrays(");
    if (!some)
        put_indices(w);
    grn_page_put(w->page, some ? "))" : ")))");
}

/* A combiner that is not a ufunc is called for each update. */
static void put_region(writer *w, bool some)
{
    const char *result = w->words.result, *updates = w->words.updates;
    grn_page_put(w->page, "[%s.__setitem__(at, update_computation(%s[at], u)) for at, u in zip(", result, result);
    put_each_target(w, some);
    grn_page_put(w->page, ", %s%s)]", updates, some ? "[ok]" : ".ravel()");
}

/* Lists of arrays: the function takes an element of each, then an update of each. */
static void put_region_of_several(writer *w, bool some)
{
    grn_page_put(
        w->page,
        "[[r.__setitem__(at, v) for r, v in zip(%s, update_computation(*(r[at] for r in %s), *u))] for at, *u in zip(",
        w->words.result, w->words.result);
    put_each_target(w, some);
    grn_page_put(w->page, ", *(x%s for x in %s))]", some ? "[ok]" : ".ravel()", w->words.updates);
}

static void put_ufunc(writer *w, const char *f, const char *result, const char *updates, bool some)
{
    grn_page_put(w->page, "%s%s%s", f ? f : result, f ? ".at(" : "[", f ? result : "");
    grn_page_put(w->page, "%s%s", f ? ", " : "", f && !some ? "(" : "");
    put_targets(w, some);
    grn_page_put(w->page, "%s%s%s%s%s", f && !some ? ")" : "", f ? ", " : "] = ", updates, some ? "[ok]" : "",
                 f ? ")" : "");
}

static void put_scatter(writer *w)
{
    const bool some = leaves_out(w), several = w->scene->problem.npairs > 1;
    const char *result = w->words.result;
    grn_page_put(w->page, several ? "%s = [x.copy() for x in %s]; " : "%s = %s.copy(); ", result, w->words.operand);
    if (some)
        put_tests(w);
    if (w->scene->problem.scatter->combiner != GRN_COMBINE_REGION)
        put_ufunc(w, ufunc(w->scene->problem.scatter->combiner), result, w->words.updates, some);
    else if (several)
        put_region_of_several(w, some);
    else
        put_region(w, some);
}

void grn_page_numpy(grn_page *page, const grn_scene *s)
{
    writer w = {.page = page, .scene = s, .words = grn_scene_words(s)};
    grn_scene_meaning(s, &w.meaning);
    grn_access_map_of(w.meaning.dims, w.meaning.operand->rank, w.meaning.indices->rank, &w.map);
    if (s->problem.gather)
        put_gather(&w);
    else
        put_scatter(&w);
}
