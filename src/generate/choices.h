/*
 * choices.h - random choices, from a seed or from wherever a caller has them.
 */
#ifndef GRN_GENERATE_CHOICES_H
#define GRN_GENERATE_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct grn_choices {
    uint64_t (*next)(void *user, uint64_t bound); /* a number in [0, bound), bound > 0 */
    void *user;
} grn_choices;

/* splitmix64, whose state any number may be. */
grn_choices grn_choices_of_seed(uint64_t *state);
/* The state of program `number` of a series. */
uint64_t grn_choices_state(uint64_t seed, uint64_t number);

static inline uint64_t grn_pick(grn_choices c, uint64_t bound) { return c.next(c.user, bound); }
/* A number in [low, high]; low where that is empty. */
static inline int64_t grn_pick_between(grn_choices c, int64_t low, int64_t high)
{
    return high <= low ? low : low + (int64_t)grn_pick(c, (uint64_t)high - (uint64_t)low + 1);
}
static inline bool grn_one_in(grn_choices c, uint64_t n) { return grn_pick(c, n) == 0; }
#define GRN_PICK_OF(c, array) ((array)[grn_pick((c), sizeof(array) / sizeof *(array))])
void grn_pick_order(grn_choices c, int64_t *v, int32_t count); /* shuffles */

#endif
