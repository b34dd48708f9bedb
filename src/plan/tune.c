/*
 * tune.c - measured planning: the compositions of a plan, timed on its shapes.
 *
 * The cheapest by their figures come first. Each runs once; then those that
 * are near the fastest take turns until the time is up, and the least time of
 * each counts, as nothing makes a call shorter than it is.
 */
#include <string.h>

#include "plan/machine/measure.h"
#include "plan/tune.h"

/* ---- what is moved --------------------------------------------------------------------------- */

/* Memory of one tensor: the caller's, or ours. */
typedef struct sample_tensor {
    void *data, *memory; /* memory NULL: not ours */
    size_t bytes;
} sample_tensor;

typedef struct sample {
    const grn_plan *plan;
    const grn_allocator *allocator;
    size_t ntensors;
    sample_tensor tensor[2 * GRN_MAX_INPUTS + 1]; /* operand[npairs], dense[npairs], indices, as a plan's spans */
    void *scratch;
    size_t scratch_bytes;
} sample;

static const grn_tensor *tensor_at(const grn_problem *p, size_t i)
{
    return i < p->npairs ? &p->operand[i] : i < 2 * p->npairs ? &p->dense[i - p->npairs] : p->indices;
}

/* A view's own memory, with its bits where there are any. */
static bool copy_tensor(sample *s, size_t i, const grn_tensor *t)
{
    grn_span span = grn_span_of(t);
    sample_tensor *to = &s->tensor[i];
    to->bytes = (size_t)(span.to - span.from);
    if (to->bytes == 0)
        return true;
    to->memory = grn_allocate(s->allocator, to->bytes);
    if (to->memory == NULL)
        return false;
    to->data = (char *)to->memory - (intptr_t)span.from;
    if (t->data != NULL)
        memcpy(to->memory, (const char *)t->data + (intptr_t)span.from, to->bytes);
    else
        memset(to->memory, 0, to->bytes);
    return true;
}

/* The greatest index that all components and the dtype hold, signed or not. */
static int64_t greatest_index(const grn_plan *plan)
{
    int32_t digits = (int32_t)grn_dtype_bits(plan->problem.indices->dtype) - 1;
    int64_t most = digits >= 63 ? INT64_MAX : (INT64_C(1) << digits) - 1;
    for (int32_t k = 0; k < plan->normal.ncoords; k++) {
        int64_t last = plan->axis[k].last;
        most = last < most ? last : most;
    }
    return most;
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* An index that is not negative. */
static void store_index(void *to, size_t bytes, int64_t value)
{
    int32_t four = (int32_t)value;
    int16_t two = (int16_t)value;
    int8_t one = (int8_t)value;
    memcpy(to,
           bytes == 8   ? (const void *)&value
           : bytes == 4 ? (const void *)&four
           : bytes == 2 ? (const void *)&two
                        : &one,
           bytes);
}

static void draw_indices(const grn_plan *plan, char *data)
{
    const grn_tensor *t = plan->problem.indices;
    size_t bytes = grn_dtype_bytes(t->dtype);
    int64_t most = greatest_index(plan), base = plan->rule.base;
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    grn_odometer o;
    for (grn_odometer_init(&o, t->rank, t->shape, t->stride, t->stride); o.more; grn_odometer_next(&o)) {
        int64_t start = (int64_t)(next_random(&state) % ((uint64_t)most + 1));
        store_index(data + o.a * (int64_t)bytes, bytes, start + base <= most ? start + base : start);
    }
}

static void sample_end(sample *s)
{
    for (size_t i = 0; i < s->ntensors; i++)
        if (s->tensor[i].memory != NULL)
            grn_release(s->allocator, s->tensor[i].memory, s->tensor[i].bytes);
    if (s->scratch != NULL)
        grn_release(s->allocator, s->scratch, s->scratch_bytes);
}

/* What a run writes to that is read again is copied, so that the caller's keeps its bits. */
static grn_status sample_begin(sample *s, const grn_plan *plan, const grn_allocator *allocator)
{
    const grn_problem *p = &plan->problem;
    *s = (sample){.plan = plan, .allocator = allocator, .ntensors = 2 * p->npairs + 1};
    for (size_t i = 0; i < s->ntensors; i++) {
        const grn_tensor *t = tensor_at(p, i);
        bool copied = t->data == NULL || (p->scatter != NULL && i < p->npairs);
        s->tensor[i].data = t->data;
        if (copied && !copy_tensor(s, i, t)) {
            sample_end(s);
            return GRN_E_MEMORY;
        }
        if (t == p->indices && t->data == NULL && s->tensor[i].memory != NULL)
            draw_indices(plan, s->tensor[i].data);
    }
    return GRN_OK;
}

/* ---- timing ---------------------------------------------------------------------------------- */

/* Compositions, and variants of one of them. */
#define MOST_COMPOSITIONS 64
#define MOST_CANDIDATES (MOST_COMPOSITIONS + 16)

typedef struct candidate {
    grn_choice choice;
    double expected, least; /* least below 0: not timed */
} candidate;

typedef struct race {
    sample data;
    double begin, nanoseconds;
    size_t count;
    candidate candidate[MOST_CANDIDATES];
} race;

/* The cheapest by their figures come first; of too many the dearest are left out. */
static void add_compositions(race *r)
{
    grn_offer offer[MOST_COMPOSITIONS];
    r->count = grn_cheapest_of(r->data.plan, MOST_COMPOSITIONS, offer);
    for (size_t i = 0; i < r->count; i++)
        r->candidate[i] = (candidate){offer[i].choice, offer[i].expected_ns, -1};
}

static bool grow_scratch(sample *s, size_t bytes)
{
    if (bytes <= s->scratch_bytes)
        return true;
    if (s->scratch != NULL)
        grn_release(s->allocator, s->scratch, s->scratch_bytes);
    s->scratch = grn_allocate(s->allocator, bytes);
    s->scratch_bytes = s->scratch != NULL ? bytes : 0;
    return s->scratch != NULL;
}

static grn_status run_once(const grn_plan *trial, sample *s)
{
    size_t npairs = trial->problem.npairs;
    void *results[GRN_MAX_INPUTS];
    const void *sources[GRN_MAX_INPUTS];
    bool gather = trial->problem.gather != NULL;
    for (size_t i = 0; i < npairs; i++) {
        results[i] = s->tensor[i].data;
        sources[i] = s->tensor[gather ? i : npairs + i].data;
    }
    grn_run run = {.operands = sources,
                   .results = results,
                   .indices = s->tensor[2 * npairs].data,
                   .result = s->tensor[npairs].data,
                   .scratch = s->scratch,
                   .updates = sources};
    return grn_plan_execute(trial, &run);
}

#define LEAST_NANOSECONDS 20000.0

/* Short ones are called again and again, as the clock takes its own time. Below 0: it cannot be
 * timed. */
static double time_candidate(race *r, const candidate *c)
{
    grn_plan trial = *r->data.plan;
    if (grn_compose(&trial, &c->choice) != NULL || !grow_scratch(&r->data, trial.scratch_bytes))
        return -1;
    double begin = grn_measure_now(), passed = 0;
    int64_t calls = 0;
    for (; calls == 0 || passed < LEAST_NANOSECONDS; calls++, passed = grn_measure_now() - begin)
        if (run_once(&trial, &r->data) != GRN_OK)
            return -1;
    return passed / (double)calls;
}

static bool has_time(const race *r) { return grn_measure_now() - r->begin < r->nanoseconds; }

/* The first of the fastest; NULL: none was timed. */
static const candidate *fastest(const race *r)
{
    const candidate *best = NULL;
    for (const candidate *c = r->candidate; c < r->candidate + r->count; c++)
        if (c->least >= 0 && (best == NULL || c->least < best->least))
            best = c;
    return best;
}

/* What is expected to take longer than this many times the fastest so far is not even begun; what
 * took longer than the other is out of the race. */
#define HOPELESS 16.0
#define NEAR 1.5

/* From candidate `from` on once, then all that are near the fastest in turn. */
static void time_all(race *r, size_t from)
{
    for (size_t i = from; i < r->count && has_time(r); i++)
        if (i == 0 || r->candidate[i].expected < HOPELESS * r->candidate[0].expected)
            r->candidate[i].least = time_candidate(r, &r->candidate[i]);
    for (bool some = true; some && has_time(r);) {
        const candidate *best = fastest(r);
        const double near = best != NULL ? NEAR * best->least : 0;
        some = false;
        for (size_t i = 0; i < r->count && has_time(r); i++) {
            candidate *c = &r->candidate[i];
            if (c->least < 0 || c->least > near)
                continue;
            double again = time_candidate(r, c);
            c->least = again >= 0 && again < c->least ? again : c->least;
            some = true;
        }
    }
}

/* Those of a candidate. */
static void add_variants(race *r, candidate of)
{
    const grn_variant *v = NULL;
    while ((v = grn_next_variant(&of.choice, v)) != NULL && r->count < GRN_COUNT(r->candidate)) {
        candidate *c = &r->candidate[r->count++];
        *c = (candidate){of.choice, of.expected, -1};
        c->choice.variant = v;
    }
}

/* Half of the time is the compositions', the other half the fastest one's variants'. */
static void time_candidates(race *r, double nanoseconds)
{
    r->nanoseconds = nanoseconds / 2;
    time_all(r, 0);
    const candidate *best = fastest(r);
    const size_t compositions = r->count;
    r->nanoseconds = nanoseconds;
    if (best != NULL)
        add_variants(r, *best);
    time_all(r, compositions);
}

grn_status grn_tune(const grn_plan *plan, double seconds, const grn_allocator *allocator, grn_choice *out)
{
    race *r = grn_allocate(allocator, sizeof *r);
    *out = plan->choice;
    if (r == NULL)
        return GRN_E_MEMORY;
    r->count = 0;
    r->begin = grn_measure_now();
    grn_status status = sample_begin(&r->data, plan, allocator);
    if (status == GRN_OK) {
        add_compositions(r);
        time_candidates(r, seconds * 1e9);
        const candidate *best = fastest(r);
        if (best != NULL)
            *out = best->choice;
        sample_end(&r->data);
    }
    grn_release(allocator, r, sizeof *r);
    return status;
}

/* ---- a plan ---------------------------------------------------------------------------------- */

grn_status grn_plan_tune(grn_plan *plan, const grn_plan_options *options, const grn_allocator *allocator,
                         const grn_diag *diag, bool *settled)
{
    grn_choice choice = plan->choice, before = plan->choice;
    bool named =
        options->addressing != NULL || options->partition != NULL || options->mover != NULL || options->variant != NULL;
    *settled = false;
    if (plan->empty || named || plan->combiner == GRN_COMBINE_REGION)
        return GRN_OK;
    bool known = options->tuning != NULL && grn_tuning_find(options->tuning, plan, &choice);
    grn_status status = GRN_OK;
    if (!known && options->tune_seconds > 0) {
        status = grn_tune(plan, options->tune_seconds, allocator, &choice);
        if (status == GRN_OK && options->tuning != NULL)
            status = grn_tuning_note(options->tuning, plan, &choice);
    }
    if (status != GRN_OK)
        return grn_fail(diag, grn_no_place, status, "timing a plan needs memory, which was refused");
    *settled = (known || options->tune_seconds > 0) && grn_compose(plan, &choice) == NULL;
    if (!*settled) /* what was noted elsewhere may not apply here */
        (void)grn_compose(plan, &before);
    return GRN_OK;
}
