/* json.c - the steps of elements as JSON. */
#include <inttypes.h>
#include <string.h>

#include "explain/explain.h"

typedef struct writer {
    grn_page page;
    const grn_scene *scene;
    const grn_step_names *names;
    grn_meaning meaning;
    size_t first, ninputs; /* of the scatter's inputs, those that are shown */
    bool comma;            /* before the next update */
} writer;

static void put_list(writer *w, const char *name, const int64_t *v, int32_t count)
{
    grn_page_put(&w->page, ",\"%s\":", name);
    grn_page_list(&w->page, v, count);
}

/* Values are text: JSON has neither NaN nor 64 bits. */
static void put_values(writer *w, const char *name, size_t n, const void *const *value)
{
    grn_page_put(&w->page, ",\"%s\":[", name);
    for (size_t i = 0; i < n; i++) {
        grn_page_put(&w->page, "%s\"", i ? "," : "");
        grn_page_value(&w->page, w->scene->problem.operand[i].dtype, value[i]);
        grn_page_put(&w->page, "\"");
    }
    grn_page_put(&w->page, "]");
}

static void put_value(writer *w, const grn_tensor *t, const int64_t *at)
{
    grn_page_put(&w->page, "\"");
    grn_page_value(&w->page, t->dtype, grn_tensor_at(t, grn_offset_in(t, at)));
    grn_page_put(&w->page, "\"");
}

/* "value":"7" of the first input that is shown; of several inputs also "values":["7","8"]. */
static void put_value_at(writer *w, const char *name, const grn_tensor *of_inputs, const int64_t *at)
{
    if (of_inputs == NULL || of_inputs->data == NULL)
        return;
    grn_page_put(&w->page, ",\"%s\":", name);
    put_value(w, &of_inputs[w->first], at);
    if (w->scene->problem.npairs == 1)
        return;
    grn_page_put(&w->page, ",\"%ss\":[", name);
    for (size_t i = w->first; i < w->first + w->ninputs; i++) {
        grn_page_put(&w->page, i > w->first ? "," : "");
        put_value(w, &of_inputs[i], at);
    }
    grn_page_put(&w->page, "]");
}

static void put_flags(writer *w, const char *name, const bool *v, int32_t count)
{
    grn_page_put(&w->page, ",\"%s\":[", name);
    for (int32_t i = 0; i < count; i++)
        grn_page_put(&w->page, "%s%s", i ? "," : "", v[i] ? "true" : "false");
    grn_page_put(&w->page, "]");
}

static void put_steps(writer *w, const grn_explained *e)
{
    int64_t position[GRN_MAX_RANK];
    grn_vector_position(&w->meaning, e->batch_index, position);
    grn_page_put(&w->page, "\"%s\":", w->names->dense_index);
    grn_page_list(&w->page, e->dense_index, e->dense_rank);
    put_list(w, w->names->batch_index, e->batch_index, e->batch_rank);
    put_list(w, "index_vector_at", position, w->meaning.indices->rank);
    put_list(w, "start_index", e->raw_start_index, e->components);
    put_list(w, "start_index_from_zero", e->start_index, e->components);
    put_list(w, "wanted_start_index", e->wanted_start_index, e->operand_rank);
    put_list(w, "full_start_index", e->full_start_index, e->operand_rank);
    put_flags(w, "clamped", e->clamped, e->operand_rank);
    put_list(w, "full_batching_index", e->full_batching_index, e->operand_rank);
    put_list(w, w->names->offset_index, e->offset_index, e->offset_rank);
    put_list(w, w->names->full_offset_index, e->full_offset_index, e->operand_rank);
    put_list(w, w->names->operand_index, e->operand_index, e->operand_rank);
    grn_page_put(&w->page, ",\"end\":\"%s\"", grn_explain_end_text(e->end));
}

static void put_dense(writer *w, const int64_t *at)
{
    grn_explained e;
    const grn_scene *s = w->scene;
    grn_explain_steps(&w->meaning, s->problem.scatter != NULL, s->problem.dense->rank, at, &e);
    grn_page_put(&w->page, "{");
    put_steps(w, &e);
    put_value_at(w, "value", s->problem.dense, at);
    grn_page_put(&w->page, "}");
}

static grn_status put_update(void *user, const grn_explained_update *u)
{
    writer *w = user;
    grn_page_put(&w->page, "%s{", w->comma ? "," : "");
    w->comma = true;
    put_steps(w, u->steps);
    put_values(w, "before", u->ninputs, u->before);
    put_values(w, "update", u->ninputs, u->update);
    put_values(w, "after", u->ninputs, u->after);
    grn_page_put(&w->page, "}");
    return w->page.status;
}

static void put_result(writer *w, const int64_t *at)
{
    const grn_scene *s = w->scene;
    const grn_update_visitor visitor = {put_update, w};
    grn_page_put(&w->page, "{\"result_index\":");
    grn_page_list(&w->page, at, s->problem.operand->rank);
    put_value_at(w, "input", s->problem.operand, at);
    put_value_at(w, "value", s->results, at);
    grn_page_put(&w->page, ",\"updates\":[");
    w->comma = false;
    grn_status status = grn_explain_scatter(s->problem.scatter, s->problem.npairs, s->problem.operand,
                                            s->problem.indices, s->problem.dense, at, &visitor, NULL);
    if (w->page.status == GRN_OK)
        w->page.status = status;
    grn_page_put(&w->page, "]}");
}

static void put_tensor(writer *w, const char *name, const grn_tensor *t)
{
    grn_page_put(&w->page, "\"%s\":{\"dtype\":\"%s\",\"shape\":", name, grn_dtype_text(t->dtype));
    grn_page_list(&w->page, t->shape, t->rank);
    grn_page_put(&w->page, "},");
}

/* The names of the tensors in the op's own system. */
static void put_words(writer *w)
{
    const grn_access_words words = grn_scene_words(w->scene);
    grn_page_put(&w->page, "\"inputs\":%zu,\"names\":{\"%s\":\"%s\",\"%s\":\"%s\",\"%s\":\"%s\",\"dimension\":\"%s\"},",
                 w->scene->problem.npairs, w->names->operand, words.operand, w->names->indices, words.indices,
                 w->names->dense, words.updates, words.dimension);
}

static void put_attributes(writer *w)
{
    const grn_dimension_numbers *d = w->meaning.dims;
    const grn_index_rule *rule = &w->meaning.rule;
    grn_page_put(&w->page, "\"attributes\":{\"index_vector_dim\":%" PRId64, d->index_vector_dim);
    put_list(w, w->names->offset_dims, d->offset_dims.v, d->offset_dims.count);
    put_list(w, w->names->collapsed_dims, d->collapsed_slice_dims.v, d->collapsed_slice_dims.count);
    put_list(w, w->names->batching_dims, d->operand_batching_dims.v, d->operand_batching_dims.count);
    put_list(w, w->names->indices_batching_dims, d->start_indices_batching_dims.v,
             d->start_indices_batching_dims.count);
    put_list(w, w->names->index_map, d->start_index_map.v, d->start_index_map.count);
    if (w->scene->problem.gather)
        put_list(w, "slice_sizes", w->scene->problem.gather->slice_sizes.v,
                 w->scene->problem.gather->slice_sizes.count);
    grn_page_put(&w->page, "},\"rule\":{\"base\":%" PRId64 ",\"wrap_negative\":%s,\"bounds\":\"%s\",\"grain\":\"%s\"}",
                 rule->base, rule->wrap_negative ? "true" : "false", grn_bounds_text(rule->bounds),
                 rule->grain == GRN_GRAIN_WINDOW ? "window" : "element");
    if (w->scene->problem.scatter)
        grn_page_put(&w->page, ",\"update_computation\":\"%s\"",
                     grn_combiner_text(w->scene->problem.scatter->combiner));
}

grn_status grn_explain_print_json(const grn_scene *s, const grn_question *q, const grn_sink *sink)
{
    writer w = {.page = {sink, GRN_OK}, .scene = s, .names = grn_names_of(s->problem.scatter != NULL)};
    w.ninputs = grn_shown_inputs(s, q, &w.first);
    grn_scene_meaning(s, &w.meaning);
    grn_page_put(&w.page, "{\"op\":\"%s\",\"line\":%" PRIu32 ",\"column\":%" PRIu32 ",", s->op, s->place.line,
                 s->place.column);
    put_tensor(&w, w.names->operand, &s->problem.operand[w.first]);
    put_tensor(&w, w.names->indices, s->problem.indices);
    put_tensor(&w, w.names->dense, &s->problem.dense[w.first]);
    put_words(&w);
    put_attributes(&w);
    grn_page_put(&w.page, ",\"elements\":[");
    for (size_t i = 0; i < q->count; i++) {
        grn_page_put(&w.page, "%s", i ? "," : "");
        if (s->problem.gather || q->at_update)
            put_dense(&w, q->at[i]);
        else
            put_result(&w, q->at[i]);
    }
    grn_page_put(&w.page, "]}\n");
    return w.page.status;
}
