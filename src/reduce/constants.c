/* constants.c - constants and inputs become simpler: zeros, ones, one number, 0, 1, 2, ..; then number by number. */
#include <math.h>

#include "reduce/reduce.h"

/* ---- constants and inputs alike --------------------------------------------------------------- */

/* What an item names: the constant of an op, or without one an input. False: it has no elements. */
static bool elements_of(const grn_draft *d, const grn_reduce_item *item, grn_tensor *out)
{
    const char *name;
    if (item->op)
        return grn_written_constant(item->op, &name, out) && grn_tensor_elements(out) > 0;
    *out = d->inputs[item->at];
    return grn_tensor_elements(out) > 0;
}

static bool set_elements(grn_draft *d, const grn_reduce_item *item, const grn_tensor *t)
{
    const char *name;
    grn_tensor old;
    d->changed = true;
    if (!item->op)
        return grn_draft_copy(d, t, &d->inputs[item->at]);
    if (!grn_written_constant(item->op, &name, &old))
        return false;
    const grn_attr *made = grn_elements_attr(d->ir, grn_op_attr(item->op, name)->type, t);
    return made && grn_op_set_attr(d->ir, item->op, (grn_str){name, strlen(name)}, made);
}

static bool list_elements(const grn_draft *d, grn_vec *items,
                          bool (*add)(const grn_draft *d, grn_vec *, grn_reduce_item))
{
    bool ok = true;
    const char *name;
    grn_tensor t;
    for (size_t i = 0; d->has_inputs && ok && i < grn_draft_body(d)->nargs; i++)
        ok = add(d, items, (grn_reduce_item){.at = i});
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op))
        if (grn_written_constant(op, &name, &t))
            ok = add(d, items, (grn_reduce_item){.op = op});
    return ok;
}

static void *element(const grn_tensor *t, size_t i)
{
    int64_t at = 0;
    for (int32_t d = t->rank; d-- > 0; i /= (size_t)t->shape[d])
        at += (int64_t)(i % (size_t)t->shape[d]) * t->stride[d];
    return (char *)t->data + at * (int64_t)grn_dtype_bytes(t->dtype);
}

/* ---- all elements of one ---------------------------------------------------------------------- */

/* From the simplest on. */
enum { ZEROS, ONES, SPLAT, COUNTING, CONSTANT_WAYS };

static bool is_number(const grn_tensor *t, size_t i, double number)
{
    unsigned char want[16] = {0};
    grn_put_number(t->dtype, number, want);
    return memcmp(element(t, i), want, grn_dtype_bytes(t->dtype)) == 0;
}

/* How simple the elements are: one of the ways, or CONSTANT_WAYS. */
static size_t kind_of(const grn_tensor *t)
{
    const size_t n = (size_t)grn_tensor_elements(t), size = grn_dtype_bytes(t->dtype);
    bool splat = true, counting = true;
    for (size_t i = 0; i < n && (splat || counting); i++) {
        splat = splat && memcmp(element(t, i), element(t, 0), size) == 0;
        counting = counting && is_number(t, i, (double)i);
    }
    if (splat)
        return is_number(t, 0, 0) ? ZEROS : is_number(t, 0, 1) ? ONES : SPLAT;
    return counting ? COUNTING : CONSTANT_WAYS;
}

static bool add_constant(const grn_draft *d, grn_vec *items, grn_reduce_item item)
{
    grn_tensor t;
    return !elements_of(d, &item, &t) || kind_of(&t) == ZEROS || grn_add_item(items, item);
}

static bool list_constants(const grn_draft *d, grn_vec *items) { return list_elements(d, items, add_constant); }

static bool fill(grn_draft *d, const grn_reduce_item *item, const grn_tensor *old, size_t way)
{
    grn_tensor t = *old;
    unsigned char one[16] = {0};
    if (way == COUNTING) {
        if (!grn_draft_copy(d, old, &t))
            return false;
        for (size_t i = 0; i < (size_t)grn_tensor_elements(&t); i++)
            grn_put_number(t.dtype, (double)i, element(&t, i));
        return set_elements(d, item, &t);
    }
    if (way == SPLAT)
        memcpy(one, element(old, 0), grn_dtype_bytes(old->dtype));
    else
        grn_put_number(old->dtype, way == ONES, one);
    t.data = one;
    for (int32_t i = 0; i < t.rank; i++)
        t.stride[i] = 0;
    return set_elements(d, item, &t);
}

static grn_status simplify_constants(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    grn_tensor t;
    for (size_t i = 0; i < n; i++)
        if (elements_of(d, &items[i], &t) && kind_of(&t) > way && !fill(d, &items[i], &t, way))
            return GRN_E_MEMORY;
    return GRN_OK;
}

const grn_reduce_step grn_step_constants = {
    .name = "constants", .ways = CONSTANT_WAYS, .list = list_constants, .change = simplify_constants};

/* ---- one element ------------------------------------------------------------------------------ */

enum { MOST_NUMBERS = 64 /* of a tensor that is looked at number by number */ };

static bool add_numbers(const grn_draft *d, grn_vec *items, grn_reduce_item item)
{
    grn_tensor t;
    if (!elements_of(d, &item, &t))
        return true;
    const size_t n = grn_is_splat(&t) ? 1 : (size_t)grn_tensor_elements(&t);
    bool ok = true;
    for (size_t i = 0; i < n && ok && n <= MOST_NUMBERS; i++) {
        item.number = (int64_t)i;
        if (!is_number(&t, i, 0))
            ok = grn_add_item(items, item);
    }
    return ok;
}

static bool list_numbers(const grn_draft *d, grn_vec *items) { return list_elements(d, items, add_numbers); }

/* The power of two below, of what is far from 0: one less at a time would take 2^32 tries to a limit of a type. */
static double a_step_less(double whole)
{
    const double magnitude = fabs(whole);
    return magnitude > 64 ? copysign(exp2(floor(log2(magnitude))), whole) : whole - copysign(1, whole);
}

double grn_simpler_number(double number, size_t way)
{
    const double whole = trunc(number);
    switch (way) {
    case GRN_TO_ZERO: return 0;
    case GRN_TO_ONE: return number == 0 ? number : 1;
    case GRN_TO_HALF: return fabs(number) >= 2 ? trunc(number / 2) : fabs(whole) > 0 ? whole : number;
    default: return fabs(number) >= 2 ? a_step_less(whole) : number;
    }
}

/* False: it stays as it is. */
static bool simplify_element(const grn_tensor *t, void *at, size_t way)
{
    grn_scalar s = grn_scalar_load(t->dtype, at);
    const grn_scalar old = s;
    switch (grn_dtype_class_of(t->dtype)) {
    case GRN_CLASS_FLOAT: s.f = s.f - s.f == 0 || way <= GRN_TO_ONE ? grn_simpler_number(s.f, way) : s.f; break;
    case GRN_CLASS_UNSIGNED: s.u = (uint64_t)grn_simpler_number((double)s.u, way); break;
    case GRN_CLASS_COMPLEX:
        s.c.re = grn_simpler_number(s.c.re, way);
        s.c.im = 0;
        break;
    default: s.i = (int64_t)grn_simpler_number((double)s.i, way);
    }
    grn_scalar_store(&s, t->dtype, at);
    return memcmp(&s, &old, sizeof s) != 0;
}

static grn_status simplify_numbers(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    for (size_t i = 0, end; i < n; i = end) {
        grn_tensor old, t;
        bool changed = false;
        for (end = i; end < n && items[end].op == items[i].op && items[end].at == items[i].at;)
            end++;
        if (!elements_of(d, &items[i], &old))
            continue;
        if (grn_is_splat(&old)) {
            unsigned char one[16];
            memcpy(one, old.data, grn_dtype_bytes(old.dtype));
            t = old;
            t.data = one;
            changed = simplify_element(&t, one, way);
            if (changed && !set_elements(d, &items[i], &t))
                return GRN_E_MEMORY;
            continue;
        }
        if (!grn_draft_copy(d, &old, &t))
            return GRN_E_MEMORY;
        for (size_t k = i; k < end; k++)
            changed |= simplify_element(&t, element(&t, (size_t)items[k].number), way);
        if (changed && !set_elements(d, &items[i], &t))
            return GRN_E_MEMORY;
    }
    return GRN_OK;
}

const grn_reduce_step grn_step_numbers = {
    .name = "numbers", .ways = GRN_NUMBER_WAYS, .list = list_numbers, .change = simplify_numbers};
