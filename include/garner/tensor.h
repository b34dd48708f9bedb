/*
 * tensor.h - element types and strided views.
 *
 * A grn_tensor is a view: a pointer, an element type, a shape, and a stride
 * per dimension counted in elements (never in bytes). Strides may be zero
 * (broadcast) or negative (reverse). A view owns nothing.
 *
 * Every call that takes a view checks it first:
 *   GRN_E_ARGUMENT  the pointer is NULL; or the data is, of a view with elements that the call reads or writes; or the
 *                   view reaches past the end of the address space
 *   GRN_E_DTYPE     the dtype is not in the list
 *   GRN_E_LIMIT     the rank is not in [0, GRN_MAX_RANK]
 *   GRN_E_SHAPE     an extent is negative; or the elements, or the bytes from the first to the last place that the view
 *                   reaches, are more than PTRDIFF_MAX
 *   GRN_E_ALIAS     elements of a destination share a place: along a stride of 0 over an extent above 1, or because there
 *                   are more elements than places. Strides that interleave in other ways are not looked into: which of
 *                   two elements in one place stays is then not said, but nothing outside the view is touched.
 * The message names the argument. A stride along which nothing is stepped, as of an extent of 1 or in a view
 * without elements, may be any number. Data may lie at any address: no alignment is asked for. Values are not checked: an
 * i1 other than 0 and 1, or bits outside a narrow dtype's, make a result that is not said.
 *
 * diag and options may be NULL; another pointer where its call says so. All calls are thread-safe for memory that nobody
 * else writes, and keep no pointer but that of a view to its data.
 */
#ifndef GARNER_TENSOR_H
#define GARNER_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garner/memory.h"
#include "garner/status.h"

GRN_BEGIN_DECLS

/* The largest rank of a tensor that has data. A type in a module's text is held to it too. */
#define GRN_MAX_RANK 32

/*
 * Element types: name, MLIR spelling, storage bytes, bits of value, class,
 * NumPy descr. i1 is one byte, 0 or 1; i2, i4, ui2, ui4 and the 4- and 6-bit
 * floats take one byte per element, integers sign- or zero-extended in it,
 * floats in the low bits.
 */
#define GRN_DTYPES(D)                                     \
    D(I1, "i1", 1, 1, BOOL, "|b1")                        \
    D(I2, "i2", 1, 2, SIGNED, "|i1")                      \
    D(I4, "i4", 1, 4, SIGNED, "|i1")                      \
    D(I8, "i8", 1, 8, SIGNED, "|i1")                      \
    D(I16, "i16", 2, 16, SIGNED, "<i2")                   \
    D(I32, "i32", 4, 32, SIGNED, "<i4")                   \
    D(I64, "i64", 8, 64, SIGNED, "<i8")                   \
    D(INDEX, "index", 8, 64, SIGNED, "<i8")               \
    D(UI2, "ui2", 1, 2, UNSIGNED, "|u1")                  \
    D(UI4, "ui4", 1, 4, UNSIGNED, "|u1")                  \
    D(UI8, "ui8", 1, 8, UNSIGNED, "|u1")                  \
    D(UI16, "ui16", 2, 16, UNSIGNED, "<u2")               \
    D(UI32, "ui32", 4, 32, UNSIGNED, "<u4")               \
    D(UI64, "ui64", 8, 64, UNSIGNED, "<u8")               \
    D(F4E2M1FN, "f4E2M1FN", 1, 4, FLOAT, "|V1")           \
    D(F6E2M3FN, "f6E2M3FN", 1, 6, FLOAT, "|V1")           \
    D(F6E3M2FN, "f6E3M2FN", 1, 6, FLOAT, "|V1")           \
    D(F8E3M4, "f8E3M4", 1, 8, FLOAT, "|V1")               \
    D(F8E4M3, "f8E4M3", 1, 8, FLOAT, "|V1")               \
    D(F8E4M3FN, "f8E4M3FN", 1, 8, FLOAT, "|V1")           \
    D(F8E4M3FNUZ, "f8E4M3FNUZ", 1, 8, FLOAT, "|V1")       \
    D(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 1, 8, FLOAT, "|V1") \
    D(F8E5M2, "f8E5M2", 1, 8, FLOAT, "|V1")               \
    D(F8E5M2FNUZ, "f8E5M2FNUZ", 1, 8, FLOAT, "|V1")       \
    D(F8E8M0FNU, "f8E8M0FNU", 1, 8, FLOAT, "|V1")         \
    D(BF16, "bf16", 2, 16, FLOAT, "<V2")                  \
    D(F16, "f16", 2, 16, FLOAT, "<f2")                    \
    D(F32, "f32", 4, 32, FLOAT, "<f4")                    \
    D(F64, "f64", 8, 64, FLOAT, "<f8")                    \
    D(C64, "complex<f32>", 8, 64, COMPLEX, "<c8")         \
    D(C128, "complex<f64>", 16, 128, COMPLEX, "<c16")

typedef enum grn_dtype {
    GRN_NO_DTYPE, /* "not an element type": the zero value */
#define GRN_DTYPE_ENUM(name, text, bytes, bits, class, npy) GRN_##name,
    GRN_DTYPES(GRN_DTYPE_ENUM)
#undef GRN_DTYPE_ENUM
        GRN_DTYPE_COUNT
} grn_dtype;

typedef enum grn_dtype_class {
    GRN_CLASS_NONE,
    GRN_CLASS_BOOL,
    GRN_CLASS_SIGNED,
    GRN_CLASS_UNSIGNED,
    GRN_CLASS_FLOAT,
    GRN_CLASS_COMPLEX
} grn_dtype_class;

/* Facts of a dtype. For a value outside the list: "none", 0, 0, GRN_CLASS_NONE. Thread-safe. */
GRN_API const char *grn_dtype_text(grn_dtype dtype); /* MLIR spelling; static storage */
GRN_API size_t grn_dtype_bytes(grn_dtype dtype);     /* storage of one element */
GRN_API unsigned grn_dtype_bits(grn_dtype dtype);    /* bits that carry value */
GRN_API grn_dtype_class grn_dtype_class_of(grn_dtype dtype);
/* The dtype spelled `text` in MLIR, GRN_NO_DTYPE if none is. */
GRN_API grn_dtype grn_dtype_from_text(const char *text);

/* A strided view. shape[d] >= 0; element (i0,...) lies at data + sum(i_d * stride[d]) elements. */
typedef struct grn_tensor {
    void *data;
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    int64_t stride[GRN_MAX_RANK]; /* elements */
} grn_tensor;

/*
 * An index out of range, beside the message about it (grn_diagnostic). Where negative indices count from the end and a window
 * has more than one element, some values between `lowest` and `highest` are out of range as well; the message has both ranges.
 */
typedef struct grn_bad_index {
    grn_dtype dtype;                /* of the tensor of indices */
    int32_t rank;                   /* of the same */
    int64_t position[GRN_MAX_RANK]; /* where it stands there: rank entries */
    int64_t value;                  /* as it stands there; of ui64 the bits of a uint64_t */
    int64_t lowest, highest;        /* what would be right, in the same terms; lowest > highest: nothing */
} grn_bad_index;

/*
 * Fills `out` as a compact row-major view of `data`. GRN_E_LIMIT: rank over
 * GRN_MAX_RANK. GRN_E_SHAPE: a negative extent, or more elements or bytes
 * than int64_t counts. GRN_E_ARGUMENT: no such dtype, a negative rank, `out` NULL, or `shape` with a rank over 0. `data`
 * may be NULL (a view to be filled later).
 */
GRN_API GRN_MUST_USE grn_status grn_tensor_init(grn_tensor *out, void *data, grn_dtype dtype, int32_t rank, const int64_t *shape);

/*
 * The same as a value, for views that are made where they are used. Nothing is checked here: a view that is not right (rank,
 * extents or dtype) is refused, with its message, by the call that gets it. `shape` NULL counts as extents of -1. Data is
 * written to only by calls of which the view is a destination.
 *
 *   grn_torch_index_select(&table, 0, &rows, &out, NULL), where
 *   grn_tensor table = grn_tensor_2d(data, GRN_F32, 3, 2), rows = grn_tensor_1d(which, GRN_I64, 2), ...
 */
GRN_API grn_tensor grn_tensor_over(const void *data, grn_dtype dtype, int32_t rank, const int64_t *shape);
GRN_API grn_tensor grn_tensor_0d(const void *data, grn_dtype dtype);
GRN_API grn_tensor grn_tensor_1d(const void *data, grn_dtype dtype, int64_t extent);
GRN_API grn_tensor grn_tensor_2d(const void *data, grn_dtype dtype, int64_t rows, int64_t columns);
GRN_API grn_tensor grn_tensor_3d(const void *data, grn_dtype dtype, int64_t d0, int64_t d1, int64_t d2);
GRN_API grn_tensor grn_tensor_4d(const void *data, grn_dtype dtype, int64_t d0, int64_t d1, int64_t d2, int64_t d3);

/* Number of elements of a valid view (1 for rank 0). 0 for NULL, and for a rank or a shape that is not valid. */
GRN_API int64_t grn_tensor_elements(const grn_tensor *tensor);

/* Elements times element size: what a compact copy of the view takes. 0 where there are no elements to count. */
GRN_API size_t grn_tensor_bytes(const grn_tensor *tensor);

/* Whether the view is compact row-major (extents of 1 and empty views never disagree). False for NULL and a bad rank. */
GRN_API bool grn_tensor_is_compact(const grn_tensor *tensor);

/* Whether the bytes the two views can touch overlap (conservative: compares address ranges). False for NULL and a bad rank. */
GRN_API bool grn_tensors_overlap(const grn_tensor *a, const grn_tensor *b);

/*
 * How far apart two views of one dtype and shape are, element by element: floats by how many of their type's numbers lie
 * between (units in the last place), complex numbers by their worse part, integers by their difference. +0 and -0 are
 * equal, and so are NaNs; a NaN or an infinity and another number are UINT64_MAX apart. Any strides. GRN_E_DTYPE, GRN_E_SHAPE:
 * they cannot be compared. GRN_OK else, whether they differ or not.
 */
typedef struct grn_tensor_difference {
    uint64_t count;              /* of elements more than `most_ulps` apart */
    int64_t index[GRN_MAX_RANK]; /* of the first of them, in row-major order */
    uint64_t ulps;               /* how far that one is */
    uint64_t worst_ulps;         /* the most of all */
} grn_tensor_difference;
GRN_API GRN_MUST_USE grn_status grn_tensor_compare(const grn_tensor *a, const grn_tensor *b, uint64_t most_ulps,
                                                   const grn_diag *diag, grn_tensor_difference *difference);

/* Takes `bytes` of text; anything but GRN_OK stops the writer and is returned. Without `write`: GRN_E_ARGUMENT. */
typedef struct grn_sink {
    grn_status (*write)(void *user, const char *text, size_t bytes);
    void *user;
} grn_sink;

/*
 * Writes the view as an MLIR dense literal, without type: "dense<[[1, 2], [3, 4]]>".
 * elide_over: a tensor with more elements is shortened in the middle, "...",
 * as a person reads it (not parseable); 0 or less means never.
 * hex_over: a non-splat tensor with more elements is written as a hex blob, as
 * MLIR does over 100; 0 or less means never. NaN and infinity print as bit patterns,
 * and where hex_over is given, whole floats of more than six digits as well.
 */
typedef struct grn_literal_options {
    size_t size_bytes; /* 0, or sizeof(grn_literal_options): garner.h */
    int64_t elide_over;
    int64_t hex_over;
} grn_literal_options;

GRN_API GRN_MUST_USE grn_status grn_tensor_write_literal(const grn_tensor *tensor, const grn_literal_options *options,
                                                         const grn_sink *sink);

/*
 * Writes the view as JSON: lists in lists, row-major, of rank 0 the element alone, of no elements "[]". Integers and finite floats
 * are numbers that read back to the same bits (64 bits exactly, which not every reader of JSON keeps), i1 is true or false,
 * complex numbers are "[re, im]", and what JSON has no number for is a text: "nan", "inf", "-inf".
 */
GRN_API GRN_MUST_USE grn_status grn_tensor_write_json(const grn_tensor *tensor, const grn_sink *sink);

/*
 * .npy in memory. Parsing copies nothing: the view points into `bytes`, with
 * Fortran order as strides and `*used_bytes` telling where a next array would
 * start. `dtype_hint` names the real type when the file cannot (bf16 as <V2,
 * f8 as |V1, i4 as |i1 ...); GRN_NO_DTYPE takes the file's word. Big-endian
 * data, structured and object types: GRN_E_FORMAT. A header that promises more
 * data than there is: GRN_E_FORMAT, with both sizes in the message. So is data that
 * does not lie at a multiple of its element size (8 for complex<f64>) in memory: give
 * `bytes` aligned to 16, and copy the rest of a file that holds several arrays there too
 * when the next one starts elsewhere. A hint that the file contradicts: GRN_E_DTYPE.
 * used_bytes may be NULL, and so may `bytes` when size_bytes is 0.
 */
GRN_API GRN_MUST_USE grn_status grn_npy_parse(const void *bytes, size_t size_bytes, grn_dtype dtype_hint, const grn_diag *diag,
                                              grn_tensor *out, size_t *used_bytes);

/* Writes `tensor` (any strides) as a version 1.0 .npy, row-major. */
GRN_API GRN_MUST_USE grn_status grn_npy_write(const grn_tensor *tensor, const grn_sink *sink);

GRN_END_DECLS

#endif
