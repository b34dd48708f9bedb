/* index_ranges.c - which elements of a function's inputs are indices, and which values of them are
 * in range. */
#include "api/equivalence.h"

/* Slots of a function, and indices of a run, that are observed. */
#define MOST_OBSERVED ((size_t)1 << 18)
#define WIDE_MARK 65536
#define ROUNDS 3

/* ---- slots ----------------------------------------------------------------------------------- */

/* How many marks an integer type has, and the first. */
typedef struct marks {
    unsigned least_bits;
    size_t count;
    int64_t first;
    bool narrow; /* inputs of the type share them */
} marks;

static const marks *marks_of(grn_dtype dtype)
{
    static const marks rows[] = {{32, MOST_OBSERVED, WIDE_MARK, false}, {16, 30000, 256, true}, {8, 100, 1, true}};
    grn_dtype_class class = grn_dtype_class_of(dtype);
    for (size_t i = 0; i < GRN_COUNT(rows) && (class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED); i++)
        if (grn_dtype_bits(dtype) >= rows[i].least_bits)
            return &rows[i];
    return NULL;
}

/* Elements that share a mark are to be the same component of their vectors: a row's end is not
 * crossed. */
static size_t count_slots(const grn_tensor *input, size_t most)
{
    size_t elements = (size_t)grn_tensor_elements(input), row = input->rank ? (size_t)input->shape[input->rank - 1] : 1;
    if (elements <= most)
        return elements;
    return row && row <= most ? most - most % row : most;
}

static void lay_out(grn_index_ranges *r, size_t i, const grn_tensor *input)
{
    const marks *m = marks_of(input->dtype);
    if (!m || (m->narrow && r->nnarrow == GRN_MOST_NARROW))
        return;
    size_t left = MOST_OBSERVED - r->nslots;
    grn_index_input *in = &r->inputs[i];
    in->first_slot = r->nslots;
    in->nslots = count_slots(input, m->count < left ? m->count : left);
    in->first_mark = m->narrow ? m->first : m->first + (int64_t)in->first_slot;
    r->nslots += in->nslots;
    if (m->narrow && in->nslots)
        r->narrow[r->nnarrow++] = i;
}

static grn_status new_ranges(grn_trial *t)
{
    grn_index_ranges *r = &t->ranges;
    r->ninputs = t->ninputs;
    r->inputs = grn_allocate(t->allocator, (r->ninputs + 1) * sizeof *r->inputs);
    if (!r->inputs)
        return GRN_E_MEMORY;
    memset(r->inputs, 0, (r->ninputs + 1) * sizeof *r->inputs);
    for (size_t i = 0; i < r->ninputs; i++)
        lay_out(r, i, &t->inputs[i]);
    r->slots = grn_allocate(t->allocator, (r->nslots + 1) * sizeof *r->slots);
    if (!r->slots)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < r->ninputs; i++)
        for (size_t s = 0; s < r->inputs[i].nslots; s++)
            r->slots[r->inputs[i].first_slot + s] = (grn_index_slot){.input = i};
    return GRN_OK;
}

void grn_index_ranges_free(grn_trial *t)
{
    grn_index_ranges *r = &t->ranges;
    grn_promised_free(r->promised, t->allocator);
    grn_release(t->allocator, r->slots, (r->nslots + 1) * sizeof *r->slots);
    grn_release(t->allocator, r->inputs, (r->ninputs + 1) * sizeof *r->inputs);
    *r = (grn_index_ranges){0};
}

const grn_index_slot *grn_index_slot_of(const grn_index_ranges *ranges, size_t input, int64_t element)
{
    if (input >= ranges->ninputs || !ranges->inputs[input].nslots)
        return NULL;
    const grn_index_input *in = &ranges->inputs[input];
    const grn_index_slot *slot = &ranges->slots[in->first_slot + (size_t)element % in->nslots];
    return slot->found ? slot : NULL;
}

/* ---- one index ------------------------------------------------------------------------------- */

static bool is_marked(const grn_index_input *in) { return in->nslots && !in->found; }

/* The slot of a wide mark; GRN_NO_SLOT where it is none. */
static size_t wide_slot(const grn_index_ranges *r, int64_t mark)
{
    size_t slot = (size_t)(mark - WIDE_MARK);
    if (mark < WIDE_MARK || slot >= r->nslots)
        return GRN_NO_SLOT;
    const grn_index_input *in = &r->inputs[r->slots[slot].input];
    return in->first_mark + (int64_t)(slot - in->first_slot) == mark ? slot : GRN_NO_SLOT;
}

static size_t narrow_slot(const grn_index_input *in, int64_t mark)
{
    bool is_its = mark >= in->first_mark && mark - in->first_mark < (int64_t)in->nslots;
    return is_its ? in->first_slot + (size_t)(mark - in->first_mark) : GRN_NO_SLOT;
}

/* What suits both, in *to. */
static void intersect(grn_index_slot *to, const grn_index_slot *from)
{
    if (!to->found)
        *to = *from;
    to->low = from->low > to->low ? from->low : to->low;
    to->high = from->high < to->high ? from->high : to->high;
    to->period = from->period == to->period ? to->period : 0;
    to->fails |= from->fails;
}

/* What suits every access that uses the slot. */
static void narrow_down(grn_index_slot *slot, const grn_index_rule *rule, const grn_coordinate *c, int64_t added)
{
    const int64_t low = rule->base - added;
    intersect(slot, &(grn_index_slot){.input = slot->input,
                                      .low = low,
                                      .high = low + (c->dim - c->window),
                                      .found = true,
                                      .period = rule->wrap_negative ? c->dim : 0,
                                      .fails = rule->bounds == GRN_BOUNDS_ERROR});
}

#define FAR (INT64_MAX / 8)

/* A component of an index vector that is `before` without marks and `after` with them. Returns the
 * slot it is of. */
static size_t find_source(grn_index_ranges *r, const grn_nest *nest, int32_t component, int64_t before, int64_t after)
{
    const grn_coordinate *c = &nest->coord[component];
    if (before < -FAR || before > FAR || after < -FAR || after > FAR || c->dim > FAR || after == before)
        return GRN_NO_SLOT;
    size_t found = wide_slot(r, after - before);
    if (found != GRN_NO_SLOT && is_marked(&r->inputs[r->slots[found].input])) {
        narrow_down(&r->slots[found], &nest->rule, c, before);
        return found;
    }
    found = GRN_NO_SLOT;
    for (size_t i = 0; i < r->nnarrow; i++) {
        size_t slot = narrow_slot(&r->inputs[r->narrow[i]], after - before);
        if (slot == GRN_NO_SLOT || !is_marked(&r->inputs[r->narrow[i]]))
            continue;
        narrow_down(&r->slots[slot], &nest->rule, c, before);
        found = slot;
    }
    return found;
}

/* ---- a pair of runs -------------------------------------------------------------------------- */

/* The indices of a run: of each access the op's order in the module, the number of values, the
 * values. */
typedef struct record {
    int64_t *values;
    size_t count, room;
} record;

typedef struct observer {
    grn_trial *trial;
    record before; /* of the run without marks */
    size_t at;     /* in the run with marks: what of `before` was met again */
    bool marked, stopped, refused;
} observer;

static bool make_room(observer *o, size_t more)
{
    record *r = &o->before;
    if (r->count + more <= r->room)
        return true;
    size_t room = 2 * r->room + more;
    int64_t *grown = grn_allocate(o->trial->allocator, room * sizeof *grown);
    if (!grown)
        return false;
    if (r->count)
        memcpy(grown, r->values, r->count * sizeof *grown);
    grn_release(o->trial->allocator, r->values, r->room * sizeof *grown);
    r->values = grown;
    r->room = room;
    return true;
}

/* Writes the components of every vector. */
static void read_indices(const grn_nest *nest, const grn_index_vectors *v, const grn_tensor *indices, int64_t *out)
{
    grn_walk w;
    for (grn_walk_init(&w, v->rank, v->shape, 1, (const int64_t *[]){v->stride}); w.more; grn_walk_next(&w))
        for (int32_t c = 0; c < nest->ncoords; c++)
            *out++ = grn_index_load(indices->dtype, grn_tensor_at(indices, w.offset[0] + nest->coord[c].index_offset));
}

static void record_access(observer *o, const grn_op *op, const grn_nest *nest, const grn_index_vectors *v,
                          const grn_tensor *indices, size_t n)
{
    record *r = &o->before;
    if (n + 2 > MOST_OBSERVED || r->count > MOST_OBSERVED - n - 2 || !make_room(o, n + 2)) {
        o->stopped = true;
        return;
    }
    r->values[r->count] = (int64_t)op->order;
    r->values[r->count + 1] = (int64_t)n;
    read_indices(nest, v, indices, r->values + r->count + 2);
    r->count += n + 2;
}

/* An element can be set by itself where no other shares its mark. */
static bool is_alone(const observer *o, size_t slot)
{
    size_t input = o->trial->ranges.slots[slot].input;
    return (int64_t)o->trial->ranges.inputs[input].nslots == grn_tensor_elements(&o->trial->inputs[input]);
}

static grn_status compare_indices(observer *o, const grn_nest *nest, const int64_t *before, const int64_t *after,
                                  size_t n)
{
    grn_index_ranges *r = &o->trial->ranges;
    const bool promises = nest->rule.indices_are_sorted || nest->rule.unique_indices;
    bool any = false;
    grn_index_source *sources = grn_allocate(o->trial->allocator, n * sizeof *sources);
    if (!sources)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++) {
        size_t slot = find_source(r, nest, (int32_t)(i % (size_t)nest->ncoords), before[i], after[i]);
        bool alone = slot != GRN_NO_SLOT && is_alone(o, slot);
        sources[i] = (grn_index_source){.slot = alone ? slot : GRN_NO_SLOT, .added = before[i]};
        any |= alone;
    }
    grn_status status = any && promises ? grn_promised_keep(r, nest, sources, o->trial->allocator) : GRN_OK;
    grn_release(o->trial->allocator, sources, n * sizeof *sources);
    return status;
}

static void compare_access(observer *o, const grn_op *op, const grn_nest *nest, const grn_index_vectors *v,
                           const grn_tensor *indices, size_t n)
{
    const int64_t *before = o->before.count - o->at >= 2 ? o->before.values + o->at : NULL;
    bool same = before && before[0] == (int64_t)op->order && before[1] == (int64_t)n;
    int64_t *after = same && n ? grn_allocate(o->trial->allocator, n * sizeof *after) : NULL;
    o->stopped = !same;
    if (same && n) {
        grn_status status = GRN_E_MEMORY;
        if (after) {
            read_indices(nest, v, indices, after);
            status = compare_indices(o, nest, before + 2, after, n);
        }
        o->refused |= status != GRN_OK;
    }
    grn_release(o->trial->allocator, after, n * sizeof *after);
    o->at += n + 2;
}

static grn_status see(void *user, grn_access_view *view)
{
    observer *o = user;
    const grn_tensor *indices = view->problem.indices;
    grn_nest nest;
    grn_index_vectors v;
    view->tolerant = true;
    if (view->moment != GRN_MOMENT_BEFORE || view->makes_indices || o->stopped || o->refused ||
        grn_tensor_elements(indices) == 0) /* whose loops may be left out */
        return GRN_OK;
    grn_view_nest(view, &nest);
    grn_index_vectors_of(&nest, &v);
    const uint64_t n = grn_steps_times(v.count, (uint64_t)nest.ncoords);
    if (n > MOST_OBSERVED)
        o->stopped = true;
    else if (o->marked)
        compare_access(o, view->op, &nest, &v, indices, (size_t)n);
    else
        record_access(o, view->op, &nest, &v, indices, (size_t)n);
    return GRN_OK;
}

/* Marks make large counts and shapes of what is no index: a run with them gets a few times the
 * steps of one without. */
static uint64_t steps_with_marks(const grn_trial *t, const grn_results *before)
{
    uint64_t steps = before ? grn_steps_add(grn_steps_times(grn_results_steps(before), 4), 1000)
                            : grn_steps_add(grn_steps_times(t->input_steps, 64), 1000000);
    return t->options->max_steps && t->options->max_steps < steps ? t->options->max_steps : steps;
}

static void run_watched(observer *o, uint64_t max_steps, grn_results **out)
{
    const grn_observer sees = {.user = o, .access = see};
    const grn_run_options how = {.max_memory_bytes = o->trial->options->max_memory_bytes, .max_steps = max_steps};
    uint64_t failed_checks;
    o->stopped = false;
    /* A run that fails was watched up to there. */
    if (grn_trial_run(o->trial, o->trial->a, o->trial->in_a, &how, &sees, &grn_quiet, &failed_checks, out) != GRN_OK)
        *out = NULL;
}

/* Marks every input that no index was found in. False: memory was refused. */
static bool observe(grn_trial *t)
{
    observer o = {.trial = t};
    grn_results *before, *after;
    grn_inputs_draw(t);
    grn_inputs_put_zeros(t);
    run_watched(&o, t->options->max_steps, &before);
    uint64_t steps = steps_with_marks(t, before);
    grn_results_destroy(before);
    o.marked = true;
    grn_inputs_put_marks(t);
    run_watched(&o, steps, &after);
    grn_results_destroy(after);
    grn_release(t->allocator, o.before.values, o.before.room * sizeof *o.before.values);
    return !o.refused;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* No further than the input's type reaches. */
static void keep_in_type(grn_index_slot *slot, grn_dtype dtype)
{
    bool is_signed = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED;
    unsigned bits = grn_dtype_bits(dtype) - is_signed;
    int64_t most = bits < 63 ? (INT64_C(1) << bits) - 1 : INT64_MAX, least = is_signed ? -most - 1 : 0;
    slot->low = slot->low > least ? slot->low : least;
    slot->high = slot->high < most ? slot->high : most;
    slot->period = is_signed ? slot->period : 0;
}

/* Elements of an input that no access read in the runs that were observed get what suits all those
 * that one did: which elements of a table of indices are read depends on other indices. Returns
 * whether one was found. */
static bool complete(grn_index_ranges *r, grn_index_input *in, grn_dtype dtype)
{
    grn_index_slot *slots = r->slots + in->first_slot, all = {0};
    for (size_t s = 0; s < in->nslots; s++)
        if (slots[s].found)
            intersect(&all, &slots[s]);
    for (size_t s = 0; all.found && s < in->nslots; s++) {
        if (!slots[s].found)
            slots[s] = all;
        keep_in_type(&slots[s], dtype);
    }
    in->found = all.found;
    return all.found;
}

static bool complete_all(grn_trial *t)
{
    grn_index_ranges *r = &t->ranges;
    bool news = false;
    for (size_t i = 0; i < r->ninputs; i++)
        if (is_marked(&r->inputs[i]))
            news |= complete(r, &r->inputs[i], t->inputs[i].dtype);
    return news;
}

grn_status grn_index_ranges_find(grn_trial *t)
{
    uint64_t number = t->number;
    grn_status status = new_ranges(t);
    bool more = status == GRN_OK && t->ranges.nslots > 0;
    t->number = 0; /* in range */
    for (int round = 0; more && round < ROUNDS; round++) {
        if (!observe(t))
            status = GRN_E_MEMORY;
        more = complete_all(t) && status == GRN_OK;
    }
    t->number = number;
    return status == GRN_OK ? GRN_OK : grn_fail(t->diag, grn_no_place, status, "memory refused for a trial's inputs");
}
