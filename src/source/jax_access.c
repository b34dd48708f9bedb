/*
 * jax_access.c - gathers and scatters in JAX, as people write them: jnp.take, x.at[..].get(),
 * x.at[..].add().
 *
 * Windows wider than an element are lax.gather's and lax.scatter's, by the hub's dimension numbers.
 * What neither says (errors of indices, bitwise combiners) is worked out place by place, as in the
 * other languages of Python.
 *
 * Sources: JAX documentation, jax.Array.at ("the order in which conflicting updates are applied is
 * implementation-defined"), jax.lax.gather, jax.lax.scatter, jax.lax.GatherScatterMode.
 */
#include "source/python.h"

/* ---- by dimension numbers -------------------------------------------------------------------- */

/* Whether lax has the index rule: modes leave whole windows out, and errors are none of theirs. */
static bool has_mode(const grn_hub *a)
{
    const bool any = grn_python_moves(a) || a->dims.start_index_map.count == 0;
    return (any || (grn_python_leaves_out(a) && grn_python_by_window(a))) && grn_source_same_batches(a) &&
           grn_type_has_static_shape(a->operands[0]->type) && grn_type_has_static_shape(a->indices->type);
}

/* The index vectors, last: "index". Counted from 0, negative ones from the end where the rule says
 * so. */
static void write_index(grn_source *s, const grn_hub *a)
{
    const grn_dimension_numbers *d = &a->dims;
    const grn_type *t = a->indices->type;
    const char *text = grn_python_index(s, a, grn_source_name(s, a->indices));
    text = a->rule.base ? grn_source_text(s, "(%s)", text) : text;
    if (a->map.vector_dim < 0)
        text = grn_source_text(s, "%s[..., None]", text);
    else if (d->index_vector_dim != t->rank - 1)
        text = grn_source_text(s, "jnp.moveaxis(%s, %d, -1)", text, (int)d->index_vector_dim);
    grn_source_assign(s, "index", text);
    int64_t extents[GRN_MAX_RANK];
    for (int32_t k = 0; k < d->start_index_map.count; k++)
        extents[k] = a->operands[0]->type->shape[d->start_index_map.v[k]];
    if (a->rule.wrap_negative && d->start_index_map.count)
        grn_source_assign(s, "index",
                          grn_source_text(s, "jnp.where(index < 0, index + jnp.array(%s, index.dtype), index)",
                                          grn_source_list(s, (size_t)d->start_index_map.count, extents)));
}

/* `names` are the dimension numbers' five lists, in the order of grn_dimension_numbers; lax counts
 * the dims of index vectors that stand last. */
static void write_dims(grn_source *s, const grn_hub *a, const char *record, const char *const *names)
{
    const grn_dimension_numbers *d = &a->dims;
    grn_dims where = d->start_indices_batching_dims;
    const char *parts[5];
    for (int32_t k = 0; k < where.count; k++)
        where.v[k] -= where.v[k] > d->index_vector_dim;
    const grn_dims *lists[] = {&d->offset_dims, &d->collapsed_slice_dims, &d->start_index_map,
                               &d->operand_batching_dims, &where};
    for (size_t i = 0; i < GRN_COUNT(parts); i++)
        parts[i] = grn_source_text(s, "%s=%s", names[i], grn_source_list(s, (size_t)lists[i]->count, lists[i]->v));
    grn_source_assign(s, "dims", grn_source_text(s, "lax.%s(", record));
    grn_source_line(s, "    %s)", grn_source_join(s, GRN_COUNT(parts), parts, ", "));
}

/* ---- what both share ------------------------------------------------------------------------- */

/* Promises as arguments. Starts that are sorted are not where negative ones were counted from the
 * end. */
static const char *promises(grn_source *s, const grn_hub *a, bool by_index)
{
    const grn_index_rule *r = &a->rule;
    return grn_source_text(s, "%s%s",
                           by_index && r->indices_are_sorted && !r->wrap_negative ? ", indices_are_sorted=True" : "",
                           r->unique_indices ? ", unique_indices=True" : "");
}

/* Of places that may be negative after all, x.at counts from the end. */
static const char *as_they_are(const grn_hub *a)
{
    const bool is_unsigned = grn_dtype_class_of(a->indices->type->element->dtype) == GRN_CLASS_UNSIGNED;
    return is_unsigned && !a->rule.base ? "" : ", wrap_negative_indices=False";
}

/* Lines that work out the starts for x.at, which takes 32 bits of an index: of 64 bits, those that
 * are far out of range come near. */
static void write_starts(grn_source *s, const grn_hub *a, const char **start)
{
    grn_python_starts(s, a, start);
    if (grn_dtype_bits(a->indices->type->element->dtype) <= 32 || !grn_python_leaves_out(a))
        return;
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        if (start[d]) {
            const char *least = grn_hub_window(a, d) == GRN_DYNAMIC
                                    ? grn_source_text(s, "-%s", grn_source_extent(s, a->operands[0], d))
                                    : grn_source_integer(s, grn_hub_window(a, d) ? -grn_hub_window(a, d) : -1);
            grn_source_assign(
                s, start[d],
                grn_source_phrase(s, GRN_PHRASE_CLIP, start[d], least, grn_source_extent(s, a->operands[0], d)));
        }
}

/* "start0" behind a colon for each dim in front, or the places along all dims: what stands in
 * x.at's brackets. */
static const char *where_text(grn_source *s, const grn_hub *a, int32_t rows, const char *const *start,
                              const char *const *place)
{
    const char *colons = "";
    if (rows < 0)
        return grn_source_join(s, (size_t)a->map.operand_rank, place, ", ");
    for (int32_t d = 0; d < rows; d++)
        colons = grn_source_text(s, "%s:, ", colons);
    return grn_source_text(s, "%s%s", colons, start[rows]);
}

/* ---- gathers --------------------------------------------------------------------------------- */

static const char *fill_text(grn_source *s, const grn_hub *a)
{
    return grn_source_number(s, grn_hub_dense(a)->element->dtype, a->fill);
}

static void gather_by_dims(grn_source *s, const grn_op *op, const grn_hub *a)
{
    static const char *const names[] = {"offset_dims", "collapsed_slice_dims", "start_index_map",
                                        "operand_batching_dims", "start_indices_batching_dims"};
    const char *mode = "\"clip\"";
    if (grn_python_leaves_out(a))
        mode = grn_source_text(s, "\"fill\", fill_value=%s", fill_text(s, a));
    if (!grn_source_knows_sizes(s, a))
        return;
    write_index(s, a);
    write_dims(s, a, "GatherDimensionNumbers", names);
    grn_source_assign(
        s, grn_source_result(s, op, 0),
        grn_source_text(s, "lax.gather(%s, index, dims, %s%s, mode=%s)", grn_source_name(s, a->operands[0]),
                        grn_source_list(s, (size_t)a->map.operand_rank, a->slice_sizes.v), promises(s, a, true), mode));
}

/* Element by element, with a value where there is none: also windows of which a part is outside. */
static void gather_filled(grn_source *s, const grn_op *op, const grn_hub *a, int32_t rows)
{
    const char *start[GRN_MAX_RANK], *place[GRN_MAX_RANK];
    write_starts(s, a, start);
    grn_python_places(s, a, start, place);
    grn_source_assign(s, grn_source_result(s, op, 0),
                      grn_source_text(s, "%s.at[%s].get(mode=\"fill\", fill_value=%s%s)",
                                      grn_source_name(s, a->operands[0]), where_text(s, a, rows, start, place),
                                      fill_text(s, a), as_they_are(a)));
}

static void take_rows(grn_source *s, const grn_op *op, const grn_hub *a, int32_t rows)
{
    const char *args[] = {grn_source_name(s, a->operands[0]), grn_python_start(s, a, rows),
                          grn_source_integer(s, rows)};
    grn_source_assign(s, grn_source_result(s, op, 0),
                      grn_source_fill(s, s->language->phrase[GRN_PHRASE_TAKE], NULL, GRN_COUNT(args), args));
}

void grn_python_jax_gather(grn_source *s, const grn_op *op)
{
    grn_hub a;
    if (!grn_source_read_access(s, op, &a))
        return;
    const int32_t rows = grn_source_rows_axis(&a);
    const bool single = grn_source_single(&a) && a.dims.start_index_map.count > 0,
               leaves_out = grn_python_leaves_out(&a);
    const bool empty = grn_python_has_nothing(&a);
    if (leaves_out && !empty && (single || !grn_python_by_window(&a)))
        gather_filled(s, op, &a, rows);
    else if (rows >= 0 && grn_python_moves(&a))
        take_rows(s, op, &a, rows);
    else if (has_mode(&a) && !(single && grn_python_moves(&a)))
        gather_by_dims(s, op, &a);
    else
        grn_python_gather(s, op);
}

/* ---- scatters -------------------------------------------------------------------------------- */

/* The batch dims stand first: rows of updates in their order are updates in row-major order. */
static bool batch_first(const grn_hub *a)
{
    for (int32_t b = 0; b < grn_access_batch_rank(&a->map); b++)
        if (a->map.dense[b].indices < 0)
            return false;
    return true;
}

/* Input i, of which `text` is a template: {0} the operand, {1} the updates. */
static void write_input(grn_source *s, const grn_op *op, const grn_hub *a, size_t i, const char *text)
{
    const grn_type *t = a->operands[i]->type;
    const grn_python_method *m = grn_python_method_of(a, i, GRN_PYTHON_JAX);
    const char *x = grn_source_name(s, a->operands[i]), *u = grn_source_name(s, a->updates[i]);
    const char *made[] = {grn_source_fill(s, m->before, NULL, 1, &x), grn_source_fill(s, m->before, NULL, 1, &u)};
    const char *after[] = {grn_source_fill(s, text, NULL, 2, made), grn_source_dtype(s, t->element)};
    grn_source_assign(s, grn_source_result(s, op, i), grn_source_fill(s, m->after, NULL, 2, after));
}

static const char *method_name(const grn_hub *a, size_t i)
{
    return grn_python_method_of(a, i, GRN_PYTHON_JAX)->name[GRN_PYTHON_JAX];
}

static void scatter_by_dims(grn_source *s, const grn_op *op, const grn_hub *a)
{
    static const char *const names[] = {"update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims",
                                        "operand_batching_dims", "scatter_indices_batching_dims"};
    write_index(s, a);
    write_dims(s, a, "ScatterDimensionNumbers", names);
    for (size_t i = 0; i < a->ninputs; i++) {
        const char *name = method_name(a, i);
        const bool sets = a->combiner == GRN_COMBINE_REPLACE;
        write_input(s, op, a, i,
                    grn_source_text(s, "lax.scatter%s%s({0}, index, {1}, dims%s, mode=\"%s\")", sets ? "" : "_",
                                    sets ? "" : name, promises(s, a, true),
                                    grn_python_leaves_out(a) ? "drop" : "clip"));
    }
}

/* Behind the end along one dim where a window is not in range: x.at drops element by element. */
static void drop_windows(grn_source *s, const grn_hub *a, const char *const *start, const char **place)
{
    const char *keep = grn_python_spread(s, a, grn_source_text(s, "(%s)", grn_python_windows_in_range(s, a, start)));
    const int32_t d = (int32_t)a->dims.start_index_map.v[0];
    place[d] = grn_source_phrase(s, GRN_PHRASE_WHERE, keep, place[d], grn_source_extent(s, a->operands[0], d));
}

/* The places of all updates, of a scatter of any form; `rank` of them. */
static int32_t write_places(grn_source *s, const grn_hub *a, const char *const *start, const char **place)
{
    grn_python_places(s, a, start, place);
    if (grn_python_leaves_out(a) && !grn_source_single(a) && grn_python_by_window(a))
        drop_windows(s, a, start, place);
    if (a->map.operand_rank == 0)
        place[0] = "0";
    if (!grn_python_places_have_all(a))
        place[0] = grn_source_phrase(s, GRN_PHRASE_BROADCAST, place[0],
                                     grn_source_text(s, "%s.shape", grn_source_name(s, a->updates[0])), NULL);
    return a->map.operand_rank ? a->map.operand_rank : 1;
}

/* Those that stay of updates that meet, named as they were, or all of them as "at". */
static const char *keep_last(grn_source *s, const grn_hub *a, int32_t rows, const char *const *start,
                             const char *const *place, int32_t rank)
{
    const char *extents[GRN_MAX_RANK] = {"1"};
    for (int32_t d = 0; d < a->map.operand_rank; d++)
        extents[d] = grn_source_extent(s, a->operands[0], d);
    const char *at = rows < 0 ? "at" : grn_source_text(s, "%s,", start[rows]);
    const char *args[] = {rows < 0 ? grn_python_list(s, (size_t)rank, place) : grn_python_list(s, 1, &start[rows]),
                          rows < 0 ? grn_python_list(s, (size_t)rank, extents) : grn_python_list(s, 1, &extents[rows])};
    grn_source_assign(s, at, grn_source_fill(s, "{@last}({0}, {1})", NULL, 2, args));
    return rows < 0 ? "at" : where_text(s, a, rows, start, place);
}

static void scatter_at(grn_source *s, const grn_op *op, const grn_hub *a, const char *const *start)
{
    const int32_t rows = grn_source_rows_axis(a);
    const char *place[GRN_MAX_RANK], *options = "", *scalar = a->map.operand_rank ? "" : ".reshape(1)",
                                     *back = a->map.operand_rank ? "" : ".reshape(())";
    const int32_t rank = rows < 0 ? write_places(s, a, start, place) : a->map.operand_rank;
    const char *where = rows < 0 ? grn_source_join(s, (size_t)rank, place, ", ") : where_text(s, a, rows, start, place);
    grn_python_promise(s, a, "JAX", "JAX");
    if (grn_python_keeps_last(a)) {
        where = keep_last(s, a, rows, start, place, rank);
        options = ", mode=\"drop\"";
    } else {
        const bool out = grn_python_leaves_out(a);
        options = grn_source_text(s, "%s%s%s", out ? ", mode=\"drop\"" : "", out ? as_they_are(a) : "",
                                  promises(s, a, rows >= 0));
    }
    for (size_t i = 0; i < a->ninputs; i++)
        write_input(s, op, a, i,
                    grn_source_text(s, "{0}%s.at[%s].%s({1}%s)%s", scalar, where, method_name(a, i), options, back));
}

void grn_python_jax_scatter(grn_source *s, const grn_op *op)
{
    grn_hub a;
    const char *start[GRN_MAX_RANK];
    if (!grn_source_read_access(s, op, &a))
        return;
    /* XLA rejects some without indices */
    const bool wide = !grn_source_single(&a) && a.dims.start_index_map.count > 0;
    const bool ordered =
        !grn_python_shows_order(&a, grn_source_elements_of(a.operands[0]->type->element)) || batch_first(&a);
    if (!grn_python_has_methods(&a, GRN_PYTHON_JAX)) {
        grn_python_scatter(s, op);
    } else if (wide && has_mode(&a) && ordered && !grn_python_keeps_last(&a)) {
        grn_python_promise(s, &a, "JAX", "JAX");
        scatter_by_dims(s, op, &a);
    } else {
        write_starts(s, &a, start);
        if (grn_python_has_nothing(&a))
            grn_python_scatter_nothing(s, op, &a);
        else
            scatter_at(s, op, &a, start);
    }
}
