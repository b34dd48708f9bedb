/*
 * npy.h - what reading and writing .npy share. The format: magic, version, a
 * header length, a Python dictionary literal as text, padding, raw elements.
 */
#ifndef GRN_CORE_NPY_H
#define GRN_CORE_NPY_H

#include "core/core.h"

#define GRN_NPY_MAGIC "\x93NUMPY"
#define GRN_NPY_MAGIC_BYTES 6
#define GRN_NPY_DESCR_BYTES 48

/* The fields of a header. `record_name` is the one field's name in "[('bfloat16', '<V2')]", else
 * empty. */
typedef struct grn_npy_header {
    char descr[GRN_NPY_DESCR_BYTES];
    char record_name[GRN_NPY_DESCR_BYTES];
    bool fortran_order;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
} grn_npy_header;

/* Parses the dictionary in text[0..bytes); `base` is where it starts in the file, for messages. */
grn_status grn_npy_parse_header(const char *text, size_t bytes, size_t base, const grn_diag *diag, grn_npy_header *out);

/* The element type that the header and the hint give together. */
grn_status grn_npy_dtype(const grn_npy_header *header, grn_dtype hint, const grn_diag *diag, grn_dtype *out);

#endif
