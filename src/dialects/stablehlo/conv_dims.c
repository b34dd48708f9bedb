/*
 * conv_dims.c - the dimension numbers of a convolution, #stablehlo.conv<[b, 0, 1, f]x[0, 1, i,
 * o]->[b, 0, 1, f]>: brackets list each tensor's dimensions in their order, spatial ones by number.
 * What that cannot say is written `raw`.
 */
#include <inttypes.h>
#include <stdio.h>

#include "dialects/stablehlo/conv.h"
#include "ir/write.h"

static const grn_field_def conv_fields[] = {
    GRN_FIELD("input_batch_dimension", DIM),           GRN_FIELD("input_feature_dimension", DIM),
    GRN_FIELD("input_spatial_dimensions", DIMS),       GRN_FIELD("kernel_input_feature_dimension", DIM),
    GRN_FIELD("kernel_output_feature_dimension", DIM), GRN_FIELD("kernel_spatial_dimensions", DIMS),
    GRN_FIELD("output_batch_dimension", DIM),          GRN_FIELD("output_feature_dimension", DIM),
    GRN_FIELD("output_spatial_dimensions", DIMS),      GRN_FIELDS_END,
};
#define SIDES 3
#define FIELDS_OF_SIDE 3

static grn_conv_side side_of(const grn_field *f)
{
    return (grn_conv_side){f[0].count ? f[0].v[0] : 0, f[1].count ? f[1].v[0] : 0, f[2]};
}

grn_conv_dims grn_hlo_conv_dims(const grn_attr *dims)
{
    const grn_field *f = dims->record.fields;
    return (grn_conv_dims){side_of(f), side_of(f + FIELDS_OF_SIDE), side_of(f + 2 * FIELDS_OF_SIDE)};
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What one tensor's brackets say: the position of each dimension, -1 where it has not been met. */
typedef struct brackets {
    const char *words; /* of the two that are not spatial: "bf" */
    int64_t position[2];
    int64_t spatial[GRN_MAX_RANK], nspatial; /* nspatial: one more than the greatest number */
} brackets;

static grn_status take_spatial(grn_parser *p, brackets *b, int64_t at)
{
    int64_t d;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_i64(p, &d);
    if (status != GRN_OK)
        return status;
    if (d < 0)
        return grn_parser_fail(p, place, "Unexpected dimension %" PRId64, d);
    if (d >= GRN_MAX_RANK)
        return grn_parser_fail(p, place, "spatial dimension %" PRId64 " is over the largest rank, %d", d, GRN_MAX_RANK);
    if (b->spatial[d] >= 0)
        return grn_parser_fail(p, place, "Duplicate entries for spatial dimension %" PRId64, d);
    b->spatial[d] = at;
    b->nspatial = d + 1 > b->nspatial ? d + 1 : b->nspatial;
    return GRN_OK;
}

/* "b, f": those that are still to come. */
static const char *left(const brackets *b, char text[8])
{
    size_t n = 0;
    for (size_t i = 0; i < 2; i++)
        if (b->position[i] < 0) {
            if (n)
                text[n++] = ',', text[n++] = ' ';
            text[n++] = b->words[i];
        }
    text[n] = '\0';
    return text;
}

static grn_status take_word(grn_parser *p, brackets *b, int64_t at)
{
    grn_str word;
    char text[8];
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_keyword(p, &word);
    if (status != GRN_OK)
        return status;
    if (word.n != 1 || (b->position[0] >= 0 && b->position[1] >= 0))
        return grn_parser_fail(p, place, "Unexpected keyword %.*s", (int)word.n, word.text);
    for (size_t i = 0; i < 2; i++)
        if (b->position[i] < 0 && word.text[0] == b->words[i]) {
            b->position[i] = at;
            return GRN_OK;
        }
    return grn_parser_fail(p, place, "Unexpected dimension %c, expecting %s", word.text[0], left(b, text));
}

/* Upstream names the first ten that are missing. */
static grn_status check_spatial(grn_parser *p, const brackets *b)
{
    int64_t missing[10];
    size_t n = 0;
    char text[GRN_DIMS_TEXT_BYTES];
    for (int64_t d = 0; d < b->nspatial && n < GRN_COUNT(missing); d++)
        if (b->spatial[d] < 0)
            missing[n++] = d;
    return n == 0 ? GRN_OK
                  : grn_parser_fail(p, grn_parser_place(p), "Expected spatial dimensions %s not specified",
                                    grn_stablehlo_list_text(n, missing, text, sizeof text));
}

static grn_status check_complete(grn_parser *p, const brackets *b)
{
    char text[8];
    if (b->position[0] < 0 || b->position[1] < 0)
        return grn_parser_fail(p, grn_parser_place(p), "Expected dimensions %s not specified", left(b, text));
    grn_status status = grn_parser_expect(p, "]");
    return status == GRN_OK ? check_spatial(p, b) : status;
}

static const int64_t *kept(grn_parser *p, size_t count, const int64_t *v)
{
    return grn_arena_copy(&grn_parser_ir(p)->arena, v, count * sizeof *v);
}

static grn_status parse_brackets(grn_parser *p, const char *words, grn_field *fields)
{
    brackets b = {.words = words, .position = {-1, -1}};
    for (size_t i = 0; i < GRN_MAX_RANK; i++)
        b.spatial[i] = -1;
    grn_status status = grn_parser_expect(p, "[");
    for (int64_t at = 0; status == GRN_OK; at++) {
        if (grn_parser_at_word(p))
            status = take_word(p, &b, at);
        else if (!grn_parser_try(p, "?")) /* a dimension that nothing is known of */
            status = take_spatial(p, &b, at);
        if (status != GRN_OK || !grn_parser_try(p, ","))
            break;
    }
    if (status == GRN_OK)
        status = check_complete(p, &b);
    if (status != GRN_OK)
        return status;
    fields[0] = (grn_field){.present = true, .count = 1, .v = kept(p, 1, &b.position[0])};
    fields[1] = (grn_field){.present = true, .count = 1, .v = kept(p, 1, &b.position[1])};
    fields[2] = (grn_field){.present = true, .count = (size_t)b.nspatial, .v = kept(p, (size_t)b.nspatial, b.spatial)};
    return fields[0].v && fields[1].v && fields[2].v ? GRN_OK : GRN_E_MEMORY;
}

static grn_status fail_raw(grn_parser *p, grn_status status)
{
    return status == GRN_E_PARSE
               ? grn_parser_fail(p, grn_parser_place(p), "failed parsing dot dimension numbers attribute")
               : status;
}

static grn_status fail_key(grn_parser *p)
{
    char text[512];
    size_t n = 0;
    for (size_t i = 0; conv_fields[i].name; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s`%s`", i ? ", " : "", conv_fields[i].name);
    return grn_parser_fail(p, grn_parser_place(p), "expected one of: %s", text);
}

static grn_status parse_value(grn_parser *p, size_t i, grn_field *field)
{
    int64_t one, *v = &one;
    size_t count = 1;
    grn_status status = grn_parser_expect(p, "=");
    if (status == GRN_OK && conv_fields[i].kind == GRN_FIELD_DIMS)
        status = grn_parser_dims(p, &count, &v);
    else if (status == GRN_OK)
        status = grn_parser_i64(p, &one);
    if (status != GRN_OK)
        return status;
    *field = (grn_field){.present = true, .count = count, .v = kept(p, count, v)};
    return field->v ? GRN_OK : GRN_E_MEMORY;
}

/* `input_batch_dimension = 0, ..`: in any order, those that are 0 or empty left out. */
static grn_status parse_raw(grn_parser *p, grn_field *fields)
{
    grn_status status = GRN_OK;
    while (status == GRN_OK && !grn_parser_at(p, ">")) {
        grn_place place = grn_parser_place(p);
        size_t i = 0;
        while (conv_fields[i].name && !grn_parser_try(p, conv_fields[i].name))
            i++;
        if (!conv_fields[i].name)
            status = fail_key(p);
        else if (fields[i].present)
            status = grn_parser_fail(p, place, "duplicated `%s` entry", conv_fields[i].name);
        else
            status = parse_value(p, i, &fields[i]);
        if (status == GRN_OK && !grn_parser_try(p, ","))
            break;
    }
    return fail_raw(p, status);
}

grn_status grn_hlo_conv_dims_parse(grn_parser *p, grn_field *fields)
{
    grn_status status = parse_brackets(p, "bf", fields);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "x");
    if (status == GRN_OK)
        status = parse_brackets(p, "io", fields + FIELDS_OF_SIDE);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    return status == GRN_OK ? parse_brackets(p, "bf", fields + 2 * FIELDS_OF_SIDE) : status;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The spatial number at each position, -1 and -2 for those that are not, NOTHING where there is
 * none. */
#define NOTHING (-3)

static bool place_at(int64_t *line, int64_t position, int64_t what)
{
    if (position < 0 || position >= GRN_MAX_RANK || line[position] != NOTHING)
        return false;
    line[position] = what;
    return true;
}

/* False: brackets cannot say it. */
static bool line_up(const grn_conv_side *s, int64_t *line, int32_t *count)
{
    for (size_t i = 0; i < GRN_MAX_RANK; i++)
        line[i] = NOTHING;
    bool good = place_at(line, s->first, -1) && place_at(line, s->second, -2);
    for (size_t i = 0; good && i < s->spatial.count; i++)
        good = place_at(line, s->spatial.v[i], (int64_t)i);
    for (*count = GRN_MAX_RANK; *count > 0 && line[*count - 1] == NOTHING;)
        --*count;
    return good;
}

static size_t write_side(const grn_conv_side *s, const char *words, char *to, size_t room)
{
    int64_t line[GRN_MAX_RANK];
    int32_t count;
    size_t n = 0;
    if (!line_up(s, line, &count))
        return 0;
    for (int32_t i = 0; i < count; i++) {
        n += (size_t)snprintf(to + n, room - n, "%s", i ? ", " : "[");
        if (line[i] >= 0)
            n += (size_t)snprintf(to + n, room - n, "%" PRId64, line[i]);
        else
            n += (size_t)snprintf(to + n, room - n, "%c", line[i] == NOTHING ? '?' : words[-1 - line[i]]);
    }
    return n + (size_t)snprintf(to + n, room - n, "]");
}

bool grn_hlo_conv_dims_text(const grn_attr *dims, char *buffer)
{
    const size_t room = GRN_CONV_DIMS_BYTES;
    const grn_conv_dims d = grn_hlo_conv_dims(dims);
    size_t first = write_side(&d.input, "bf", buffer, room), at = first + 1;
    size_t second = first ? write_side(&d.kernel, "io", buffer + at, room - at) : 0;
    at += second + 2;
    if (!second || !write_side(&d.output, "bf", buffer + at, room - at))
        return false;
    buffer[first] = 'x';
    memcpy(buffer + at - 2, "->", 2);
    return true;
}

/* ---- the attribute --------------------------------------------------------------------------- */

static grn_status parse_attr(grn_parser *p, grn_field *fields)
{
    grn_status status = grn_parser_try(p, "raw") ? parse_raw(p, fields) : grn_hlo_conv_dims_parse(p, fields);
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static void write_raw(struct grn_writer *w, const grn_attr *dims)
{
    const char *before = "raw ";
    for (size_t i = 0; conv_fields[i].name; i++) {
        const grn_field *f = &dims->record.fields[i];
        bool is_list = conv_fields[i].kind == GRN_FIELD_DIMS;
        if (f->count == 0)
            continue;
        grn_write_text(w, before);
        grn_write_text(w, conv_fields[i].name);
        grn_write_text(w, is_list ? " = [" : " = ");
        grn_write_dims(w, f->count, f->v);
        grn_write_text(w, is_list ? "]" : "");
        before = ", ";
    }
}

static void write_attr(struct grn_writer *w, const grn_attr *dims)
{
    char text[GRN_CONV_DIMS_BYTES];
    if (grn_hlo_conv_dims_text(dims, text))
        grn_write_text(w, text);
    else
        write_raw(w, dims);
}

const grn_struct_def grn_stablehlo_conv_dims = {
    .name = "stablehlo.conv", .style = GRN_STRUCT_OWN, .fields = conv_fields, .parse = parse_attr, .write = write_attr};

static bool is_conv_dims(const grn_attr *a)
{
    return a->kind == GRN_ATTR_STRUCT && a->record.def == &grn_stablehlo_conv_dims;
}
const grn_attr_class grn_stablehlo_is_conv_dims = {"Structure of dimension information for conv op", is_conv_dims};
