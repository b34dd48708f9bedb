/* section.c - the parts that a file is divided into. */
#include <inttypes.h>

#include "bytecode/internal.h"

enum { IS_ALIGNED = 0x80, PADDING = 0xCB };
#define MOST_ALIGNMENT (UINT64_C(1) << 20)

const char *const grn_section_names[SECTION_COUNT] = {
    "strings",    "dialects",  "attributes and types", "sizes of attributes and types",
    "operations", "resources", "resource sizes",       "dialect versions",
    "properties"};

static bool skip_padding(grn_bytes *b)
{
    size_t at = b->at;
    uint64_t alignment;
    if (!grn_bytes_varint(b, "a section's alignment", &alignment))
        return false;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > MOST_ALIGNMENT)
        return grn_bytes_wrong(b, at,
                               "a section is aligned to %" PRIu64 ", a power of two up to %" PRIu64 " is expected",
                               alignment, MOST_ALIGNMENT);
    while (b->at % alignment != 0) {
        uint8_t byte;
        if (!grn_bytes_u8(b, "the padding of a section", &byte))
            return false;
        if (byte != PADDING)
            return grn_bytes_wrong(b, b->at - 1, "padding is 0x%02X, 0x%02X is expected", byte, PADDING);
    }
    return true;
}

bool grn_read_section(grn_bytes *b, grn_section *id, grn_bytes *part)
{
    size_t at = b->at;
    uint8_t head;
    uint64_t n;
    const unsigned char *data;
    if (!grn_bytes_u8(b, "a section's id", &head) || !grn_bytes_varint(b, "a section's length", &n))
        return false;
    if ((head & ~IS_ALIGNED) >= SECTION_COUNT)
        return grn_bytes_wrong(b, at, "section %d is not known, there are 0 to %d", head & ~IS_ALIGNED,
                               SECTION_COUNT - 1);
    if ((head & IS_ALIGNED) && !skip_padding(b))
        return false;
    *id = (grn_section)(head & ~IS_ALIGNED);
    *part = *b;
    if (!grn_bytes_take(b, grn_section_names[*id], n, &data))
        return false;
    part->at = b->at - (size_t)n;
    part->end = b->at;
    return true;
}

bool grn_put_section(grn_vec *to, grn_section id, const grn_vec *data)
{
    return grn_put_u8(to, id) && grn_put_blob(to, data->items, data->count);
}
