/*
 * tensor.h - facts of element types and of strided views, which embed.h declares; views as text and
 * as .npy.
 *
 * Every call that takes a view checks it first:
 *   GRN_E_ARGUMENT  the pointer is NULL; or the data is, of a view with elements that the call
 *                   reads or writes; or the view reaches past the end of the address space
 *   GRN_E_DTYPE     the dtype is not in the list
 *   GRN_E_LIMIT     the rank is not in [0, GRN_MAX_RANK]
 *   GRN_E_SHAPE     an extent is negative; or the elements, or the bytes from the first to the last
 *                   place that the view reaches, are more than PTRDIFF_MAX
 *   GRN_E_ALIAS     elements of a destination share a place: along a stride of 0 over an extent
 *                   above 1, or because there are more elements than places. Strides that
 *                   interleave in other ways are not looked into: which of two elements in one
 *                   place stays is then not said, but nothing outside the view is touched.
 * The message names the argument. A stride along which nothing is stepped, as of an extent of 1 or
 * in a view without elements, may be any number. Data may lie at any address: no alignment is asked
 * for. Values are not checked: an i1 other than 0 and 1, or bits outside a narrow dtype's, make a
 * result that is not said.
 *
 * diag and options may be NULL; another pointer where its call says so. All calls are thread-safe
 * for memory that nobody else writes, and keep no pointer but that of a view to its data.
 */
#ifndef GARNER_TENSOR_H
#define GARNER_TENSOR_H

#include "garner/embed.h"
#include "garner/memory.h"

GRN_BEGIN_DECLS

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

/*
 * An index out of range, beside the message about it (grn_diagnostic). Where negative indices count
 * from the end and a window has more than one element, some values between `lowest` and `highest`
 * are out of range as well; the message has both ranges.
 */
typedef struct grn_bad_index {
    grn_dtype dtype;                /* of the tensor of indices */
    int32_t rank;                   /* of the same */
    int64_t position[GRN_MAX_RANK]; /* where it stands there: rank entries */
    int64_t value;                  /* as it stands there; of ui64 the bits of a uint64_t */
    int64_t lowest, highest;        /* what would be right, in the same terms; lowest > highest: nothing */
} grn_bad_index;

/* Number of elements of a valid view (1 for rank 0). 0 for NULL, and for a rank or a shape that is
 * not valid. */
GRN_API int64_t grn_tensor_elements(const grn_tensor *tensor);

/* Elements times element size: what a compact copy of the view takes. 0 where there are no elements
 * to count. */
GRN_API size_t grn_tensor_bytes(const grn_tensor *tensor);

/* Whether the view is compact row-major (extents of 1 and empty views never disagree). False for
 * NULL and a bad rank. */
GRN_API bool grn_tensor_is_compact(const grn_tensor *tensor);

/* Whether the bytes the two views can touch overlap (conservative: compares address ranges). False
 * for NULL and a bad rank. */
GRN_API bool grn_tensors_overlap(const grn_tensor *a, const grn_tensor *b);

/*
 * How far apart two views of one dtype and shape are, element by element: floats by how many of
 * their type's numbers lie between (units in the last place), complex numbers by their worse part,
 * integers by their difference. +0 and -0 are equal, and so are NaNs; a NaN or an infinity and
 * another number are UINT64_MAX apart. Any strides. GRN_E_DTYPE, GRN_E_SHAPE: they cannot be
 * compared. GRN_OK else, whether they differ or not.
 */
typedef struct grn_tensor_difference {
    uint64_t count;              /* of elements more than `most_ulps` apart */
    int64_t index[GRN_MAX_RANK]; /* of the first of them, in row-major order */
    uint64_t ulps;               /* how far that one is */
    uint64_t worst_ulps;         /* the most of all */
} grn_tensor_difference;
GRN_API GRN_MUST_USE grn_status grn_tensor_compare(const grn_tensor *a, const grn_tensor *b, uint64_t most_ulps,
                                                   const grn_diag *diag, grn_tensor_difference *difference);

/* Takes `bytes` of text; anything but GRN_OK stops the writer and is returned. Without `write`:
 * GRN_E_ARGUMENT. */
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
 * Writes the view as JSON: lists in lists, row-major, of rank 0 the element alone, of no elements
 * "[]". Integers and finite floats are numbers that read back to the same bits (64 bits exactly,
 * which not every reader of JSON keeps), i1 is true or false, complex numbers are "[re, im]", and
 * what JSON has no number for is a text: "nan", "inf", "-inf".
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
GRN_API GRN_MUST_USE grn_status grn_npy_parse(const void *bytes, size_t size_bytes, grn_dtype dtype_hint,
                                              const grn_diag *diag, grn_tensor *out, size_t *used_bytes);

/* Writes `tensor` (any strides) as a version 1.0 .npy, row-major. */
GRN_API GRN_MUST_USE grn_status grn_npy_write(const grn_tensor *tensor, const grn_sink *sink);

GRN_END_DECLS

#endif
