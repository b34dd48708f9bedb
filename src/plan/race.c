/* race.c - who races, in what order, and who is left: from times alone. */
#include "plan/race.h"

#include <math.h>
#include <string.h>

#include "plan/scatter/scatter.h"

/* The factor by which the figures may be wrong between two compositions. */
#define CANNOT_TELL 2.5

/* A contender stays in the race as long as it is within so much of the fastest, by the round. The
 * first of the first stage says little: memory is touched for the first time in it. Two of which each
 * has been timed before begin late. */
static const double margins[] = {8, 2, 1.2, 1.05, 1};
#define FIRST_ROUND(stage) ((stage) == GRN_RACE_OF_COMPOSITIONS ? 0 : (stage) == GRN_RACE_OF_STORES ? 3 : 1)
#define LAST_ROUND ((int32_t)GRN_COUNT(margins) - 1)
/* ... by pieces, to race by whole runs. */
#define NEAR 1.3
/* ... as it was without a variant, to race with the variant that has won: as much as that may gain. */
#define NEAR_WITHOUT 1.6
/* What took so many times what the fastest took is timed again before it counts. */
#define DOUBTED 3

/* So many runs of the winner, one after the other, each this many times as long as it was at its
 * best: the data changed, or what else runs here. The race begins again, where it has not been for
 * so long that its turns are that part of all runs; else that is the winner's pace from now on. */
#define SLOWER 1.5
#define SLOW_RUNS 8
#define RUNS_FOR_A_TURN 20

/* Pieces of a run: about so long, and where threads begin anew on each longer; a run of fewer is not
 * cut. After the compositions, longer ones, where a run has as many as a race of all variants takes
 * some runs for; the compositions too, where there are enough of those. */
#define PIECE_NS 150000.0
#define SHARED_PIECE_NS 300000.0
#define LONG_PIECE_NS 600000.0
#define FEWEST_PIECES 16
#define FEWEST_LONG_PIECES 3
#define MOST_PIECES 512
/* A composition whose pieces are expected to take so many times what the whole does is not cut. */
#define WANTS_WHOLE 1.1

/* ---- pieces ---------------------------------------------------------------------------------- */

/* Pieces that run one after the other are the dense order, where that can show: the first loop is
 * the outermost of those that it shows in, and one vector's windows do not meet another's in a
 * different order. In a loop whose steps never conflict it does not show. Of these the one with the largest step of updates:
 * a piece of it has them together, as the whole does. */
static int32_t loop_of_scatter(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const int64_t *dense = plan->pairs[0].dense;
    int32_t best = -1;
    if (!plan->results_injective || grn_scatter_order_obstacle(plan) != NULL)
        return -1;
    for (int32_t l = 0; l < n->nouter; l++)
        if ((l == 0 || n->disjoint[l]) && !grn_is_clipped(n, l) &&
            (best < 0 || grn_magnitude(dense[l]) > grn_magnitude(dense[best])))
            best = l;
    return best;
}

static int64_t steps_of_pieces(int64_t extent, double pieces)
{
    const int64_t steps = extent / (pieces > MOST_PIECES ? MOST_PIECES : (int64_t)pieces);
    return steps > 1 ? steps : 1;
}

/* The loop that pieces are cut from, and the steps of each: loop -1 where none is worth it. */
static void choose_pieces(grn_race *race, const grn_plan *plan)
{
    const double long_ones = plan->expected_ns / LONG_PIECE_NS;
    race->loop = -1;
    race->long_steps = 0;
    double pieces =
        long_ones >= FEWEST_PIECES ? long_ones : plan->expected_ns / (plan->threads > 1 ? SHARED_PIECE_NS : PIECE_NS);
    if (race->switches)
        pieces = FEWEST_PIECES;
    if (pieces < FEWEST_PIECES)
        return;
    const int64_t few = pieces > MOST_PIECES ? MOST_PIECES / 8 : (int64_t)pieces / 8;
    int32_t loop = plan->problem.gather != NULL ? grn_loop_to_cut(plan, few) : loop_of_scatter(plan);
    if (loop < 0 || loop >= plan->normal.nouter)
        return;
    int64_t extent = plan->normal.extent[loop];
    race->steps = race->short_steps = steps_of_pieces(extent, pieces);
    if (long_ones >= FEWEST_LONG_PIECES)
        race->long_steps = steps_of_pieces(extent, long_ones);
    if (race->switches || extent / race->steps >= FEWEST_PIECES)
        race->loop = loop;
}

/* Whether the compositions raced by long pieces, too. */
static bool has_long_pieces(const grn_race *race) { return race->loop >= 0 && race->long_steps == race->short_steps; }

/* By what its figures expect of a piece, and of the whole. */
static bool wants_whole(const grn_race *race, const grn_plan *plan, const grn_choice *choice, double whole_ns)
{
    grn_plan piece = *plan;
    grn_normal *n = &piece.normal;
    if (race->loop < 0)
        return true;
    double share = (double)race->steps / (double)n->extent[race->loop];
    n->vectors = n->vectors / n->extent[race->loop] * race->steps;
    n->extent[race->loop] = race->steps;
    return grn_compose(&piece, choice) != NULL || piece.expected_ns > WANTS_WHOLE * share * whole_ns;
}

/* ---- who takes part -------------------------------------------------------------------------- */

/* Where the choice goes with the plan. */
static void enter(grn_race *race, const grn_plan *plan, const grn_choice *choice, bool whole)
{
    grn_plan trial, *own = race->composed != NULL ? &race->composed[race->count] : &trial;
    *own = *plan;
    own->race = NULL;
    if (grn_compose(own, choice) == NULL)
        race->contender[race->count++] = (grn_contender){*choice, -1, -1, false, whole};
}

/* What a run of it, or of a variant of it that has a width of its own, needs. */
static size_t scratch_of(const grn_plan *plan, grn_choice choice)
{
    grn_plan trial = *plan;
    size_t most = grn_compose(&trial, &choice) == NULL ? trial.scratch_bytes : 0;
    for (const grn_variant *v = grn_next_variant(&choice, NULL); v != NULL; v = grn_next_variant(&choice, v)) {
        choice.variant = v;
        if (v->width_bytes > 0 && grn_compose(&trial, &choice) == NULL && trial.scratch_bytes > most)
            most = trial.scratch_bytes;
    }
    return most;
}

static void enter_compositions(grn_race *race, const grn_plan *plan, size_t count, const grn_offer *offer)
{
    for (size_t i = 0; i < count; i++) {
        const size_t scratch_bytes = scratch_of(plan, offer[i].choice);
        race->scratch_bytes = scratch_bytes > race->scratch_bytes ? scratch_bytes : race->scratch_bytes;
        enter(race, plan, &offer[i].choice, wants_whole(race, plan, &offer[i].choice, offer[i].expected_ns));
    }
    race->compositions = race->count;
}

static bool same_rows(const grn_choice *a, const grn_choice *b)
{
    return a->addressing == b->addressing && a->partition == b->partition && a->mover == b->mover;
}

static bool has_entered(const grn_race *race, const grn_choice *choice)
{
    int32_t i = 0;
    while (i < race->count &&
           !(same_rows(&race->contender[i].choice, choice) && race->contender[i].choice.variant == choice->variant))
        i++;
    return i < race->count;
}

/* A composition with a variant, once in a race, while there is room. */
static void enter_variant(grn_race *race, const grn_plan *plan, const grn_contender *of, const grn_variant *variant)
{
    grn_choice choice = of->choice;
    choice.variant = variant;
    if (race->count < GRN_MOST_CONTENDERS && !has_entered(race, &choice))
        enter(race, plan, &choice, of->whole);
}

static void enter_variants(grn_race *race, const grn_plan *plan, int32_t of)
{
    const grn_contender c = race->contender[of];
    for (const grn_variant *v = grn_next_variant(&c.choice, NULL); v != NULL; v = grn_next_variant(&c.choice, v))
        enter_variant(race, plan, &c, v);
}

/* The fastest composition of other rows than the best's, where it was near; -1: none was. Distances and
 * streaming change more than that between two. */
static int32_t runner_up(const grn_race *race, int32_t best)
{
    const grn_contender *first = &race->contender[best];
    int32_t found = -1;
    for (int32_t i = 0; i < race->compositions; i++) {
        const grn_contender *c = &race->contender[i];
        const bool near = c->told >= 0 && c->told <= NEAR * first->told && !same_rows(&c->choice, &first->choice);
        if (near && (found < 0 || c->told < race->contender[found].told))
            found = i;
    }
    return found;
}

static void enter_variants_of_two(grn_race *race, const grn_plan *plan, int32_t best)
{
    const int32_t second = has_long_pieces(race) ? runner_up(race, best) : -1;
    enter_variants(race, plan, best);
    if (second >= 0)
        enter_variants(race, plan, second);
}

/* Whether a composition has raced, and was near the best's without its variant. */
static bool was_near(const grn_race *race, const grn_contender *c, const grn_choice *best)
{
    const grn_contender *plain = race->contender;
    while (plain < race->contender + race->compositions && !same_rows(&plain->choice, best))
        plain++;
    return !same_rows(&c->choice, best) && c->told >= 0 && c->told <= NEAR_WITHOUT * plain->told;
}

/* The other compositions with the variant that has won, where they have it. */
static void enter_others(grn_race *race, const grn_plan *plan, int32_t best)
{
    const grn_choice first = race->contender[best].choice;
    for (int32_t i = 0; first.variant != NULL && i < race->compositions; i++) {
        const grn_contender c = race->contender[i];
        const grn_variant *v = grn_variant_named(&c.choice, first.variant->name);
        if (v != NULL && was_near(race, &c, &first))
            enter_variant(race, plan, &c, v);
    }
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static int32_t fastest(const grn_race *race)
{
    int32_t best = -1;
    for (int32_t i = 0; i < race->count; i++) {
        const grn_contender *c = &race->contender[i];
        if (c->least >= 0 && (best < 0 || c->least < race->contender[best].least))
            best = i;
    }
    return best;
}

static int32_t racing(const grn_race *race)
{
    int32_t count = 0;
    for (int32_t i = 0; i < race->count; i++)
        count += race->contender[i].races;
    return count;
}

/* The next that races, in the round's direction; -1: the round is over. */
static int32_t next_in_round(const grn_race *race, int32_t from)
{
    int32_t step = race->round % 2 == 0 ? 1 : -1;
    while (from >= 0 && from < race->count && !race->contender[from].races)
        from += step;
    return from >= 0 && from < race->count ? from : -1;
}

static void begin_round(grn_race *race, int32_t round)
{
    race->round = round;
    race->at = next_in_round(race, round % 2 == 0 ? 0 : race->count - 1);
}

/* Whether a contender that has raced by pieces is to race by longer ones, or whole runs, too. */
static bool is_near(const grn_race *race, int32_t i, int32_t best)
{
    return i == best || (!has_long_pieces(race) && race->contender[i].least <= NEAR * race->contender[best].least);
}

static bool is_other(const grn_choice *c, const grn_choice *best)
{
    return best->variant != NULL && !same_rows(c, best) && strcmp(c->variant->name, best->variant->name) == 0;
}

/* Variants of two, where a race by pieces costs little. */
static bool is_variant_of_two(const grn_race *race, const grn_choice *c, int32_t best)
{
    const int32_t second = has_long_pieces(race) ? runner_up(race, best) : -1;
    return same_rows(c, &race->contender[best].choice) ||
           (second >= 0 && same_rows(c, &race->contender[second].choice));
}

/* Whether contender i is the fastest so far that stores otherwise than the fastest of all, past the caches
 * or not, where the result may stay in the last one. */
static bool stores_otherwise(const grn_race *race, int32_t i, int32_t best)
{
    const grn_plan *leader = &race->composed[best];
    const bool stream = leader->prepared.stream;
    const int64_t bytes = leader->problem.gather != NULL ? leader->traits.moved_bytes : leader->conflicts.footprint;
    if ((double)bytes > leader->machine->last_bytes || race->composed[i].prepared.stream == stream)
        return false;
    for (int32_t k = 0; k < race->count; k++) {
        const double told = race->contender[k].told;
        if (race->composed[k].prepared.stream != stream && told >= 0 &&
            (told < race->contender[i].told || (told == race->contender[i].told && k < i)))
            return false;
    }
    return race->contender[i].told >= 0;
}

/* Whether contender i races at this stage, in which `best` is the fastest so far; -1: none is. */
static bool takes_part(const grn_race *race, int32_t i, int32_t best)
{
    const grn_contender *c = &race->contender[i];
    bool variant = i >= race->compositions, cut = race->loop >= 0;
    switch (race->stage) {
    case GRN_RACE_OF_COMPOSITIONS: return !variant && !(cut && c->whole);
    case GRN_RACE_OF_NEAR:
        return race->composed != NULL && cut && !variant && (c->least < 0 ? c->whole : is_near(race, i, best));
    case GRN_RACE_OF_VARIANTS:
        return best >= 0 && (i == best || (variant && is_variant_of_two(race, &c->choice, best)));
    case GRN_RACE_OF_OTHERS:
        return best >= 0 && (i == best || (variant && is_other(&c->choice, &race->contender[best].choice)));
    case GRN_RACE_OF_STORES:
        return race->composed != NULL && best >= 0 && (i == best || stores_otherwise(race, i, best));
    default: return false;
    }
}

static bool is_whole(const grn_race *race)
{
    int32_t i = 0;
    while (i < race->count && !(race->contender[i].races && race->contender[i].whole))
        i++;
    return i < race->count;
}

/* Steps of the pieces of this stage, who races being known; 0: it goes by whole runs. */
static int64_t steps_of_stage(const grn_race *race)
{
    if (race->loop < 0)
        return 0;
    if (race->stage == GRN_RACE_OF_COMPOSITIONS)
        return race->short_steps;
    if (race->stage == GRN_RACE_OF_STORES)
        return 0;
    if (race->composed != NULL && (race->long_steps == 0 || is_whole(race)))
        return 0;
    return race->long_steps > 0 ? race->long_steps : race->short_steps;
}

/* Pieces take other times than whole runs, and than longer ones. One that switches keeps its pieces. */
static void set_steps(grn_race *race, int64_t steps)
{
    if (race->switches)
        return;
    for (int32_t i = 0; steps != race->steps && i < race->count; i++)
        race->contender[i].least = -1;
    race->steps = steps;
    race->by_pieces = steps > 0;
}

/* The first stage from this one on in which there is something to race, or the end. */
static void begin_stage(grn_race *race, const grn_plan *plan, grn_race_stage from)
{
    for (race->stage = from; race->stage < GRN_RACE_DECIDED; race->stage++) {
        const int32_t best = fastest(race);
        if (race->stage == GRN_RACE_OF_VARIANTS && best >= 0)
            enter_variants_of_two(race, plan, best);
        if (race->stage == GRN_RACE_OF_OTHERS && best >= 0)
            enter_others(race, plan, best);
        for (int32_t i = 0; i < race->count; i++)
            race->contender[i].races = takes_part(race, i, best);
        if (racing(race) > (best >= 0)) {
            set_steps(race, steps_of_stage(race));
            begin_round(race, FIRST_ROUND(race->stage));
            return;
        }
    }
    race->by_pieces = false;
    race->slow = 0;
    race->runs = 0;
    atomic_store_explicit(&race->settled, true, memory_order_relaxed);
}

/* A round is over: who leads, who stays, and what comes next. */
static void end_round(grn_race *race, const grn_plan *plan)
{
    int32_t best = fastest(race);
    atomic_store_explicit(&race->leader, best, memory_order_relaxed);
    for (int32_t i = 0; i < race->count; i++) {
        grn_contender *c = &race->contender[i];
        c->races = c->races && c->least <= margins[race->round] * race->contender[best].least;
    }
    if (racing(race) > 1 && race->round < LAST_ROUND)
        begin_round(race, race->round + 1);
    else
        begin_stage(race, plan, (grn_race_stage)(race->stage + 1));
}

/* What they took before counts no more. */
static void begin_again(grn_race *race, const grn_plan *plan)
{
    for (int32_t i = 0; i < race->count; i++)
        race->contender[i].least = race->contender[i].told = -1;
    race->turns = 0;
    atomic_store_explicit(&race->settled, false, memory_order_relaxed);
    begin_stage(race, plan, GRN_RACE_OF_COMPOSITIONS);
}

static void keep_least(double *least, double ns)
{
    if (*least < 0 || ns < *least)
        *least = ns;
}

static void note_pace(grn_race *race, const grn_plan *plan, grn_contender *leader, double ns)
{
    const bool slow = leader->least >= 0 && ns > SLOWER * leader->least;
    race->runs++;
    if (!slow) {
        keep_least(&leader->least, ns);
        race->slow = 0;
        return;
    }
    race->slow_least = race->slow == 0 || ns < race->slow_least ? ns : race->slow_least;
    if (++race->slow < SLOW_RUNS)
        return;
    race->slow = 0;
    if ((double)race->runs < RUNS_FOR_A_TURN * race->turns)
        leader->least = race->slow_least;
    else
        begin_again(race, plan);
}

void grn_race_note_run(grn_race *race, const grn_plan *plan)
{
    if (race->warm || race->switches)
        return;
    race->warm = true;
    begin_again(race, plan);
}

/* Another program may have had the processor: what stands out is timed once more, then believed. */
static bool stands_out(grn_race *race, double ns)
{
    const int32_t best = fastest(race);
    race->doubted = !race->doubted && best >= 0 && ns > DOUBTED * race->contender[best].least;
    return race->doubted;
}

void grn_race_note(grn_race *race, const grn_plan *plan, int32_t i, double ns)
{
    grn_contender *c = &race->contender[i];
    keep_least(&c->told, ns);
    if (race->stage == GRN_RACE_DECIDED) {
        note_pace(race, plan, c, ns);
        return;
    }
    race->turns += race->by_pieces ? (double)race->steps / (double)plan->normal.extent[race->loop] : 1;
    race->led_in = race->stage == GRN_RACE_OF_STORES && !race->led_in;
    if (race->led_in || stands_out(race, ns))
        return;
    keep_least(&c->least, ns);
    race->at = next_in_round(race, i + (race->round % 2 == 0 ? 1 : -1));
    if (race->at < 0)
        end_round(race, plan);
}

bool grn_race_has_rivals(const grn_race *race)
{
    return race->count > 1 || grn_next_variant(&race->contender[0].choice, NULL) != NULL;
}

int32_t grn_race_turn(grn_race *race)
{
    if (!race->switches)
        return race->stage == GRN_RACE_DECIDED ? atomic_load_explicit(&race->leader, memory_order_relaxed) : race->at;
    race->at = (race->at + 1) % race->count;
    return race->at;
}

/* The cheapest of a kind; mover NULL: there is none. */
typedef struct seats {
    grn_offer alone, by_data;
} seats;

static void keep_cheaper(grn_offer *seat, const grn_choice *choice, double expected_ns)
{
    if (seat->choice.mover == NULL || expected_ns < seat->expected_ns)
        *seat = (grn_offer){*choice, expected_ns};
}

static void seat(void *user, const grn_choice *choice, double expected_ns)
{
    seats *s = user;
    if (choice->partition->whole)
        keep_cheaper(&s->alone, choice, expected_ns);
    if (choice->addressing->by_data)
        keep_cheaper(&s->by_data, choice, expected_ns);
}

static size_t add_seat(const grn_offer *seat, double most_ns, size_t count, grn_offer *offer)
{
    if (seat->choice.mover == NULL || seat->expected_ns > most_ns)
        return count;
    for (size_t i = 0; i < count; i++)
        if (same_rows(&offer[i].choice, &seat->choice))
            return count;
    offer[count] = *seat;
    return count + 1;
}

/* Those that the figures cannot tell from the cheapest; all of them where it switches. */
static size_t find_offers(const grn_plan *plan, bool switches, grn_offer *offer)
{
    seats s = {{.expected_ns = 0}, {.expected_ns = 0}};
    size_t count = grn_cheapest_of(plan, GRN_RACE_CHEAPEST, offer);
    const double most_ns = switches ? HUGE_VAL : CANNOT_TELL * offer[0].expected_ns;
    while (count > 1 && offer[count - 1].expected_ns > most_ns)
        count--;
    grn_compositions_each(plan, seat, &s);
    count = add_seat(&s.alone, most_ns, count, offer);
    return add_seat(&s.by_data, most_ns, count, offer);
}

void grn_race_init(grn_race *race, const grn_plan *plan, bool switches, grn_plan *composed)
{
    grn_offer offer[GRN_RACE_COMPOSITIONS];
    const size_t count = find_offers(plan, switches, offer);
    race->busy = (atomic_flag)ATOMIC_FLAG_INIT;
    atomic_init(&race->leader, 0);
    atomic_init(&race->settled, false);
    race->switches = switches;
    race->steps = race->short_steps = 0;
    race->doubted = race->by_pieces = race->warm = race->led_in = false;
    race->at = race->slow = race->count = 0;
    race->turns = 0;
    race->scratch_bytes = 0;
    race->composed = composed;
    choose_pieces(race, plan);
    enter_compositions(race, plan, count, offer);
    if (switches)
        enter_variants(race, plan, 0);
    begin_stage(race, plan, GRN_RACE_OF_COMPOSITIONS);
}
