/* shuffled.c - tasks in an order of their own. */
#include "shuffled.h"

#include <stdlib.h>

#include "common.h"
#include "support/random_tensor.h"

static void for_each(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    shuffled *s = user;
    int64_t *order = calloc((size_t)ntasks + 1, sizeof *order);
    if (!order)
        broken("there is memory for the order of tasks", NULL, NULL);
    for (int32_t i = 0; i < ntasks; i++)
        order[i] = i;
    random_shuffle(random_from_seed(&s->state), order, ntasks);
    for (int32_t i = 0; i < ntasks; i++)
        task(context, (int32_t)order[i]);
    free(order);
}

void shuffled_init(shuffled *s, int32_t threads, uint64_t seed)
{
    *s = (shuffled){.state = seed, .parallel = {for_each, s, threads}};
}
