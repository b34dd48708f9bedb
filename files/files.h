/*
 * files.h - files that hold tensors: .npy, .npz, .safetensors, and bytes without a header.
 *
 * Knows: these formats, and tensors by the public headers. Must not know: programs, options, paths,
 * messages' readers. Who opens or maps a file gives its bytes, which stay the caller's and must
 * outlive what is read from them; who writes one gives a grn_sink.
 *
 * A file is hostile until it is read: each size, offset and count is checked before it is used,
 * memory is asked for by its whole size first and comes from the caller's allocator (a grn_budget's
 * has a limit), and nothing is as deep as what the file says. Messages name the format, the byte of
 * the file, what is there and what would have been right. Every call checks as garner/status.h
 * says, and diag may be NULL.
 */
#ifndef GARNER_FILES_H
#define GARNER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "garner/dist.h"
#include "garner/memory.h"
#include "garner/status.h"
#include "garner/tensor.h"

typedef enum tensor_format {
    TENSOR_FORMAT_NONE,
    TENSOR_FORMAT_NPY, /* one array without a name */
    TENSOR_FORMAT_NPZ, /* a zip archive of .npy files, stored or deflated */
    TENSOR_FORMAT_SAFETENSORS
} tensor_format;

/* By the end of a file's name: ".npy", ".npz" or ".safetensors". */
tensor_format tensor_format_of_name(const char *name, size_t name_bytes);
/* By the first bytes; a safetensors file by its length and the brace behind it. */
tensor_format tensor_format_of_bytes(const void *bytes, size_t size_bytes);
/* "npy", "npz", "safetensors"; "none". */
const char *tensor_format_text(tensor_format format);

/* ---- reading ---------------------------------------------------------------------- */

typedef struct tensor_file tensor_file;

/*
 * Checks what the file says about its tensors, all of it, and reads none of them. *out is the
 * caller's to close.
 *   npz: the central directory counts. The end record, with zip64, must lie at the end, the
 *   directory in front of it; each
 *     local header must say what the directory says; no two members may share a byte; methods 0 and
 *     8 only, nothing encrypted, no name twice, none with a part "..", absolute, or with a zero
 *     byte or backslash. Members that are no .npy are passed over.
 *   safetensors: the header's JSON, of 100,000,000 bytes at most, strictly; data offsets without
 *   gaps or overlaps that
 *     cover the file to its end, each as large as dtype and shape say; no key twice.
 * GRN_E_FORMAT, GRN_E_UNSUPPORTED (encryption, other methods, a dtype not known here),
 * GRN_E_MEMORY.
 */
grn_status tensor_file_open(const void *bytes, size_t size_bytes, tensor_format format, const grn_allocator *allocator,
                            const grn_diag *diag, tensor_file **out);
void tensor_file_close(tensor_file *file);

/* What a file says of one tensor, in the file's order. The name is not ended by a zero; it lives
 * with the file. */
typedef struct tensor_entry {
    const char *name;
    size_t name_bytes;
    size_t data_bytes; /* npz, npy: of the .npy file, its header included */
    bool has_type;     /* safetensors; what an .npy holds is known when it is read */
    grn_dtype dtype;
    int32_t rank; /* may be over GRN_MAX_RANK, which tensor_file_read refuses; shape then has the first extents */
    int64_t shape[GRN_MAX_RANK];
} tensor_entry;
size_t tensor_file_count(const tensor_file *file);
bool tensor_file_entry(const tensor_file *file, size_t i, tensor_entry *out);
bool tensor_file_find(const tensor_file *file, const char *name, size_t name_bytes, size_t *i);

/* A tensor that was read: a view of the file's bytes, or of memory that tensor_release gives
 * back. */
typedef struct read_tensor {
    grn_tensor tensor;
    void *memory; /* NULL: it lies in the file */
    size_t memory_bytes;
    const grn_allocator *allocator;
} read_tensor;

/*
 * Tensor i. Where it is stored as it is needed and aligned to its element (8 for complex<f64>) it
 * is a view of the file; else it is inflated, copied or unpacked into memory of `allocator`.
 * `declared` names the type where the file has no name for it (bf16 in .npy, i4, index);
 * GRN_NO_DTYPE takes the file's word. Of an .npz the CRC-32 is checked. GRN_E_FORMAT; GRN_E_DTYPE:
 * the file holds another type than `declared`; GRN_E_LIMIT: a rank over GRN_MAX_RANK; GRN_E_MEMORY;
 * GRN_E_UNSUPPORTED: deflated, in a build without zlib.
 */
grn_status tensor_file_read(const tensor_file *file, size_t i, grn_dtype declared, const grn_allocator *allocator,
                            const grn_diag *diag, read_tensor *out);
/* Row-major little-endian elements and nothing else: as many bytes as the type has. In the same way
 * a view, or copied. */
grn_status tensor_of_bytes(const void *bytes, size_t size_bytes, grn_dtype dtype, int32_t rank, const int64_t *shape,
                           const grn_allocator *allocator, const grn_diag *diag, read_tensor *out);
void tensor_release(read_tensor *tensor);

/* ---- writing ---------------------------------------------------------------------- */

typedef struct named_tensor {
    const char *name; /* UTF-8 without control characters; no two are equal */
    const grn_tensor *tensor;
} named_tensor;

/*
 * Stored members NAME.npy in the order given, each at a multiple of 64 so that it can be mapped;
 * zip64 where sizes, offsets or the count need it; the time of all is 1980-01-01. The same tensors
 * always make the same bytes. Tensors are read twice, the first time for their CRC-32. GRN_E_LIMIT:
 * a name over 65,000 bytes. A failing sink leaves a part of a file.
 */
grn_status npz_write(const named_tensor *tensors, size_t count, const grn_allocator *allocator, const grn_sink *sink);

/* Whether safetensors has a name for the type: all but complex<f64> and the f8 and f6 types that it
 * lacks. i2, i4, ui2, ui4 are written as I8 and U8, index as I64. */
bool safetensors_has(grn_dtype dtype);
/* The largest elements first and otherwise in the order given, so that each tensor is aligned; the
 * header is padded to 8. GRN_E_DTYPE: a type without a name; GRN_E_SHAPE: f4 or f6 whose bits fill
 * no whole bytes. Nothing is written then. */
grn_status safetensors_write(const named_tensor *tensors, size_t count, const grn_diag *diag, const grn_sink *sink);

/* ---- parts of tensors that ranks share (slice.c) --------------------------------------------- */

/*
 * What rank `rank` of `size` has of `whole`, by a layout of whole's shape: a view, nothing is
 * copied. So the part of an .npy that is mapped is read from the file when it is used, and the rest
 * is not. GRN_E_SHAPE, GRN_E_ARGUMENT.
 */
grn_status tensor_slice(const grn_tensor *whole, const grn_layout *layout, int32_t rank, int32_t size,
                        const grn_diag *diag, grn_tensor *out);

/* Puts `n` bytes `at` bytes behind the beginning of what all ranks write. */
typedef struct slice_sink {
    grn_status (*put)(void *user, uint64_t at, const void *bytes, size_t n);
    void *user;
} slice_sink;
/* Puts each element of `local` (any strides), which is what the rank has, where it stands in the
 * whole tensor, row by row from `begin` on: in pieces as long as memory and the whole allow.
 * GRN_E_SHAPE, GRN_E_ARGUMENT, GRN_E_LIMIT, what the sink answers. */
grn_status tensor_slice_write(const grn_tensor *local, const grn_layout *layout, int32_t rank, int32_t size,
                              uint64_t begin, const slice_sink *sink, const grn_diag *diag);

/* The header of the .npy of such a tensor, and how many bytes come behind it. */
#define NPY_HEADER_BYTES 1024
grn_status npy_header(grn_dtype dtype, int32_t rank, const int64_t *shape, char out[NPY_HEADER_BYTES],
                      size_t *header_bytes, uint64_t *data_bytes);

#endif
