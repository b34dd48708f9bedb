/* picture.c - which elements of each tensor are drawn, and how often each is reached. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/picture.h"

/* The most elements of the dense tensor that are walked to count how often each cell is reached. */
#define COUNTED_MOST (1 << 20)

/* ---- what dimensions are for ----------------------------------------------------------------- */

#define ROLE(name) (1u << GRN_ROLE_##name)

static unsigned operand_roles(const grn_dimension_numbers *d, int64_t dim)
{
    unsigned roles = grn_dims_has(&d->start_index_map, dim) ? ROLE(INDEXED) : 0;
    if (grn_dims_has(&d->operand_batching_dims, dim))
        return roles | ROLE(BATCHING);
    return roles | (grn_dims_has(&d->collapsed_slice_dims, dim) ? ROLE(COLLAPSED) : ROLE(WINDOW));
}

static unsigned indices_roles(const grn_dimension_numbers *d, int64_t dim)
{
    if (dim == d->index_vector_dim)
        return ROLE(VECTOR);
    return grn_dims_has(&d->start_indices_batching_dims, dim) ? ROLE(BATCHING) : ROLE(BATCH);
}

static unsigned dense_roles(const grn_dimension_numbers *d, int64_t dim)
{
    int32_t batch = 0;
    if (grn_dims_has(&d->offset_dims, dim))
        return ROLE(WINDOW);
    for (int64_t i = 0; i < dim; i++)
        batch += !grn_dims_has(&d->offset_dims, i);
    return indices_roles(d, grn_batch_to_indices_dim(d, batch));
}

static unsigned roles_of(const grn_picture *p, grn_picture_panel_kind kind, int64_t dim)
{
    const grn_dimension_numbers *d = p->meaning.dims;
    return kind == GRN_PANEL_INDICES ? indices_roles(d, dim)
           : kind == GRN_PANEL_DENSE ? dense_roles(d, dim)
                                     : operand_roles(d, dim);
}

/* ---- which positions are drawn --------------------------------------------------------------- */

/* The index of a trace in a panel's tensor; false: it has none there. */
static bool trace_index(const grn_picture *p, const grn_picture_panel *panel, const grn_explained *e, int64_t *at)
{
    const bool reaches = e->end == GRN_EXPLAIN_REACHED || e->end == GRN_EXPLAIN_CLAMPED;
    if (panel->kind == GRN_PANEL_INDICES)
        grn_vector_position(&p->meaning, e->batch_index, at);
    else if (panel->kind == GRN_PANEL_DENSE)
        memcpy(at, e->dense_index, sizeof e->dense_index);
    else
        memcpy(at, e->operand_index, sizeof e->operand_index);
    return reaches || panel->kind == GRN_PANEL_INDICES || panel->kind == GRN_PANEL_DENSE;
}

static void insert(grn_drawn_dim *d, int64_t at)
{
    int32_t i = 0;
    while (i < d->n && d->at[i] < at)
        i++;
    if (d->n == GRN_DRAWN_POSITIONS || at < 0 || at >= d->extent || (i < d->n && d->at[i] == at))
        return;
    memmove(&d->at[i + 1], &d->at[i], (size_t)(d->n - i) * sizeof *d->at);
    d->at[i] = at;
    d->n++;
}

int32_t grn_dim_level(const grn_picture_panel *panel, int32_t i)
{
    int32_t level = 0;
    for (int32_t k = i + 1; k < panel->ndims; k++)
        level += panel->dim[k].across == panel->dim[i].across && panel->dim[k].n > 1;
    return level;
}

/* Chooses the positions of the first traces, the last position, and then positions from the first
 * on while there is room. A gap of one position is filled. */
static void fill_positions(const grn_picture *p, const grn_picture_panel *panel, size_t ntraces, int32_t room,
                           grn_drawn_dim *d)
{
    int64_t at[GRN_MAX_RANK];
    d->n = 0;
    if (d->extent <= room) {
        for (int64_t i = 0; i < d->extent; i++)
            insert(d, i);
        return;
    }
    for (size_t i = 0; i < ntraces; i++)
        if (trace_index(p, panel, &p->trace[i], at))
            insert(d, at[d->dim]);
    if (room > 1 || d->n == 0)
        insert(d, d->extent - 1);
    for (int64_t i = 0; i < d->extent && d->n < room; i++)
        insert(d, i);
    for (int32_t i = 1; i < d->n && grn_dim_level(panel, (int32_t)(d - panel->dim)) == 0; i++)
        if (d->at[i] == d->at[i - 1] + 2)
            insert(d, d->at[i] - 1);
}

/* Shortens the drawn dimensions until all that run across stay under the limit, and all that run
 * down under twice the limit. A dimension over the limit gets less than half of it. */
static void share_room(const grn_picture_panel *panel, bool across, int32_t limit, int32_t least, int32_t *room)
{
    int64_t cells = 1;
    int32_t ndims = 0;
    for (int32_t i = 0; i < panel->ndims; i++)
        if (grn_runs_across(panel, i) == across) {
            cells = grn_mul_at_most(cells, panel->dim[i].extent);
            ndims++;
        }
    least = ndims > 2 && least > 2 ? 2 : least;
    if (cells <= (across ? limit : 2 * limit))
        return;
    limit = limit > 4 ? limit / 2 - 1 : 1;
    for (;;) {
        int32_t all = 1, largest = -1;
        for (int32_t i = 0; i < panel->ndims; i++)
            if (grn_runs_across(panel, i) == across) {
                all *= room[i] > 0 ? room[i] : 1;
                largest = largest < 0 || room[i] > room[largest] ? i : largest;
            }
        if (all <= limit || largest < 0 || room[largest] <= least)
            return;
        room[largest]--;
    }
}

/* From the innermost dimension outwards, across and down in turn; the other direction where one
 * would pass its limit and the other would not. */
static void choose_ways(grn_picture_panel *panel, const grn_picture_limits *limits)
{
    int64_t cells[2] = {1, 1}; /* down, across */
    const int64_t most[2] = {2 * limits->rows, limits->columns};
    for (int32_t i = panel->ndims; i-- > 0;) {
        grn_drawn_dim *d = &panel->dim[i];
        d->across = (panel->ndims - i) % 2 == 1;
        const bool passes = grn_mul_at_most(cells[d->across], d->extent) > most[d->across];
        if (panel->ndims - i > 2 && passes && grn_mul_at_most(cells[!d->across], d->extent) <= most[!d->across])
            d->across = !d->across;
        cells[d->across] = grn_mul_at_most(cells[d->across], d->extent);
    }
}

/* What one choice of positions keeps: positions of each dimension, traces, and at most half of the
 * columns. */
typedef struct effort {
    int32_t least;
    size_t ntraces;
    int32_t halved;
} effort;

static void try_positions(const grn_picture *p, grn_picture_panel *panel, const grn_picture_limits *limits,
                          const effort *how)
{
    int32_t room[GRN_DRAWN_RANK];
    for (int32_t i = 0; i < panel->ndims; i++)
        room[i] = panel->dim[i].extent < GRN_DRAWN_POSITIONS ? (int32_t)panel->dim[i].extent : GRN_DRAWN_POSITIONS;
    const size_t ntraces = how->ntraces < p->ntraces ? how->ntraces : p->ntraces;
    share_room(panel, true, limits->columns >> how->halved, how->least, room);
    share_room(panel, false, limits->rows, how->least, room);
    panel->ncells = 1;
    for (int32_t i = panel->ndims; i-- > 0;) {
        fill_positions(p, panel, ntraces, room[i], &panel->dim[i]);
        panel->ncells *= panel->dim[i].n;
    }
}

/* Cells that lie one way, ellipses and the gaps between blocks counted with them. */
static int64_t extent_along(const grn_picture_panel *panel, bool across)
{
    int64_t all = 1;
    for (int32_t i = panel->ndims; i-- > 0;) {
        if (grn_runs_across(panel, i) != across)
            continue;
        all *= panel->dim[i].n;
        for (int32_t k = 0; k < panel->dim[i].n; k++)
            all += grn_skips(&panel->dim[i], k);
    }
    return all;
}

static bool fits(const grn_picture *p, const grn_picture_panel *panel, const grn_picture_limits *limits)
{
    return extent_along(panel, false) <= limits->most_rows &&
           extent_along(panel, true) * (grn_panel_text_width(p, panel) + 2) <= limits->most_characters;
}

static void choose_positions(const grn_picture *p, grn_picture_panel *panel, const grn_picture_limits *limits)
{
    static const effort efforts[] = {{3, GRN_DRAW_TRACES, 0}, {3, 3, 0}, {2, 3, 1}, {3, 1, 1}, {2, 1, 2}, {1, 1, 3}};
    choose_ways(panel, limits);
    for (size_t i = 0; i < GRN_COUNT(efforts); i++) {
        try_positions(p, panel, limits, &efforts[i]);
        if (fits(p, panel, limits))
            return;
    }
}

/* The owners of tensor `input` of a kind; NULL: not known, or the program is not divided. */
static const grn_owned *owned_of(const grn_picture *p, grn_picture_panel_kind kind, size_t input)
{
    const grn_owners *o = p->scene->owners;
    if (o == NULL || o->unknown)
        return NULL;
    const grn_owned *const of_kind[] = {[GRN_PANEL_OPERAND] = o->operands,
                                        [GRN_PANEL_INDICES] = o->indices,
                                        [GRN_PANEL_DENSE] = o->dense,
                                        [GRN_PANEL_RESULT] = o->results};
    return of_kind[kind] && of_kind[kind][input].is_known ? &of_kind[kind][input] : NULL;
}

static void add_panel(grn_picture *p, grn_picture_panel_kind kind, const char *data, const grn_tensor *t, size_t input,
                      const grn_picture_limits *limits)
{
    grn_picture_panel *panel = &p->panel[p->npanels++];
    *panel = (grn_picture_panel){.kind = kind, .input = input, .data = data, .t = t, .owned = owned_of(p, kind, input)};
    panel->ndims = t->rank < GRN_DRAWN_RANK ? t->rank : GRN_DRAWN_RANK;
    if (p->ntraces == 0 || !trace_index(p, panel, &p->trace[0], panel->fixed))
        memset(panel->fixed, 0, sizeof panel->fixed);
    for (int32_t i = 0; i < panel->ndims; i++) {
        int32_t dim = t->rank - panel->ndims + i;
        panel->dim[i] = (grn_drawn_dim){.dim = dim, .extent = t->shape[dim], .roles = roles_of(p, kind, dim)};
    }
    choose_positions(p, panel, limits);
    for (int32_t d = 0; d < t->rank - panel->ndims; d++)
        if (t->shape[d] == 0)
            panel->ncells = 0;
}

/* ---- finding cells --------------------------------------------------------------------------- */

bool grn_picture_panel_find(const grn_picture_panel *panel, const int64_t *at, int32_t *position)
{
    for (int32_t d = 0; d < panel->t->rank - panel->ndims; d++)
        if (at[d] != panel->fixed[d])
            return false;
    for (int32_t i = 0; i < panel->ndims; i++) {
        const grn_drawn_dim *d = &panel->dim[i];
        int32_t k = 0;
        while (k < d->n && d->at[k] != at[d->dim])
            k++;
        if (k == d->n)
            return false;
        position[i] = k;
    }
    return true;
}

void grn_picture_panel_positions(const grn_picture_panel *panel, int64_t number, int32_t *position)
{
    for (int32_t i = panel->ndims; i-- > 0; number /= panel->dim[i].n)
        position[i] = (int32_t)(number % panel->dim[i].n);
}

static int64_t number_of(const grn_picture_panel *panel, const int32_t *position)
{
    int64_t number = 0;
    for (int32_t i = 0; i < panel->ndims; i++)
        number = number * panel->dim[i].n + position[i];
    return number;
}

/* ---- counting -------------------------------------------------------------------------------- */

static void count_hits(const grn_picture *p, grn_picture_panel *panel)
{
    const grn_tensor *dense = p->scene->problem.dense;
    int64_t batch_index[GRN_MAX_RANK], offset_index[GRN_MAX_RANK], at[GRN_MAX_RANK];
    int32_t position[GRN_DRAWN_RANK];
    grn_walk w;
    for (grn_walk_init(&w, dense->rank, dense->shape, 0, NULL); w.more; grn_walk_next(&w)) {
        grn_split_index(p->meaning.dims, dense->rank, w.index, batch_index, offset_index);
        if (grn_operand_index(&p->meaning, batch_index, offset_index, at) &&
            grn_picture_panel_find(panel, at, position))
            panel->hits[number_of(panel, position)]++;
    }
}

static grn_status add_hits(grn_picture *p, grn_picture_panel *panel)
{
    if (panel->ncells == 0 || grn_tensor_elements(p->scene->problem.dense) > COUNTED_MOST)
        return GRN_OK;
    size_t bytes = (size_t)panel->ncells * sizeof *panel->hits;
    panel->hits = grn_allocate(p->scene->allocator, bytes);
    if (!panel->hits)
        return GRN_E_MEMORY;
    memset(panel->hits, 0, bytes);
    count_hits(p, panel);
    return GRN_OK;
}

grn_picture_panel_kind grn_reached_kind(const grn_picture *p)
{
    return p->scene->problem.scatter && p->scene->results ? GRN_PANEL_RESULT : GRN_PANEL_OPERAND;
}

/* The same tensor of every input that is shown. */
static void add_panels(grn_picture *p, grn_picture_panel_kind kind, const char *name, const char *data,
                       const grn_tensor *of_inputs, const grn_picture_limits *limits)
{
    for (size_t i = p->first_input; i < p->first_input + p->ninputs; i++) {
        add_panel(p, kind, data, &of_inputs[i], i, limits);
        grn_part_name(p->scene, name, i, p->panel[p->npanels - 1].name);
    }
}

grn_status grn_picture_init(grn_picture *p, const grn_scene *s, const grn_question *q, const grn_picture_limits *limits)
{
    const bool is_scatter = s->problem.scatter != NULL;
    grn_status status = GRN_OK;
    *p = (grn_picture){.scene = s, .names = grn_names_of(is_scatter), .words = grn_scene_words(s)};
    p->ninputs = grn_shown_inputs(s, q, &p->first_input);
    p->ninputs = p->ninputs < GRN_DRAWN_INPUTS ? p->ninputs : GRN_DRAWN_INPUTS;
    grn_scene_meaning(s, &p->meaning);
    for (; p->ntraces < q->count && p->ntraces < GRN_DRAW_TRACES; p->ntraces++)
        grn_explain_steps(&p->meaning, is_scatter, s->problem.dense->rank, q->at[p->ntraces], &p->trace[p->ntraces]);
    add_panels(p, GRN_PANEL_OPERAND, p->words.operand, "operand", s->problem.operand, limits);
    if (is_scatter && s->results)
        add_panels(p, GRN_PANEL_RESULT, p->words.result, "result", s->results, limits);
    add_panel(p, GRN_PANEL_INDICES, "indices", s->problem.indices, 0, limits);
    snprintf(p->panel[p->npanels - 1].name, GRN_PART_BYTES, "%s", p->words.indices);
    add_panels(p, GRN_PANEL_DENSE, p->words.updates, is_scatter ? "updates" : "result", s->problem.dense, limits);
    for (int i = 0; i < p->npanels; i++)
        grn_picture_panel_choose_tail(p, &p->panel[i]);
    for (int i = 0; status == GRN_OK && i < p->npanels; i++)
        if (p->panel[i].kind == grn_reached_kind(p))
            status = add_hits(p, &p->panel[i]);
    return status;
}

/* Numbers of devices beside the rows take room too. */
int32_t grn_longer_labels(const grn_scene *s)
{
    const int32_t devices = s->owners && !s->owners->unknown ? 14 : 0;
    return devices + (s->words ? 4 * (int32_t)strlen(grn_scene_words(s).dimension) : 0);
}

const char *grn_dim_label(const grn_picture *p, const grn_drawn_dim *d, char *buffer)
{
    snprintf(buffer, GRN_PART_BYTES, "%s%s%" PRId32, p->scene->words ? p->words.dimension : "d",
             p->scene->words ? " " : "", d->dim);
    return buffer;
}

void grn_picture_destroy(grn_picture *p)
{
    for (int i = 0; i < p->npanels; i++)
        if (p->panel[i].hits)
            grn_release(p->scene->allocator, p->panel[i].hits, (size_t)p->panel[i].ncells * sizeof *p->panel[i].hits);
}
