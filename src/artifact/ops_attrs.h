/* ops_attrs.h - how the tables of ops write an attribute of VHLO's. */
#ifndef GRN_ARTIFACT_OPS_ATTRS_H
#define GRN_ARTIFACT_OPS_ATTRS_H

#include "artifact/internal.h"

#define MIN GRN_VHLO_MINIMUM
#define NOW GRN_VHLO_CURRENT
#define V(major, minor) GRN_VHLO(major, minor, 0)

#define ATTR(name, form, from, absent, record) \
    {                                          \
        name, form, from, absent, record       \
    }
#define END ATTR(NULL, VHLO_SAME, NULL, NULL, NULL)
/* As StableHLO has it, always or unless it is `absent`. */
#define SAME(name) ATTR(name, VHLO_SAME, NULL, NULL, NULL)
#define SAME_UNLESS(name, absent) ATTR(name, VHLO_SAME, NULL, absent, NULL)
#define DIMS(name) ATTR(name, VHLO_DIMS, NULL, NULL, NULL)
#define DIMS_UNLESS(name, absent) ATTR(name, VHLO_DIMS, NULL, absent, NULL)
#define UNIT(name) ATTR(name, VHLO_UNIT, NULL, "false", NULL)
#define SYMBOL(name) ATTR(name, VHLO_SYMBOL, NULL, NULL, NULL)
/* A field of the struct attribute that `record` describes, of the same name. */
#define FIELD(name, record) ATTR(name, VHLO_FIELD, NULL, NULL, &record)

#define NO_DIMS "dense<> : tensor<0xi64>"
#define ONES "dense<1> : tensor<%nxi64>"
#define NO_PADDING "dense<0> : tensor<%nx2xi64>"

#define CHANNEL_ID ATTR("channel_id", VHLO_FIELD, "handle", "0 : i64", &grn_vhlo_channel)
extern const vhlo_record grn_vhlo_channel; /* of collectives: the type is no part of the artifact */

extern const vhlo_op grn_vhlo_element_ops[], grn_vhlo_access_ops[], grn_vhlo_collective_ops[], grn_vhlo_product_ops[],
    grn_vhlo_control_ops[], grn_vhlo_shape_ops[];

#endif
