/*
 * core.h - what every layer stands on.
 *
 * Knows: statuses and messages, memory (allocators, arenas), element types
 * and their arithmetic formats, numbers as text, shapes and strided views,
 * the .npy format. Must not know: gathers, specs, IR, dialects, files, threads.
 */
#ifndef GRN_CORE_H
#define GRN_CORE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garner/memory.h"
#include "garner/status.h"
#include "garner/tensor.h"

#define GRN_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A line of every cache that is known of. */
#define GRN_LINE_BYTES 64

/* ---- messages (diag.c) ----------------------------------------------------------------------- */

/* The longest message kept whole; a longer one ends in "...". */
#define GRN_MESSAGE_BYTES 4096
/* In a function of (.., format, ...): what they print into `text`, an array, as far as it has room. */
#define GRN_FORMAT(text, format)                         \
    do {                                                 \
        va_list args_;                                   \
        va_start(args_, format);                         \
        grn_format_v(text, sizeof(text), format, args_); \
        va_end(args_);                                   \
    } while (0)
void grn_format_v(char *text, size_t bytes, const char *format, va_list args); /* "" of what cannot be printed */

/* Formats and emits one message; returns `status` so that failing reads `return grn_fail(...)`.
 * diag may be NULL. */
grn_status grn_fail(const grn_diag *diag, grn_place place, grn_status status, const char *format, ...)
    GRN_PRINTF(4, 5) GRN_COLD;
extern const grn_diag grn_quiet; /* messages that go nowhere */
grn_status grn_fail_v(const grn_diag *diag, grn_place place, grn_status status, const char *format,
                      va_list args) GRN_COLD;
/* Emits a note that explains the error just emitted. */
void grn_note(const grn_diag *diag, grn_place place, const char *format, ...) GRN_PRINTF(3, 4) GRN_COLD;
/* A note with the rule that the error just emitted breaks: "rule C21", and what the format says
 * behind it. */
void grn_note_rule(const grn_diag *diag, grn_place place, const char *rule, const char *format, ...)
    GRN_PRINTF(4, 5) GRN_COLD;
/* The message about an index out of range, with the index beside it; answers GRN_E_INDEX. */
grn_status grn_fail_bad_index(const grn_diag *diag, const grn_bad_index *bad, const char *format, ...)
    GRN_PRINTF(3, 4) GRN_COLD;
grn_status grn_fail_bad_index_v(const grn_diag *diag, const grn_bad_index *bad, const char *format,
                                va_list args) GRN_COLD;
/* The element of indices at `position`, rank(indices) entries; the range is the caller's to
 * fill. */
grn_bad_index grn_bad_index_at(const grn_tensor *indices, const int64_t *position) GRN_COLD;
/* Emits one finished message of any severity. */
void grn_emit(const grn_diag *diag, grn_severity severity, grn_place place, const char *message);
/* Passes a message on with all that stands beside it. */
void grn_emit_again(const grn_diag *diag, const grn_diagnostic *d);
extern const grn_place grn_no_place;

/*
 * Options from outside (options.c), which may be NULL: whether their size_bytes is one that
 * garner.h allows.
 *
 * A struct that gets a field: it goes to the end, behind the sizeof that the struct had before, and
 * the check gets the sizeof of 0.2.0 as first_bytes (GRN_CHECK_GROWN_OPTIONS). The field is read
 * where GRN_OPTION_IS_GIVEN alone.
 */
grn_status grn_check_options_of(const void *options, size_t first_bytes, size_t known_bytes, const char *type,
                                const grn_diag *diag);
/* The known fields of options that were checked: *to, of known_bytes, with zero for each field that
 * the caller's struct lacks. */
void grn_copy_options(void *to, size_t first_bytes, size_t known_bytes, const void *options);
#define GRN_COPY_OPTIONS(to, options) grn_copy_options((to), sizeof *(to), sizeof *(to), (options))
#define GRN_CHECK_OPTIONS(type, options, diag) \
    grn_check_options_of((options), sizeof(type), sizeof(type), #type, (diag))
#define GRN_CHECK_GROWN_OPTIONS(type, first_bytes, options, diag) \
    grn_check_options_of((options), (first_bytes), sizeof(type), #type, (diag))
#define GRN_OPTION_IS_GIVEN(type, options, field) \
    ((options)->size_bytes >= offsetof(type, field) + sizeof((options)->field))

/* ---- memory (memory.c, arena.c) -------------------------------------------------------------- */

/* The allocator to use for `a` (malloc's when NULL); static storage. */
const grn_allocator *grn_allocator_or_default(const grn_allocator *a);
/* `bytes` (0 is served as 1), aligned to 64; NULL when refused. */
void *grn_allocate(const grn_allocator *a, size_t bytes);
/* NULL is fine. `bytes` as given to grn_allocate. */
void grn_release(const grn_allocator *a, void *memory, size_t bytes);

/* a*b and a+b into *out; false when the result does not fit (or an int64_t operand is negative). */
bool grn_mul_size(size_t a, size_t b, size_t *out);
bool grn_add_size(size_t a, size_t b, size_t *out);
/* Factors of 31 bits, which is nearly all of them, need no division. */
static inline bool grn_mul_i64(int64_t a, int64_t b, int64_t *out)
{
    if ((uint64_t)(a | b) > INT32_MAX && (a < 0 || b < 0 || (b != 0 && a > INT64_MAX / b)))
        return false;
    *out = a * b;
    return true;
}
static inline bool grn_add_i64(int64_t a, int64_t b, int64_t *out)
{
    if (a < 0 || b < 0 || a > INT64_MAX - b)
        return false;
    *out = a + b;
    return true;
}
/* The same of numbers of either sign. */
static inline bool grn_add_signed_i64(int64_t a, int64_t b, int64_t *out)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return false;
    *out = a + b;
    return true;
}
/* The bound of a slice, which counts from the end where it is negative, moved into [0, extent]. */
static inline int64_t grn_slice_bound(int64_t bound, int64_t extent)
{
    bound = bound < 0 ? bound + extent : bound;
    return bound < 0 ? 0 : bound > extent ? extent : bound;
}
/* An extent with `more` elements more or, where negative, fewer. False: there are not as many, or
 * more than can be counted. */
static inline bool grn_grow_extent(int64_t more, int64_t *extent)
{
    if (more >= 0)
        return grn_add_i64(*extent, more, extent);
    if (more < -*extent)
        return false;
    *extent += more;
    return true;
}
/* Sums and products of costs and sizes that are compared, where INT64_MAX stands for all that is
 * more. Neither operand is negative. */
static inline int64_t grn_mul_at_most(int64_t a, int64_t b)
{
    int64_t product;
    return grn_mul_i64(a, b, &product) ? product : INT64_MAX;
}
static inline int64_t grn_magnitude(int64_t x) { return x == INT64_MIN ? INT64_MAX : x < 0 ? -x : x; }

/*
 * Bump memory that is freed all at once. Chunks grow geometrically up to 1 MiB;
 * a request over 256 KiB gets a chunk of its own, so a large constant is one allocation.
 */
typedef struct grn_arena_chunk grn_arena_chunk;
typedef struct grn_arena {
    const grn_allocator *allocator;
    grn_arena_chunk *chunks;
    size_t next_chunk_bytes;
    bool refused; /* a request was refused: what was made since may be incomplete */
} grn_arena;
void grn_arena_init(grn_arena *arena, const grn_allocator *allocator);
void grn_arena_destroy(grn_arena *arena);
/* Zeroed memory aligned to 16 (to 64 when >= 4096 bytes), NULL when refused. bytes may be 0. */
void *grn_arena_alloc(grn_arena *arena, size_t bytes);
/* As grn_arena_alloc but not zeroed: for blobs about to be filled. */
void *grn_arena_alloc_raw(grn_arena *arena, size_t bytes);
void *grn_arena_copy(grn_arena *arena, const void *from, size_t bytes);
char *grn_arena_vprintf(grn_arena *arena, const char *format, va_list args); /* vprintf's text */
/* `n` bytes of `text` plus a terminating zero. */
char *grn_arena_text(grn_arena *arena, const char *text, size_t n);
#define GRN_ARENA_NEW(arena, type, count) ((type *)grn_arena_array((arena), sizeof(type), (count)))
void *grn_arena_array(grn_arena *arena, size_t element_bytes, size_t count);

/*
 * A growable array that lives in an allocator while being built. Usage:
 *   grn_vec v; grn_vec_init(&v, allocator, sizeof(T));
 *   T *slot = grn_vec_push(&v);   // zeroed; NULL when refused
 *   T *all = v.items; v.count
 *   grn_vec_destroy(&v);
 */
typedef struct grn_vec {
    const grn_allocator *allocator;
    void *items;
    size_t item_bytes, count, capacity;
} grn_vec;
void grn_vec_init(grn_vec *v, const grn_allocator *allocator, size_t item_bytes);
void grn_vec_destroy(grn_vec *v);
void *grn_vec_push(grn_vec *v);
/* `count` zeroed items at the end (for text: bytes); NULL when refused. */
void *grn_vec_extend(grn_vec *v, size_t count);
/* Keeps what is written to it, at the end of a vec of bytes. */
grn_sink grn_vec_sink(grn_vec *bytes);

/* ---- element types (dtype.c, smallfloat.c) --------------------------------------------------- */

static inline bool grn_dtype_is_integer(grn_dtype d)
{
    grn_dtype_class c = grn_dtype_class_of(d);
    return c == GRN_CLASS_SIGNED || c == GRN_CLASS_UNSIGNED;
}
const char *grn_dtype_npy(grn_dtype dtype); /* NumPy descr */

/* How a float format lays out its bits. f16, bf16, f32, f64 and all f8/f6/f4 are rows of one
 * table. */
typedef enum grn_nan_style {
    GRN_NAN_IEEE,         /* exponent all ones: infinity and NaNs */
    GRN_NAN_ALL_ONES,     /* no infinity; NaN is all ones in exponent and mantissa (FN) */
    GRN_NAN_NEG_ZERO,     /* no infinity; NaN is the pattern of -0 (FNUZ) */
    GRN_NAN_NONE,         /* neither (f4E2M1FN, f6*): out of range saturates */
    GRN_NAN_EXPONENT_ONLY /* f8E8M0FNU: no sign, no mantissa, 0xFF is NaN, no zero */
} grn_nan_style;
typedef struct grn_float_format {
    uint8_t exponent_bits, mantissa_bits;
    int16_t bias;
    grn_nan_style nan_style;
} grn_float_format;
const grn_float_format *grn_dtype_float_format(grn_dtype dtype); /* NULL: not a float */

/* Exact. `bits` in the low bits. */
double grn_float_decode(const grn_float_format *f, uint64_t bits);
/* Rounds once, to nearest even; overflow goes to infinity, to NaN where the format has no infinity
 * but has NaN (FN, FNUZ), else to the largest finite value. NaN becomes the format's quiet NaN with
 * sign kept. */
uint64_t grn_float_encode(const grn_float_format *f, double value);
/* The format's canonical quiet NaN, +0 where it has none. */
uint64_t grn_float_nan_bits(const grn_float_format *f);

/* Hot conversions, bit-exact with the table above. */
float grn_f16_to_f32(uint16_t bits);
uint16_t grn_f32_to_f16(float value);
static inline float grn_bf16_to_f32(uint16_t bits)
{
    union {
        uint32_t u;
        float f;
    } x = {(uint32_t)bits << 16};
    return x.f;
}
uint16_t grn_f32_to_bf16(float value);

/*
 * One element as a value wide enough for any dtype. load/store convert one
 * element at `p`; a store wraps integers to the dtype's bits and rounds floats once.
 */
typedef struct grn_scalar {
    grn_dtype dtype;
    union {
        int64_t i;  /* BOOL (0/1) and SIGNED */
        uint64_t u; /* UNSIGNED */
        double f;   /* FLOAT */
        struct {
            double re, im;
        } c;
    };
} grn_scalar;
grn_scalar grn_scalar_load(grn_dtype dtype, const void *p);
uint64_t grn_load_bits(size_t bytes, const void *p);                      /* of an element of 1, 2, 4 or 8 bytes */
void grn_scalar_store(const grn_scalar *value, grn_dtype dtype, void *p); /* value->dtype's class must match dtype's */
/* Index value as int64_t: zero- or sign-extended by its dtype, i1 as 0/1, ui64 over INT64_MAX as
 * INT64_MAX. */
int64_t grn_index_load(grn_dtype dtype, const void *p);

/* ---- numbers as text (number.c) -------------------------------------------------------------- */

#define GRN_NUMBER_BYTES 80
/*
 * The element at p as MLIR prints it in a dense literal (semantics.md section 3): true/false for
 * i1; integers in decimal; floats with 6 significant digits as "1.500000e+00" when that reads back
 * to the same bits, else the shortest of up to 9 (f32) or 17 (f64) digits that does
 * ("-1.13653708"), always with a '.'; NaN, infinities and whole numbers that take more than 6
 * digits as bit patterns "0x7FC00000" of the type's width; complex as "(re,im)". Rounds as LLVM's
 * APFloat does. Returns the length; buffer of GRN_NUMBER_BYTES.
 */
size_t grn_element_text(grn_dtype dtype, const void *p, char *buffer);
/* The same, but whole numbers in decimal too: "123456792.0". */
size_t grn_element_text_for_reader(grn_dtype dtype, const void *p, char *buffer);
/* As a value of JSON: numbers as above, complex as "[re, im]", and "nan", "inf", "-inf" in
 * quotes. */
size_t grn_element_json(grn_dtype dtype, const void *p, char *buffer);
/* Decimal or exponent form "-1.25e-3" of `n` bytes to the nearest double, correctly rounded,
 * whatever the locale. False when the text is not one whole number. */
bool grn_parse_double(const char *text, size_t n, double *out);
/* The same text rounded once to `dtype` (no double rounding for f32, f16, bf16, f8), stored at
 * p. */
bool grn_parse_float_element(const char *text, size_t n, grn_dtype dtype, void *p);
/* Magnitude of a decimal or 0x-hex integer of `n` bytes; false when empty, malformed or over
 * UINT64_MAX. */
bool grn_parse_u64(const char *text, size_t n, uint64_t *out);
/* 2*n hex digits to n bytes at 2 GB/s of text or better; returns the first bad digit's position, or
 * 2*n. */
size_t grn_hex_decode(const char *digits, size_t n, unsigned char *out);

/* Distance of two floats of one dtype in units in the last place (UINT64_MAX when one is NaN or the
 * other is infinite and they differ; 0 when both are NaN or bit-equal; +0 and -0 are 0 apart). */
uint64_t grn_ulp_distance(grn_dtype dtype, const void *a, const void *b);

/* ---- arguments from outside (check_view.c, check_argument.c) --------------------------------- */

/*
 * The one check of a view that comes from outside. Every public call makes it before it reads an
 * array of the view, so that all code behind the calls may rely on:
 *   the pointer is not NULL, the dtype is in the list, the rank is in [0, GRN_MAX_RANK], no extent
 *   is negative; elements, bytes, and the span (the distance from the first to the last place in
 *   memory, in bytes) fit in int64_t and ptrdiff_t, so that no offset inside the view overflows. A
 *   view without elements may have any strides, and so may a dimension of extent 1: nothing is ever
 *   multiplied by those.
 * Data is not read. GRN_E_ARGUMENT, GRN_E_DTYPE, GRN_E_LIMIT (rank), GRN_E_SHAPE; the message has
 * `name`.
 */
static inline grn_status grn_check_view(const grn_tensor *t, const char *name, const grn_diag *diag);
/* Of a view that passed grn_check_view and whose elements are read or written: data is there when
 * there are elements, and no element lies beyond the end of the address space. Any alignment will
 * do. GRN_E_ARGUMENT. */
grn_status grn_check_data(const grn_tensor *t, const char *name, const grn_diag *diag);
/*
 * Of a destination that passed grn_check_view: no two elements lie in one place, by two simple
 * tests: a stride of 0 along an extent over 1, or more elements than places in the span.
 * GRN_E_ALIAS. Strides that interleave otherwise pass: where two elements are in one place, which
 * of them stays is unspecified.
 */
static inline grn_status grn_check_places(const grn_tensor *t, const char *name, const grn_diag *diag);

/* A pointer that must not be NULL; GRN_E_ARGUMENT. */
static inline grn_status grn_check_given(const void *pointer, const char *name, const grn_diag *diag);
/* NULL, or an allocator with both functions; GRN_E_ARGUMENT. */
grn_status grn_check_allocator(const grn_allocator *allocator, const grn_diag *diag);
/* A sink that can be written to; GRN_E_ARGUMENT. */
static inline grn_status grn_check_sink(const grn_sink *sink)
{
    return sink != NULL && sink->write != NULL ? GRN_OK : GRN_E_ARGUMENT;
}

/* The full checks, for what the short ones below do not pass; they make the message. */
grn_status grn_check_view_at_length(const grn_tensor *t, const char *name, const grn_diag *diag) GRN_COLD;
grn_status grn_check_places_at_length(const grn_tensor *t, const char *name, const grn_diag *diag) GRN_COLD;
grn_status grn_fail_null(const char *name, const grn_diag *diag) GRN_COLD;

/* 32 products of an extent and a stride below this, times 16 bytes, stay below PTRDIFF_MAX. */
#define GRN_PLAIN_BITS (sizeof(ptrdiff_t) > 4 ? 26 : 11)

/* Small extents, strides and element counts, which is nearly all of them, need no division and no
 * sum of spans. */
static inline bool grn_view_is_plain(const grn_tensor *t)
{
    uint64_t elements = 1, all = 0;
    if (t == NULL || (unsigned)t->dtype - 1u >= GRN_DTYPE_COUNT - 1u || (uint32_t)t->rank > GRN_MAX_RANK)
        return false;
    for (int32_t d = 0; d < t->rank; d++) {
        uint64_t extent = (uint64_t)t->shape[d], stride = (uint64_t)t->stride[d];
        elements *= extent; /* both were below the limit, or `all` is so already */
        all |= extent | elements | (t->stride[d] < 0 ? 0 - stride : stride);
    }
    return all >> GRN_PLAIN_BITS == 0;
}

static inline grn_status grn_check_view(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    return grn_view_is_plain(t) ? GRN_OK : grn_check_view_at_length(t, name, diag);
}

/* Compact views, which is nearly all of them. */
static inline grn_status grn_check_places(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    int64_t step = 1;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        if (t->stride[d] != step && t->shape[d] != 1)
            return grn_check_places_at_length(t, name, diag);
        step = (int64_t)((uint64_t)step * (uint64_t)t->shape[d]);
    }
    return GRN_OK;
}

static inline grn_status grn_check_given(const void *pointer, const char *name, const grn_diag *diag)
{
    return pointer != NULL ? GRN_OK : grn_fail_null(name, diag);
}

/* "[1, 0, 2]": up to GRN_MAX_RANK numbers, in a buffer of GRN_LIST_BYTES. */
#define GRN_LIST_BYTES (GRN_MAX_RANK * 22 + 8)
const char *grn_list_text(const int64_t *v, int32_t count, char *buffer);

/* ---- shapes and views (tensor.c, walk.c) ----------------------------------------------------- */

/* Product of extents into *out; false on a negative extent or when it passes INT64_MAX. */
bool grn_shape_elements(int32_t rank, const int64_t *shape, int64_t *out);
/* The first byte a view touches and the one after its last; false when it has no elements. */
bool grn_tensor_range(const grn_tensor *t, uintptr_t *from, uintptr_t *to);
/* Extents of the elements that differ in place: 1 along a stride of 0. */
void grn_distinct_shape(const grn_tensor *t, int64_t *shape);
/* Compact row-major strides. */
void grn_shape_strides(int32_t rank, const int64_t *shape, int64_t *stride);

/* How far the element at an index, rank entries, lies from the first. */
int64_t grn_offset_in(const grn_tensor *t, const int64_t *index);

static inline void *grn_tensor_at(const grn_tensor *t, int64_t offset_elements)
{
    return (char *)t->data + offset_elements * (int64_t)grn_dtype_bytes(t->dtype);
}

/* *to = *from, as far as the rank goes: a call on few elements would else spend more on the rest of
 * the lists. */
static inline void grn_view_copy(grn_tensor *to, const grn_tensor *from)
{
    to->data = from->data;
    to->dtype = from->dtype;
    to->rank = from->rank;
    for (int32_t d = 0; d < from->rank; d++) {
        to->shape[d] = from->shape[d];
        to->stride[d] = from->stride[d];
    }
}

/*
 * Walks a shape in row-major order, keeping an element offset per stride vector. Usage:
 *   grn_walk w; grn_walk_init(&w, rank, shape, 2, (const int64_t *[]){a->stride, b->stride});
 *   for (; w.more; grn_walk_next(&w)) use(w.offset[0], w.offset[1], w.index);
 * A smaller rank leaves the last dimensions to the caller's own loop. The strides must outlive the
 * walk.
 */
#define GRN_WALK_VIEWS 4
typedef struct grn_walk {
    int32_t rank;
    int nviews;
    bool more;
    int64_t index[GRN_MAX_RANK];
    int64_t shape[GRN_MAX_RANK];
    const int64_t *stride[GRN_WALK_VIEWS];
    int64_t offset[GRN_WALK_VIEWS];
} grn_walk;
void grn_walk_init(grn_walk *w, int32_t rank, const int64_t *shape, int nviews, const int64_t *const *strides);
void grn_walk_next(grn_walk *w);

/* Copies src to dst element by element whatever the strides; same shape and element size. Fast when
 * both are compact, and by rows when the innermost dims are. No overlap. */
void grn_tensor_copy(const grn_tensor *dst, const grn_tensor *src);
/* The same to `to`, row-major without gaps: what a tensor of another shape and as many elements
 * holds. */
void grn_tensor_copy_flat(void *to, const grn_tensor *src);
/* Sets every element to the one at `element`. */
void grn_tensor_fill(const grn_tensor *dst, const void *element);
/* Reads `src` from flat row-major position `from`, `count` elements, into compact `out` (any
 * strides). */
void grn_tensor_read(const grn_tensor *src, int64_t from, int64_t count, void *out);

/* View transforms: write a view of the same data; false when it cannot be expressed with
 * strides. */
void grn_view_transpose(const grn_tensor *in, const int64_t *permutation, grn_tensor *out);
void grn_view_slice(const grn_tensor *in, const int64_t *start, const int64_t *limit, const int64_t *step,
                    grn_tensor *out); /* caller has checked the bounds */
void grn_view_reverse(const grn_tensor *in, uint64_t dims_mask, grn_tensor *out);
void grn_view_broadcast(const grn_tensor *in, int32_t rank, const int64_t *shape, const int64_t *dims,
                        grn_tensor *out); /* dims[i]: the result dimension of in's dimension i */
bool grn_view_reshape(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out);

#define GRN_DYNAMIC INT64_MIN /* an extent that is not known yet, written "?" */

/* Whether the two have the same extents; dtypes and strides may differ. */
bool grn_tensor_same_shape(const grn_tensor *a, const grn_tensor *b);

#endif
