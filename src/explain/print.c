/* print.c - the steps of elements as text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/explain.h"

/* Updates of one element that are written step by step; those after them take a line each. */
#define UPDATES_AT_LENGTH 16

typedef struct writer {
    grn_page page;
    const grn_scene *scene;
    const grn_step_names *names;
    grn_meaning meaning;
    grn_access_words words;
    grn_dims batch_dims;
    size_t first, ninputs; /* of the scatter's inputs, those that are shown */
    int width;             /* of the column of values */
} writer;

/* ---- rows ------------------------------------------------------------------------------------ */

static int list_width(const int64_t *v, int32_t count)
{
    char text[GRN_LIST_BYTES];
    return (int)strlen(grn_list_text(v, count, text));
}

/* A line: "  batch_index          [1, 0, 2]     " */
static void put_row(writer *w, const char *name, const int64_t *v, int32_t count)
{
    char text[GRN_LIST_BYTES];
    grn_page_put(&w->page, "  %-20s  %-*s  ", name, w->width, grn_list_text(v, count, text));
}

/* "      [2]  2  = " */
static void put_part(writer *w, int64_t d, int64_t value)
{
    grn_page_put(&w->page, "      [%" PRId64 "] %" PRId64 " = ", d, value);
}

static void put_vector_row(writer *w, const grn_explained *e)
{
    int64_t at[GRN_MAX_RANK];
    const bool has_vector_dim = grn_has_vector_dim(w->meaning.dims, w->meaning.indices);
    grn_vector_position(&w->meaning, e->batch_index, at);
    put_row(w, "start_index", e->raw_start_index, e->components);
    grn_page_put(&w->page, "%s%s[", has_vector_dim ? "" : "[", w->names->indices);
    for (int32_t d = 0; d < w->meaning.indices->rank; d++)
        if (has_vector_dim && d == w->meaning.dims->index_vector_dim)
            grn_page_put(&w->page, "%s:", d ? ", " : "");
        else
            grn_page_put(&w->page, "%s%" PRId64, d ? ", " : "", at[d]);
    grn_page_put(&w->page, "]%s\n", has_vector_dim ? "" : "]");
}

/* In a system that counts from one, or from the end: a line for each component whose number
 * changes. */
static void put_rules(writer *w, const grn_explained *e)
{
    const grn_index_rule *rule = &w->meaning.rule;
    for (int32_t k = 0; k < e->components; k++) {
        int64_t d = w->meaning.dims->start_index_map.v[k];
        if (rule->base == 0 && !e->wrapped[k])
            continue;
        put_part(w, k, e->start_index[k]);
        grn_page_put(&w->page, "%" PRId64, e->raw_start_index[k]);
        if (rule->base != 0)
            grn_page_put(&w->page, " - %" PRId64, rule->base);
        if (e->wrapped[k])
            grn_page_put(&w->page, " + dim(%s, %" PRId64 ")", w->names->operand, d);
        grn_page_put(&w->page, "%s%s%s\n", rule->base != 0 ? "   indices count from one" : "",
                     rule->base != 0 && e->wrapped[k] ? "," : "",
                     e->wrapped[k] ? "   negative: it counts from the end" : "");
    }
}

bool grn_rule_moves_starts(const grn_index_rule *rule)
{
    return rule->bounds == GRN_BOUNDS_CLAMP || rule->bounds == GRN_BOUNDS_PROMISE;
}

/* The start of a component after the policy, which keeps the window inside. */
static bool tests_windows(const grn_index_rule *rule)
{
    return rule->bounds == GRN_BOUNDS_ERROR || rule->grain == GRN_GRAIN_WINDOW;
}

static void put_start(writer *w, const grn_explained *e, int32_t k)
{
    const grn_meaning *m = &w->meaning;
    const int64_t d = m->dims->start_index_map.v[k], dim = m->operand->shape[d], window = m->window[d];
    put_part(w, d, e->full_start_index[d]);
    if (grn_rule_moves_starts(&m->rule)) {
        grn_page_put(&w->page, "clamp(start_index[%" PRId32 "], 0, dim(%s, %" PRId64 ") - ", k, w->names->operand, d);
        grn_page_put(&w->page, e->is_scatter ? "window" : "slice_sizes[%" PRId64 "]", d);
        grn_page_put(&w->page, ") = clamp(%" PRId64 ", 0, %" PRId64 " - %" PRId64 ")", e->start_index[k], dim, window);
        if (e->clamped[d])
            grn_page_put(&w->page, "   clamped: %" PRId64 " became %" PRId64, e->start_index[k],
                         e->full_start_index[d]);
    } else {
        grn_page_put(&w->page, "start_index[%" PRId32 "]", k);
        if (tests_windows(&m->rule) && e->outside[k])
            grn_page_put(&w->page, "   out of range: a window of %" PRId64 " begins in [0, %" PRId64 "]", window,
                         dim - window);
    }
    grn_page_put(&w->page, "\n");
}

static void put_starts(writer *w, const grn_explained *e)
{
    put_row(w, "full_start_index", e->full_start_index, e->operand_rank);
    grn_page_put(&w->page, "0 but at %s = ", w->names->index_map);
    grn_page_list(&w->page, w->meaning.dims->start_index_map.v, e->components);
    grn_page_put(&w->page, "\n");
    for (int32_t k = 0; k < e->components; k++)
        put_start(w, e, k);
}

static void put_batching(writer *w, const grn_explained *e)
{
    const grn_dimension_numbers *dims = w->meaning.dims;
    put_row(w, "full_batching_index", e->full_batching_index, e->operand_rank);
    if (dims->operand_batching_dims.count == 0) {
        grn_page_put(&w->page, "there are no %s\n", w->names->batching_dims);
        return;
    }
    grn_page_put(&w->page, "0 but at %s = ", w->names->batching_dims);
    grn_page_list(&w->page, dims->operand_batching_dims.v, dims->operand_batching_dims.count);
    grn_page_put(&w->page, "\n");
    for (int32_t i = 0; i < dims->operand_batching_dims.count; i++) {
        int64_t d = dims->operand_batching_dims.v[i], d_start = dims->start_indices_batching_dims.v[i];
        put_part(w, d, e->full_batching_index[d]);
        grn_page_put(&w->page, "%s[%" PRId64 "]", w->names->batch_index,
                     d_start - (d_start < dims->index_vector_dim ? 0 : 1));
        grn_page_put(&w->page, "   %s[%" PRId32 "] is %" PRId64 "\n", w->names->indices_batching_dims, i, d_start);
    }
}

static void put_offsets(writer *w, const grn_explained *e)
{
    const grn_dimension_numbers *dims = w->meaning.dims;
    put_row(w, w->names->offset_index, e->offset_index, e->offset_rank);
    grn_page_put(&w->page, "%s[%s...], %s = ", w->names->dense_index, w->names->offset_dims, w->names->offset_dims);
    grn_page_list(&w->page, dims->offset_dims.v, dims->offset_dims.count);
    grn_page_put(&w->page, "\n");
    put_row(w, w->names->full_offset_index, e->full_offset_index, e->operand_rank);
    grn_page_put(&w->page, "0 inserted at %s = ", w->names->collapsed_dims);
    grn_page_list(&w->page, dims->collapsed_slice_dims.v, dims->collapsed_slice_dims.count);
    grn_page_put(&w->page, " and %s = ", w->names->batching_dims);
    grn_page_list(&w->page, dims->operand_batching_dims.v, dims->operand_batching_dims.count);
    grn_page_put(&w->page, "\n");
}

static void put_steps(writer *w, const grn_explained *e)
{
    w->width = list_width(e->dense_index, e->dense_rank);
    int operand = list_width(e->operand_index, e->operand_rank),
        start = list_width(e->full_start_index, e->operand_rank);
    w->width = operand > w->width ? operand : w->width;
    w->width = start > w->width ? start : w->width;
    grn_page_put(&w->page, "  %-20s  ", w->names->dense_index);
    grn_page_list(&w->page, e->dense_index, e->dense_rank);
    grn_page_put(&w->page, "\n");
    put_row(w, w->names->batch_index, e->batch_index, e->batch_rank);
    grn_page_put(&w->page, "%s[%s...], %s = ", w->names->dense_index, w->names->batch_dims, w->names->batch_dims);
    grn_page_list(&w->page, w->batch_dims.v, w->batch_dims.count);
    grn_page_put(&w->page, "\n");
    put_vector_row(w, e);
    put_rules(w, e);
    put_starts(w, e);
    put_batching(w, e);
    put_offsets(w, e);
    put_row(w, w->names->operand_index, e->operand_index, e->operand_rank);
    grn_page_put(&w->page, "full_start_index + full_batching_index + %s\n", w->names->full_offset_index);
}

/* ---- how it ends ----------------------------------------------------------------------------- */

static bool is_inside(const grn_tensor *t, const int64_t *at)
{
    for (int32_t d = 0; d < t->rank; d++)
        if (at[d] < 0 || at[d] >= t->shape[d])
            return false;
    return true;
}

/* "result[0, 1] = 5"; for several inputs, the values of those that are shown. */
static void put_element(writer *w, const char *name, const grn_tensor *of_inputs, const int64_t *at)
{
    grn_page_put(&w->page, "%s", name);
    grn_page_list(&w->page, at, of_inputs->rank);
    for (size_t i = w->first; i < w->first + w->ninputs && of_inputs[i].data; i++) {
        grn_page_put(&w->page, i > w->first ? ", " : " = ");
        grn_page_value(&w->page, of_inputs[i].dtype, grn_tensor_at(&of_inputs[i], grn_offset_in(&of_inputs[i], at)));
    }
}

static void put_not_reached(writer *w, const grn_explained *e)
{
    char shape[GRN_LIST_BYTES];
    const grn_tensor *operand = w->meaning.operand;
    grn_list_text(operand->shape, operand->rank, shape);
    grn_page_put(&w->page, "  %s: ", grn_explain_end_text(e->end));
    if (e->end == GRN_EXPLAIN_OUT_OF_RANGE)
        grn_page_put(&w->page, "the operation gives an error for such an index\n");
    else if (!is_inside(operand, e->operand_index))
        grn_page_put(&w->page, "%s is outside of %s, whose shape is %s\n", w->names->operand_index, w->names->operand,
                     shape);
    else
        grn_page_put(&w->page, "the window does not lie within %s, whose shape is %s, as a whole\n", w->names->operand,
                     shape);
}

static void put_gather_end(writer *w, const grn_explained *e)
{
    const grn_gather_spec *spec = w->scene->problem.gather;
    if (e->end == GRN_EXPLAIN_REACHED || e->end == GRN_EXPLAIN_CLAMPED) {
        grn_page_put(&w->page, "  ");
        put_element(w, w->names->operand, w->meaning.operand, e->operand_index);
        grn_page_put(&w->page, "\n");
        return;
    }
    put_not_reached(w, e);
    if (e->end == GRN_EXPLAIN_FILLED) {
        grn_page_put(&w->page, "  the fill value is ");
        grn_page_value(&w->page, w->meaning.operand->dtype, spec->fill);
        grn_page_put(&w->page, "\n");
    }
}

static void explain_dense(writer *w, const int64_t *at)
{
    grn_explained e;
    const grn_tensor *dense = w->scene->problem.dense;
    grn_explain_steps(&w->meaning, w->scene->problem.scatter != NULL, dense->rank, at, &e);
    grn_page_put(&w->page, "\n");
    put_element(w, w->names->dense, dense, at);
    grn_page_put(&w->page, "\n");
    put_steps(w, &e);
    if (w->scene->problem.gather)
        put_gather_end(w, &e);
    else if (e.end == GRN_EXPLAIN_REACHED || e.end == GRN_EXPLAIN_CLAMPED)
        grn_page_put(&w->page, "  it is combined with result[%s]\n", w->names->operand_index);
    else
        put_not_reached(w, &e);
}

/* ---- an element of a scatter's result -------------------------------------------------------- */

static void put_values(writer *w, size_t n, const void *const *value)
{
    for (size_t i = 0; i < n; i++) {
        grn_page_put(&w->page, "%s", i ? ", " : "");
        grn_page_value(&w->page, w->scene->problem.operand[i].dtype, value[i]);
    }
}

static grn_status write_update(void *user, const grn_explained_update *u)
{
    writer *w = user;
    grn_page_put(&w->page, "\nupdate %" PRIu64 ": updates", u->number + 1);
    grn_page_list(&w->page, u->steps->dense_index, u->steps->dense_rank);
    grn_page_put(&w->page, " = ");
    put_values(w, u->ninputs, u->update);
    grn_page_put(&w->page, "\n");
    if (u->number < UPDATES_AT_LENGTH)
        put_steps(w, u->steps);
    grn_page_put(&w->page, "  %s(",
                 w->scene->problem.scatter->combiner == GRN_COMBINE_REGION
                     ? "update_computation"
                     : grn_combiner_text(w->scene->problem.scatter->combiner));
    put_values(w, u->ninputs, u->before);
    grn_page_put(&w->page, "; ");
    put_values(w, u->ninputs, u->update);
    grn_page_put(&w->page, ") = ");
    put_values(w, u->ninputs, u->after);
    grn_page_put(&w->page, "\n");
    return w->page.status;
}

static grn_status count_update(void *user, const grn_explained_update *u)
{
    *(uint64_t *)user = u->number + 1;
    return GRN_OK;
}

static void explain_result(writer *w, const int64_t *at)
{
    const grn_scene *s = w->scene;
    uint64_t count = 0;
    const grn_update_visitor counter = {count_update, &count}, visitor = {write_update, w};
    grn_status status = grn_explain_scatter(s->problem.scatter, s->problem.npairs, s->problem.operand,
                                            s->problem.indices, s->problem.dense, at, &counter, NULL);
    grn_page_put(&w->page, "\n");
    if (s->results)
        put_element(w, "result", s->results, at);
    else
        grn_page_put(&w->page, "result"), grn_page_list(&w->page, at, s->problem.operand->rank);
    grn_page_put(&w->page, "\n  ");
    put_element(w, w->names->operand, s->problem.operand, at);
    if (count == 0)
        grn_page_put(&w->page, ", and no update reaches it\n");
    else
        grn_page_put(&w->page, ", and %" PRIu64 " update%s it, in this order\n", count,
                     count == 1 ? " reaches" : "s reach");
    if (status == GRN_OK)
        status = grn_explain_scatter(s->problem.scatter, s->problem.npairs, s->problem.operand, s->problem.indices,
                                     s->problem.dense, at, &visitor, NULL);
    if (w->page.status == GRN_OK)
        w->page.status = status;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* `own`: what says it in the op's own system; NULL: nothing does. */
static void put_list_attribute(writer *w, const char *name, const grn_dims *list, const char *own)
{
    grn_page_put(&w->page, "  %s = ", name);
    grn_page_list(&w->page, list->v, list->count);
    grn_page_put(&w->page, own && list->count > 0 ? "   from %s\n" : "\n", own);
}

/* The specification's name, the type, and the name in the op's own system where that differs. */
static void put_tensor_line(writer *w, const char *name, const char *own, const grn_tensor *t)
{
    grn_page_put(&w->page, "  %-15s  ", name);
    grn_page_type(&w->page, t);
    if (strcmp(name, own) != 0 && w->scene->words)
        grn_page_put(&w->page, "   here: %s", own);
    grn_page_put(&w->page, "\n");
}

static void put_tensor_lines(writer *w, const char *name, const char *own, const grn_tensor *of_inputs)
{
    char text[GRN_PART_BYTES];
    for (size_t i = w->first; i < w->first + w->ninputs; i++)
        put_tensor_line(w, grn_part_name(w->scene, name, i, text), own, &of_inputs[i]);
}

static void put_rule_line(writer *w)
{
    const grn_index_rule *rule = &w->meaning.rule;
    grn_page_put(&w->page, "  index rule: %s%s", rule->base ? "indices count from one, " : "",
                 rule->wrap_negative ? "negative indices count from the end, " : "");
    grn_page_put(&w->page, "out of range: %s%s\n", grn_bounds_text(rule->bounds),
                 rule->bounds != GRN_BOUNDS_SKIP && rule->bounds != GRN_BOUNDS_FILL ? ""
                 : rule->grain == GRN_GRAIN_WINDOW                                  ? " the whole window"
                                                                                    : " the element");
    if (w->scene->problem.scatter)
        grn_page_put(&w->page, "  update_computation: %s\n", grn_combiner_text(w->scene->problem.scatter->combiner));
    if (w->scene->rounded_to != GRN_NO_DTYPE)
        grn_page_put(&w->page, "  accumulated in %s; each element is rounded once to %s at the end\n",
                     grn_dtype_text(w->meaning.operand->dtype), grn_dtype_text(w->scene->rounded_to));
}

static void put_head(writer *w)
{
    const grn_scene *s = w->scene;
    const grn_dimension_numbers *dims = w->meaning.dims;
    grn_page_put(&w->page, "%s at %" PRIu32 ":%" PRIu32 " in @", s->op, s->place.line, s->place.column);
    grn_page_name(&w->page, s->function, s->function_bytes, false);
    grn_page_put(&w->page, "\n");
    if (s->is_part)
        grn_page_put(&w->page, "  one of the gathers and scatters that the op is made of\n");
    if (s->problem.npairs > w->ninputs)
        grn_page_put(&w->page, "  of its %zu inputs, number %zu is shown\n", s->problem.npairs, w->first);
    put_tensor_lines(w, w->names->operand, w->words.operand, s->problem.operand);
    put_tensor_line(w, w->names->indices, w->words.indices, s->problem.indices);
    put_tensor_lines(w, w->names->dense, w->words.updates, s->problem.dense);
    put_list_attribute(w, w->names->offset_dims, &dims->offset_dims, NULL);
    put_list_attribute(w, w->names->collapsed_dims, &dims->collapsed_slice_dims, NULL);
    put_list_attribute(w, w->names->batching_dims, &dims->operand_batching_dims, w->words.batch);
    put_list_attribute(w, w->names->indices_batching_dims, &dims->start_indices_batching_dims, NULL);
    put_list_attribute(w, w->names->index_map, &dims->start_index_map, w->words.along);
    grn_page_put(&w->page, "  index_vector_dim = %" PRId64 "\n", dims->index_vector_dim);
    if (s->problem.gather)
        put_list_attribute(w, "slice_sizes", &s->problem.gather->slice_sizes, NULL);
    put_rule_line(w);
}

grn_status grn_explain_print(const grn_scene *s, const grn_question *q, const grn_sink *sink)
{
    writer w = {.page = {sink, GRN_OK},
                .scene = s,
                .names = grn_names_of(s->problem.scatter != NULL),
                .words = grn_scene_words(s)};
    w.ninputs = grn_shown_inputs(s, q, &w.first);
    grn_scene_meaning(s, &w.meaning);
    grn_batch_dims(w.meaning.dims, s->problem.dense->rank, &w.batch_dims);
    put_head(&w);
    if (q->count == 0)
        grn_page_put(&w.page, "\n%s has no elements\n", w.names->dense);
    for (size_t i = 0; i < q->count; i++)
        if (s->problem.gather || q->at_update)
            explain_dense(&w, q->at[i]);
        else
            explain_result(&w, q->at[i]);
    return w.page.status;
}
