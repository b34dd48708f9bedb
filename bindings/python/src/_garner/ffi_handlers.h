/*
 * ffi_handlers.h - gather and scatter as foreign functions of XLA's typed FFI.
 *
 * Knows XLA's frames and the library's public headers; nothing of Python. A handler is one function
 * for all stages: at FFI_INSTANTIATE it reads the attributes, and XLA keeps what they say (a site)
 * for as long as the program lives; at FFI_EXECUTE it makes the site's plan, the first time, and
 * runs it.
 *
 *   garner_gather   operand, indices -> result
 *   garner_scatter  operand, indices, updates -> result; in place where result is operand's memory,
 *                   else operand is copied first, by the threads of the site
 *
 * Attributes (a row each in ffi_attributes.c) are those of StableHLO's ops; `mode` and `grain` are
 * names of grn_bounds and grn_grain, `combiner` of grn_combiner, `fill` the bytes of one element.
 *
 * Errors are XLA's, with the library's message. Two threads may run one site at once.
 */
#ifndef GARNER_PYTHON_FFI_HANDLERS_H
#define GARNER_PYTHON_FFI_HANDLERS_H

#include <stdbool.h>

#include "garner/garner.h"
#include "xla_ffi.h"

ffi_error *ffi_gather(ffi_frame *frame);
ffi_error *ffi_scatter(ffi_frame *frame);

/* The type of a site, for XLA to give a number to. */
extern ffi_type_id ffi_site_type;
extern ffi_type_info ffi_site_info;

/* How many threads sites may use that are instantiated from now on: 1 to 256; false: another
 * number. 1 until it is set. Thread-safe, as is its reading. */
bool ffi_set_threads(int64_t threads);
int32_t ffi_threads(void);

/* ---- between the files ----------------------------------------------------------------------- */

/* What the attributes of a call say. */
typedef struct ffi_request {
    bool is_scatter;
    grn_dimension_numbers dims;
    grn_index_rule index;
    grn_dims slice_sizes;   /* of a gather */
    unsigned char fill[16]; /* of a gather */
    grn_combiner combiner;  /* of a scatter */
} ffi_request;

/* The first message of an error, cut where it is longer. */
typedef struct ffi_message {
    char text[768];
} ffi_message;
void ffi_say(ffi_message *out, const char *format, ...);

/* Reads the attributes; false with a message. */
bool ffi_read_attributes(const ffi_attributes *given, bool is_scatter, ffi_request *out, ffi_message *message);

/* thread_pools.c: the pool of so many threads, kept for the life of the process; *out is NULL for 1
 * thread. Thread-safe. */
#define MAX_THREADS 256
grn_status pool_of(int32_t threads, const grn_parallel **out);

/* A call site, and its tensors: operand, indices, updates of a scatter, result. */
typedef struct ffi_site ffi_site;
enum { FFI_OPERAND, FFI_INDICES, FFI_UPDATES, FFI_RESULT, FFI_TENSORS };
/* NULL: no memory. */
ffi_site *ffi_site_create(const ffi_request *request, int32_t threads);
void ffi_site_destroy(void *site);
/* Runs by the site's plan, which is made where there is none. */
grn_status ffi_site_run(ffi_site *site, const grn_tensor tensor[FFI_TENSORS], const grn_diag *diag);
/* Runs without a plan, on the calling thread. */
grn_status ffi_run_once(const ffi_request *request, const grn_tensor tensor[FFI_TENSORS], const grn_diag *diag);

#endif
