/*
 * ways.c - the table of ways to compute a reduction, what each costs, and the race of those that costs
 * cannot tell apart.
 */
#include <inttypes.h>
#include <string.h>

#include "plan/machine/machine.h"
#include "plan/machine/measure.h"
#include "plan/race.h"
#include "segments/plan.h"

/* ---- costs ----------------------------------------------------------------------------------- */

/* What a plan moves; a row is what an entry has in one line. */
typedef struct amounts {
    double rows, ids, segments; /* of all lines; ids of all positions */
    double row_bytes, id_bytes, data_bytes, result_bytes;
} amounts;

static amounts amounts_of(const grn_segment_plan *plan)
{
    const grn_segment_problem *p = &plan->p;
    const double lines = (double)plan->positions * (double)plan->lines;
    amounts a = {.rows = (double)p->nentries * lines, .segments = (double)p->nsegments * lines};
    a.row_bytes = (double)grn_dtype_bytes(p->data.dtype) * (double)plan->columns.extent;
    a.data_bytes = a.row_bytes * a.rows;
    a.result_bytes = a.row_bytes * a.segments;
    if (grn_segment_is_ids(p->spec.form)) {
        a.ids = (double)grn_tensor_elements(&p->segments);
        a.id_bytes = a.ids * (double)grn_dtype_bytes(p->segments.dtype);
    }
    return a;
}

/* Nanoseconds beyond what memory takes: of a byte that is combined; of an id that is looked at; of a
 * segment that is folded by itself; of a row that is taken by its number; of an element that is rounded. */
#define BYTE_NS 0.025
#define ID_NS 0.5
#define SEGMENT_NS 4
#define ROW_NS 1.2
#define ROUND_NS 2

/* A row at random in `among` bytes, beyond what it takes from the nearest cache. */
static double row_at_random(const grn_machine *m, const double *line, double row_bytes, double among)
{
    const double more = row_bytes > GRN_LINE_BYTES ? row_bytes / GRN_LINE_BYTES - 1 : 0;
    return ROW_NS + grn_machine_beyond(line, among) + more * grn_machine_beyond(m->next_line, among);
}

static double read_in_order(const grn_machine *m, double bytes) { return bytes * grn_machine_at(m->read_byte, bytes); }
static double write_in_order(const grn_machine *m, double bytes)
{
    return bytes * grn_machine_at(m->write_byte, bytes);
}

/* One pass over ids. */
static double look_at_ids(const grn_machine *m, const amounts *a)
{
    return a->ids * ID_NS + read_in_order(m, a->id_bytes);
}

/* Ids in any order are counted, and sorted by their counts; rows are then read at random. */
static double lists_cost(const grn_segment_plan *plan)
{
    const grn_machine *m = &plan->machine;
    const amounts a = amounts_of(plan);
    double fold = a.data_bytes * BYTE_NS + a.segments * SEGMENT_NS + read_in_order(m, a.data_bytes);
    double assign = look_at_ids(m, &a);
    if (plan->p.spec.form == GRN_SEGMENT_IDS) {
        const double list_bytes = 8 * a.ids;
        assign += 2 * look_at_ids(m, &a) +
                  2 * a.ids * grn_machine_beyond(m->update_line, 8 * (double)plan->p.nsegments) +
                  a.ids * grn_machine_beyond(m->update_line, list_bytes);
        fold += a.rows * row_at_random(m, m->read_line, a.row_bytes, a.data_bytes);
    }
    return assign + fold / plan->threads;
}

/* Where segments have about as many entries each it is as good, at best. */
static double columns_cost(const grn_segment_plan *plan) { return 1.1 * lists_cost(plan); }

/* Rows as they lie, each combined at random in the result, or accumulators of its size. */
static double combined(const grn_segment_plan *plan, const amounts *a)
{
    const grn_machine *m = &plan->machine;
    return a->rows * row_at_random(m, m->update_line, a->row_bytes, a->result_bytes) + a->data_bytes * BYTE_NS +
           read_in_order(m, a->data_bytes);
}

static double scatter_cost(const grn_segment_plan *plan)
{
    const amounts a = amounts_of(plan);
    return combined(plan, &a) / plan->threads + 2 * look_at_ids(&plan->machine, &a) +
           write_in_order(&plan->machine, a.result_bytes);
}

/* Of forms without ids segments are written down for entries, in place of ids that are read. Elements that are
 * narrower than their accumulators are rounded one by one. */
static double accumulators_cost(const grn_segment_plan *plan)
{
    const amounts a = amounts_of(plan);
    const bool rounds = plan->kernels->acc_bytes > grn_dtype_bytes(plan->p.data.dtype);
    const double rounded = rounds ? a.segments * (double)plan->columns.extent * ROUND_NS : 0;
    const double placed = grn_segment_is_ids(plan->p.spec.form) ? look_at_ids(&plan->machine, &a) : a.rows * ID_NS;
    return combined(plan, &a) + placed + rounded + 3 * write_in_order(&plan->machine, a.result_bytes);
}

/* ---- the table ------------------------------------------------------------------------------- */

static const char *no_obstacle(const grn_segment_plan *plan)
{
    (void)plan;
    return NULL;
}

/* The last row always serves. */
static const grn_segment_way ways[] = {
    {"accumulators", grn_segment_accumulators_obstacle, accumulators_cost, grn_segment_accumulators_bytes,
     grn_segment_run_accumulators},
    {"scatter", grn_segment_scatter_obstacle, scatter_cost, grn_segment_scatter_bytes, grn_segment_run_scatter},
    {"lists, shared by columns", grn_segment_columns_obstacle, columns_cost, grn_segment_lists_bytes,
     grn_segment_run_columns},
    {"lists", no_obstacle, lists_cost, grn_segment_lists_bytes, grn_segment_run_lists},
};
#define WAYS ((int32_t)GRN_COUNT(ways))

const char *grn_segment_way_text(size_t i) { return i < GRN_COUNT(ways) ? ways[i].name : NULL; }

/* Nothing but lists tells right ids from wrong ones without writing anything. */
static bool serves(const grn_segment_plan *plan, const grn_segment_way *way)
{
    return plan->empty ? way == &ways[WAYS - 1] : way->obstacle(plan) == NULL;
}

static grn_status choose_named(grn_segment_plan *plan, const char *name, const grn_diag *diag)
{
    int32_t i = 0;
    while (i < WAYS && strcmp(ways[i].name, name) != 0)
        i++;
    if (i == WAYS)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "way is '%s', which no way is called", name);
    if (!serves(plan, &ways[i]))
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "way is '%s', which does not serve: %s", name,
                        plan->empty ? "the result has no elements" : ways[i].obstacle(plan));
    plan->way = &ways[i];
    return GRN_OK;
}

static double cost_of(const grn_segment_plan *plan, const grn_segment_way *way)
{
    return plan->empty ? 0 : way->cost(plan);
}

double grn_segment_expected_ns(const grn_segment_plan *plan) { return cost_of(plan, plan->way); }

grn_status grn_segment_choose(grn_segment_plan *plan, const char *name, const grn_diag *diag)
{
    double least_ns = 0;
    if (name != NULL)
        return choose_named(plan, name, diag);
    plan->way = NULL;
    for (int32_t i = WAYS; i-- > 0;) {
        const double ns = serves(plan, &ways[i]) ? cost_of(plan, &ways[i]) : -1;
        if (ns >= 0 && (plan->way == NULL || ns < least_ns)) {
            plan->way = &ways[i];
            least_ns = ns;
        }
    }
    return GRN_OK;
}

/* ---- the race -------------------------------------------------------------------------------- */

/* The factor by which costs may be wrong between two ways. */
#define CANNOT_TELL 3

struct grn_segment_race {
    atomic_flag busy; /* a run is being timed; all fields but two of `turns` are its own */
    bool switches;    /* every run is another's */
    grn_turns turns;
    const grn_segment_way *way[WAYS];
};

/* From the first round on, in which memory is touched for the first time. */
static void begin(grn_segment_race *race)
{
    grn_turns_forget(&race->turns, true);
    for (int32_t i = 0; i < race->turns.count; i++)
        race->turns.entrant[i].races = true;
    grn_turns_begin(&race->turns, 0);
}

grn_status grn_segment_race_begin(grn_segment_plan *plan, bool switches)
{
    const double most_ns = CANNOT_TELL * cost_of(plan, plan->way);
    grn_segment_race *race = grn_allocate(plan->allocator, sizeof *race);
    int32_t count = 0;
    if (race == NULL)
        return GRN_E_MEMORY;
    race->way[count++] = plan->way; /* the cheapest first: a plan may run once */
    for (int32_t i = 0; i < WAYS; i++)
        if (&ways[i] != plan->way && serves(plan, &ways[i]) && (switches || cost_of(plan, &ways[i]) <= most_ns))
            race->way[count++] = &ways[i];
    if (count < 2) {
        grn_release(plan->allocator, race, sizeof *race);
        return GRN_OK;
    }
    race->busy = (atomic_flag)ATOMIC_FLAG_INIT;
    race->switches = switches;
    grn_turns_init(&race->turns, count);
    begin(race);
    plan->race = race;
    return GRN_OK;
}

void grn_segment_race_end(grn_segment_plan *plan)
{
    if (plan->race != NULL)
        grn_release(plan->allocator, plan->race, sizeof *plan->race);
}

bool grn_segment_may_scatter(const grn_segment_plan *plan)
{
    bool may = plan->way->run == grn_segment_run_scatter;
    for (int32_t i = 0; plan->race != NULL && i < plan->race->turns.count; i++)
        may |= plan->race->way[i]->run == grn_segment_run_scatter;
    return may;
}

size_t grn_segment_way_bytes(const grn_segment_plan *plan)
{
    size_t most = plan->way->scratch_bytes(plan);
    for (int32_t i = 0; plan->race != NULL && i < plan->race->turns.count; i++) {
        const size_t bytes = plan->race->way[i]->scratch_bytes(plan);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static const grn_segment_way *leader_of(const grn_segment_plan *plan)
{
    return plan->race != NULL ? plan->race->way[grn_turns_leader(&plan->race->turns)] : plan->way;
}

static void note(grn_segment_race *race, int32_t i, double ns)
{
    if (grn_turns_are_settled(&race->turns)) {
        if (grn_turns_note_pace(&race->turns, i, ns))
            begin(race);
        return;
    }
    race->turns.spent += 1;
    if (grn_turns_note(&race->turns, i, ns))
        grn_turns_settle(&race->turns);
}

/* A scatter has compositions that race, too. Where it is not far behind once every way has run, theirs comes
 * first: until it is settled its runs say little of what a scatter takes. */
static int32_t turn_of(const grn_segment_plan *plan, bool *counts)
{
    grn_segment_race *race = plan->race;
    grn_turns *turns = &race->turns;
    *counts = !race->switches;
    if (race->switches)
        return turns->at = (turns->at + 1) % turns->count;
    if (grn_turns_are_settled(turns))
        return grn_turns_leader(turns);
    for (int32_t i = 0; turns->round > 1 && i < turns->count; i++)
        if (turns->entrant[i].races && race->way[i]->run == grn_segment_run_scatter &&
            grn_race_is_open(plan->scatter)) {
            *counts = false;
            return i;
        }
    return turns->at;
}

static grn_status run_timed(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                            const grn_diag *diag)
{
    bool counts;
    const int32_t i = turn_of(plan, &counts);
    const double begun = grn_measure_now();
    const grn_status status = plan->race->way[i]->run(plan, p, scratch, diag);
    if (counts && status == GRN_OK)
        note(plan->race, i, grn_measure_now() - begun);
    return status;
}

grn_status grn_segment_run_way(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                               const grn_diag *diag)
{
    grn_segment_race *race = plan->race;
    if (race == NULL || atomic_flag_test_and_set_explicit(&race->busy, memory_order_acquire))
        return leader_of(plan)->run(plan, p, scratch, diag);
    const grn_status status = run_timed(plan, p, scratch, diag);
    atomic_flag_clear_explicit(&race->busy, memory_order_release);
    return status;
}

/* ---- as told --------------------------------------------------------------------------------- */

const char *grn_segment_plan_way(const grn_segment_plan *plan) { return plan != NULL ? leader_of(plan)->name : NULL; }

/* While a run is being timed the answer would change under the reader. */
size_t grn_segment_contenders(const grn_segment_plan *plan, size_t room, grn_segment_contender *out)
{
    grn_segment_race *race = plan != NULL ? plan->race : NULL;
    if (race == NULL || atomic_flag_test_and_set_explicit(&race->busy, memory_order_acquire))
        return 0;
    const size_t count = (size_t)race->turns.count;
    for (size_t i = 0; out != NULL && i < count && i < room; i++)
        out[i] = (grn_segment_contender){race->way[i]->name, race->turns.entrant[i].told,
                                         (int32_t)i == grn_turns_leader(&race->turns)};
    atomic_flag_clear_explicit(&race->busy, memory_order_release);
    return count;
}
