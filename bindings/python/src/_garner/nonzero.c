/* nonzero.c - where a mask is true: for each of its dimensions the coordinates, in row-major order,
 * as arrays of i64. */
#include <string.h>

#include "glue.h"

typedef struct walk {
    const grn_tensor *mask;
    int64_t at[GRN_MAX_RANK];
    int64_t left;
} walk;

static walk begin(const grn_tensor *mask) { return (walk){.mask = mask, .left = grn_tensor_elements(mask)}; }

static bool is_true(const walk *w)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < w->mask->rank; d++)
        offset += w->at[d] * w->mask->stride[d];
    return ((const unsigned char *)w->mask->data)[offset] != 0;
}

static void step(walk *w)
{
    w->left--;
    for (int32_t d = w->mask->rank; d-- > 0 && ++w->at[d] == w->mask->shape[d];)
        w->at[d] = 0;
}

bool nonzero(const grn_tensor *mask, PyObject **places)
{
    int64_t count = 0, *to[GRN_MAX_RANK], n = 0;
    grn_tensor view;
    for (walk w = begin(mask); w.left > 0; step(&w))
        count += is_true(&w);
    for (int32_t d = 0; d < mask->rank; d++) {
        places[d] = new_array(GRN_I64, 1, &count, &view);
        if (places[d] == NULL) {
            while (d-- > 0)
                Py_DECREF(places[d]);
            return false;
        }
        to[d] = view.data;
    }
    for (walk w = begin(mask); w.left > 0; step(&w))
        if (is_true(&w)) {
            for (int32_t d = 0; d < mask->rank; d++)
                to[d][n] = w.at[d];
            n++;
        }
    return true;
}
