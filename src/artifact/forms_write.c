/* forms_write.c - one op's StableHLO attributes in VHLO's form, by the forms of a row: the inverse
 * of forms_read.c. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/writer.h"

static const char *name_of(const vhlo_attr *a) { return a->to ? a->to : a->name; }

static bool made(artifact_writer *w, const grn_attr *attr, const grn_attr **out)
{
    *out = attr;
    return attr || grn_artifact_no_memory(w);
}

static bool spell(artifact_writer *w, const char *text, const grn_attr **out)
{
    grn_status status = grn_text_parse_attr(&w->scratch, text, strlen(text), NULL, NULL, out);
    return status == GRN_OK ||
           (status == GRN_E_MEMORY ? grn_artifact_no_memory(w) : grn_artifact_cannot(w, 0, "`%s`", text));
}

static bool not_of_form(artifact_writer *w, const char *name)
{
    return grn_artifact_cannot(w, 0, "its attribute '%s' as it is", name);
}

/* A list as a tensor of rank 1; `data` is kept. */
static const grn_attr *make_list(grn_ir *ir, grn_dtype dtype, size_t count, const void *data)
{
    const int64_t extent = (int64_t)count;
    const grn_type *element = grn_type_of_dtype(ir, dtype),
                   *type = element ? grn_type_tensor(ir, element, 1, &extent, NULL) : NULL;
    void *copy = grn_arena_copy(&ir->arena, count ? data : "", count * grn_dtype_bytes(dtype));
    if (!type || !copy)
        return NULL;
    grn_attr_elements elements = {
        .tensor = {.data = copy, .dtype = dtype, .rank = 1, .shape = {extent}, .stride = {1}}};
    return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = &elements});
}

static bool list_of_dims(artifact_writer *w, size_t count, const int64_t *v, const grn_attr **out)
{
    return made(w, make_list(&w->scratch, GRN_I64, count, v), out);
}

/* ---- what is left out ------------------------------------------------------------------------ */

/* How many dims a window has: those of operand 0, without those that are not spatial. */
static int64_t window_dims(const artifact_writer *w, const vhlo_op *row)
{
    const grn_type *t = w->op->noperands ? grn_operand_type(w->op, 0) : NULL;
    int64_t n = t && grn_type_is_tensor(t) ? t->rank - row->not_spatial : 0;
    return n < 0 ? 0 : n;
}

static bool absent(artifact_writer *w, const vhlo_op *row, const vhlo_attr *a, const grn_attr **out)
{
    char text[VHLO_ABSENT_BYTES];
    if (!a->absent)
        return grn_artifact_cannot(w, 0, "the op without its attribute '%s'", name_of(a));
    grn_vhlo_absent_text(a->absent, window_dims(w, row), text);
    return spell(w, text, out);
}

/* ---- forms ----------------------------------------------------------------------------------- */

typedef bool form_fn(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out);

static bool form_same(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    (void)a;
    return made(w, v, out);
}

static bool form_dims(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    size_t count;
    const int64_t *dims;
    if (!grn_op_dims(w->op, name_of(a), &count, &dims) || v->kind == GRN_ATTR_ARRAY)
        return not_of_form(w, name_of(a));
    return list_of_dims(w, count, dims, out);
}

static bool form_bools(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    if (v->kind == GRN_ATTR_ELEMENTS)
        return made(w, v, out);
    if (v->kind != GRN_ATTR_DENSE_ARRAY || v->type->dtype != GRN_I1)
        return not_of_form(w, name_of(a));
    return made(w, make_list(&w->scratch, GRN_I1, v->dense_array.count, v->dense_array.data), out);
}

static bool form_unit(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    if (v->kind != GRN_ATTR_UNIT && v->kind != GRN_ATTR_BOOL)
        return not_of_form(w, name_of(a));
    return made(w, grn_attr_bool(&w->scratch, v->kind == GRN_ATTR_UNIT || v->boolean), out);
}

static bool is_flat(const grn_attr *v)
{
    for (size_t i = 0; v->kind == GRN_ATTR_SYMBOL && i + 2 < v->text.n; i++)
        if (memcmp(v->text.text + i, "::@", 3) == 0)
            return false;
    return v->kind == GRN_ATTR_SYMBOL;
}

static bool form_symbol(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    return is_flat(v) ? made(w, grn_attr_string(&w->scratch, v->text), out) : not_of_form(w, name_of(a));
}

static bool form_symbols(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    const grn_attr **items =
        v->kind == GRN_ATTR_ARRAY ? GRN_ARENA_NEW(&w->scratch.arena, const grn_attr *, v->array.count) : NULL;
    if (v->kind != GRN_ATTR_ARRAY)
        return not_of_form(w, name_of(a));
    if (!items)
        return grn_artifact_no_memory(w);
    for (size_t i = 0; i < v->array.count; i++)
        if (!form_symbol(w, a, v->array.items[i], &items[i]))
            return false;
    return made(w, grn_attr_array(&w->scratch, v->array.count, items), out);
}

static bool form_api(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    const vhlo_enum *e = grn_vhlo_enums;
    char text[VHLO_ABSENT_BYTES];
    while (strcmp(e->name, "custom_call_api_version") != 0)
        e++;
    if (v->kind == GRN_ATTR_ENUM)
        return made(w, v, out);
    if (v->kind != GRN_ATTR_INTEGER || v->integer < 0 || v->integer > 4)
        return not_of_form(w, name_of(a));
    snprintf(text, sizeof text, "#stablehlo<%s %s>", e->name, e->keyword[v->integer]);
    return spell(w, text, out);
}

#define BACKEND_DICT_SINCE GRN_VHLO(1, 3, 0)

static bool form_backend(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, const grn_attr **out)
{
    if (v->kind == GRN_ATTR_DICT && w->version < BACKEND_DICT_SINCE)
        return grn_artifact_cannot(w, BACKEND_DICT_SINCE, "its '%s' as a dictionary", a->name);
    return made(w, v, out);
}

static form_fn *const by_form[VHLO_FORM_COUNT] = {
    [VHLO_SAME] = form_same, [VHLO_DIMS] = form_dims,     [VHLO_BOOLS] = form_bools,
    [VHLO_UNIT] = form_unit, [VHLO_SYMBOL] = form_symbol, [VHLO_SYMBOLS] = form_symbols,
    [VHLO_API] = form_api,   [VHLO_LAYOUTS] = form_same,  [VHLO_BACKEND] = form_backend,
};

/* ---- struct attributes ----------------------------------------------------------------------- */

static const grn_field_def *field_def(const grn_attr *record, const char *name)
{
    for (const grn_field_def *f = record->record.def->fields; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static bool form_integer(artifact_writer *w, int64_t v, const grn_attr **out)
{
    return made(w, grn_attr_integer(&w->scratch, grn_type_integer(&w->scratch, 64, GRN_SIGNLESS), v), out);
}

static bool form_field(artifact_writer *w, const vhlo_attr *a, const grn_attr *record, const grn_attr **out)
{
    const grn_field_def *def = record->kind == GRN_ATTR_STRUCT ? field_def(record, name_of(a)) : NULL;
    if (!def)
        return not_of_form(w, a->record->to);
    grn_field f = grn_attr_field(record, name_of(a));
    if (def->kind == GRN_FIELD_DIMS)
        return list_of_dims(w, f.count, f.v, out);
    if (def->kind == GRN_FIELD_DIM)
        return form_integer(w, f.count ? f.v[0] : 0, out);
    return f.value ? made(w, f.value, out) : not_of_form(w, a->record->to);
}

/* ---- convolutions ---------------------------------------------------------------------------- */

/* The part of "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]" that the first word of VHLO's name selects,
 * and the letter that is sought in it. */
static const struct {
    const char *name;
    int part;
    char word; /* 0: the numbers */
} conv_words[] = {
    {"input_batch_dimension", 0, 'b'},           {"input_feature_dimension", 0, 'f'},
    {"input_spatial_dimensions", 0, 0},          {"kernel_input_feature_dimension", 1, 'i'},
    {"kernel_output_feature_dimension", 1, 'o'}, {"kernel_spatial_dimensions", 1, 0},
    {"output_batch_dimension", 2, 'b'},          {"output_feature_dimension", 2, 'f'},
    {"output_spatial_dimensions", 2, 0},
};

typedef struct conv_places {
    int64_t letter;               /* where the word is; -1: nowhere */
    int64_t number[GRN_MAX_RANK]; /* where each number is */
    size_t numbers;
} conv_places;

/* Reads one `[..]` from `at` on; answers where it ends, 0 where it is malformed. */
static size_t read_conv_part(grn_str s, size_t at, char word, conv_places *out)
{
    int64_t place = 0;
    *out = (conv_places){.letter = -1};
    while (at < s.n && s.text[at] != '[')
        at++;
    for (at++; at < s.n && s.text[at] != ']'; at++) {
        uint64_t number;
        size_t start = at;
        while (at < s.n && s.text[at] >= '0' && s.text[at] <= '9')
            at++;
        if (at > start) {
            if (!grn_parse_u64(s.text + start, at - start, &number) || number >= GRN_MAX_RANK)
                return 0;
            out->number[number] = place;
            out->numbers++;
            at--;
        } else if (s.text[at] == word)
            out->letter = place;
        else if (s.text[at] == ',')
            place++;
    }
    return at < s.n && out->numbers <= GRN_MAX_RANK ? at + 1 : 0;
}

static bool form_conv_text(artifact_writer *w, const vhlo_attr *a, grn_str text, const grn_attr **out)
{
    for (size_t i = 0; i < GRN_COUNT(conv_words); i++) {
        conv_places places = {0};
        size_t at = 1;
        if (strcmp(conv_words[i].name, a->name) != 0)
            continue;
        for (int part = 0; at && part <= conv_words[i].part; part++)
            at = read_conv_part(text, at, conv_words[i].word, &places);
        if (!at || (conv_words[i].word && places.letter < 0))
            break;
        return conv_words[i].word ? form_integer(w, places.letter, out)
                                  : list_of_dims(w, places.numbers, places.number, out);
    }
    return not_of_form(w, a->record->to);
}

static bool form_conv(artifact_writer *w, const vhlo_attr *a, const grn_attr *record, const grn_attr **out)
{
    grn_vec text;
    grn_vec_init(&text, w->ir->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    bool formed = grn_attr_write(record, true, &sink) == GRN_OK
                      ? form_conv_text(w, a, (grn_str){text.items, text.count}, out)
                      : grn_artifact_no_memory(w);
    grn_vec_destroy(&text);
    return formed;
}

/* ---- one attribute --------------------------------------------------------------------------- */

static bool empty_array(artifact_writer *w, const grn_attr **out)
{
    return made(w, grn_attr_array(&w->scratch, 0, NULL), out);
}

static bool empty_backend(artifact_writer *w, const grn_attr **out)
{
    bool typed = grn_op_integer(w->op, "api_version", 1) == 4 && w->version >= BACKEND_DICT_SINCE;
    return spell(w, typed ? "{}" : "\"\"", out);
}

bool grn_vhlo_form(artifact_writer *w, const vhlo_op *row, const vhlo_attr *a, const grn_attr **out)
{
    const grn_attr *v = grn_op_attr(w->op, a->record ? a->record->to : name_of(a));
    if (a->form == VHLO_LAYOUTS && !v)
        return empty_array(w, out);
    if (a->form == VHLO_BACKEND && !v)
        return empty_backend(w, out);
    if (!v || a->form == VHLO_GONE)
        return absent(w, row, a, out);
    if (a->form == VHLO_CONV)
        return form_conv(w, a, v, out);
    return a->form == VHLO_FIELD ? form_field(w, a, v, out) : by_form[a->form](w, a, v, out);
}

/* ---- what an older row lacks ----------------------------------------------------------------- */

bool grn_vhlo_row_takes(const vhlo_op *row, grn_str name)
{
    for (const vhlo_attr *a = row->attrs; a->name; a++)
        if (grn_str_is(name, a->record ? a->record->to : name_of(a)))
            return true;
    return false;
}

static bool has_attr(const vhlo_op *row, const vhlo_attr *wanted)
{
    for (const vhlo_attr *a = row->attrs; a->name; a++)
        if (strcmp(a->name, wanted->name) == 0)
            return true;
    return false;
}

/* *out: nothing is lost without the attribute, which is an empty list, or has the value that may be
 * left out. False: memory refused, reported. */
static bool says_nothing(artifact_writer *w, const vhlo_attr *a, const grn_attr *v, bool *out)
{
    *out = a->form == VHLO_FIELD && v->kind == GRN_ATTR_ELEMENTS && v->ndims == 0 && v->is_dims;
    return *out || !a->absent || grn_vhlo_is_absent(&w->scratch, a->absent, v, out) == GRN_OK ||
           grn_artifact_no_memory(w);
}

static bool newer_attrs_absent(artifact_writer *w, const vhlo_op *row, const vhlo_op *newest)
{
    for (const vhlo_attr *a = newest->attrs; a->name; a++) {
        const grn_attr *v;
        bool nothing;
        if (has_attr(row, a))
            continue;
        if (!grn_vhlo_form(w, newest, a, &v) || !says_nothing(w, a, v, &nothing))
            return false;
        if (!nothing)
            return grn_artifact_cannot(w, newest->from, "its '%s'", a->name);
    }
    return true;
}

bool grn_vhlo_row_suffices(artifact_writer *w, const vhlo_op *row)
{
    const vhlo_op *newest = grn_vhlo_op_for((grn_str){row->stands_for, strlen(row->stands_for)}, GRN_VHLO_CURRENT);
    if (!newest || newest == row)
        return true;
    if (row->is_single && (w->op->noperands != 1 || w->op->nresults != 1))
        return grn_artifact_cannot(w, newest->from, "more than one operand");
    if (row->is_plain && w->op->nregions)
        return grn_artifact_cannot(w, newest->from, "regions");
    return newer_attrs_absent(w, row, newest);
}
