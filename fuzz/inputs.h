/*
 * inputs.h - tensors of the types that a program's function declares.
 */
#ifndef FUZZ_INPUTS_H
#define FUZZ_INPUTS_H

#include "common.h"
#include "entropy.h"

#define MOST_INPUTS 8

typedef struct inputs {
    size_t count;
    random_buffer buffer[MOST_INPUTS];
    grn_tensor view[MOST_INPUTS];
} inputs;

/*
 * An input for each that function `index` declares: any strides, "?" chosen,
 * integers mostly small. Now and then one of another shape or dtype. False
 * where there are too many, or one is too large. Release in every case.
 */
bool inputs_make(entropy *e, const grn_module *module, size_t index, inputs *in);
void inputs_release(inputs *in);

#endif
