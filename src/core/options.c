/* options.c - structs of options, which begin with their size: garner.h has the rule. */
#include <string.h>

#include "core/core.h"
#include "garner/version.h"

#define MOST_BYTES 4096 /* a larger size was never set */

static bool is_zero(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

void grn_copy_options(void *to, size_t first_bytes, size_t known_bytes, const void *options)
{
    size_t given = 0;
    memset(to, 0, known_bytes);
    if (options == NULL)
        return;
    memcpy(&given, options, sizeof given);
    given = given == 0 ? first_bytes : given < known_bytes ? given : known_bytes;
    memcpy(to, options, given);
    memcpy(to, &known_bytes, sizeof known_bytes);
}

grn_status grn_check_options_of(const void *options, size_t first_bytes, size_t known_bytes, const char *type,
                                const grn_diag *diag)
{
    size_t given = 0;
    if (options != NULL)
        memcpy(&given, options, sizeof given);
    if (given == 0 || (given >= first_bytes && given <= known_bytes))
        return GRN_OK;
    if (given < first_bytes || given > MOST_BYTES)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "size_bytes of the %s is %zu, it must be 0 or sizeof(%s), here %zu", type, given, type,
                        known_bytes);
    if (is_zero((const unsigned char *)options + known_bytes, given - known_bytes))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                    "the %s sets a field that came after garner " GRN_VERSION ": it has %zu bytes, here %zu", type,
                    given, known_bytes);
}
