/* elements.h - the elements of tensors as bytes; see elements.c. */
#ifndef GRN_ARTIFACT_ELEMENTS_H
#define GRN_ARTIFACT_ELEMENTS_H

#include "artifact/internal.h"

/* A length, then the elements of an ELEMENTS attribute. False: memory refused. */
bool grn_artifact_put_elements(grn_vec *to, const grn_attr *attr);

#endif
