/*
 * layout.c - affine maps of dimensions and constants, and strided layouts,
 * out of the text of an attribute and back (MLIR, affine_map and strided).
 */
#include <inttypes.h>
#include <stdio.h>

#include "ir/ir.h"

/* ---- words of the text ----------------------------------------------------------------------- */

typedef struct scanner {
    const char *at, *end;
} scanner;

static void skip_space(scanner *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\t' || *s->at == '\r'))
        s->at++;
}

static bool try_text(scanner *s, const char *text)
{
    size_t n = strlen(text);
    skip_space(s);
    if ((size_t)(s->end - s->at) < n || memcmp(s->at, text, n) != 0)
        return false;
    s->at += n;
    return true;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool try_name(scanner *s, grn_str *out)
{
    skip_space(s);
    const char *from = s->at;
    while (s->at < s->end && (is_letter(*s->at) || (s->at > from && is_digit(*s->at))))
        s->at++;
    *out = (grn_str){from, (size_t)(s->at - from)};
    return out->n > 0;
}

static bool try_number(scanner *s, int64_t *out)
{
    bool negative = try_text(s, "-");
    skip_space(s);
    const char *from = s->at;
    int64_t v = 0;
    for (; s->at < s->end && is_digit(*s->at); s->at++)
        if (!grn_mul_i64(v, 10, &v) || !grn_add_i64(v, *s->at - '0', &v))
            return false;
    *out = negative ? -v : v;
    return s->at > from;
}

static bool at_end(scanner *s)
{
    skip_space(s);
    return s->at == s->end;
}

static bool scan(const grn_attr *attr, const char *word, scanner *s)
{
    if (attr->kind != GRN_ATTR_OPAQUE)
        return false;
    *s = (scanner){attr->text.text, attr->text.text + attr->text.n};
    return try_text(s, word) && try_text(s, "<");
}

/* ---- affine maps ----------------------------------------------------------------------------- */

static bool read_dims(scanner *s, grn_str name[GRN_MAX_RANK], int32_t *count)
{
    *count = 0;
    if (!try_text(s, "("))
        return false;
    if (try_text(s, ")"))
        return true;
    do
        if (*count == GRN_MAX_RANK || !try_name(s, &name[(*count)++]))
            return false;
    while (try_text(s, ","));
    return try_text(s, ")");
}

static bool read_result(scanner *s, const grn_str *name, grn_affine_map *map)
{
    grn_str word;
    int32_t r = map->nresults;
    if (r == GRN_MAX_RANK)
        return false;
    map->nresults++;
    map->is_constant[r] = !try_name(s, &word);
    if (map->is_constant[r])
        return try_number(s, &map->result[r]);
    for (int32_t d = 0; d < map->ndims; d++)
        if (grn_str_equal(word, name[d])) {
            map->result[r] = d;
            return true;
        }
    return false;
}

static bool read_results(scanner *s, const grn_str *name, grn_affine_map *map)
{
    if (!try_text(s, "("))
        return false;
    if (try_text(s, ")"))
        return true;
    do
        if (!read_result(s, name, map))
            return false;
    while (try_text(s, ","));
    return try_text(s, ")");
}

bool grn_affine_map_read(const grn_attr *attr, grn_affine_map *out)
{
    scanner s;
    grn_str name[GRN_MAX_RANK];
    *out = (grn_affine_map){.ndims = 0};
    if (!scan(attr, "affine_map", &s) || !read_dims(&s, name, &out->ndims))
        return false;
    return try_text(&s, "->") && read_results(&s, name, out) && try_text(&s, ">") && at_end(&s);
}

/* Of MLIR's own spelling: "d" and a number of two digits, or a constant, and two between. */
#define PART_BYTES 24

const grn_attr *grn_attr_affine_map(grn_ir *ir, const grn_affine_map *map)
{
    char text[(2 * GRN_MAX_RANK + 2) * PART_BYTES];
    size_t n = (size_t)snprintf(text, sizeof text, "affine_map<(");
    for (int32_t d = 0; d < map->ndims; d++)
        n += (size_t)snprintf(text + n, sizeof text - n, d ? ", d%" PRId32 : "d%" PRId32, d);
    n += (size_t)snprintf(text + n, sizeof text - n, ") -> (");
    for (int32_t r = 0; r < map->nresults; r++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s%" PRId64, r ? ", " : "", map->is_constant[r] ? "" : "d",
                              map->result[r]);
    n += (size_t)snprintf(text + n, sizeof text - n, ")>");
    const char *kept = grn_arena_text(&ir->arena, text, n);
    return kept ? grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_OPAQUE, .text = {kept, n}}) : NULL;
}

const grn_attr *grn_attr_identity_map(grn_ir *ir, int32_t rank)
{
    grn_affine_map map = {.ndims = rank, .nresults = rank};
    for (int32_t d = 0; d < rank; d++)
        map.result[d] = d;
    return grn_attr_affine_map(ir, &map);
}

bool grn_affine_map_is_identity(const grn_affine_map *map)
{
    if (map->ndims != map->nresults)
        return false;
    for (int32_t d = 0; d < map->ndims; d++)
        if (map->is_constant[d] || map->result[d] != d)
            return false;
    return true;
}

/* ---- strided layouts ------------------------------------------------------------------------- */

static bool read_number_or_unknown(scanner *s, int64_t *out)
{
    *out = GRN_DYNAMIC;
    return try_text(s, "?") || try_number(s, out);
}

static bool read_strides(scanner *s, int32_t *count, int64_t *strides)
{
    *count = 0;
    if (!try_text(s, "["))
        return false;
    if (try_text(s, "]"))
        return true;
    do
        if (*count == GRN_MAX_RANK || !read_number_or_unknown(s, &strides[(*count)++]))
            return false;
    while (try_text(s, ","));
    return try_text(s, "]");
}

bool grn_strided_read(const grn_attr *attr, int32_t *count, int64_t *strides, int64_t *offset)
{
    scanner s;
    *offset = 0;
    if (!scan(attr, "strided", &s) || !read_strides(&s, count, strides))
        return false;
    if (try_text(&s, ",") && !(try_text(&s, "offset") && try_text(&s, ":") && read_number_or_unknown(&s, offset)))
        return false;
    return try_text(&s, ">") && at_end(&s);
}

/* ---- where a memref's elements lie ----------------------------------------------------------- */

/* Strides that the type leaves open: row-major behind those that are known. */
static bool fill_in(int32_t rank, const int64_t *shape, int64_t *strides)
{
    int64_t step = 1;
    for (int32_t d = rank; d-- > 0;) {
        if (strides[d] == GRN_DYNAMIC)
            strides[d] = step;
        if (strides[d] < 1 || !grn_mul_i64(strides[d], shape[d] > 1 ? shape[d] : 1, &step))
            return false;
    }
    return true;
}

/* The dimension of the smallest stride among those of more than one element that are not yet in
 * `taken`; -1: none. */
static int32_t next_dim(int32_t rank, const int64_t *shape, const int64_t *strides, uint64_t taken)
{
    int32_t found = -1;
    for (int32_t d = 0; d < rank; d++)
        if (shape[d] > 1 && !(taken >> d & 1) && (found < 0 || strides[d] < strides[found]))
            found = d;
    return found;
}

/* Each stride steps over all that the smaller ones reach, so that no two elements meet. */
static bool reach(int32_t rank, const int64_t *shape, const int64_t *strides, int64_t *out)
{
    uint64_t taken = 0;
    *out = 0;
    for (int32_t d; (d = next_dim(rank, shape, strides, taken)) >= 0; taken |= UINT64_C(1) << d) {
        int64_t span;
        if (strides[d] <= *out || !grn_mul_i64(strides[d], shape[d] - 1, &span) || !grn_add_i64(*out, span, out))
            return false;
    }
    return *out < INT64_MAX;
}

bool grn_memref_place(const grn_type *t, const int64_t *shape, int64_t *strides, int64_t *offset, int64_t *elements)
{
    int64_t count, last;
    if (!grn_memref_strides(t, strides, offset) || !grn_shape_elements(t->rank, shape, &count))
        return false;
    if (!t->strided)
        grn_shape_strides(t->rank, shape, strides);
    *offset = *offset == GRN_DYNAMIC ? 0 : *offset;
    if (*offset < 0 || !fill_in(t->rank, shape, strides) || !reach(t->rank, shape, strides, &last))
        return false;
    return grn_add_i64(count ? last + 1 : 0, *offset, elements);
}
