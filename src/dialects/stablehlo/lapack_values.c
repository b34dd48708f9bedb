/*
 * lapack_values.c - the values of a call of LAPACK: held against the routine's
 * row, brought into the bytes that the routine reads, and results made.
 */
#include "dialects/stablehlo/lapack_call.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

/* ---- dtypes and messages --------------------------------------------------------------------- */

grn_status grn_lapack_refuse(const grn_lapack_call *c, grn_status status, const char *what)
{
    grn_str called = grn_op_attr(c->op, "call_target_name")->text;
    return grn_exec_fail(c->x, c->op, status, "@%.*s: %s", (int)called.n, called.text, what);
}

grn_dtype grn_lapack_dtype_of(char type, char element)
{
    static const grn_dtype of[4][3] = {{GRN_F32, GRN_F32, GRN_C64},
                                       {GRN_F64, GRN_F64, GRN_C128},
                                       {GRN_C64, GRN_F32, GRN_C64},
                                       {GRN_C128, GRN_F64, GRN_C128}};
    static const char types[] = "sdcz";
    size_t t = (size_t)(strchr(types, type) - types);
    return element == 'I' ? GRN_I32 : of[t][element == 'T' ? 0 : element == 'R' ? 1 : 2];
}

/* ---- extents --------------------------------------------------------------------------------- */

/* The extent that a letter stands for; -1: it is not known yet. */
int32_t grn_lapack_extent_of(const grn_lapack_call *c, char letter)
{
    const grn_lapack *l = &c->lapack;
    int32_t n = l->dim['n' - 'a'];
    if (letter == 'k')
        return grn_lapack_least(l);
    if (letter == 'e')
        return n > 0 ? n - 1 : 0;
    return c->bound >> (letter - 'a') & 1 ? l->dim[letter - 'a'] : -1;
}

static grn_status wrong_extent(const grn_lapack_call *c, const char *what, size_t i, int32_t dim, int64_t have,
                               int64_t want)
{
    char text[GRN_TYPE_TEXT_BYTES];
    snprintf(text, sizeof text, "dimension %" PRId32 " of %s #%zu has %" PRId64 " elements, %" PRId64 " are expected",
             dim, what, i, have, want);
    return grn_lapack_refuse(c, GRN_E_SHAPE, text);
}

/* Extents are held against the letters, those that are new are taken over. */
static grn_status bind(grn_lapack_call *c, const char *what, size_t i, const char *letters, const int64_t *shape)
{
    for (int32_t d = 0; letters[d]; d++) {
        int64_t have = shape[c->nbatch + d];
        int32_t want = grn_lapack_extent_of(c, letters[d]);
        if (have > INT32_MAX)
            return grn_lapack_refuse(c, GRN_E_UNSUPPORTED, "an extent is over LAPACK's 32-bit integers");
        if (want >= 0 && have != want)
            return wrong_extent(c, what, i, c->nbatch + d, have, want);
        if (want < 0) {
            c->lapack.dim[letters[d] - 'a'] = (int32_t)have;
            c->bound |= UINT32_C(1) << (letters[d] - 'a');
        }
    }
    return GRN_OK;
}

/* LAPACK's positions within a matrix are 32-bit integers, too. */
static grn_status check_size(const grn_lapack_call *c, const char *letters)
{
    int64_t elements = 1;
    for (; *letters; letters++)
        elements = grn_mul_at_most(elements, grn_lapack_extent_of(c, *letters));
    return elements <= INT32_MAX
               ? GRN_OK
               : grn_lapack_refuse(c, GRN_E_UNSUPPORTED, "a matrix has more elements than LAPACK's integers count");
}

static grn_status check_value(grn_lapack_call *c, const char *what, size_t i, const grn_lapack_value *value,
                              grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    const int64_t *batch = c->x->operands[0].tensor.shape;
    char text[GRN_TYPE_TEXT_BYTES];
    if (dtype != grn_lapack_dtype_of(c->target.type, value->element)) {
        snprintf(text, sizeof text, "%s #%zu has elements of %s, %s are expected", what, i, grn_dtype_text(dtype),
                 grn_dtype_text(grn_lapack_dtype_of(c->target.type, value->element)));
        return grn_lapack_refuse(c, GRN_E_DTYPE, text);
    }
    if (rank != c->nbatch + (int32_t)strlen(value->shape)) {
        snprintf(text, sizeof text,
                 "%s #%zu has rank %" PRId32 ", %" PRId32 " of the batch and %zu of each matrix are expected", what, i,
                 rank, c->nbatch, strlen(value->shape));
        return grn_lapack_refuse(c, GRN_E_SHAPE, text);
    }
    for (int32_t d = 0; d < c->nbatch; d++)
        if (shape[d] != batch[d])
            return wrong_extent(c, what, i, d, shape[d], batch[d]);
    grn_status status = bind(c, what, i, value->shape, shape);
    return status == GRN_OK ? check_size(c, value->shape) : status;
}

grn_status grn_lapack_check_counts(const grn_lapack_call *c)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_op *op = c->op;
    if (op->noperands == c->ninputs && op->nresults == c->noutputs)
        return GRN_OK;
    snprintf(text, sizeof text, "takes %zu operands and gives %zu results, here are %zu and %zu", c->ninputs,
             c->noutputs, op->noperands, op->nresults);
    return grn_lapack_refuse(c, GRN_E_DTYPE, text);
}

grn_status grn_lapack_check_inputs(grn_lapack_call *c)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < c->ninputs && status == GRN_OK; i++) {
        const grn_tensor *t = &c->x->operands[i].tensor;
        status = check_value(c, "operand", i, &c->target.row->inputs[i], t->dtype, t->rank, t->shape);
    }
    return status;
}

/* What a result's type leaves open is what the letters say. */
static grn_status result_shape(const grn_lapack_call *c, size_t i, const grn_lapack_value *value, int64_t *shape)
{
    const grn_type *type = grn_result_type(c->op, i);
    if (!grn_type_is_tensor(type))
        return grn_lapack_refuse(c, GRN_E_DTYPE, "a result is no ranked tensor");
    for (int32_t d = 0; d < type->rank; d++) {
        int32_t behind = d - c->nbatch;
        shape[d] = type->shape[d];
        if (shape[d] != GRN_DYNAMIC)
            continue;
        bool named = behind >= 0 && behind < (int32_t)strlen(value->shape);
        shape[d] = behind < 0 ? c->x->operands[0].tensor.shape[d]
                   : named    ? grn_lapack_extent_of(c, value->shape[behind])
                              : -1;
        if (shape[d] < 0)
            return grn_lapack_refuse(c, GRN_E_UNSUPPORTED, "a result has an open extent that no operand says");
    }
    return GRN_OK;
}

grn_status grn_lapack_check_outputs(grn_lapack_call *c)
{
    const grn_lapack_row *row = c->target.row;
    grn_status status = GRN_OK;
    for (size_t i = 0; i < c->noutputs && status == GRN_OK; i++) {
        status = result_shape(c, i, &row->outputs[i], c->shape[i]);
        if (status == GRN_OK)
            status = check_value(c, "result", i, &row->outputs[i], grn_hlo_result_dtype(c->op, i),
                                 grn_result_type(c->op, i)->rank, c->shape[i]);
    }
    const char *broken = status == GRN_OK && row->refuse ? row->refuse(&c->lapack) : NULL;
    return broken ? grn_lapack_refuse(c, GRN_E_SHAPE, broken) : status;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static const grn_attr *config_of(const grn_op *op, const char *name)
{
    static const char *const places[] = {"mhlo.backend_config", "backend_config"};
    for (size_t p = 0; p < GRN_COUNT(places); p++) {
        const grn_attr *config = grn_op_attr(op, places[p]);
        for (size_t i = 0; config && config->kind == GRN_ATTR_DICT && i < config->dict.count; i++)
            if (grn_str_is(config->dict.items[i].name, name))
                return config->dict.items[i].value;
    }
    return NULL;
}

static bool read_attr(const grn_attr *a, const char *letters, int32_t *out)
{
    if (a && a->kind == GRN_ATTR_BOOL && *letters == '?')
        return *out = a->boolean, true;
    if (!a || a->kind != GRN_ATTR_INTEGER || *letters == '?' || a->integer < 0 || a->integer > INT32_MAX)
        return false;
    *out = (int32_t)a->integer;
    return *letters == '#' || (a->integer > 0 && a->integer <= 'Z' && strchr(letters, (char)a->integer));
}

grn_status grn_lapack_read_attrs(grn_lapack_call *c)
{
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; c->target.row->attrs[i].name; i++) {
        const grn_lapack_attr *attr = &c->target.row->attrs[i];
        if (read_attr(config_of(c->op, attr->name), attr->letters, &c->lapack.attr[i]))
            continue;
        snprintf(text, sizeof text, "'%s' in mhlo.backend_config is to be %s%s", attr->name,
                 *attr->letters == '?'   ? "true or false"
                 : *attr->letters == '#' ? "a number of a row"
                                         : "the ui8 of one of ",
                 isalpha((unsigned char)*attr->letters) ? attr->letters : "");
        return grn_lapack_refuse(c, GRN_E_UNSUPPORTED, text);
    }
    return GRN_OK;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static grn_status no_memory(const grn_lapack_call *c)
{
    return grn_lapack_refuse(c, GRN_E_MEMORY, "memory for a matrix was refused");
}

/* Strides of elements that lie one after the other, the dimensions of `minor_to_major` from the fastest on. */
static void set_strides(grn_tensor *t, const int64_t *minor_to_major)
{
    int64_t stride = 1;
    for (int32_t i = 0; i < t->rank; i++) {
        int32_t d = minor_to_major ? (int32_t)minor_to_major[i] : t->rank - 1 - i;
        t->stride[d] = stride;
        stride *= t->shape[d];
    }
}

/* The layout that the call says of a value, or column-major matrices. */
static void lay_out(const grn_lapack_call *c, const char *list, size_t i, const grn_lapack_value *value, grn_tensor *t)
{
    int64_t order[GRN_MAX_RANK];
    const grn_attr *layouts = grn_op_attr(c->op, list);
    if (!c->target.plain) {
        set_strides(t, layouts ? layouts->array.items[i]->dims : NULL);
        return;
    }
    for (int32_t d = 0; d < t->rank; d++)
        order[d] = t->rank - 1 - d;
    if (strlen(value->shape) == 2) {
        order[0] = t->rank - 2;
        order[1] = t->rank - 1;
    }
    set_strides(t, order);
}

static bool same_strides(const grn_tensor *a, const grn_tensor *b)
{
    for (int32_t d = 0; d < a->rank; d++)
        if (a->shape[d] != 1 && a->stride[d] != b->stride[d])
            return false;
    return true;
}

size_t grn_lapack_matrix_bytes(const grn_lapack_call *c, const grn_lapack_value *value)
{
    size_t all = grn_dtype_bytes(grn_lapack_dtype_of(c->target.type, value->element));
    for (const char *s = value->shape; *s; s++)
        all *= (size_t)grn_lapack_extent_of(c, *s);
    return all;
}

/* Scratch that is zero, at least an element of it. */
grn_status grn_lapack_new_scratch(grn_lapack_call *c, grn_lapack_bytes *b, size_t wanted)
{
    b->owned_bytes = wanted ? wanted : 16;
    b->owned = grn_allocate(c->x->allocator, b->owned_bytes);
    if (!b->owned)
        return no_memory(c);
    memset(b->owned, 0, b->owned_bytes);
    b->first = b->owned;
    return GRN_OK;
}

/* An operand that lies otherwise than the routine reads it is copied. */
grn_status grn_lapack_take_input(grn_lapack_call *c, size_t i)
{
    const grn_lapack_value *value = &c->target.row->inputs[i];
    const grn_tensor *t = &c->x->operands[i].tensor;
    grn_tensor wanted;
    grn_lapack_bytes *b = &c->values[i];
    grn_view_copy(&wanted, t);
    lay_out(c, "operand_layouts", i, value, &wanted);
    b->step_bytes = grn_lapack_matrix_bytes(c, value);
    b->first = t->data;
    if (same_strides(t, &wanted))
        return GRN_OK;
    grn_status status = grn_lapack_new_scratch(c, b, (size_t)grn_tensor_elements(t) * grn_dtype_bytes(t->dtype));
    wanted.data = b->first;
    if (status == GRN_OK)
        grn_tensor_copy(&wanted, t);
    return status;
}

/* A result begins as the operand that the routine overwrites, or zero. */
static grn_status make_output(grn_lapack_call *c, size_t i, const int64_t *shape)
{
    const grn_lapack_value *value = &c->target.row->outputs[i];
    grn_rt *result = &c->x->results[i];
    grn_lapack_bytes *b = &c->values[c->ninputs + i];
    int32_t rank = c->nbatch + (int32_t)strlen(value->shape);
    grn_status status =
        c->x->calls->alloc(c->x, grn_lapack_dtype_of(c->target.type, value->element), rank, shape, result);
    if (status != GRN_OK)
        return status;
    lay_out(c, "result_layouts", i, value, &result->tensor);
    b->first = result->tensor.data;
    b->step_bytes = grn_lapack_matrix_bytes(c, value);
    size_t all = b->step_bytes * (size_t)c->matrices;
    if (value->copies && all)
        memcpy(b->first, c->values[value->copies - 1].first, all);
    else if (all)
        memset(b->first, 0, all);
    return GRN_OK;
}

grn_status grn_lapack_make_outputs(grn_lapack_call *c)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < c->noutputs && status == GRN_OK; i++)
        status = make_output(c, i, c->shape[i]);
    return status;
}

/* Of one matrix each: the next one writes over them. */
grn_status grn_lapack_make_scratches(grn_lapack_call *c)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < c->nscratches && status == GRN_OK; i++)
        status = grn_lapack_new_scratch(c, &c->values[c->ninputs + c->noutputs + i],
                                        grn_lapack_matrix_bytes(c, &c->target.row->scratches[i]));
    return status;
}
