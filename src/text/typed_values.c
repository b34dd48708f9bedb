/*
 * typed_values.c - the elements of a tensor as a person types them.
 *
 *   [[1, 2], [3, 4]]   nested lists of the tensor's shape; commas may be left out
 *   1 2 3 4            all elements in row-major order, or one for all of them
 *   1e-3 .5 1. nan -inf true (1, 2) 0x7FC00000   elements; of floats a hexadecimal number is the
 *                                                bits
 *   zeros  iota  random  random:7               what is made: 0; 0, 1, 2, ...; numbers that the seed decides
 *
 * A message's place is in the text, on line 1.
 */
#include "text/internal.h"

#include <inttypes.h>
#include <math.h>

typedef struct reader {
    const grn_typed_text *in;
    size_t at;
    const grn_type *element;
    const grn_tensor *to; /* compact */
    const grn_diag *diag;
} reader;

#define TOKEN_SHOWN 40

static grn_status fail_at(const reader *r, size_t at, grn_status status, const char *format, ...) GRN_PRINTF(4, 5);
static grn_status fail_at(const reader *r, size_t at, grn_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    grn_fail_v(r->diag, (grn_place){1, (uint32_t)(r->in->column + at + 1)}, status, format, args);
    va_end(args);
    return status;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void skip_space(reader *r)
{
    while (r->at < r->in->n && is_space(r->in->text[r->at]))
        r->at++;
}

static char peek(const reader *r) { return r->at < r->in->n ? r->in->text[r->at] : '\0'; }

/* ---- one number ---------------------------------------------------------------------- */

static bool is_of_token(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '+' ||
           c == '-' || c == '_';
}

/* A number or a word, whole. */
static grn_str take_token(reader *r)
{
    size_t start = r->at;
    while (r->at < r->in->n && is_of_token(r->in->text[r->at]))
        r->at++;
    return (grn_str){r->in->text + start, r->at - start};
}

static bool is_word(grn_str t, const char *word)
{
    size_t i = 0;
    for (; i < t.n && word[i]; i++)
        if ((t.text[i] | 0x20) != word[i])
            return false;
    return i == t.n && !word[i];
}

static int shown(grn_str t) { return t.n < TOKEN_SHOWN ? (int)t.n : TOKEN_SHOWN; }

static bool is_hex(grn_str t) { return t.n > 2 && t.text[0] == '0' && (t.text[1] | 0x20) == 'x'; }

/* nan and inf, where the type has such. */
static grn_status read_special(const reader *r, size_t at, grn_str t, double value, grn_dtype dtype, void *to)
{
    grn_scalar scalar = {.dtype = dtype};
    scalar.f = value;
    grn_scalar_store(&scalar, dtype, to);
    const double back = grn_scalar_load(dtype, to).f;
    if (isnan(value) ? isnan(back) : isinf(back) && back * value > 0)
        return GRN_OK;
    return fail_at(r, at, GRN_E_PARSE, "%s has no %.*s", grn_dtype_text(dtype), shown(t), t.text);
}

static grn_status read_float(const reader *r, size_t at, grn_str t, grn_dtype dtype, void *to)
{
    const bool negative = t.n > 0 && t.text[0] == '-', has_sign = negative || (t.n > 0 && t.text[0] == '+');
    const grn_str bare = {t.text + has_sign, t.n - has_sign};
    const grn_token token = {.text = t.text, .n = t.n};
    if (is_word(bare, "nan"))
        return read_special(r, at, t, (double)NAN, dtype, to);
    if (is_word(bare, "inf") || is_word(bare, "infinity"))
        return read_special(r, at, t, negative ? -(double)INFINITY : (double)INFINITY, dtype, to);
    if (is_hex(t) && !grn_float_bits(&token, dtype, to))
        return fail_at(r, at, GRN_E_PARSE, "%.*s has more bits than %s, %u", shown(t), t.text, grn_dtype_text(dtype),
                       grn_dtype_bits(dtype));
    if (is_hex(t) || grn_parse_float_element(t.text, t.n, dtype, to))
        return GRN_OK;
    return fail_at(r, at, GRN_E_PARSE, "'%.*s' is no number; one of %s is expected, such as 1.5, 1e-3, nan or -inf",
                   shown(t), t.text, grn_dtype_text(dtype));
}

static grn_status read_bool(const reader *r, size_t at, const grn_type *type, bool value, void *to)
{
    if (type->dtype != GRN_I1)
        return fail_at(r, at, GRN_E_PARSE, "%s is of i1; a number of %s is expected", value ? "true" : "false",
                       grn_dtype_text(type->dtype));
    *(unsigned char *)to = value;
    return GRN_OK;
}

static bool is_digits(grn_str t)
{
    size_t i = 0;
    while (i < t.n && t.text[i] >= '0' && t.text[i] <= '9')
        i++;
    return t.n > 0 && i == t.n;
}

static grn_status read_integer(const reader *r, size_t at, grn_str t, const grn_type *type, void *to)
{
    const bool negative = t.text[0] == '-', has_sign = negative || t.text[0] == '+';
    const grn_str bare = {t.text + has_sign, t.n - has_sign};
    grn_scalar scalar = {.dtype = type->dtype};
    uint64_t magnitude;
    int64_t value;
    if (is_word(t, "true") || is_word(t, "false"))
        return read_bool(r, at, type, is_word(t, "true"), to);
    const bool counted = grn_parse_u64(bare.text, bare.n, &magnitude);
    if (!counted && !is_digits(bare) && !is_hex(bare))
        return fail_at(r, at, GRN_E_PARSE, "'%.*s' is no integer; one of %s is expected", shown(t), t.text,
                       grn_dtype_text(type->dtype));
    if (!counted || !grn_integer_fits(type, magnitude, negative, &value))
        return fail_at(r, at, GRN_E_PARSE, "%.*s is out of range for %s", shown(t), t.text,
                       grn_dtype_text(type->dtype));
    scalar.i = value; /* the same bits as .u */
    grn_scalar_store(&scalar, type->dtype, to);
    return GRN_OK;
}

static grn_status read_number(reader *r, const grn_type *type, void *to)
{
    skip_space(r);
    const size_t at = r->at;
    const grn_str t = take_token(r);
    if (t.n == 0 && at >= r->in->n)
        return fail_at(r, at, GRN_E_PARSE, "a number of %s is expected, and the text ends",
                       grn_dtype_text(type->dtype));
    if (t.n == 0)
        return fail_at(r, at, GRN_E_PARSE, "a number of %s is expected", grn_dtype_text(type->dtype));
    return grn_dtype_class_of(type->dtype) == GRN_CLASS_FLOAT ? read_float(r, at, t, type->dtype, to)
                                                              : read_integer(r, at, t, type, to);
}

static grn_status need(reader *r, char c, const char *what)
{
    skip_space(r);
    if (peek(r) != c || r->at >= r->in->n)
        return fail_at(r, r->at, GRN_E_PARSE, "'%c' is expected, %s", c, what);
    r->at++;
    return GRN_OK;
}

/* A complex number is (re, im), or its real part alone. */
static grn_status read_element(reader *r, void *to)
{
    const grn_type *part = r->element->element;
    if (r->element->kind != GRN_TYPE_COMPLEX)
        return read_number(r, r->element, to);
    const size_t bytes = grn_dtype_bytes(part->dtype);
    skip_space(r);
    memset((char *)to + bytes, 0, bytes);
    if (peek(r) != '(')
        return read_number(r, part, to);
    r->at++;
    TRY(read_number(r, part, to));
    TRY(need(r, ',', "as a complex number is (re, im)"));
    TRY(read_number(r, part, (char *)to + bytes));
    return need(r, ')', "as a complex number is (re, im)");
}

static void *element_at(const reader *r, int64_t i)
{
    return (char *)r->to->data + (size_t)i * grn_dtype_bytes(r->to->dtype);
}

/* ---- nested lists ---------------------------------------------------------------------- */

/* Lists that are open: list d of them has count[d] entries so far. */
typedef struct open_lists {
    int32_t depth;
    int64_t count[GRN_MAX_RANK];
    int64_t elements; /* read so far */
    bool due;         /* a comma was the last thing */
} open_lists;

/* One more entry of the innermost list. */
static grn_status count_entry(reader *r, open_lists *o)
{
    const int32_t d = o->depth - 1;
    if (d >= 0 && o->count[d]++ == r->to->shape[d])
        return fail_at(r, r->at, GRN_E_PARSE, "dimension %" PRId32 " has %" PRId64 " entries, and here is one more", d,
                       r->to->shape[d]);
    o->due = false;
    return GRN_OK;
}

static grn_status open_list(reader *r, open_lists *o)
{
    TRY(count_entry(r, o));
    if (o->depth == r->to->rank)
        return fail_at(r, r->at, GRN_E_PARSE, "lists nest deeper than the tensor's rank, %" PRId32, r->to->rank);
    o->count[o->depth++] = 0;
    r->at++;
    return GRN_OK;
}

static grn_status close_list(reader *r, open_lists *o)
{
    const int32_t d = --o->depth;
    if (o->due)
        return fail_at(r, r->at, GRN_E_PARSE, "an entry is expected behind the comma");
    if (o->count[d] != r->to->shape[d])
        return fail_at(r, r->at, GRN_E_PARSE, "dimension %" PRId32 " has %" PRId64 " entries, %" PRId64 " are here", d,
                       r->to->shape[d], o->count[d]);
    r->at++;
    return GRN_OK;
}

static grn_status read_comma(reader *r, open_lists *o)
{
    if (o->due || o->count[o->depth - 1] == 0)
        return fail_at(r, r->at, GRN_E_PARSE, "an entry is expected, not a comma");
    o->due = true;
    r->at++;
    return GRN_OK;
}

static grn_status read_entry(reader *r, open_lists *o)
{
    if (r->at >= r->in->n)
        return fail_at(r, r->at, GRN_E_PARSE, "']' is expected, and the text ends");
    if (o->depth < r->to->rank)
        return fail_at(r, r->at, GRN_E_PARSE,
                       "a list is expected: the tensor's rank is %" PRId32 ", here are %" PRId32 " lists", r->to->rank,
                       o->depth);
    TRY(count_entry(r, o));
    return read_element(r, element_at(r, o->elements++));
}

static grn_status read_lists(reader *r)
{
    open_lists o = {.depth = 0};
    do {
        skip_space(r);
        const char c = peek(r);
        TRY(c == '['   ? open_list(r, &o)
            : c == ']' ? close_list(r, &o)
            : c == ',' ? read_comma(r, &o)
                       : read_entry(r, &o));
    } while (o.depth > 0);
    skip_space(r);
    return r->at == r->in->n ? GRN_OK : fail_at(r, r->at, GRN_E_PARSE, "the list has ended, and here is more");
}

/* ---- elements in a row ---------------------------------------------------------------------- */

static void fill_all(const reader *r, int64_t elements)
{
    for (int64_t i = 1; i < elements; i++)
        memcpy(element_at(r, i), r->to->data, grn_dtype_bytes(r->to->dtype));
}

static grn_status read_row(reader *r)
{
    const int64_t elements = grn_tensor_elements(r->to);
    unsigned char first[16];
    int64_t n = 0;
    for (; r->at < r->in->n || n == 0; n++) {
        if (n > 0 && n >= elements)
            return fail_at(r, r->at, GRN_E_PARSE, "the tensor has %" PRId64 " element%s, and here is one more",
                           elements, elements == 1 ? "" : "s");
        TRY(read_element(r, n < elements ? element_at(r, n) : first)); /* of no elements, none */
        const size_t end = r->at;
        skip_space(r);
        const bool comma = peek(r) == ',' && r->at < r->in->n;
        r->at += comma;
        skip_space(r);
        if (comma && r->at == r->in->n)
            return fail_at(r, r->at, GRN_E_PARSE, "an element is expected behind the comma");
        if (r->at == end && r->at < r->in->n)
            return fail_at(r, r->at, GRN_E_PARSE, "a space, a comma or the end is expected");
    }
    if (n == 1)
        fill_all(r, elements);
    else if (n != elements)
        return fail_at(r, r->in->n, GRN_E_PARSE, "the tensor has %" PRId64 " elements, %" PRId64 " are here", elements,
                       n);
    return GRN_OK;
}

/* ---- elements that are made ------------------------------------------------------------------ */

static grn_status make_zeros(const reader *r, uint64_t seed)
{
    (void)seed;
    memset(r->to->data, 0, grn_tensor_bytes(r->to)); /* f8E8M0FNU has no zero: 2^-127 */
    return GRN_OK;
}

/* The most that the integer type holds. */
static uint64_t most_of(grn_dtype dtype)
{
    const unsigned bits = grn_dtype_bits(dtype) - (grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED);
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static void store_number(grn_dtype dtype, uint64_t whole, double real, void *to)
{
    grn_scalar scalar = {.dtype = dtype};
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        scalar.f = real;
    else if (grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX)
        scalar.c.re = real;
    else
        scalar.u = whole; /* the same bits as .i */
    grn_scalar_store(&scalar, dtype, to);
}

static grn_status make_iota(const reader *r, uint64_t seed)
{
    const grn_dtype dtype = r->to->dtype;
    const int64_t elements = grn_tensor_elements(r->to);
    (void)seed;
    if (grn_dtype_is_integer(dtype) && elements > 0 && (uint64_t)(elements - 1) > most_of(dtype))
        return fail_at(r, 0, GRN_E_PARSE, "iota of %" PRId64 " elements goes up to %" PRId64 ", %s up to %" PRIu64,
                       elements, elements - 1, grn_dtype_text(dtype), most_of(dtype));
    for (int64_t i = 0; i < elements; i++)
        store_number(dtype, (uint64_t)i, (double)i, element_at(r, i));
    return GRN_OK;
}

/* splitmix64, Steele, Lea and Flood 2014: number i of a seed. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

#define RANDOM_INTEGERS 100 /* 0 to 99 */

static grn_status make_random(const reader *r, uint64_t seed)
{
    const grn_dtype dtype = r->to->dtype, part = dtype == GRN_C64 ? GRN_F32 : dtype == GRN_C128 ? GRN_F64 : dtype;
    const int64_t parts = part == dtype ? 1 : 2;
    const uint64_t most = grn_dtype_is_integer(dtype) ? most_of(dtype) : 0;
    const uint64_t bound = most < RANDOM_INTEGERS ? most + 1 : RANDOM_INTEGERS;
    char *to = r->to->data;
    for (int64_t i = 0; i < grn_tensor_elements(r->to) * parts; i++, to += grn_dtype_bytes(part)) {
        const uint64_t bits = mix(mix(seed) + (uint64_t)(i + 1) * UINT64_C(0x9E3779B97F4A7C15));
        store_number(part, (bits >> 32) * bound >> 32, (double)(bits >> 11) * 0x1p-53, to);
    }
    return GRN_OK;
}

static const struct {
    const char *word;
    grn_status (*make)(const reader *r, uint64_t seed);
    bool has_seed;
} made[] = {{"zeros", make_zeros, false}, {"iota", make_iota, false}, {"random", make_random, true}};

/* *done: the text was a word; else nothing was read. */
static grn_status make_elements(reader *r, bool *done)
{
    const grn_str t = take_token(r);
    uint64_t seed = 0;
    *done = false;
    for (size_t i = 0; i < GRN_COUNT(made); i++) {
        if (!is_word(t, made[i].word))
            continue;
        *done = true;
        const size_t colon = r->at;
        if (made[i].has_seed && peek(r) == ':') {
            r->at++;
            const grn_str number = take_token(r);
            if (!grn_parse_u64(number.text, number.n, &seed))
                return fail_at(r, colon + 1, GRN_E_PARSE, "a seed is expected, a whole number, as in random:7");
        }
        skip_space(r);
        return r->at == r->in->n ? made[i].make(r, seed)
                                 : fail_at(r, r->at, GRN_E_PARSE, "nothing more is expected behind %s", made[i].word);
    }
    return GRN_OK;
}

/* ---- all forms ---------------------------------------------------------------------- */

/* "" and "[]", which say that there are no elements, whatever the other extents. */
static bool is_nothing(const reader *r)
{
    size_t brackets = 0;
    for (size_t i = 0; i < r->in->n; i++) {
        if (is_space(r->in->text[i]))
            continue;
        if (brackets == 2 || r->in->text[i] != "[]"[brackets])
            return false;
        brackets++;
    }
    return brackets != 1;
}

static grn_status read_values(reader *r)
{
    bool done;
    if (grn_tensor_elements(r->to) == 0 && is_nothing(r))
        return GRN_OK;
    skip_space(r);
    const size_t start = r->at;
    TRY(make_elements(r, &done));
    if (done)
        return GRN_OK;
    r->at = start;
    return peek(r) == '[' ? read_lists(r) : read_row(r);
}

#define MUCH_MEMORY ((size_t)1 << 20)

/* A list has a byte at least for each element: a list that is too short for its type is refused
 * before much memory is allocated. */
static bool is_too_short(const grn_typed_text *in, const grn_tensor *t)
{
    const char *bracket = in->n ? memchr(in->text, '[', in->n) : NULL;
    return bracket != NULL && grn_tensor_bytes(t) > MUCH_MEMORY && (uint64_t)grn_tensor_elements(t) > in->n;
}

grn_status grn_text_read_values(const grn_typed_text *in, const grn_type *type, const grn_allocator *allocator,
                                const grn_diag *diag, grn_tensor *out)
{
    grn_tensor t;
    int64_t shape[GRN_MAX_RANK];
    reader r = {.in = in, .element = type->element, .to = &t, .diag = diag};
    if (type->rank)
        memcpy(shape, type->shape, (size_t)type->rank * sizeof *shape);
    if (!grn_type_has_static_shape(type) && !grn_typed_shape(in, type->rank, shape))
        return fail_at(
            &r, 0, GRN_E_PARSE,
            "of a type with open extents a list is expected, whose brackets tell them, as in [[1, 2], [3, 4]]");
    if (grn_tensor_init(&t, NULL, type->element->dtype, type->rank, shape) != GRN_OK)
        return fail_at(&r, 0, GRN_E_PARSE, "the type has more elements than can be counted");
    if (is_too_short(in, &t))
        return fail_at(&r, in->n, GRN_E_PARSE, "the tensor has %" PRId64 " elements, so many are not here",
                       grn_tensor_elements(&t));
    t.data = grn_allocate(allocator, grn_tensor_bytes(&t));
    if (!t.data)
        return fail_at(&r, 0, GRN_E_MEMORY, "memory refused for a tensor of %zu bytes", grn_tensor_bytes(&t));
    grn_status status = read_values(&r);
    if (status != GRN_OK)
        grn_release(allocator, t.data, grn_tensor_bytes(&t));
    else
        *out = t;
    return status;
}
