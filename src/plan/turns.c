/* turns.c - whose turn it is, who is left, and when a race begins again: from times alone. */
#include "plan/turns.h"

/* An entrant stays in the race as long as it is within so much of the fastest, by the round. Two of
 * which each has been timed before begin late. */
static const double margins[GRN_LAST_ROUND + 1] = {8, 2, 1.2, 1.05, 1};
/* What took so many times what the fastest took is timed again before it counts. */
#define DOUBTED 3

/* So many runs of the winner, one after the other, each this many times as long as it was at its
 * best: the data changed, or what else runs here. The race begins again, where it has not been for
 * so long that its turns are that part of all runs; else that is the winner's pace from now on. */
#define SLOWER 1.5
#define SLOW_RUNS 8
#define RUNS_FOR_A_TURN 20

/* ---- entrants -------------------------------------------------------------------------------- */

void grn_turns_init(grn_turns *r, int32_t count)
{
    atomic_init(&r->leader, 0);
    atomic_init(&r->settled, false);
    r->count = r->round = r->at = r->slow = 0;
    r->doubted = r->recalls = false;
    r->slow_least = r->spent = 0;
    r->runs = 0;
    while (r->count < count)
        grn_turns_add(r);
}

void grn_turns_add(grn_turns *r) { r->entrant[r->count++] = (grn_entrant){-1, -1, false, false}; }

void grn_turns_forget(grn_turns *r, bool all_stages)
{
    for (int32_t i = 0; i < r->count; i++) {
        r->entrant[i].least = -1;
        if (all_stages)
            r->entrant[i].told = -1;
    }
    if (!all_stages)
        return;
    r->spent = 0;
    atomic_store_explicit(&r->settled, false, memory_order_relaxed);
}

int32_t grn_turns_fastest(const grn_turns *r)
{
    int32_t best = -1;
    for (int32_t i = 0; i < r->count; i++)
        if (r->entrant[i].least >= 0 && (best < 0 || r->entrant[i].least < r->entrant[best].least))
            best = i;
    return best;
}

int32_t grn_turns_racing(const grn_turns *r)
{
    int32_t count = 0;
    for (int32_t i = 0; i < r->count; i++)
        count += r->entrant[i].races;
    return count;
}

static void keep_least(double *least, double ns)
{
    if (*least < 0 || ns < *least)
        *least = ns;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The next that races, in the round's direction; -1: the round is over. */
static int32_t next_in_round(const grn_turns *r, int32_t from)
{
    const int32_t step = r->round % 2 == 0 ? 1 : -1;
    while (from >= 0 && from < r->count && !r->entrant[from].races)
        from += step;
    return from >= 0 && from < r->count ? from : -1;
}

void grn_turns_begin(grn_turns *r, int32_t round)
{
    r->round = round;
    r->at = next_in_round(r, round % 2 == 0 ? 0 : r->count - 1);
}

void grn_turns_settle(grn_turns *r)
{
    r->slow = 0;
    r->runs = 0;
    atomic_store_explicit(&r->settled, true, memory_order_relaxed);
}

static bool is_behind(const grn_turns *r, int32_t i, int32_t best)
{
    return r->entrant[i].least > margins[r->round] * r->entrant[best].least;
}

/* Who would be left out by a single time; -1: nobody. Where others came before, `stands_out` has seen to it. */
static int32_t next_to_recall(const grn_turns *r, int32_t best)
{
    int32_t i = 0;
    while (i < r->count && !(r->entrant[i].races && r->entrant[i].once && is_behind(r, i, best)))
        i++;
    return i < r->count ? i : -1;
}

/* All had their turns: who leads, and who stays. True: no other round follows. */
static bool end_round(grn_turns *r)
{
    const int32_t best = grn_turns_fastest(r), again = next_to_recall(r, best);
    r->recalls = again >= 0;
    if (r->recalls) {
        r->at = again;
        return false;
    }
    atomic_store_explicit(&r->leader, best, memory_order_relaxed);
    for (int32_t i = 0; i < r->count; i++) {
        grn_entrant *e = &r->entrant[i];
        e->races = e->races && !is_behind(r, i, best);
    }
    if (grn_turns_racing(r) <= 1 || r->round >= GRN_LAST_ROUND)
        return true;
    grn_turns_begin(r, r->round + 1);
    return false;
}

/* Another program may have had the processor: what stands out is timed once more, then believed. */
static bool stands_out(grn_turns *r, double ns)
{
    const int32_t best = grn_turns_fastest(r);
    r->doubted = !r->doubted && best >= 0 && ns > DOUBTED * r->entrant[best].least;
    return r->doubted;
}

void grn_turns_tell(grn_turns *r, int32_t i, double ns) { keep_least(&r->entrant[i].told, ns); }

bool grn_turns_note(grn_turns *r, int32_t i, double ns)
{
    grn_entrant *e = &r->entrant[i];
    const bool again = r->doubted || r->recalls;
    grn_turns_tell(r, i, ns);
    if (!r->recalls && stands_out(r, ns))
        return false;
    e->once = e->least < 0 && !again;
    keep_least(&e->least, ns);
    if (r->recalls)
        return end_round(r);
    r->at = next_in_round(r, i + (r->round % 2 == 0 ? 1 : -1));
    return r->at < 0 && end_round(r);
}

bool grn_turns_note_pace(grn_turns *r, int32_t i, double ns)
{
    grn_entrant *leader = &r->entrant[i];
    const bool slow = leader->least >= 0 && ns > SLOWER * leader->least;
    grn_turns_tell(r, i, ns);
    r->runs++;
    if (!slow) {
        keep_least(&leader->least, ns);
        r->slow = 0;
        return false;
    }
    r->slow_least = r->slow == 0 || ns < r->slow_least ? ns : r->slow_least;
    if (++r->slow < SLOW_RUNS)
        return false;
    r->slow = 0;
    if ((double)r->runs >= RUNS_FOR_A_TURN * r->spent)
        return true;
    leader->least = r->slow_least;
    return false;
}
