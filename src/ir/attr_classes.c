/* attr_classes.c - the kinds of values that attributes may have, with upstream's text for each. */
#include "ir/ir.h"

static bool is_i64_type(const grn_type *t) { return t && t->kind == GRN_TYPE_INTEGER && t->dtype == GRN_I64; }

static bool is_i64_elements(const grn_attr *a)
{
    return a->kind == GRN_ATTR_ELEMENTS && a->elements->tensor.dtype == GRN_I64;
}

/* Older files write such lists as dense<..> : tensor<Nxi64>. */
static bool is_dims(const grn_attr *a)
{
    return a->is_dims && ((a->kind == GRN_ATTR_DENSE_ARRAY && is_i64_type(a->type)) || is_i64_elements(a));
}

static bool is_i64(const grn_attr *a) { return a->kind == GRN_ATTR_INTEGER && is_i64_type(a->type); }

static bool is_f64(const grn_attr *a) { return a->kind == GRN_ATTR_FLOAT && a->type->dtype == GRN_F64; }

/* Flat: of one name. */
static bool is_symbol(const grn_attr *a)
{
    if (a->kind != GRN_ATTR_SYMBOL)
        return false;
    for (size_t i = 0; i + 3 <= a->text.n; i++)
        if (memcmp(a->text.text + i, "::@", 3) == 0)
            return false;
    return true;
}

static bool is_any(const grn_attr *a)
{
    (void)a;
    return true;
}

static bool is_bool(const grn_attr *a) { return a->kind == GRN_ATTR_BOOL; }
static bool is_unit(const grn_attr *a) { return a->kind == GRN_ATTR_UNIT; }
static bool is_string(const grn_attr *a) { return a->kind == GRN_ATTR_STRING; }
static bool is_type(const grn_attr *a) { return a->kind == GRN_ATTR_TYPE; }
static bool is_elements(const grn_attr *a) { return a->kind == GRN_ATTR_ELEMENTS; }
static bool is_array(const grn_attr *a) { return a->kind == GRN_ATTR_ARRAY; }

const grn_attr_class grn_attr_is_dims = {"i64 dense array attribute", is_dims};
const grn_attr_class grn_attr_is_i64 = {"64-bit signless integer attribute", is_i64};
const grn_attr_class grn_attr_is_bool = {"bool attribute", is_bool};
const grn_attr_class grn_attr_is_unit = {"unit attribute", is_unit};
const grn_attr_class grn_attr_is_string = {"string attribute", is_string};
const grn_attr_class grn_attr_is_symbol = {"flat symbol reference attribute", is_symbol};
const grn_attr_class grn_attr_is_type = {"any type attribute", is_type};
const grn_attr_class grn_attr_is_elements = {"constant vector/tensor attribute", is_elements};
const grn_attr_class grn_attr_is_i64_elements = {"64-bit signless integer elements attribute", is_i64_elements};
const grn_attr_class grn_attr_is_array = {"array attribute", is_array};
const grn_attr_class grn_attr_is_any = {"any attribute", is_any};
const grn_attr_class grn_attr_is_f64 = {"64-bit float attribute", is_f64};

/* ---- kinds ----------------------------------------------------------------------------------- */

#define PROBE_TYPE(of, bits, signs)                                               \
    {                                                                             \
        .kind = GRN_TYPE_INTEGER, .dtype = of, .width = bits, .signedness = signs \
    }
static const grn_type probe_types[] = {
    PROBE_TYPE(GRN_I64, 64, GRN_SIGNLESS),      PROBE_TYPE(GRN_I32, 32, GRN_SIGNLESS),
    PROBE_TYPE(GRN_I1, 1, GRN_SIGNLESS),        PROBE_TYPE(GRN_UI64, 64, GRN_UNSIGNED),
    PROBE_TYPE(GRN_UI32, 32, GRN_UNSIGNED),     {.kind = GRN_TYPE_INDEX, .dtype = GRN_INDEX},
    {.kind = GRN_TYPE_FLOAT, .dtype = GRN_F32}, {.kind = GRN_TYPE_FLOAT, .dtype = GRN_F64},
};

static const grn_attr probe_i32 = {.kind = GRN_ATTR_INTEGER, .type = &probe_types[1], .integer = 1};
static const grn_attr *const probe_items[] = {&probe_i32};

/* The simplest attributes of each kind that the builtin dialect has. */
static const grn_attr probes[] = {
    {.kind = GRN_ATTR_UNIT},
    {.kind = GRN_ATTR_BOOL, .boolean = true},
    {.kind = GRN_ATTR_INTEGER, .type = &probe_types[0], .integer = 1},
    {.kind = GRN_ATTR_INTEGER, .type = &probe_types[1], .integer = 1},
    {.kind = GRN_ATTR_INTEGER, .type = &probe_types[3], .integer = 1},
    {.kind = GRN_ATTR_INTEGER, .type = &probe_types[4], .integer = 1},
    {.kind = GRN_ATTR_INTEGER, .type = &probe_types[5], .integer = 1},
    {.kind = GRN_ATTR_FLOAT, .type = &probe_types[6], .real = 1},
    {.kind = GRN_ATTR_FLOAT, .type = &probe_types[7], .real = 1},
    {.kind = GRN_ATTR_STRING, .text = {"a", 1}},
    {.kind = GRN_ATTR_SYMBOL, .text = {"a", 1}},
    {.kind = GRN_ATTR_ARRAY},
    {.kind = GRN_ATTR_ARRAY, .array = {1, probe_items}, .is_dims = true},
    {.kind = GRN_ATTR_DICT},
    {.kind = GRN_ATTR_DENSE_ARRAY, .type = &probe_types[0], .is_dims = true},
    {.kind = GRN_ATTR_DENSE_ARRAY, .type = &probe_types[1], .is_dims = true},
    {.kind = GRN_ATTR_DENSE_ARRAY, .type = &probe_types[2]},
};

/* MLIR has one class for integers and booleans, and one for dense arrays of each element type. */
static bool same_class(const grn_attr *probe, const grn_attr *a)
{
    if (probe->kind == GRN_ATTR_INTEGER && a->kind == GRN_ATTR_BOOL)
        return true;
    return probe->kind == a->kind && (a->kind != GRN_ATTR_DENSE_ARRAY || probe->type->dtype == a->type->dtype);
}

#define PROBE_FIELD                                                      \
    {                                                                    \
        .present = true, .count = 1, .v = &probe_number, .value = probes \
    }
static const int64_t probe_number = 0;
static const grn_field probe_fields[] = {PROBE_FIELD, PROBE_FIELD, PROBE_FIELD, PROBE_FIELD, PROBE_FIELD, PROBE_FIELD,
                                         PROBE_FIELD, PROBE_FIELD, PROBE_FIELD, PROBE_FIELD, PROBE_FIELD, PROBE_FIELD};

static size_t count_fields(const grn_struct_def *def)
{
    size_t n = 0;
    while (def->fields[n].name)
        n++;
    return n;
}

/* One of a dialect's own records. */
static bool is_record(const grn_attr_class *class, const grn_dialect *dialect)
{
    for (size_t i = 0; dialect && dialect->structs && dialect->structs[i]; i++) {
        const grn_attr probe = {.kind = GRN_ATTR_STRUCT, .record = {dialect->structs[i], probe_fields}};
        if (count_fields(dialect->structs[i]) <= GRN_COUNT(probe_fields) && class->matches(&probe))
            return true;
    }
    return false;
}

/* A constraint that attributes of two classes meet has no single class: it can hold anything. */
bool grn_attr_class_holds(const grn_attr_class *class, const grn_dialect *dialect, const grn_attr *a)
{
    const grn_attr *met = NULL;
    if (class->matches(a) || a->kind == GRN_ATTR_ELEMENTS)
        return true;
    for (size_t i = 0; i < GRN_COUNT(probes); i++) {
        if (!class->matches(&probes[i]))
            continue;
        if (same_class(&probes[i], a) || (met && !same_class(met, &probes[i])))
            return true;
        met = &probes[i];
    }
    return !met && !is_record(class, dialect);
}
