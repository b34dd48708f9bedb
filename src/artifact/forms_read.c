/* forms_read.c - one op's attributes in StableHLO's form, by the forms of its row. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/internal.h"

typedef struct reading {
    artifact_reader *r;
    const grn_bytes *at; /* for messages */
    const vhlo_op *row;
    size_t count;
    const grn_named_attr *given;
    grn_op *op;
} reading;

static const grn_attr *find_attribute(const reading *x, const char *name)
{
    for (size_t i = 0; i < x->count; i++)
        if (grn_str_is(x->given[i].name, name))
            return x->given[i].value;
    return NULL;
}

static bool wrong(const reading *x, const vhlo_attr *a, const char *expected)
{
    return grn_bytes_wrong(x->at, x->at->at, "vhlo.%s: its '%s' is no %s", x->row->name, a->name, expected);
}

static bool set_attribute(const reading *x, const char *name, const grn_attr *value)
{
    bool kept = value && grn_op_set_attr(x->r->ir, x->op, (grn_str){name, strlen(name)}, value);
    return grn_artifact_made(x->r, kept ? value : NULL);
}

static const char *name_of(const vhlo_attr *a) { return a->to ? a->to : a->name; }

/* ---- forms ----------------------------------------------------------------------------------- */

static bool set_same(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    return set_attribute(x, name_of(a), v);
}

static bool set_dims(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    if (v->kind != GRN_ATTR_ELEMENTS || v->type->rank != 1 || !v->is_dims)
        return wrong(x, a, "list of integers");
    return set_attribute(x, name_of(a), grn_attr_dense_i64(x->r->ir, v->ndims, v->dims));
}

static bool set_bools(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    if (v->kind != GRN_ATTR_ELEMENTS || v->type->rank != 1 || v->elements->tensor.dtype != GRN_I1)
        return wrong(x, a, "list of truth values");
    const grn_tensor *t = &v->elements->tensor;
    unsigned char *copy = GRN_ARENA_NEW(&x->r->ir->arena, unsigned char, (size_t)t->shape[0]);
    if (!copy)
        return grn_artifact_made(x->r, NULL);
    grn_tensor_copy_flat(copy, t);
    grn_attr list = {.kind = GRN_ATTR_DENSE_ARRAY, .type = v->type->element};
    list.dense_array.count = (size_t)t->shape[0];
    list.dense_array.data = copy;
    return set_attribute(x, name_of(a), grn_attr_make(x->r->ir, &list));
}

static bool set_unit(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    if (v->kind != GRN_ATTR_BOOL)
        return wrong(x, a, "truth value");
    return !v->boolean || set_attribute(x, name_of(a), grn_attr_unit(x->r->ir));
}

static bool set_symbol(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    return v->kind == GRN_ATTR_STRING ? set_attribute(x, name_of(a), grn_attr_symbol(x->r->ir, v->text))
                                      : wrong(x, a, "string");
}

static bool set_symbols(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    if (v->kind != GRN_ATTR_ARRAY)
        return wrong(x, a, "array of strings");
    const grn_attr **items = GRN_ARENA_NEW(&x->r->arena, const grn_attr *, v->array.count);
    if (!items)
        return grn_artifact_made(x->r, NULL);
    for (size_t i = 0; i < v->array.count; i++) {
        if (v->array.items[i]->kind != GRN_ATTR_STRING)
            return wrong(x, a, "array of strings");
        items[i] = grn_attr_symbol(x->r->ir, v->array.items[i]->text);
        if (!grn_artifact_made(x->r, items[i]))
            return false;
    }
    return set_attribute(x, name_of(a), grn_attr_array(x->r->ir, v->array.count, items));
}

static bool set_api(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    if (v->kind != GRN_ATTR_ENUM)
        return wrong(x, a, "version of an API");
    return set_attribute(
        x, name_of(a), grn_attr_integer(x->r->ir, grn_type_integer(x->r->ir, 32, GRN_SIGNLESS), v->enumeration.value));
}

static bool set_backend(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    return (v->kind == GRN_ATTR_DICT && v->dict.count == 0) || set_attribute(x, name_of(a), v);
}

static bool is_empty_array(const grn_attr *v) { return v && v->kind == GRN_ATTR_ARRAY && v->array.count == 0; }

static bool set_layouts(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    if (is_empty_array(find_attribute(x, "operand_layouts")) && is_empty_array(find_attribute(x, "result_layouts")))
        return true;
    return set_attribute(x, name_of(a), v);
}

static bool must_be_absent(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    (void)v;
    return wrong(x, a, "tensor of zeros, without which no later version has it");
}

/* ---- struct attributes ----------------------------------------------------------------------- */

static bool put_text(const reading *x, grn_vec *to, const char *text)
{
    return grn_put_bytes(to, text, strlen(text)) || grn_bytes_refused(x->at);
}

static bool put_dims(const reading *x, grn_vec *to, size_t count, const int64_t *v)
{
    char number[24];
    bool put = put_text(x, to, "[");
    for (size_t i = 0; put && i < count; i++) {
        snprintf(number, sizeof number, "%s%" PRId64, i ? ", " : "", v[i]);
        put = put_text(x, to, number);
    }
    return put && put_text(x, to, "]");
}

static bool put_value(const reading *x, const vhlo_attr *a, const grn_attr *v, grn_vec *to)
{
    char number[24];
    if (v->kind == GRN_ATTR_ELEMENTS && v->type->rank == 1 && v->is_dims)
        return put_dims(x, to, v->ndims, v->dims);
    if (v->kind == GRN_ATTR_INTEGER) {
        snprintf(number, sizeof number, "%" PRId64, v->integer);
        return put_text(x, to, number);
    }
    if (v->kind != GRN_ATTR_BOOL && v->kind != GRN_ATTR_TYPE)
        return wrong(x, a, "number, list of numbers, truth value or type");
    const char *text = grn_artifact_attr_text(x->r, v);
    return text && put_text(x, to, text);
}

static bool put_field(const reading *x, const vhlo_attr *a, grn_vec *to)
{
    const grn_attr *v = find_attribute(x, a->name);
    return !v || (put_text(x, to, to->count ? ", " : "") && put_text(x, to, name_of(a)) && put_text(x, to, " = ") &&
                  put_value(x, a, v, to));
}

static const vhlo_attr *part_named(const reading *x, const vhlo_record *record, const char *name)
{
    for (const vhlo_attr *a = x->row->attrs; a->name; a++)
        if (a->record == record && strcmp(name_of(a), name) == 0)
            return a;
    return NULL;
}

/* `key = value, ..` of all attributes of the record. */
static bool put_fields(const reading *x, const vhlo_record *record, grn_vec *to)
{
    for (const char *const *name = record->order; name && *name; name++) {
        const vhlo_attr *a = part_named(x, record, *name);
        if (a && !put_field(x, a, to))
            return false;
    }
    for (const vhlo_attr *a = x->row->attrs; !record->order && a->name; a++)
        if (a->record == record && !put_field(x, a, to))
            return false;
    return !record->extra || (put_text(x, to, to->count ? ", " : "") && put_text(x, to, record->extra));
}

/* Whether the attribute that says that a record is absent does so. False: memory refused,
 * reported. */
static bool is_left_out(const reading *x, const vhlo_record *record, bool *out)
{
    *out = false;
    for (const vhlo_attr *a = x->row->attrs; record->decider && a->name; a++)
        if (a->record == record && strcmp(a->name, record->decider) == 0) {
            const grn_attr *v = find_attribute(x, a->name);
            return !v || !a->absent || grn_vhlo_is_absent(x->r->ir, a->absent, v, out) == GRN_OK ||
                   grn_bytes_refused(x->at);
        }
    return true;
}

static bool set_spelled(const reading *x, const vhlo_record *record, const grn_vec *body)
{
    const grn_attr *made;
    return grn_artifact_spell(x->r, x->at, &made, "#%s<%.*s>", record->struct_name, (int)body->count,
                              body->count ? (const char *)body->items : "") &&
           set_attribute(x, record->to, made);
}

static bool set_record(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    grn_vec body;
    bool left_out;
    (void)v;
    if (!is_left_out(x, a->record, &left_out) || left_out)
        return left_out;
    grn_vec_init(&body, x->r->ir->allocator, 1);
    bool made = put_fields(x, a->record, &body) && set_spelled(x, a->record, &body);
    grn_vec_destroy(&body);
    return made;
}

/* ---- convolutions ---------------------------------------------------------------------------- */

typedef struct conv_part {
    const char *first, *second, *spatial; /* VHLO's attributes */
    const char *first_word, *second_word; /* `b`, `f` */
} conv_part;

/* The words of one tensor's dims, by their places. */
static bool put_conv_part(const reading *x, const vhlo_attr *a, const conv_part *part, grn_vec *to)
{
    const char *words[GRN_MAX_RANK] = {NULL};
    char numbers[GRN_MAX_RANK][12];
    const grn_attr *first = find_attribute(x, part->first), *second = find_attribute(x, part->second),
                   *spatial = find_attribute(x, part->spatial);
    if (!first || !second || !spatial || first->kind != GRN_ATTR_INTEGER || second->kind != GRN_ATTR_INTEGER ||
        !spatial->is_dims || spatial->ndims + 2 > GRN_MAX_RANK)
        return wrong(x, a, "part of dimension numbers, with those beside it");
    size_t rank = spatial->ndims + 2;
    for (size_t i = 0; i < rank; i++) {
        int64_t at = i == 0 ? first->integer : i == 1 ? second->integer : spatial->dims[i - 2];
        if (at < 0 || at >= (int64_t)rank || words[at])
            return wrong(x, a, "dimension of its own");
        snprintf(numbers[at], sizeof numbers[at], "%zu", i < 2 ? 0 : i - 2);
        words[at] = i == 0 ? part->first_word : i == 1 ? part->second_word : numbers[at];
    }
    bool put = put_text(x, to, "[");
    for (size_t i = 0; put && i < rank; i++)
        put = put_text(x, to, i ? ", " : "") && put_text(x, to, words[i]);
    return put && put_text(x, to, "]");
}

static bool set_conv(const reading *x, const vhlo_attr *a, const grn_attr *v)
{
    static const conv_part parts[] = {
        {"input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions", "b", "f"},
        {"kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions", "i", "o"},
        {"output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions", "b", "f"}};
    static const char *const before[] = {"", "x", "->"};
    grn_vec body;
    (void)v;
    grn_vec_init(&body, x->r->ir->allocator, 1);
    bool made = true;
    for (size_t i = 0; made && i < GRN_COUNT(parts); i++)
        made = put_text(x, &body, before[i]) && put_conv_part(x, a, &parts[i], &body);
    made = made && set_spelled(x, a->record, &body);
    grn_vec_destroy(&body);
    return made;
}

/* ---- one op ---------------------------------------------------------------------------------- */

typedef bool set_fn(const reading *x, const vhlo_attr *a, const grn_attr *v);
static set_fn *const by_form[VHLO_FORM_COUNT] = {
    [VHLO_SAME] = set_same,       [VHLO_DIMS] = set_dims,       [VHLO_BOOLS] = set_bools, [VHLO_UNIT] = set_unit,
    [VHLO_SYMBOL] = set_symbol,   [VHLO_SYMBOLS] = set_symbols, [VHLO_API] = set_api,     [VHLO_BACKEND] = set_backend,
    [VHLO_LAYOUTS] = set_layouts, [VHLO_FIELD] = set_record,    [VHLO_CONV] = set_conv,   [VHLO_GONE] = must_be_absent,
};

/* A record is set once, at its first attribute. */
static bool is_later_part(const reading *x, const vhlo_attr *a)
{
    for (const vhlo_attr *before = x->row->attrs; a->record && before < a; before++)
        if (before->record == a->record)
            return true;
    return false;
}

static bool apply_one(const reading *x, const vhlo_attr *a)
{
    const grn_attr *v = find_attribute(x, a->name);
    if (!v)
        return a->absent ||
               grn_bytes_wrong(x->at, x->at->at, "vhlo.%s lacks its attribute '%s'", x->row->name, a->name);
    if (is_later_part(x, a))
        return true;
    bool absent = false;
    if (a->absent && !a->record && grn_vhlo_is_absent(x->r->ir, a->absent, v, &absent) != GRN_OK)
        return grn_bytes_refused(x->at);
    return absent || by_form[a->form](x, a, v);
}

static bool is_of_row(const vhlo_op *row, grn_str name)
{
    for (const vhlo_attr *a = row->attrs; a->name; a++)
        if (grn_str_is(name, a->name))
            return true;
    return false;
}

bool grn_vhlo_apply(artifact_reader *r, const grn_bytes *at, const vhlo_op *row, size_t count,
                    const grn_named_attr *given, grn_op *op)
{
    const reading x = {r, at, row, count, given, op};
    for (const vhlo_attr *a = row->attrs; a->name; a++)
        if (!apply_one(&x, a))
            return false;
    for (size_t i = 0; i < count; i++)
        if (!is_of_row(row, given[i].name) &&
            !grn_artifact_made(r, grn_op_set_attr(r->ir, op, given[i].name, given[i].value) ? op : NULL))
            return false;
    return true;
}
