/* race_run.c - a plan's runs, or pieces of one, by the contender of its race whose turn it is. */
#include "plan/race.h"

#include "plan/machine/measure.h"

/* ---- a run ----------------------------------------------------------------------------------- */

static grn_status run_whole(grn_race *race, const grn_plan *plan, const grn_run *run)
{
    int32_t i = grn_race_turn(race);
    const grn_plan *own = &race->composed[i];
    double begin = grn_measure_now();
    grn_status status = own->run(own, run);
    if (!race->switches && status == GRN_OK)
        grn_race_note(race, plan, i, grn_measure_now() - begin);
    return status;
}

/* As contender i; where it does not go with so few steps, as the figures have it without scratch,
 * and i is one that wants the whole. */
static void compose_piece(grn_race *race, const grn_plan *plan, int32_t i, grn_plan *piece)
{
    if (grn_compose(piece, &race->contender[i].choice) == NULL && piece->scratch_bytes <= plan->scratch_bytes)
        return;
    race->contender[i].whole = true;
    piece->has_scratch = false;
    (void)grn_choose(NULL, NULL, piece); /* without names there is always one */
}

/* Steps [from, from + count) of the loop by contender i; *ns: what the whole would have taken. */
static grn_status run_piece(grn_race *race, const grn_plan *plan, const grn_run *run, int32_t i, int64_t from,
                            int64_t count, double *ns)
{
    grn_piece p;
    const double extent = (double)plan->normal.extent[race->loop];
    grn_piece_init(plan, run, &p);
    grn_piece_cut(&p, race->loop, from, count);
    compose_piece(race, plan, i, &p.plan);
    const double begin = grn_measure_now();
    const grn_status status = p.plan.run(&p.plan, &p.run); /* a gather that tests its indices alone can fail */
    *ns = (grn_measure_now() - begin) * extent / (double)count;
    return status;
}

/* One piece after the other, each by whose turn it is. Once they race no more, the rest at once, by
 * the leader; what is left at the end of a loop is too short to be believed. */
static grn_status run_pieces(grn_race *race, const grn_plan *plan, const grn_run *run)
{
    const int64_t extent = plan->normal.extent[race->loop];
    grn_status status = GRN_OK;
    for (int64_t from = 0, count; status == GRN_OK && from < extent; from += count) {
        const int64_t left = extent - from;
        const bool timed = !race->switches && race->by_pieces && race->steps <= left;
        const int32_t i = timed || race->switches ? grn_race_turn(race) : grn_turns_leader(&race->turns);
        count = (timed || race->switches) && race->steps < left ? race->steps : left;
        double ns;
        status = run_piece(race, plan, run, i, from, count, &ns);
        if (timed && status == GRN_OK)
            grn_race_note(race, plan, i, ns);
    }
    return status;
}

static grn_status run_timed(grn_race *race, const grn_plan *plan, const grn_run *run)
{
    const bool kept = race->composed != NULL, cut = race->switches ? race->loop >= 0 : race->by_pieces;
    const grn_status status = cut || !kept ? run_pieces(race, plan, run) : run_whole(race, plan, run);
    if (kept)
        grn_race_note_run(race, plan);
    return status;
}

static grn_status run_raced(const grn_plan *plan, const grn_run *run)
{
    grn_race *race = plan->race;
    if (atomic_flag_test_and_set_explicit(&race->busy, memory_order_acquire)) {
        const grn_plan *leader = grn_race_leader(plan);
        return leader->run(leader, run);
    }
    grn_status status = run_timed(race, plan, run);
    atomic_flag_clear_explicit(&race->busy, memory_order_release);
    return status;
}

/* ---- made and ended -------------------------------------------------------------------------- */

static bool may_race(const grn_plan *plan, const grn_plan_options *o)
{
    bool given = o != NULL && (o->race == GRN_RACE_OFF || o->addressing != NULL || o->partition != NULL ||
                               o->mover != NULL || o->variant != NULL);
    bool long_enough = plan->expected_ns >= GRN_RACE_FROM_NS || (o != NULL && o->race == GRN_RACE_SWITCH);
    return !plan->empty && plan->combiner != GRN_COMBINE_REGION && !given && long_enough;
}

/* What a kept plan's race is allocated as. */
typedef struct kept_race {
    grn_race race;
    grn_plan composed[GRN_MOST_CONTENDERS];
} kept_race;

grn_status grn_race_begin(grn_plan *plan, const grn_plan_options *options, const grn_allocator *allocator)
{
    if (!may_race(plan, options))
        return GRN_OK;
    kept_race *kept = grn_allocate(allocator, sizeof *kept);
    if (kept == NULL)
        return GRN_E_MEMORY;
    grn_race_init(&kept->race, plan, options != NULL && options->race == GRN_RACE_SWITCH, kept->composed);
    if (!grn_race_has_rivals(&kept->race)) {
        grn_race_end(&kept->race, allocator);
        return GRN_OK;
    }
    plan->scratch_bytes = kept->race.scratch_bytes;
    plan->race = &kept->race;
    plan->run = run_raced;
    return GRN_OK;
}

void grn_race_begin_once(grn_plan *plan, bool switches, grn_race *race)
{
    const grn_plan_options o = {.race = switches ? GRN_RACE_SWITCH : GRN_RACE_ON};
    if (!may_race(plan, &o) || !(switches || plan->expected_ns >= GRN_RACE_ONCE_FROM_NS))
        return;
    grn_race_init(race, plan, switches, NULL);
    if (race->loop < 0 || race->contender[0].whole)
        return;
    plan->race = race;
    plan->run = run_raced;
}

void grn_race_end(grn_race *race, const grn_allocator *allocator)
{
    if (race != NULL)
        grn_release(allocator, (kept_race *)race, sizeof(kept_race));
}

/* ---- as told --------------------------------------------------------------------------------- */

const grn_plan *grn_race_leader(const grn_plan *plan)
{
    if (plan->race == NULL)
        return plan;
    return &plan->race->composed[grn_turns_leader(&plan->race->turns)];
}

bool grn_race_is_open(const grn_plan *plan) { return plan->race != NULL && !grn_turns_are_settled(&plan->race->turns); }

static grn_plan_contender contender_as_told(const grn_race *race, int32_t i)
{
    const grn_choice *c = &race->contender[i].choice;
    return (grn_plan_contender){.addressing = c->addressing->name,
                                .partition = c->partition->name,
                                .mover = c->mover->name,
                                .variant = c->variant != NULL ? c->variant->name : NULL,
                                .least_ns = race->turns.entrant[i].told,
                                .leads = i == grn_turns_leader(&race->turns)};
}

/* While a run is being timed the answer would change under the reader. */
size_t grn_plan_contenders(const grn_plan *plan, size_t room, grn_plan_contender *out)
{
    grn_race *race = plan != NULL ? plan->race : NULL;
    if (race == NULL || atomic_flag_test_and_set_explicit(&race->busy, memory_order_acquire))
        return 0;
    size_t count = (size_t)race->turns.count;
    for (size_t i = 0; out != NULL && i < count && i < room; i++)
        out[i] = contender_as_told(race, (int32_t)i);
    atomic_flag_clear_explicit(&race->busy, memory_order_release);
    return count;
}
