/*
 * tune_compare.c - whether the second of two ways is slower than the first, from times of pairs of
 * runs.
 *
 * A run that another program disturbs is longer, never shorter, and whichever way it was of. So
 * ratios are taken of pairs that ran one right after the other, and a way is slower where nearly
 * all pairs say so and not only some: the middle ratio is over SLOWER, and so many as three of four
 * are over NOISE.
 */
#include <stdlib.h>

#include "tune_check.h"

#define SLOWER 1.2
#define NOISE 1.08

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

tune_verdict tune_compare(size_t count, const double *usual, const double *own)
{
    double ratio[TUNE_MOST_PAIRS];
    for (size_t i = 0; i < count; i++)
        ratio[i] = own[i] / usual[i];
    qsort(ratio, count, sizeof *ratio, by_value);
    return (tune_verdict){ratio[count / 2], ratio[count / 2] > SLOWER && ratio[count / 4] > NOISE};
}
