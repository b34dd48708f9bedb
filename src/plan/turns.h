/*
 * turns.h (internal) - several ways to do the same thing take turns until the fastest is known.
 *
 * Knows: times. Must not know: clocks, plans, what is timed.
 *
 * A stage has rounds. Entrants have their turns in order, and in reverse order in the next round; those
 * that are too far behind at the end of a round are left out of what follows, none by a single time: the
 * first of a stage may be the one that touches new memory. The least time of each counts, because another
 * program can make a run longer and never shorter. After the last stage the
 * leader runs alone, and its pace is watched: where it falls off for good, the race is to begin again.
 */
#ifndef GRN_PLAN_TURNS_H
#define GRN_PLAN_TURNS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define GRN_MOST_ENTRANTS 27

typedef struct grn_entrant {
    double least; /* nanoseconds, as this stage times it; below 0: not timed */
    double told;  /* the same of all stages since the race began */
    bool races;   /* in this round */
    bool once;    /* timed a single time in this stage */
} grn_entrant;

typedef struct grn_turns {
    atomic_int leader;   /* grn_turns_leader */
    atomic_bool settled; /* grn_turns_are_settled */
    int32_t count;       /* of entrants */
    int32_t round, at;   /* at: the entrant whose turn it is */
    bool doubted;        /* its last time stood out, so that it runs once more */
    bool recalls;        /* at the end of a round: who would be left out by a single time runs once more */
    int32_t slow;        /* the leader's last runs that were slower than it can be */
    double slow_least;   /* of those */
    double spent;        /* that the race took, in runs */
    int64_t runs;        /* since it was settled */
    grn_entrant entrant[GRN_MOST_ENTRANTS];
} grn_turns;

/* Both may be asked while another thread notes a time: who leads, and whether it runs alone. */
static inline int32_t grn_turns_leader(const grn_turns *turns)
{
    return atomic_load_explicit(&turns->leader, memory_order_relaxed);
}
static inline bool grn_turns_are_settled(const grn_turns *turns)
{
    return atomic_load_explicit(&turns->settled, memory_order_relaxed);
}

/* No entrant has been timed; the first one leads. */
void grn_turns_init(grn_turns *turns, int32_t count);
/* One entrant more, which has not been timed. */
void grn_turns_add(grn_turns *turns);
/* Every time of this stage is forgotten; where the race begins again, those of all stages. */
void grn_turns_forget(grn_turns *turns, bool all_stages);

/* The fastest of this stage; -1: none is timed. */
int32_t grn_turns_fastest(const grn_turns *turns);
/* How many race. */
int32_t grn_turns_racing(const grn_turns *turns);
/* Begins a stage of those that race, at its first round: 0, where the first times say little, as memory is
 * touched for the first time, up to GRN_LAST_ROUND. */
#define GRN_LAST_ROUND 4
void grn_turns_begin(grn_turns *turns, int32_t first_round);
/* No stage is left: the leader runs alone. */
void grn_turns_settle(grn_turns *turns);

/* What entrant i took in a turn that does not count. */
void grn_turns_tell(grn_turns *turns, int32_t i, double ns);
/* What entrant i took, whose turn it is; true: the stage is over, and the leader is its fastest. */
bool grn_turns_note(grn_turns *turns, int32_t i, double ns);
/* The same once the race is settled; true: it is to begin again. */
bool grn_turns_note_pace(grn_turns *turns, int32_t i, double ns);

#endif
