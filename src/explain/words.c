/* words.c - what a gather or scatter does, as a sentence. */
#include <inttypes.h>
#include <string.h>

#include "explain/explain.h"

typedef struct writer {
    grn_page page;
    const grn_scene *scene;
    grn_access_words words;
    grn_meaning meaning;
} writer;

/* "2x3", "no" dimensions: "one". */
static void put_extents(writer *w, const int64_t *v, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        grn_page_put(&w->page, "%s%" PRId64, i ? "x" : "", v[i]);
}

static const char *separator(int32_t i, int32_t count) { return i == 0 ? "" : i + 1 == count ? " and " : ", "; }

/* A sentence has the full word, unless the op's own system has another word. */
static const char *one_dim(const writer *w) { return w->scene->words ? w->words.dimension : "dimension"; }
static const char *many_dims(const writer *w) { return w->scene->words ? w->words.dimensions : "dimensions"; }

static void put_dims(writer *w, const grn_dims *list)
{
    grn_page_put(&w->page, "%s ", list->count == 1 ? one_dim(w) : many_dims(w));
    for (int32_t i = 0; i < list->count; i++)
        grn_page_put(&w->page, "%s%" PRId64, separator(i, list->count), list->v[i]);
}

static bool is_one_element(const grn_meaning *m)
{
    for (int32_t d = 0; d < m->operand->rank; d++)
        if (m->window[d] != 1)
            return false;
    return true;
}

static void put_what(writer *w)
{
    const grn_meaning *m = &w->meaning;
    if (is_one_element(m)) {
        grn_page_put(&w->page, "one element");
        return;
    }
    grn_page_put(&w->page, "a window of ");
    put_extents(w, m->window, m->operand->rank);
    grn_page_put(&w->page, " elements");
}

static void put_vectors(writer *w)
{
    const grn_meaning *m = &w->meaning;
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = grn_batch_shape(m, shape);
    grn_page_put(&w->page, "For ");
    if (rank > 0) {
        grn_page_put(&w->page, "each of the ");
        put_extents(w, shape, rank);
    } else {
        grn_page_put(&w->page, "the one");
    }
    grn_page_put(&w->page, rank > 0 ? " index vectors" : " index vector");
    if (grn_has_vector_dim(m->dims, m->indices))
        grn_page_put(&w->page, ", which lie%s along %s %" PRId64 " of %s", rank > 0 ? "" : "s", one_dim(w),
                     m->dims->index_vector_dim, w->words.indices);
    else
        grn_page_put(&w->page, ", which %s of %s", rank > 0 ? "are the single elements" : "is the single element",
                     w->words.indices);
    grn_page_put(&w->page, ", ");
}

static void put_begins(writer *w)
{
    const grn_dims *map = &w->meaning.dims->start_index_map;
    if (map->count == 0)
        grn_page_put(&w->page, " at the beginning of every %s", one_dim(w));
    grn_page_put(&w->page, map->count ? " " : "");
    for (int32_t k = 0; k < map->count; k++)
        grn_page_put(&w->page, "%s%s along %s %" PRId64, separator(k, map->count),
                     map->count == 1 ? "the index"
                                     : (const char *[]){"component 0", "component 1", "component 2", "component 3",
                                                        "a further component"}[k < 4 ? k : 4],
                     one_dim(w), map->v[k]);
}

static void put_batching(writer *w)
{
    const grn_dimension_numbers *d = w->meaning.dims;
    for (int32_t i = 0; i < d->operand_batching_dims.count; i++)
        grn_page_put(&w->page, "; %s %" PRId64 " of %s is a batch, which goes along with %s %" PRId64 " of %s",
                     one_dim(w), d->operand_batching_dims.v[i], w->words.operand, one_dim(w),
                     d->start_indices_batching_dims.v[i], w->words.indices);
}

static void put_layout(writer *w)
{
    const grn_dimension_numbers *d = w->meaning.dims;
    if (d->offset_dims.count > 0) {
        grn_page_put(&w->page, "; the window lies along ");
        put_dims(w, &d->offset_dims);
        grn_page_put(&w->page, " of %s", w->words.updates);
        if (d->collapsed_slice_dims.count > 0) {
            grn_page_put(&w->page, ", without ");
            put_dims(w, &d->collapsed_slice_dims);
            grn_page_put(&w->page, " of %s", w->words.operand);
        }
    }
}

static void put_rule(writer *w)
{
    static const char *const policy[] = {
        [GRN_BOUNDS_CLAMP] = "one that is out of range is moved to the nearest place where the window fits",
        [GRN_BOUNDS_FILL] = "where one is out of range the result gets the fill value",
        [GRN_BOUNDS_SKIP] = "updates that one puts out of range are dropped",
        [GRN_BOUNDS_ERROR] = "one that is out of range is an error",
        [GRN_BOUNDS_PROMISE] = "none is out of range, as the program promises"};
    const grn_index_rule *r = &w->meaning.rule;
    if (w->meaning.dims->start_index_map.count == 0)
        return;
    grn_page_put(&w->page, "; indices count from %s%s; %s", r->base ? "one" : "zero",
                 r->wrap_negative ? ", negative ones from the end" : "", policy[r->bounds]);
}

static void put_order(writer *w)
{
    const grn_combiner combiner = w->scene->problem.scatter->combiner;
    if (combiner == GRN_COMBINE_REPLACE)
        grn_page_put(&w->page, "; where several updates meet, the last one in row-major order stays");
    else
        grn_page_put(&w->page,
                     "; where several updates meet, they are combined one after the other, in row-major order");
}

static void put_sentence(writer *w)
{
    const bool is_scatter = w->scene->problem.scatter != NULL;
    put_vectors(w);
    if (is_scatter)
        grn_page_put(&w->page, w->scene->problem.scatter->combiner == GRN_COMBINE_REPLACE ? "puts " : "combines ");
    else
        grn_page_put(&w->page, "takes ");
    put_what(w);
    if (is_scatter)
        grn_page_put(&w->page, w->scene->problem.npairs > 1 ? " of each of the %s %s its %s" : " of %s %s %s",
                     w->words.updates, w->scene->problem.scatter->combiner == GRN_COMBINE_REPLACE ? "into" : "with",
                     w->words.operand);
    else
        grn_page_put(&w->page, " of %s", w->words.operand);
    if (is_scatter && w->scene->problem.scatter->combiner != GRN_COMBINE_REPLACE)
        grn_page_put(&w->page, " by %s",
                     w->scene->problem.scatter->combiner == GRN_COMBINE_REGION
                         ? "update_computation"
                         : grn_combiner_text(w->scene->problem.scatter->combiner));
    grn_page_put(&w->page, ", from the place that is");
    put_begins(w);
    put_batching(w);
    put_layout(w);
    put_rule(w);
    if (is_scatter)
        put_order(w);
    grn_page_put(&w->page, ".");
}

grn_status grn_explain_words(const grn_scene *s, bool json, const grn_sink *sink)
{
    writer w = {.page = {sink, GRN_OK}, .scene = s, .words = grn_scene_words(s)};
    grn_scene_meaning(s, &w.meaning);
    if (json)
        grn_page_put(&w.page, "{\"op\":\"%s\",\"line\":%" PRIu32 ",\"column\":%" PRIu32 ",\"words\":\"", s->op,
                     s->place.line, s->place.column);
    else
        grn_page_put(&w.page, "%s at %" PRIu32 ":%" PRIu32 "\n\n", s->op, s->place.line, s->place.column);
    put_sentence(&w);
    grn_page_put(&w.page, json ? "\",\"numpy\":\"" : "\n\n    ");
    grn_page_numpy(&w.page, s);
    grn_page_put(&w.page, json ? "\"}\n" : "\n");
    return w.page.status;
}
