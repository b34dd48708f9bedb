/* target.c - the hub as a target: only the index rule may differ, which `fit` handles. */
#include "convert/convert.h"

#include "dialects/stablehlo/stablehlo.h"

static bool takes_index(const grn_type *element) { return element->kind == GRN_TYPE_INTEGER && element->width >= 2; }

#define ALL_COMBINERS ((1u << GRN_COMBINER_COUNT) - 1)

static const grn_target target = {
    .name = "stablehlo",
    .gather = {.forms = GRN_CAN_ANY, .bounds = GRN_BOUNDS_CLAMP},
    .scatter = {.forms = GRN_CAN_ANY, .bounds = GRN_BOUNDS_SKIP, .combiners = ALL_COMBINERS},
    .takes_index = takes_index,
    .index = GRN_I64,
    .is_hub = true,
};

const grn_translation grn_stablehlo_translation = {.target = &target};
