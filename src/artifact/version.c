/* version.c - versions of VHLO, and of the file that each is written to. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/internal.h"

static bool read_number(const char *text, size_t n, size_t *at, uint32_t *out)
{
    size_t start = *at;
    *out = 0;
    while (*at < n && text[*at] >= '0' && text[*at] <= '9' && *out < 100)
        *out = *out * 10 + (uint32_t)(text[(*at)++] - '0');
    return *at > start && *out <= UINT8_MAX;
}

bool grn_artifact_parse_version(const char *text, size_t n, grn_artifact_version *out)
{
    uint32_t part[3];
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        if (i > 0 && (at >= n || text[at++] != '.'))
            return false;
        if (!read_number(text, n, &at, &part[i]))
            return false;
    }
    *out = GRN_VHLO(part[0], part[1], part[2]);
    return at == n;
}

bool grn_artifact_version_read(const char *text, size_t n, grn_artifact_version *out)
{
    const grn_str name = {text, n};
    if (grn_str_is(name, "minimum"))
        *out = GRN_VHLO_MINIMUM;
    else if (grn_str_is(name, "current"))
        *out = GRN_VHLO_CURRENT;
    else if (!grn_artifact_parse_version(text, n, out))
        return false;
    return *out >= GRN_VHLO_MINIMUM && *out <= GRN_VHLO_CURRENT;
}

const char *grn_artifact_version_text(grn_artifact_version v, char text[GRN_VERSION_BYTES])
{
    snprintf(text, GRN_VERSION_BYTES, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, v >> 16 & 0xFF, v >> 8 & 0xFF, v & 0xFF);
    return text;
}

uint64_t grn_artifact_file_version(grn_artifact_version v)
{
    static const struct {
        grn_artifact_version since;
        uint64_t file;
    } rows[] = {{GRN_VHLO(0, 15, 0), 6}, {GRN_VHLO(0, 14, 0), 4}, {GRN_VHLO(0, 12, 0), 3}, {GRN_VHLO(0, 10, 0), 1}};
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (v >= rows[i].since)
            return rows[i].file;
    return 0;
}
