/* nearest.c - the word that a misspelt one may mean: an op of an IR, or one of any list. */
#include "ir/ir.h"

#define MOST_LETTERS 60

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Letters to change, add, leave out or exchange with the next to make `b` of `a` (the optimal
 * string alignment distance). */
static unsigned distance(grn_str a, grn_str b)
{
    unsigned d[3][MOST_LETTERS + 1]; /* rows i - 2, i - 1 and i, in turn */
    for (size_t j = 0; j <= b.n; j++)
        d[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a.n; i++) {
        unsigned *now = d[i % 3], *above = d[(i + 2) % 3], *before = d[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b.n; j++) {
            now[j] = least(least(above[j], now[j - 1]) + 1, above[j - 1] + (a.text[i - 1] != b.text[j - 1]));
            if (i > 1 && j > 1 && a.text[i - 1] == b.text[j - 2] && a.text[i - 2] == b.text[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return d[a.n % 3][b.n];
}

/* Up to one letter in three of the name without its dialect may be wrong. */
static unsigned first_too_far(grn_str name)
{
    const char *dot = memchr(name.text, '.', name.n);
    const size_t n = dot ? name.n - (size_t)(dot - name.text) - 1 : name.n;
    return (unsigned)(n + 2) / 3 + 1;
}

bool grn_is_nearer(grn_str meant, grn_str word, unsigned *best)
{
    const unsigned d = meant.n <= MOST_LETTERS && word.n <= MOST_LETTERS ? distance(meant, word) : *best;
    const bool is_nearer = d < *best;
    *best = is_nearer ? d : *best;
    return is_nearer;
}

static void look_in(const grn_dialect *dialect, grn_str name, unsigned *best, const char **nearest)
{
    for (const grn_op_def *const *table = dialect->ops; table && *table; table++)
        for (const grn_op_def *def = *table; def->name; def++)
            if (grn_is_nearer(name, (grn_str){def->name, strlen(def->name)}, best))
                *nearest = def->name;
}

const char *grn_ir_nearest_op(const grn_ir *ir, grn_str name)
{
    const char *nearest = NULL;
    unsigned best = first_too_far(name);
    for (size_t i = 0; name.n <= MOST_LETTERS && ir->dialects[i]; i++)
        look_in(ir->dialects[i], name, &best, &nearest);
    return nearest;
}
