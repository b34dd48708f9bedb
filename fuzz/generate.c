/* generate.c - programs made from choices. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "generate/generate.h"

#define MOST_OPS 14

static uint64_t next(void *user, uint64_t bound) { return pick(user, bound); }

char *generate_program(entropy *e, size_t *bytes)
{
    grn_gen g;
    grn_gen_settings settings = {.dialect = grn_gen_dialect_at(0),
                                 .allocator = grn_allocator_or_default(NULL),
                                 .choices = {next, e},
                                 .any_inputs = true,
                                 .most_inputs = GENERATED_INPUTS};
    settings.large = one_in(e, 96);
    settings.max_ops = 1 + (uint32_t)pick(e, MOST_OPS);
    settings.edge = one_in(e, 2);
    settings.unspecified = one_in(e, 4);
    const grn_status status = grn_gen_program(&g, &settings);
    char *text = status == GRN_OK ? malloc(g.functions.count + 1) : NULL;
    if (text) {
        memcpy(text, g.functions.items, g.functions.count);
        text[ *bytes = g.functions.count] = '\0';
    }
    grn_gen_destroy(&g);
    return text;
}
