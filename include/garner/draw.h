/*
 * draw.h - one gather or scatter as a picture.
 *
 * The operand, the indices and the result (of a scatter: the input, the result, the indices and the
 * updates) as grids, the dimensions marked by the attributes that speak of them, and a few elements
 * traced from the result to the index vector to the operand. Steps have the names of the StableHLO
 * specification.
 *
 * options and diag may be NULL, and the fields whose comments say so. The call is thread-safe, on
 * one module too, and keeps no pointer.
 */
#ifndef GARNER_DRAW_H
#define GARNER_DRAW_H

#include "garner/module.h"

GRN_BEGIN_DECLS

/* Elements that one picture traces. */
#define GRN_DRAW_TRACES 8

typedef struct grn_module_draw_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_draw_options): garner.h */
    /* which gather or scatter, in the order of the run, from 0; one in a loop counts each time */
    uint64_t op;
    bool text;         /* box characters (UTF-8) instead of SVG */
    size_t ntraces;    /* elements to trace, at most GRN_DRAW_TRACES; 0: a few are chosen */
    const size_t *nat; /* [ntraces]: entries of each; NULL where ntraces is 0 */
    /* [ntraces]: an element of a gather's result, of a scatter's updates; NULL where ntraces is
     * 0 */
    const int64_t *const *at;
    /* of a scatter with several inputs: 1 for the first, 2, ..; 0: all are drawn, at most 4 */
    size_t only_input;
    int32_t columns;            /* of text: the width of a line; 0: 100 */
    const grn_run_options *run; /* of the run before the op; NULL: the defaults */
} grn_module_draw_options;

/*
 * Runs function `function` of a program up to one of its gathers or scatters, and draws that.
 * Inputs as for grn_module_run; options and diag may be NULL.
 *
 * SVG 1.1, at most 980 units wide, in UTF-8 and without control characters, the same bytes each
 * time. It is right in light colours by its attributes alone; where CSS custom properties are known
 * it follows prefers-color-scheme. Every cell is an element with data-tensor, which is "operand",
 * "indices", "updates" or "result" (a scatter's input is its "operand"), and data-at, its index as
 * in "1,0,2" ("" where the rank is 0); those of a scatter's further inputs have data-input, "1", ..
 * Tensors that are too large are shortened with ellipses.
 *
 * An op of TTNN's is drawn with its tiles, faces and cores as well.
 *
 * Where the function has shardings (dialect sdy, garner/shard.h) over more than one device, each
 * dimension that is cut is marked with the devices that have its parts, and the meshes, axes and
 * parts are listed. Shardings are those that Shardy propagates; where they cannot be propagated, a
 * warning of diag says why, and those that are written are drawn.
 *
 *   GRN_E_ARGUMENT: an element to trace has not as many entries as its tensor has dimensions, or is
 *   outside of it; too many of
 *                   them; there is no such function, or input; the run meets fewer gathers and
 *                   scatters (the message says how many)
 *   Any other status is the run's, before the op is met, or the sink's own.
 * `sink` gets nothing at all on an error but its own. Several threads may draw one module at once.
 */
GRN_API GRN_MUST_USE grn_status grn_module_draw(const grn_module *module, size_t function, size_t ninputs,
                                                const grn_tensor *inputs, const grn_module_draw_options *options,
                                                const grn_diag *diag, const grn_sink *sink);

GRN_END_DECLS

#endif
