/*
 * hostile.h - views and dimension numbers that no call may take.
 */
#ifndef FUZZ_HOSTILE_H
#define FUZZ_HOSTILE_H

#include "entropy.h"
#include "garner/spec.h"

/*
 * Makes the view one that every call refuses (tensor.h lists why): a rank, a
 * dtype, an extent or a span that cannot be, or, with `read`, no data where
 * there are elements. False where it stayed as it was: not every view can be
 * spoiled in every way.
 */
bool spoil_view(entropy *e, bool read, grn_tensor *t);

/* Makes a list one that every call refuses, by its count. */
void spoil_list(entropy *e, grn_dims *list);
/* Changes some number of a list, which may still be a valid one. */
void change_list(entropy *e, grn_dims *list);

#endif
