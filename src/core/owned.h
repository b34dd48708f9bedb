/* owned.h - how one tensor is divided over the devices of a mesh, and its text: plain data, written
 * by the code that reads shardings and read by the code that shows them. */
#ifndef GRN_CORE_OWNED_H
#define GRN_CORE_OWNED_H

#include "garner/dist.h"

typedef struct grn_owned {
    bool is_known;                  /* false: nothing else is set */
    grn_layout layout;              /* of the whole tensor, in blocks; part_of gives the part of each device */
    const char *mesh;               /* as it is written; NULL: the tensor has no sharding */
    const char *axes[GRN_MAX_RANK]; /* axes that divide each dimension: `"x", "y":(1)2`; NULL: it is whole */
    const char *unreduced;          /* axes along which devices hold values that are yet to be combined; NULL: none */
    int64_t only_device;            /* the only device that has the tensor; -1: all have a part */
} grn_owned;

#endif
