/* words.c - the texts of garner/dist.h's enumerators. */
#include "garner/dist.h"

GRN_API const char *grn_owner_text(grn_owner owner)
{
    static const char *const texts[] = {
#define OWNER_TEXT(name, text) [GRN_OWNER_##name] = text,
        GRN_OWNERS(OWNER_TEXT)
#undef OWNER_TEXT
    };
    return (unsigned)owner < GRN_OWNER_COUNT ? texts[owner] : "unknown";
}

GRN_API const char *grn_dist_way_text(grn_dist_way way)
{
    static const char *const texts[] = {[GRN_DIST_CHOSEN] = "chosen",
#define WAY_TEXT(name, text) [GRN_DIST_##name] = text,
                                        GRN_DIST_WAYS(WAY_TEXT)
#undef WAY_TEXT
    };
    return (unsigned)way < GRN_DIST_WAY_COUNT ? texts[way] : "unknown";
}
