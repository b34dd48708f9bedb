/*
 * layout.h - how the elements of a tensor lie in memory when a program runs,
 * as far as the program says it: an op that only makes a view (a broadcast, a
 * transpose, a slice, a constant of one value) leaves strides behind.
 *
 * Knows: that an eval which makes a view needs nothing of its run but the
 * operand's shape and strides, so that it can be asked without one. Must not
 * know: any op by name.
 */
#ifndef GRN_SURVEY_LAYOUT_H
#define GRN_SURVEY_LAYOUT_H

#include "survey/fold.h"

/*
 * `out` has the value's dtype and extents, all known, and is compact; its strides become those of
 * the value. False: they follow from a run alone (an argument of a block, a result of a region or a
 * call), and stay compact. Function arguments count as compact. `fold` makes the lists and numbers
 * that views are made with; NULL: of what is no constant, nothing is known.
 */
bool grn_layout_of(grn_fold *fold, const grn_value *value, grn_tensor *out);

#endif
