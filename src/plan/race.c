/* race.c - who races, in what order, and who is left: from times alone. */
#include "plan/race.h"

#include <math.h>
#include <string.h>

#include "plan/scatter/scatter.h"

/* The factor by which the figures may be wrong between two compositions. */
#define CANNOT_TELL 2.5

/* The first round of a stage. */
#define FIRST_ROUND(stage) ((stage) == GRN_RACE_OF_COMPOSITIONS ? 0 : (stage) == GRN_RACE_OF_STORES ? 3 : 1)
/* A turn of several runs goes on while each takes less than so much of the one before; as many lead in at most. */
#define SHORTER 0.97
#define MOST_LEAD_RUNS 6
/* A contender that is within so much of the fastest by pieces races by whole runs, too. */
#define NEAR 1.3
/* ... and with the variant that has won where it was so near without: as much as that may gain. */
#define NEAR_WITHOUT 1.6

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
    grn_plan trial, *own = race->composed != NULL ? &race->composed[race->turns.count] : &trial;
    *own = *plan;
    own->race = NULL;
    if (grn_compose(own, choice) == NULL) {
        race->contender[race->turns.count] = (grn_contender){*choice, whole};
        grn_turns_add(&race->turns);
    }
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
    race->compositions = race->turns.count;
}

static bool same_rows(const grn_choice *a, const grn_choice *b)
{
    return a->addressing == b->addressing && a->partition == b->partition && a->mover == b->mover;
}

static bool has_entered(const grn_race *race, const grn_choice *choice)
{
    int32_t i = 0;
    while (i < race->turns.count &&
           !(same_rows(&race->contender[i].choice, choice) && race->contender[i].choice.variant == choice->variant))
        i++;
    return i < race->turns.count;
}

/* A composition with a variant, once in a race, while there is room. */
static void enter_variant(grn_race *race, const grn_plan *plan, const grn_contender *of, const grn_variant *variant)
{
    grn_choice choice = of->choice;
    choice.variant = variant;
    if (race->turns.count < GRN_MOST_CONTENDERS && !has_entered(race, &choice))
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
    const grn_choice *first = &race->contender[best].choice;
    const grn_entrant *entrant = race->turns.entrant;
    int32_t found = -1;
    for (int32_t i = 0; i < race->compositions; i++) {
        const double told = entrant[i].told;
        const bool near =
            told >= 0 && told <= NEAR * entrant[best].told && !same_rows(&race->contender[i].choice, first);
        if (near && (found < 0 || told < entrant[found].told))
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
static bool was_near(const grn_race *race, int32_t i, const grn_choice *best)
{
    const double told = race->turns.entrant[i].told;
    int32_t plain = 0;
    while (plain < race->compositions && !same_rows(&race->contender[plain].choice, best))
        plain++;
    return !same_rows(&race->contender[i].choice, best) && told >= 0 &&
           told <= NEAR_WITHOUT * race->turns.entrant[plain].told;
}

/* The other compositions with the variant that has won, where they have it. */
static void enter_others(grn_race *race, const grn_plan *plan, int32_t best)
{
    const grn_choice first = race->contender[best].choice;
    for (int32_t i = 0; first.variant != NULL && i < race->compositions; i++) {
        const grn_contender c = race->contender[i];
        const grn_variant *v = grn_variant_named(&c.choice, first.variant->name);
        if (v != NULL && was_near(race, i, &first))
            enter_variant(race, plan, &c, v);
    }
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Whether a contender that has raced by pieces is to race by longer ones, or whole runs, too. */
static bool is_near(const grn_race *race, int32_t i, int32_t best)
{
    const grn_entrant *entrant = race->turns.entrant;
    return i == best || (!has_long_pieces(race) && entrant[i].least <= NEAR * entrant[best].least);
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
    for (int32_t k = 0; k < race->turns.count; k++) {
        const double told = race->turns.entrant[k].told;
        if (race->composed[k].prepared.stream != stream && told >= 0 &&
            (told < race->turns.entrant[i].told || (told == race->turns.entrant[i].told && k < i)))
            return false;
    }
    return race->turns.entrant[i].told >= 0;
}

/* Whether contender i races at this stage, in which `best` is the fastest so far; -1: none is. */
static bool takes_part(const grn_race *race, int32_t i, int32_t best)
{
    const grn_contender *c = &race->contender[i];
    bool variant = i >= race->compositions, cut = race->loop >= 0;
    switch (race->stage) {
    case GRN_RACE_OF_COMPOSITIONS: return !variant && !(cut && c->whole);
    case GRN_RACE_OF_NEAR:
        return race->composed != NULL && cut && !variant &&
               (race->turns.entrant[i].least < 0 ? c->whole : is_near(race, i, best));
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
    while (i < race->turns.count && !(race->turns.entrant[i].races && race->contender[i].whole))
        i++;
    return i < race->turns.count;
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
    if (steps != race->steps)
        grn_turns_forget(&race->turns, false);
    race->steps = steps;
    race->by_pieces = steps > 0;
}

/* The first stage from this one on in which there is something to race, or the end. */
static void begin_stage(grn_race *race, const grn_plan *plan, grn_race_stage from)
{
    for (race->stage = from; race->stage < GRN_RACE_DECIDED; race->stage++) {
        const int32_t best = grn_turns_fastest(&race->turns);
        if (race->stage == GRN_RACE_OF_VARIANTS && best >= 0)
            enter_variants_of_two(race, plan, best);
        if (race->stage == GRN_RACE_OF_OTHERS && best >= 0)
            enter_others(race, plan, best);
        for (int32_t i = 0; i < race->turns.count; i++)
            race->turns.entrant[i].races = takes_part(race, i, best);
        if (grn_turns_racing(&race->turns) > (best >= 0)) {
            set_steps(race, steps_of_stage(race));
            grn_turns_begin(&race->turns, FIRST_ROUND(race->stage));
            return;
        }
    }
    race->by_pieces = false;
    grn_turns_settle(&race->turns);
}

/* What they took before counts no more. */
static void begin_again(grn_race *race, const grn_plan *plan)
{
    grn_turns_forget(&race->turns, true);
    begin_stage(race, plan, GRN_RACE_OF_COMPOSITIONS);
}

void grn_race_note_run(grn_race *race, const grn_plan *plan)
{
    if (race->warm || race->switches)
        return;
    race->warm = true;
    begin_again(race, plan);
}

/* Whether a run of a turn of several only leads in to the next. */
static bool leads_in(grn_race *race, double ns)
{
    const bool shortens = race->lead_runs == 0 || ns < SHORTER * race->last_ns;
    race->last_ns = ns;
    race->lead_runs = shortens && race->lead_runs < MOST_LEAD_RUNS ? race->lead_runs + 1 : 0;
    return race->lead_runs > 0;
}

void grn_race_note(grn_race *race, const grn_plan *plan, int32_t i, double ns)
{
    grn_turns *turns = &race->turns;
    /* Where the data does not suit it, such a row does what another one does, without that one's variants. */
    if (race->contender[i].choice.addressing->by_data) {
        grn_turns_tell(turns, i, ns);
        ns *= GRN_CLEARLY;
    }
    if (race->stage == GRN_RACE_DECIDED) {
        if (grn_turns_note_pace(turns, i, ns))
            begin_again(race, plan);
        return;
    }
    turns->spent += race->by_pieces ? (double)race->steps / (double)plan->normal.extent[race->loop] : 1;
    if (race->stage == GRN_RACE_OF_STORES && leads_in(race, ns))
        grn_turns_tell(turns, i, ns);
    else if (grn_turns_note(turns, i, ns))
        begin_stage(race, plan, (grn_race_stage)(race->stage + 1));
}

bool grn_race_has_rivals(const grn_race *race)
{
    return race->turns.count > 1 || grn_next_variant(&race->contender[0].choice, NULL) != NULL;
}

int32_t grn_race_turn(grn_race *race)
{
    grn_turns *turns = &race->turns;
    if (!race->switches)
        return race->stage == GRN_RACE_DECIDED ? grn_turns_leader(turns) : turns->at;
    turns->at = (turns->at + 1) % turns->count;
    return turns->at;
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
    grn_turns_init(&race->turns, 0);
    race->switches = switches;
    race->steps = race->short_steps = 0;
    race->by_pieces = race->warm = false;
    race->lead_runs = 0;
    race->last_ns = 0;
    race->scratch_bytes = 0;
    race->composed = composed;
    choose_pieces(race, plan);
    enter_compositions(race, plan, count, offer);
    if (switches)
        enter_variants(race, plan, 0);
    begin_stage(race, plan, GRN_RACE_OF_COMPOSITIONS);
}
