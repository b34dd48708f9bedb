/* cell.c - what is shown of one cell of a picture. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/picture.h"

/* Characters of a value that a cell has room for. */
#define CELL_CHARACTERS 9
#define COMPLEX_CHARACTERS 15
/* Cells that are compared with each other so that values that differ are drawn differently. */
#define MOST_COMPARED 2048

/* A value is cut in front of its last `tail` characters, or of its exponent where that is
 * longer. */
static void shorten(char *text, size_t n, size_t most, size_t tail)
{
    const char *exponent = strpbrk(text, "eE");
    const size_t power = exponent && *text != '(' && strlen(exponent) < most - 2 ? strlen(exponent) : 0;
    const size_t kept = power > tail ? power : tail;
    if (n <= most)
        return;
    memmove(text + most - kept, text + n - kept, kept + 1);
    text[most - kept - 1] = GRN_SIGN_CUT;
    text[most] = 0;
}

#define VALUE_BYTES (2 * GRN_NUMBER_BYTES)
static void put_value(const grn_tensor *t, const int64_t *at, size_t tail, char *out)
{
    char text[VALUE_BYTES];
    *out = 0;
    if (t->data == NULL)
        return;
    size_t n = grn_value_text(t->dtype, grn_tensor_at(t, grn_offset_in(t, at)), text);
    shorten(text, n, grn_dtype_class_of(t->dtype) == GRN_CLASS_COMPLEX ? COMPLEX_CHARACTERS : CELL_CHARACTERS, tail);
    strcpy(out, text);
}

/* Where cell `number` of those drawn lies in the panel's tensor. */
static void index_of_cell(const grn_picture_panel *panel, int64_t number, int64_t *at)
{
    int32_t position[GRN_DRAWN_RANK];
    memcpy(at, panel->fixed, sizeof panel->fixed);
    grn_picture_panel_positions(panel, number, position);
    for (int32_t i = 0; i < panel->ndims; i++)
        at[panel->dim[i].dim] = panel->dim[i].at[position[i]];
}

/* FNV-1a. */
static uint64_t hash_of(const char *text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return h;
}

/* Counts the pairs of cells whose values differ and whose texts do not. `hash` has room for two
 * numbers of each cell. */
static int64_t count_alike(const grn_picture_panel *panel, size_t tail, uint64_t *hash)
{
    int64_t at[GRN_MAX_RANK], alike = 0;
    char text[VALUE_BYTES];
    for (int64_t i = 0; i < panel->ncells; i++) {
        index_of_cell(panel, i, at);
        put_value(panel->t, at, tail, text);
        hash[2 * i] = hash_of(text);
        grn_value_text(panel->t->dtype, grn_tensor_at(panel->t, grn_offset_in(panel->t, at)), text);
        hash[2 * i + 1] = hash_of(text);
        for (int64_t k = 0; k < i; k++)
            alike += hash[2 * k] == hash[2 * i] && hash[2 * k + 1] != hash[2 * i + 1];
    }
    return alike;
}

/* Cuts long values at the end where the texts still differ, else where the most texts do. */
void grn_picture_panel_choose_tail(const grn_picture *p, grn_picture_panel *panel)
{
    static const size_t tails[] = {0, 4, 5, 6, 3, 7};
    size_t bytes;
    const bool has_values = panel->t->data && panel->ncells > 0 && panel->ncells <= MOST_COMPARED;
    uint64_t *hash = has_values && grn_mul_size((size_t)panel->ncells, 2 * sizeof *hash, &bytes)
                         ? grn_allocate(p->scene->allocator, bytes)
                         : NULL;
    int64_t least = INT64_MAX;
    for (size_t i = 0; hash && i < sizeof tails / sizeof *tails && least > 0; i++) {
        const int64_t alike = count_alike(panel, tails[i], hash);
        if (alike < least)
            panel->tail = tails[i];
        least = alike < least ? alike : least;
    }
    if (hash)
        grn_release(p->scene->allocator, hash, bytes);
}

static bool same_batch(const grn_explained *e, const int64_t *batch_index)
{
    return memcmp(e->batch_index, batch_index, (size_t)e->batch_rank * sizeof *batch_index) == 0;
}

/* The index vector that an element of indices belongs to, and which component of it it is. */
static int32_t vector_of(const grn_meaning *m, const int64_t *at, int64_t *batch_index)
{
    const bool has_vector_dim = grn_has_vector_dim(m->dims, m->indices);
    int32_t rank = has_vector_dim ? m->indices->rank - 1 : m->indices->rank;
    for (int32_t b = 0; b < rank; b++)
        batch_index[b] = at[grn_batch_to_indices_dim(m->dims, b)];
    return has_vector_dim ? (int32_t)at[m->dims->index_vector_dim] : 0;
}

static void look_at_index(const grn_picture *p, grn_cell *c)
{
    const grn_meaning *m = &p->meaning;
    int64_t batch_index[GRN_MAX_RANK], raw[GRN_MAX_RANK];
    int32_t k = vector_of(m, c->at, batch_index);
    for (size_t i = 0; i < p->ntraces; i++)
        c->traced |= same_batch(&p->trace[i], batch_index) ? 1u << i : 0;
    grn_raw_start_index(m, batch_index, raw);
    const int64_t d = m->dims->start_index_map.v[k], dim = m->operand->shape[d], last = dim - m->window[d];
    const int64_t start = grn_start_of_index(&m->rule, dim, raw[k]);
    const bool outside = start < 0 || start > last;
    const bool moves = m->rule.bounds == GRN_BOUNDS_CLAMP || m->rule.bounds == GRN_BOUNDS_PROMISE;
    c->to = !outside || !moves ? start : start < 0 || last < 0 ? 0 : last;
    c->clamped = outside && moves;
    /* Updates are dropped one by one, so a part of the window may be stored. */
    const bool lands = start > -m->window[d] && start < dim;
    c->partly = outside && p->scene->problem.scatter && m->rule.bounds == GRN_BOUNDS_SKIP &&
                m->rule.grain == GRN_GRAIN_ELEMENT && lands;
    c->left_out = outside && !moves && !c->partly;
    c->moved = c->clamped || (m->rule.wrap_negative && raw[k] - m->rule.base < 0 && !c->left_out && !c->partly);
}

static void look_at_dense(const grn_picture *p, grn_cell *c)
{
    grn_explained e;
    const grn_tensor *dense = p->scene->problem.dense;
    grn_explain_steps(&p->meaning, p->scene->problem.scatter != NULL, dense->rank, c->at, &e);
    c->left_out = e.end != GRN_EXPLAIN_REACHED && e.end != GRN_EXPLAIN_CLAMPED;
    for (size_t i = 0; i < p->ntraces; i++)
        c->traced |= memcmp(p->trace[i].dense_index, c->at, (size_t)dense->rank * sizeof *c->at) == 0 ? 1u << i : 0;
}

static bool reaches(const grn_explained *e) { return e->end == GRN_EXPLAIN_REACHED || e->end == GRN_EXPLAIN_CLAMPED; }

static void look_at_operand(const grn_picture *p, grn_cell *c)
{
    const grn_tensor *operand = p->meaning.operand;
    for (size_t i = 0; i < p->ntraces; i++) {
        const grn_explained *e = &p->trace[i];
        bool within = reaches(e);
        for (int32_t d = 0; within && d < operand->rank; d++) {
            int64_t from = c->at[d] - e->full_start_index[d] - e->full_batching_index[d];
            within = from >= 0 && from < p->meaning.window[d];
        }
        c->in_window |= within ? 1u << i : 0;
        if (reaches(e) && memcmp(e->operand_index, c->at, (size_t)operand->rank * sizeof *c->at) == 0)
            c->traced |= 1u << i;
    }
}

void grn_picture_cell(const grn_picture *p, const grn_picture_panel *panel, int64_t number, grn_cell *out)
{
    *out = (grn_cell){.hits = panel->hits ? panel->hits[number] : 0};
    index_of_cell(panel, number, out->at);
    put_value(panel->t, out->at, panel->tail, out->text);
    if (panel->kind == GRN_PANEL_INDICES)
        look_at_index(p, out);
    else if (panel->kind == GRN_PANEL_DENSE)
        look_at_dense(p, out);
    else
        look_at_operand(p, out);
    if (out->moved) {
        size_t n = strlen(out->text);
        snprintf(out->text + n, sizeof out->text - n, "%c%" PRId64, GRN_SIGN_MOVED, out->to + p->meaning.rule.base);
    }
}

int32_t grn_panel_text_width(const grn_picture *p, const grn_picture_panel *panel)
{
    size_t most = (size_t)grn_owned_text_width(p, panel);
    for (int64_t i = 0; i < panel->ncells; i++) {
        grn_cell c;
        grn_picture_cell(p, panel, i, &c);
        most = strlen(c.text) > most ? strlen(c.text) : most;
    }
    return (int32_t)most;
}
