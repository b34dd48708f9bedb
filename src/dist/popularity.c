/* popularity.c - sums over the rows of a table that are named by Zipf's law. */
#include <math.h>

#include "dist/popularity.h"

#define EACH_BELOW 64 /* rows that are taken one by one */

/* The sum of (r + 1)^-zipf over [from, to): one by one where the terms differ much, else as an
 * integral from middle to middle. */
static double weight(double zipf, int64_t from, int64_t to)
{
    double sum = 0;
    for (; from < to && from < EACH_BELOW; from++)
        sum += pow((double)from + 1.0, -zipf);
    if (from >= to)
        return sum;
    const double a = (double)from + 0.5, b = (double)to + 0.5;
    const double power = 1.0 - zipf;
    /* b^power - a^power over power, which for a power of 0 is log(b / a) */
    const double logs = log(b / a);
    const double over = fabs(power * logs) < 1e-8 ? logs : expm1(power * logs) / power;
    return sum + pow(a, power) * over;
}

/* The end of the span that begins at `from`: a twentieth longer than all before it. */
static int64_t span_end(int64_t from, int64_t to)
{
    const int64_t step = from < EACH_BELOW ? 1 : from / 20;
    return to - from > step ? from + step : to;
}

/* 1 - (1 - p)^ids: that something of probability p is named at all. */
static double named(double p, double ids) { return p >= 1.0 ? 1.0 : -expm1(ids * log1p(-p)); }

grn_popularity grn_popularity_of(int64_t rows, double zipf)
{
    return (grn_popularity){rows, zipf, weight(zipf, 0, rows)};
}

double grn_popularity_share(const grn_popularity *p, int64_t from, int64_t to)
{
    return from < to ? weight(p->zipf, from, to) / p->total : 0;
}

double grn_popularity_distinct(const grn_popularity *p, double ids, int64_t from, int64_t to)
{
    double distinct = 0;
    for (int64_t end; from < to; from = end) {
        end = span_end(from, to);
        const double n = (double)(end - from);
        distinct += n * named(grn_popularity_share(p, from, end) / n, ids);
    }
    return distinct;
}

double grn_popularity_blocks(const grn_popularity *p, double ids, int64_t parts)
{
    const int64_t block = p->rows / parts + (p->rows % parts != 0), used = p->rows / block + (p->rows % block != 0);
    double blocks = 0;
    for (int64_t from = 0, end; from < used; from = end) {
        end = span_end(from, used);
        const double n = (double)(end - from);
        const int64_t last = end == used ? p->rows : end * block;
        blocks += n * named(grn_popularity_share(p, from * block, last) / n, ids);
    }
    return blocks;
}
