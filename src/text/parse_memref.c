/*
 * parse_memref.c - memref<2x?xf32, strided<[?, 1], offset: ?>, 3>: extents and
 * elements, then a layout, then a memory space.
 */
#include "text/internal.h"

static bool is_element(const grn_type *t)
{
    return t->kind == GRN_TYPE_INTEGER || t->kind == GRN_TYPE_INDEX || t->kind == GRN_TYPE_FLOAT ||
           t->kind == GRN_TYPE_OTHER_FLOAT || t->kind == GRN_TYPE_COMPLEX || t->kind == GRN_TYPE_MEMREF;
}

static bool begins(grn_str s, const char *z)
{
    size_t n = strlen(z);
    return s.n >= n && memcmp(s.text, z, n) == 0;
}

/* An affine_map that is the identity counts as no layout; other affine maps stay as they are. */
static grn_status set_map(grn_parser *p, grn_place place, const grn_attr *attr, grn_type *type)
{
    grn_affine_map map;
    if (!grn_affine_map_read(attr, &map)) {
        type->layout = attr;
        return GRN_OK;
    }
    if (map.ndims != type->rank)
        return grn_parse_fail(p, place, "memref layout mismatch between rank and affine map: %d != %d", (int)type->rank,
                              (int)map.ndims);
    if (!grn_affine_map_is_identity(&map))
        type->layout = attr;
    return GRN_OK;
}

static grn_status set_strides(grn_parser *p, grn_place place, const grn_attr *attr, grn_type *type, int64_t *strides)
{
    int32_t count;
    if (!grn_strided_read(attr, &count, strides, &type->offset)) {
        type->layout = attr;
        return GRN_OK;
    }
    if (count != type->rank)
        return grn_parse_fail(p, place, "expected the number of strides to match the rank");
    type->strided = true;
    type->strides = strides;
    return GRN_OK;
}

/* The default memory space may be written: a 0. */
static const grn_attr *memory_space(const grn_attr *attr)
{
    return attr->kind == GRN_ATTR_INTEGER && attr->integer == 0 ? NULL : attr;
}

/* What stands behind the element type: at most a layout and a memory space, in this order. */
static grn_status parse_rest(grn_parser *p, grn_type *type, int64_t *strides)
{
    bool spaced = false;
    while (grn_parser_try(p, ",")) {
        const grn_place place = grn_peek(p)->place;
        const grn_attr *attr;
        TRY(grn_parse_attr(p, &attr));
        bool map = attr->kind == GRN_ATTR_OPAQUE && begins(attr->text, "affine_map");
        bool is_layout = map || (attr->kind == GRN_ATTR_OPAQUE && begins(attr->text, "strided"));
        if (spaced)
            return grn_parse_fail(p, place,
                                  is_layout ? "expected memory space to be last in memref type"
                                            : "multiple memory spaces specified in memref type");
        if (is_layout && (type->strided || type->layout))
            return grn_parse_fail(p, place, "multiple layouts specified in memref type");
        if (is_layout) {
            TRY(map ? set_map(p, place, attr, type) : set_strides(p, place, attr, type, strides));
            continue;
        }
        type->encoding = memory_space(attr);
        spaced = true;
    }
    return grn_parse_expect(p, ">", "");
}

grn_status grn_parse_memref(grn_parser *p, const grn_type **out)
{
    grn_place place = grn_peek(p)->place;
    int64_t shape[GRN_MAX_RANK], strides[GRN_MAX_RANK];
    grn_type type = {.shape = shape};
    *out = NULL;
    grn_next(p);
    TRY(grn_parse_expect(p, "<", ""));
    if (grn_token_is(grn_peek(p), "*"))
        return GRN_OK;
    TRY(grn_parse_extents(p, "memref", shape, &type.rank));
    TRY(grn_parse_type(p, &type.element));
    if (!is_element(type.element))
        return GRN_OK;
    TRY(parse_rest(p, &type, strides));
    *out = grn_type_memref(p->ir, &type);
    return *out ? GRN_OK : grn_parse_refused(p, place);
}
