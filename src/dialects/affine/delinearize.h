/* delinearize.h - the basis of an affine.delinearize_index. */
#ifndef GRN_DIALECTS_AFFINE_DELINEARIZE_H
#define GRN_DIALECTS_AFFINE_DELINEARIZE_H

#include "dialects/affine/affine.h"

typedef struct grn_affine_basis {
    size_t count;         /* extents: as many as results, or one less: then the outermost is not given */
    const int64_t *fixed; /* GRN_DYNAMIC: an operand behind the first; NULL: all are */
} grn_affine_basis;
/* False: its numbers are none, or do not fit its operands. */
bool grn_affine_basis_read(const grn_op *op, grn_affine_basis *out);

#endif
