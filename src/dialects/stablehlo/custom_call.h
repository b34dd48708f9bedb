/* custom_call.h - the rules of stablehlo.custom_call, which its row asks. */
#ifndef GRN_STABLEHLO_CUSTOM_CALL_H
#define GRN_STABLEHLO_CUSTOM_CALL_H

#include "dialects/stablehlo/ops.h"

extern const grn_attr_def grn_hlo_custom_call_attrs[];
grn_status grn_hlo_custom_call_verify(const grn_op *op, grn_check *check);

#endif
