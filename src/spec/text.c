/* text.c - the spec's enumerators and lists as text. */
#include <inttypes.h>
#include <stdio.h>

#include "spec/check.h"

const char *grn_bounds_text(grn_bounds bounds)
{
    static const char *const text[] = {
#define BOUNDS_TEXT(name, spelled) [GRN_BOUNDS_##name] = spelled,
        GRN_BOUNDS_POLICIES(BOUNDS_TEXT)
#undef BOUNDS_TEXT
    };
    return (unsigned)bounds < GRN_COUNT(text) ? text[bounds] : "unknown";
}

const char *grn_combiner_text(grn_combiner combiner)
{
    static const char *const text[] = {
#define COMBINER_TEXT(name, spelled) [GRN_COMBINE_##name] = spelled,
        GRN_COMBINERS(COMBINER_TEXT)
#undef COMBINER_TEXT
    };
    return (unsigned)combiner < GRN_COUNT(text) ? text[combiner] : "unknown";
}

const char *grn_list_text(const int64_t *v, int32_t count, char *buffer)
{
    size_t n = 0;
    buffer[n++] = '[';
    for (int32_t i = 0; i < count; i++)
        n += (size_t)snprintf(buffer + n, GRN_LIST_BYTES - n, "%s%" PRId64, i > 0 ? ", " : "", v[i]);
    buffer[n++] = ']';
    buffer[n] = '\0';
    return buffer;
}
