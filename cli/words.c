/* words.c - ends of words, and lists of them. */
#include <string.h>

#include "arguments.h"

bool ends_in(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
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
