/*
 * race.h (internal) - compositions of one plan that take turns on its runs.
 *
 * Knows: plans, the order that costs put their compositions in, times. Must
 * not know: what rows there are, or what they cost.
 *
 * The figures of a machine order compositions well, and cannot tell near ones
 * apart: distances of prefetching, streaming or not, blocks or panels are each
 * right on some machine and wrong on another. So a plan that moves enough keeps
 * the cheapest few, all composed, and each of its runs is one of them, timed:
 * in turn, then in reverse, those that fall behind being left out; then the
 * fastest one's variants; then the winner alone. A run that others disturbed is
 * no shorter for it, so that the least time of each counts. When the winner's
 * pace falls off, since the data changed, the race begins again.
 *
 * Bits do not depend on who runs: every composition gives the same. A race is
 * the one thing of a plan that runs change; one run at a time is timed, and
 * those beside it are the leader's.
 *
 * race.c says who takes part in each stage, turns.c who wins it, both from times alone and without a
 * clock; race_run.c runs.
 */
#ifndef GRN_PLAN_RACE_H
#define GRN_PLAN_RACE_H

#include "plan/plan.h"
#include "plan/turns.h"

/* What is expected to take less is not raced: trials would cost more than they gain. */
#define GRN_RACE_FROM_NS 50000.0
/* The same of a call whose plan is not kept: all of its race is in its one run. */
#define GRN_RACE_ONCE_FROM_NS 2500000.0

/* The cheapest compositions; two more, whatever is cheaper: the cheapest on one thread, and the cheapest
 * that the data decides about; and the variants of those that were the fastest of them: of two, as a
 * race that begins again may have another winner. */
#define GRN_RACE_CHEAPEST 5
#define GRN_RACE_COMPOSITIONS (GRN_RACE_CHEAPEST + 2)
#define GRN_RACE_VARIANTS 20
#define GRN_MOST_CONTENDERS (GRN_RACE_COMPOSITIONS + GRN_RACE_VARIANTS)

_Static_assert(GRN_MOST_CONTENDERS <= GRN_MOST_ENTRANTS, "a round has no room for all contenders");

/* One that races, the entrant of the same number; it is composed where it has room (`composed` of the
 * race), or for each piece. Times are of the whole. */
typedef struct grn_contender {
    grn_choice choice;
    bool whole; /* a piece would take it more than its share */
} grn_contender;

/*
 * What a race has come to. Compositions race by pieces of a run where they can be cut; then the
 * fastest, those near it where the pieces were short, and those that want the whole at once, by
 * longer pieces or whole runs; then the variants of the fastest, whose distances a short piece does
 * not show, and where the compositions had long pieces those of the next that was near; then the
 * other compositions that are near, with the variant that has won; then the fastest that stores past
 * the caches and the fastest that does not, where the result may stay in the last cache: each leaves it
 * where the other is slow, so that a turn is several runs: as long as they get shorter, and the last
 * counts. A plan that is not kept has one run, and all of it by pieces. Each stage has rounds; who is
 * behind at the end of one is left out.
 */
typedef enum grn_race_stage {
    GRN_RACE_OF_COMPOSITIONS,
    GRN_RACE_OF_NEAR,
    GRN_RACE_OF_VARIANTS,
    GRN_RACE_OF_OTHERS,
    GRN_RACE_OF_STORES,
    GRN_RACE_DECIDED
} grn_race_stage;

struct grn_race {
    atomic_flag busy; /* a run is being timed; all fields but two of `turns` are its own */
    grn_turns turns;
    bool switches; /* every run, or piece, is another's */
    grn_race_stage stage;
    int32_t lead_runs;    /* of a turn of several runs, so far */
    double last_ns;       /* the last one of them */
    bool by_pieces;       /* this stage */
    bool warm;            /* a run of a kept plan is over: memory has been touched */
    int32_t compositions; /* contenders that are no variants, which come first */
    int32_t loop;         /* that pieces are cut from; -1: none is */
    int64_t steps;        /* of the loop, in a piece of this stage */
    int64_t short_steps;  /* ... while compositions race */
    int64_t long_steps;   /* ... after that; 0: a run is too short for it */
    size_t scratch_bytes; /* that whoever races needs at most */
    grn_contender contender[GRN_MOST_CONTENDERS];
    grn_plan *composed; /* [GRN_MOST_CONTENDERS]; NULL: of a plan that is not kept */
};

/* ---- decisions (race.c) ---------------------------------------------------------------------- */

/* The plan's cheapest compositions, within what its figures may be wrong by; all of them where it
 * switches. */
void grn_race_init(grn_race *race, const grn_plan *plan, bool switches, grn_plan *composed);
/* Whether there is more than one way to run the plan. */
bool grn_race_has_rivals(const grn_race *race);
/* The contender whose turn it is. */
int32_t grn_race_turn(grn_race *race);
/* What the whole took contender i, whose turn it was, or would have taken at a piece's pace. */
void grn_race_note(grn_race *race, const grn_plan *plan, int32_t i, double ns);
/* A run of a plan that is kept is over. What its pieces took in the first one says little: lines came from farther
 * away than they will, and more so for those that do not prefetch. The race begins again. */
void grn_race_note_run(grn_race *race, const grn_plan *plan);

/* ---- runs (race_run.c) ----------------------------------------------------------------------- */

/* Sets plan->race, and plan->run and plan->scratch_bytes as it needs them; leaves a plan alone that
 * has nothing to race, or whose options forbid it. GRN_E_MEMORY. */
grn_status grn_race_begin(grn_plan *plan, const grn_plan_options *options, const grn_allocator *allocator);
void grn_race_end(grn_race *race, const grn_allocator *allocator);
/* The same for a plan that has one run, where that moves enough; `race` is the caller's room. */
void grn_race_begin_once(grn_plan *plan, bool switches, grn_race *race);

/* The composition that runs now: the plan itself, or the race's leader. */
const grn_plan *grn_race_leader(const grn_plan *plan);
/* Whether it is not settled yet. */
bool grn_race_is_open(const grn_plan *plan);

#endif
