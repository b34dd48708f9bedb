/*
 * torch_plans.c - the plans that are kept for calls inside torch, which come again with tensors of
 * the same layouts: a layer's in every step of a training.
 *
 * What few elements take is less than looking for a plan. A call of another layout takes the place
 * of the plan of its set that was made first, unless that runs at this moment.
 */
#include <string.h>

#include "torch_kernels.h"

#define SETS 16
#define WAYS 4
#define FEW_ELEMENTS 2048
/* Memory that is new at each run costs more than the run. */
#define MOST_KEPT_SCRATCH ((size_t)1 << 30)

typedef struct kept {
    torch_move move;
    int64_t number;
    const char *word;
    const grn_parallel *parallel;
    grn_tensor operand, indices, updates, out;
    grn_plan *plan;
    size_t scratch_bytes;
    int running;
} kept;

static kept *sets[SETS][WAYS];
static unsigned char next_way[SETS];

/* ---- scratch --------------------------------------------------------------------------------- */

/* Of calls that have ended, for the next ones: that of a plan, and that of merged indices. */
static struct spare {
    void *memory;
    size_t bytes;
} spares[2];
#define NSPARES (sizeof spares / sizeof *spares)

void *take_torch_scratch(size_t *bytes)
{
    struct spare *best = NULL;
    for (size_t i = 0; i < NSPARES; i++)
        if (spares[i].bytes >= *bytes && (best == NULL || spares[i].bytes < best->bytes))
            best = &spares[i];
    void *memory = NULL;
    if (best == NULL)
        return posix_memalign(&memory, 64, *bytes) == 0 ? memory : NULL;
    memory = best->memory;
    *bytes = best->bytes;
    *best = (struct spare){NULL, 0};
    return memory;
}

/* The smallest of what there is then goes. */
void give_torch_scratch(void *scratch, size_t bytes)
{
    struct spare *least = &spares[0];
    for (size_t i = 1; i < NSPARES; i++)
        if (spares[i].bytes < least->bytes)
            least = &spares[i];
    if (bytes > MOST_KEPT_SCRATCH || bytes <= least->bytes) {
        free(scratch);
        return;
    }
    free(least->memory);
    *least = (struct spare){scratch, bytes};
}

/* ---- what is alike --------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
}

static uint64_t mixed_layout(uint64_t hash, const grn_tensor *t)
{
    hash = mixed(hash, (uint64_t)t->dtype << 8 | (uint64_t)t->rank);
    for (int32_t d = 0; d < t->rank; d++)
        hash = mixed(mixed(hash, (uint64_t)t->shape[d]), t->shape[d] > 1 ? (uint64_t)t->stride[d] : 0);
    return hash;
}

static size_t set_of(const torch_problem *p, const grn_parallel *parallel)
{
    uint64_t hash = mixed((uint64_t)p->move + 1, (uint64_t)p->number);
    hash = mixed(mixed(hash, (uint64_t)(uintptr_t)p->word), (uint64_t)(uintptr_t)parallel);
    hash = mixed_layout(mixed_layout(hash, &p->operand), &p->indices);
    return mixed_layout(mixed_layout(hash, &p->updates), &p->out) >> 32 & (SETS - 1);
}

static bool is_of(const kept *k, const torch_problem *p, const grn_parallel *parallel)
{
    return k != NULL && k->move == p->move && k->number == p->number && k->word == p->word && k->parallel == parallel &&
           same_layout(&k->indices, &p->indices) && same_layout(&k->operand, &p->operand) &&
           same_layout(&k->updates, &p->updates) && same_layout(&k->out, &p->out);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static grn_status make(const torch_problem *p, const torch_spec *spec, const grn_parallel *parallel, grn_plan **out)
{
    /* What is gathered is a new tensor, which is dropped on error. */
    const grn_plan_options options = {.size_bytes = sizeof options, .parallel = parallel, .discards_on_error = true};
    return spec->is_gather
               ? grn_plan_gather(&spec->of.gather, &p->operand, &p->indices, &p->out, &options, NULL, NULL, out)
               : grn_plan_scatter(&spec->of.scatter, 1, &p->operand, &p->indices, &p->updates, &options, NULL, NULL,
                                  out);
}

static void drop(kept *k)
{
    if (k != NULL)
        grn_plan_destroy(k->plan);
    free(k);
}

/* Not in its set where all of that run: *out is then dropped after its run. */
static grn_status keep(const torch_problem *p, const torch_spec *spec, const grn_parallel *parallel, size_t set,
                       kept **out)
{
    grn_plan *plan;
    const grn_status status = make(p, spec, parallel, &plan);
    if (status != GRN_OK)
        return status;
    kept *k = malloc(sizeof *k), **way = &sets[set][next_way[set]];
    if (k == NULL) {
        grn_plan_destroy(plan);
        return GRN_E_MEMORY;
    }
    *k = (kept){p->move,    p->number,  p->word, parallel, p->operand,
                p->indices, p->updates, p->out,  plan,     grn_plan_scratch_bytes(plan),
                0};
    next_way[set] = (unsigned char)((next_way[set] + 1) % WAYS);
    if (*way == NULL || (*way)->running == 0) {
        drop(*way);
        *way = k;
    }
    *out = k;
    return GRN_OK;
}

static bool is_kept(const kept *k, size_t set)
{
    for (int w = 0; w < WAYS; w++)
        if (sets[set][w] == k)
            return true;
    return false;
}

static grn_status run_now(const kept *k, const torch_problem *p, void *scratch)
{
    const void *updates = p->updates.data;
    void *result = p->operand.data;
    return p->out.dtype != GRN_NO_DTYPE
               ? grn_plan_run_gather(k->plan, p->operand.data, p->indices.data, p->out.data, scratch, NULL)
               : grn_plan_run_scatter(k->plan, &result, p->indices.data, &updates, scratch, NULL);
}

static grn_status run_kept(kept *k, const torch_problem *p)
{
    size_t bytes = k->scratch_bytes;
    void *scratch = bytes > 0 ? take_torch_scratch(&bytes) : NULL;
    if (bytes > 0 && scratch == NULL)
        return GRN_E_MEMORY;
    k->running++;
    PyThreadState *state = PyEval_SaveThread();
    const grn_status status = run_now(k, p, scratch);
    PyEval_RestoreThread(state);
    k->running--;
    if (scratch != NULL)
        give_torch_scratch(scratch, bytes);
    return status;
}

static bool moves_few(const torch_problem *p)
{
    const grn_tensor *moved = p->out.dtype != GRN_NO_DTYPE ? &p->out : &p->updates;
    return grn_tensor_elements(moved) <= FEW_ELEMENTS;
}

static grn_status run_once(const torch_problem *p, const torch_spec *spec)
{
    return spec->is_gather ? grn_gather(&spec->of.gather, &p->operand, &p->indices, &p->out, NULL)
                           : grn_scatter(&spec->of.scatter, 1, &p->operand, &p->indices, &p->updates, NULL);
}

grn_status run_torch_plan(const torch_problem *p)
{
    torch_spec spec;
    const bool is_few = moves_few(p);
    const grn_parallel *parallel = is_few ? NULL : torch_parallel();
    const size_t set = is_few ? 0 : set_of(p, parallel);
    for (int w = 0; w < WAYS && !is_few; w++)
        if (is_of(sets[set][w], p, parallel))
            return run_kept(sets[set][w], p);
    grn_status status = torch_spec_of(p, &spec);
    if (status != GRN_OK || is_few)
        return status == GRN_OK ? run_once(p, &spec) : status;
    kept *k;
    status = keep(p, &spec, parallel, set, &k);
    if (status != GRN_OK)
        return status;
    status = run_kept(k, p);
    if (k->running == 0 && !is_kept(k, set))
        drop(k);
    return status;
}
