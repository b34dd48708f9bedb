/* words.c - words that are near to others, and lists of them. */
#include <string.h>

#include "arguments.h"

#define MOST_LETTERS 40

bool ends_in(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Letters to change, add, leave out or exchange with the next to make `b` of `a`, of at most MOST_LETTERS each (Damerau's and
 * Levenshtein's distance, where no part is edited twice). */
static unsigned distance(const char *a, const char *b)
{
    unsigned d[MOST_LETTERS + 1][MOST_LETTERS + 1];
    const size_t na = strlen(a), nb = strlen(b);
    for (size_t i = 0; i <= na; i++)
        for (size_t j = 0; j <= nb; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = (unsigned)(i + j);
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[na][nb];
}

/* One letter in three may be wrong, and never all of them. */
const char *nearest_word(const char *meant, word_at *at, const void *words)
{
    const size_t n = strlen(meant);
    const char *nearest = NULL, *word;
    unsigned best = n < 3 ? (unsigned)n : (unsigned)(n + 2) / 3 + 1;
    for (size_t i = 0; n <= MOST_LETTERS && (word = at(words, i)) != NULL; i++) {
        const unsigned d = strlen(word) <= MOST_LETTERS ? distance(meant, word) : best;
        if (d < best) {
            best = d;
            nearest = word;
        }
    }
    return nearest;
}

const char *list_words(word_at *at, const void *words, const char *before, char *out, size_t bytes)
{
    size_t used = 0;
    const char *word = at(words, 0), *next;
    out[0] = '\0';
    for (size_t i = 0; word && used < bytes; i++, word = next) {
        next = at(words, i + 1);
        const char *between = i == 0 ? "" : next ? ", " : " or ";
        int n = snprintf(out + used, bytes - used, "%s%s%s", between, before, word);
        used += n > 0 ? (size_t)n : 0;
    }
    return out;
}
