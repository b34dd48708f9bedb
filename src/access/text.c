/* text.c - the spec's enumerators as text. */
#include "access/check.h"

const char *grn_bounds_text(grn_bounds bounds)
{
    static const char *const text[] = {[GRN_BOUNDS_DEFAULT] = "default",
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
