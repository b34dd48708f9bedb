/* attr_classes.c - what attributes may hold, with upstream's text for it. */
#include "ir/ir.h"

static bool is_i64_type(const grn_type *t) { return t && t->kind == GRN_TYPE_INTEGER && t->dtype == GRN_I64; }

static bool is_i64_elements(const grn_attr *a) { return a->kind == GRN_ATTR_ELEMENTS && a->elements->tensor.dtype == GRN_I64; }

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
