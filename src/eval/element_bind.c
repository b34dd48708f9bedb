/* element_bind.c - an element function made ready for element types, and run over compact
 * arrays. */
#include "eval/element_sets.h"

static const grn_element *const elements[] = {
#define ELEMENT_ROW(name) &grn_element_##name,
    GRN_ELEMENTS(ELEMENT_ROW)
#undef ELEMENT_ROW
};

const grn_element *grn_element_find(const char *name)
{
    for (size_t i = 0; i < GRN_COUNT(elements); i++)
        if (strcmp(elements[i]->name, name) == 0)
            return elements[i];
    return NULL;
}

/* The class a dtype is computed in: narrow types have none of their own. */
static grn_dtype class_of(grn_dtype dtype)
{
    grn_dtype_class kind = grn_dtype_class_of(dtype);
    if (dtype == GRN_INDEX)
        return GRN_I64;
    if (grn_dtype_bits(dtype) < 8 && kind == GRN_CLASS_SIGNED)
        return GRN_I8;
    if (grn_dtype_bits(dtype) < 8 && kind == GRN_CLASS_UNSIGNED)
        return GRN_UI8;
    return kind == GRN_CLASS_FLOAT && grn_dtype_bits(dtype) < 32 ? GRN_F64 : dtype;
}

static grn_element_fn entry_of(const grn_element *e, grn_dtype class)
{
    switch (class) {
    case GRN_I1: return e->i1;
    case GRN_I8: return e->i8;
    case GRN_I16: return e->i16;
    case GRN_I32: return e->i32;
    case GRN_I64: return e->i64;
    case GRN_UI2: return e->u2;
    case GRN_UI4: return e->u4;
    case GRN_UI8: return e->u8;
    case GRN_UI16: return e->u16;
    case GRN_UI32: return e->u32;
    case GRN_UI64: return e->u64;
    case GRN_F32: return e->f32;
    case GRN_F64: return e->f64;
    case GRN_C64: return e->c64;
    case GRN_C128: return e->c128;
    default: return NULL;
    }
}

static grn_fold_fn fold_of(const grn_element_folds *f, grn_dtype class)
{
    switch (class) {
    case GRN_I1: return f->i1;
    case GRN_I8: return f->i8;
    case GRN_I16: return f->i16;
    case GRN_I32: return f->i32;
    case GRN_I64: return f->i64;
    case GRN_UI8: return f->u8;
    case GRN_UI16: return f->u16;
    case GRN_UI32: return f->u32;
    case GRN_UI64: return f->u64;
    case GRN_F32: return f->f32;
    case GRN_F64: return f->f64;
    default: return NULL;
    }
}

static grn_fold_rows_fn fold_rows_of(const grn_element_folds *f, grn_dtype class)
{
    switch (class) {
    case GRN_I32: return f->rows_i32;
    case GRN_I64: return f->rows_i64;
    case GRN_F32: return f->rows_f32;
    case GRN_F64: return f->rows_f64;
    default: return NULL;
    }
}

static grn_fold_lines_fn fold_lines_of(const grn_element_folds *f, grn_dtype class)
{
    return class == GRN_F32 ? f->lines_f32 : class == GRN_F64 ? f->lines_f64 : NULL;
}

/* What a function of arguments `in` returns; GRN_NO_DTYPE when there is no such type. */
static grn_dtype result_of(grn_element_result result, grn_dtype in)
{
    switch (result) {
    case GRN_RESULT_BOOL: return GRN_I1;
    case GRN_RESULT_REAL: return in == GRN_C64 ? GRN_F32 : in == GRN_C128 ? GRN_F64 : in;
    case GRN_RESULT_COMPLEX: return in == GRN_F32 ? GRN_C64 : in == GRN_F64 ? GRN_C128 : GRN_NO_DTYPE;
    default: return in;
    }
}

/* Of the types that overflow into a NaN, f8E4M3FN alone has two NaNs; arithmetic gives the
 * canonical one, whatever the sign. */
static void narrow_to_one_nan(size_t n, void *out, const void *const *in)
{
    unsigned char *bytes = out;
    grn_element_cast(GRN_F64, GRN_F8E4M3FN)(n, out, in);
    for (size_t i = 0; i < n; i++)
        bytes[i] = bytes[i] == 0xFF ? 0x7F : bytes[i];
}

/* The casts between the dtypes and the classes. index and i64 are the same bytes. */
static void set_casts(grn_bound_element *b)
{
    for (size_t i = 0; i < b->nargs; i++)
        b->widen[i] = b->in[i] == GRN_INDEX ? NULL : grn_cast_here(b->in[i], b->class_in[i]);
    b->narrow = b->out == GRN_INDEX ? NULL : grn_cast_here(b->class_out, b->out);
    if (b->out == GRN_F8E4M3FN && b->class_out == GRN_F64)
        b->narrow = narrow_to_one_nan;
}

/* select moves bytes: no classes. */
static grn_status bind_select(const grn_element *element, grn_bound_element *b)
{
    bool agree = b->in[0] == GRN_I1 && b->in[1] == b->in[2] && b->in[1] == b->out;
    static const grn_dtype by_bytes[GRN_ELEMENT_BYTES + 1] = {
        [1] = GRN_UI8, [2] = GRN_UI16, [4] = GRN_UI32, [8] = GRN_UI64, [16] = GRN_C128};
    b->fn = entry_of(element, by_bytes[grn_dtype_bytes(b->out)]);
    for (size_t i = 0; i < GRN_ELEMENT_ARGS; i++)
        b->class_in[i] = b->in[i];
    b->class_out = b->out;
    return agree ? GRN_OK : GRN_E_DTYPE;
}

/* As elements lie: no classes. */
static grn_status bind_own(const grn_element *element, grn_bound_element *b)
{
    b->fn = element->of_dtype(b->out);
    b->class_out = b->out;
    for (size_t i = 0; i < b->nargs; i++) {
        b->class_in[i] = b->in[i];
        if (b->in[i] != b->out)
            return GRN_E_DTYPE;
    }
    return b->fn ? GRN_OK : GRN_E_DTYPE;
}

static grn_status bind_convert(grn_bound_element *b)
{
    grn_element_fn fused = grn_convert_fused_here(b->in[0], b->out);
    if (fused) {
        *b = (grn_bound_element){
            .fn = fused, .nargs = 1, .in = {b->in[0]}, .out = b->out, .class_in = {b->in[0]}, .class_out = b->out};
        return GRN_OK;
    }
    b->class_in[0] = b->in[0] == b->out ? b->out : grn_convert_class(b->in[0]);
    b->class_out = b->out;
    b->fn = b->class_in[0] == b->out ? grn_element_copy(b->out) : grn_cast_here(b->class_in[0], b->out);
    b->widen[0] = grn_cast_here(b->in[0], b->class_in[0]);
    return GRN_OK;
}

static grn_status bind_plain(const grn_element *element, grn_bound_element *b)
{
    grn_dtype in = b->in[0], class = class_of(in), bits = grn_dtype_bits(in) == 2 ? GRN_UI2 : GRN_UI4;
    b->class_out = result_of(element->result, class);
    if (grn_dtype_is_integer(in) && grn_dtype_bits(in) < 8 && entry_of(element, bits)) {
        class = bits;
        b->class_out = GRN_UI8;
    }
    b->fn = entry_of(element, class);
    for (size_t i = 0; i < b->nargs; i++) {
        if (b->in[i] != in)
            return GRN_E_DTYPE;
        b->class_in[i] = class;
    }
    if (!b->fn || result_of(element->result, in) != b->out)
        return GRN_E_DTYPE;
    set_casts(b);
    if (element->folds && class == in && in == b->out) {
        b->fold = fold_of(element->folds, in);
        b->fold_rows = fold_rows_of(element->folds, in);
        b->fold_lines = fold_lines_of(element->folds, in);
    }
    return GRN_OK;
}

grn_status grn_element_bind(const grn_element *element, const grn_dtype *in, grn_dtype out, grn_bound_element *bound)
{
    *bound = (grn_bound_element){.element = element, .nargs = element->nargs, .out = out};
    for (size_t i = 0; i < element->nargs; i++) {
        bound->in[i] = in[i];
        if (grn_dtype_class_of(in[i]) == GRN_CLASS_NONE)
            return GRN_E_DTYPE;
    }
    if (grn_dtype_class_of(out) == GRN_CLASS_NONE)
        return GRN_E_DTYPE;
    if (element->result == GRN_RESULT_ANY)
        return bind_convert(bound);
    if (element == &grn_element_select)
        return bind_select(grn_element_here(element), bound);
    if (element->of_dtype)
        return bind_own(element, bound);
    return bind_plain(grn_element_here(element), bound);
}

/* Whether the result overlaps an argument. A compiler's loop then takes one element after the
 * other, which is many times slower than going through a block. */
static bool is_in_place(const grn_bound_element *b, const void *out, const void *const *in)
{
    for (size_t i = 0; i < b->nargs; i++)
        if (in[i] == out)
            return true;
    return false;
}

/* One block: at most GRN_ELEMENT_BLOCK elements. */
static void run_block(const grn_bound_element *b, size_t n, void *out, const void *const *in)
{
    grn_element_block wide[GRN_ELEMENT_ARGS], result;
    const void *args[GRN_ELEMENT_ARGS];
    for (size_t i = 0; i < b->nargs; i++) {
        args[i] = in[i];
        if (!b->widen[i])
            continue;
        b->widen[i](n, &wide[i], &in[i]);
        args[i] = &wide[i];
    }
    if (!b->narrow && !is_in_place(b, out, args)) {
        b->fn(n, out, args);
        return;
    }
    b->fn(n, &result, args);
    if (!b->narrow)
        memcpy(out, &result, n * grn_dtype_bytes(b->out));
    else
        b->narrow(n, out, (const void *const[]){&result});
}

/* Fewer elements than this are computed without a block in between, which would cost more than it
 * gains. */
#define SMALL 16

void grn_element_run(const grn_bound_element *b, size_t n, void *out, const void *const *in)
{
    bool plain = !b->widen[0] && !b->widen[1] && !b->widen[2] && !b->narrow;
    if (plain && (n < SMALL || !is_in_place(b, out, in))) {
        b->fn(n, out, in);
        return;
    }
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        const void *at[GRN_ELEMENT_ARGS];
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        for (size_t i = 0; i < b->nargs; i++)
            at[i] = (const char *)in[i] + done * grn_dtype_bytes(b->in[i]);
        run_block(b, m, (char *)out + done * grn_dtype_bytes(b->out), at);
    }
}
