/* notes.c - what each attribute says in this picture. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/picture.h"

typedef struct notes {
    const grn_picture *p;
    grn_attribute_note *out;
    int n;
} notes;

static void add_note(notes *s, grn_role role, const char *name, const grn_dims *value, const char *format, ...)
    GRN_PRINTF(5, 6);
static void add_note(notes *s, grn_role role, const char *name, const grn_dims *value, const char *format, ...)
{
    grn_attribute_note *note = &s->out[s->n++];
    note->role = role;
    note->name = name;
    note->own = NULL;
    grn_list_text(value->v, value->count, note->value);
    GRN_FORMAT(note->text, format);
}

/* "dims 1, 2", at most six of them. */
static const char *dims_text(const grn_picture *p, const grn_dims *list, char *out, size_t bytes)
{
    size_t n = (size_t)snprintf(out, bytes, "%s", list->count == 1 ? p->words.dimension : p->words.dimensions);
    for (int32_t i = 0; i < list->count && i < 6 && n < bytes; i++)
        n += (size_t)snprintf(out + n, bytes - n, "%s %" PRId64, i ? "," : "", list->v[i]);
    if (list->count > 6 && n < bytes)
        snprintf(out + n, bytes - n, " ...");
    return out;
}

/* The operand's dims that are neither collapsed nor batching. */
static void window_dims(const grn_picture *p, grn_dims *out)
{
    out->count = 0;
    for (int32_t d = 0; d < p->meaning.operand->rank; d++)
        if (!grn_dim_is_dropped(p->meaning.dims, d))
            grn_dims_push(out, d);
}

static void note_windows(notes *s)
{
    char a[80], b[80];
    const grn_picture *p = s->p;
    const grn_dimension_numbers *d = p->meaning.dims;
    const char *dense = p->words.updates;
    grn_dims walked;
    window_dims(p, &walked);
    if (d->offset_dims.count == 0)
        add_note(s, GRN_ROLE_WINDOW, p->names->offset_dims, &d->offset_dims, "no window: %s has single elements",
                 dense);
    else
        add_note(s, GRN_ROLE_WINDOW, p->names->offset_dims, &d->offset_dims,
                 "%s of %s walk%s the window along %s of %s", dims_text(p, &d->offset_dims, a, sizeof a), dense,
                 d->offset_dims.count == 1 ? "s" : "", dims_text(p, &walked, b, sizeof b), p->words.operand);
    if (d->collapsed_slice_dims.count > 0)
        add_note(s, GRN_ROLE_COLLAPSED, p->names->collapsed_dims, &d->collapsed_slice_dims,
                 "%s of %s %s not in %s: the window has extent 1 there",
                 dims_text(p, &d->collapsed_slice_dims, a, sizeof a), p->words.operand,
                 d->collapsed_slice_dims.count == 1 ? "is" : "are", dense);
}

static void note_batching(notes *s)
{
    char a[80], b[80];
    const grn_picture *p = s->p;
    const grn_dimension_numbers *d = p->meaning.dims;
    if (d->operand_batching_dims.count == 0)
        return;
    add_note(s, GRN_ROLE_BATCHING, p->names->batching_dims, &d->operand_batching_dims, "%s of %s go%s along with",
             dims_text(p, &d->operand_batching_dims, a, sizeof a), p->words.operand,
             d->operand_batching_dims.count == 1 ? "es" : "");
    s->out[s->n - 1].own = p->words.batch;
    add_note(s, GRN_ROLE_BATCHING, p->names->indices_batching_dims, &d->start_indices_batching_dims, "%s of %s",
             dims_text(p, &d->start_indices_batching_dims, b, sizeof b), p->words.indices);
}

static void note_starts(notes *s)
{
    const grn_picture *p = s->p;
    const grn_dims *map = &p->meaning.dims->start_index_map;
    char text[160] = "";
    size_t n = 0;
    for (int32_t k = 0; k < map->count && k < 8 && n < sizeof text; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%" PRId32 "%s along %s %" PRId64, k ? ", " : "component ",
                              k, k ? "" : " is a place", p->words.dimension, map->v[k]);
    add_note(s, GRN_ROLE_INDEXED, p->names->index_map, map, "%s%s",
             map->count == 0 ? "no components: every window begins at the start" : text, map->count > 8 ? " ..." : "");
    s->out[s->n - 1].own = p->words.along;
}

static void note_vectors(notes *s)
{
    const grn_picture *p = s->p;
    const int64_t dim = p->meaning.dims->index_vector_dim;
    const grn_dims vector_dim = {1, {dim}};
    if (grn_has_vector_dim(p->meaning.dims, p->meaning.indices))
        add_note(s, GRN_ROLE_VECTOR, "index_vector_dim", &vector_dim,
                 "the components of a vector lie along %s %" PRId64 " of %s", p->words.dimension, dim,
                 p->words.indices);
    else
        add_note(s, GRN_ROLE_VECTOR, "index_vector_dim", &vector_dim,
                 "%s has no such %s: each element is a vector of its own", p->words.indices, p->words.dimension);
    grn_attribute_note *note = &s->out[s->n - 1]; /* a number, no list */
    snprintf(note->value, sizeof note->value, "%" PRId64, dim);
}

static void note_sizes(notes *s)
{
    const grn_picture *p = s->p;
    grn_dims batch_dims, sizes = {p->meaning.operand->rank, {0}};
    memcpy(sizes.v, p->meaning.window, (size_t)sizes.count * sizeof *sizes.v);
    if (p->scene->problem.gather)
        add_note(s, GRN_ROLE_WINDOW, "slice_sizes", &sizes, "extents of the window along the %s of %s",
                 p->words.dimensions, p->words.operand);
    grn_batch_dims(p->meaning.dims, p->scene->problem.dense->rank, &batch_dims);
    if (batch_dims.count > 0)
        add_note(s, GRN_ROLE_BATCH, p->words.batch ? "batch_dims of the formula" : p->names->batch_dims, &batch_dims,
                 "the other %s of %s: one index vector each", p->words.dimensions, p->words.updates);
}

int grn_picture_notes(const grn_picture *p, grn_attribute_note *out)
{
    notes s = {p, out, 0};
    note_windows(&s);
    note_batching(&s);
    note_starts(&s);
    note_vectors(&s);
    note_sizes(&s);
    return s.n;
}
