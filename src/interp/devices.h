/*
 * devices.h - whole inputs cut into what each device gets, and whole results put together.
 *
 * Knows: layouts (garner/dist.h), the interpreter's values. Must not know: how a program came to be
 * divided.
 */
#ifndef GRN_INTERP_DEVICES_H
#define GRN_INTERP_DEVICES_H

#include "garner/dist.h"
#include "interp/interp.h"

typedef struct grn_devices {
    const grn_allocator *allocator;
    int64_t count;
    int64_t own; /* the one device that this process is; -1: it runs all of them */
    size_t ninputs, nresults;
    grn_layout *inputs, *results;
    int32_t *part_of;  /* [ninputs + nresults, count * GRN_MAX_RANK] */
    grn_tensor *parts; /* [sets * ninputs], device by device */
    grn_vec padded;    /* padded_part: parts that reach behind the end of a dimension */
} grn_devices;

/* How many devices this process has the inputs of. */
static inline size_t grn_devices_here(const grn_devices *d) { return d && d->own < 0 ? (size_t)d->count : 1; }
/* `count` and `own` are set; makes room for layouts. */
grn_status grn_devices_init(grn_devices *d, const grn_allocator *allocator, size_t ninputs, size_t nresults,
                            const grn_diag *diag);
void grn_devices_destroy(grn_devices *d); /* one that is all zeros is fine */
/* *parts: of each device that is here all inputs, which live with `d` and `inputs`. */
grn_status grn_devices_cut(grn_devices *d, const grn_tensor *inputs, const grn_diag *diag, grn_tensor **parts);
/* Results of every device, device by device, become whole ones, nresults of them, which the caller
 * releases. GRN_E_CHECK: copies differ. */
grn_status grn_devices_join(const grn_devices *d, grn_runtime *run, const grn_rt *of_devices, grn_rt *whole);

/* Layouts of inputs and results by themselves. */
typedef struct grn_layouts {
    size_t ninputs, nresults, nparts;
    grn_layout *all;  /* inputs, then results; NULL: none */
    int32_t *part_of; /* of all of them, one behind the other */
} grn_layouts;
/* GRN_E_MEMORY, reported. */
grn_status grn_layouts_copy(const grn_devices *d, const grn_allocator *allocator, const grn_diag *diag,
                            grn_layouts *out);
void grn_layouts_free(grn_layouts *l, const grn_allocator *allocator); /* one that is all zeros is fine */

/* Without the padding, what the one device here gives: its part of each result. */
void grn_devices_crop(const grn_devices *d, grn_rt *results);

#endif
