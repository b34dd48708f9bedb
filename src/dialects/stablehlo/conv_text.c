/*
 * conv_text.c - convolution as text:
 *   (%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0,
 *   0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {..} : (T, T) -> T
 */
#include "dialects/stablehlo/conv.h"

/* What `window` lists, in the order it is written. */
static const struct {
    const char *word, *attr;
} window_words[] = {{"stride", "window_strides"},
                    {"pad", "padding"},
                    {"lhs_dilate", "lhs_dilation"},
                    {"rhs_dilate", "rhs_dilation"},
                    {"reverse", "window_reversal"}};
enum { PAD = 1, REVERSE = 4 };

/* ---- reading --------------------------------------------------------------------------------- */

static grn_status parse_dims(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_field fields[9] = {{.present = false}};
    const grn_attr *dims = NULL;
    grn_status status = GRN_OK;
    if (grn_parser_at(p, "<"))
        status = grn_parser_struct(p, &grn_stablehlo_conv_dims, &dims);
    else
        status = grn_hlo_conv_dims_parse(p, fields);
    if (status == GRN_OK && !dims)
        dims = grn_attr_struct(ir, &grn_stablehlo_conv_dims, fields);
    if (status != GRN_OK)
        return status;
    return dims && grn_op_set_attr(ir, op, GRN_STR("dimension_numbers"), dims) ? GRN_OK : GRN_E_MEMORY;
}

/* `[true, 0]`, as bytes. */
static grn_status parse_flags(grn_parser *p, grn_vec *flags)
{
    grn_status status = grn_parser_expect(p, "[");
    bool more = status == GRN_OK && !grn_parser_try(p, "]");
    while (more && status == GRN_OK) {
        int64_t value = 0;
        bool is_true = grn_parser_try(p, "true");
        if (!is_true && !grn_parser_try(p, "false"))
            status = grn_parser_i64(p, &value);
        unsigned char *flag = grn_vec_push(flags);
        if (!flag)
            return GRN_E_MEMORY;
        *flag = is_true || value != 0;
        more = grn_parser_try(p, ",");
        if (!more && status == GRN_OK)
            status = grn_parser_expect(p, "]");
    }
    return status;
}

static grn_status parse_reverse(grn_parser *p, const grn_attr **out)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_attr a = {.kind = GRN_ATTR_DENSE_ARRAY, .type = grn_type_integer(ir, 1, GRN_SIGNLESS)};
    grn_vec flags;
    grn_vec_init(&flags, ir->allocator, 1);
    grn_status status = parse_flags(p, &flags);
    if (status == GRN_OK) {
        a.dense_array.count = flags.count;
        a.dense_array.data = grn_arena_copy(&ir->arena, flags.items, flags.count);
        *out = a.type && a.dense_array.data ? grn_attr_make(ir, &a) : NULL;
        status = *out ? GRN_OK : GRN_E_MEMORY;
    }
    grn_vec_destroy(&flags);
    return status;
}

static grn_status parse_pairs(grn_parser *p, grn_vec *pairs)
{
    grn_status status = grn_parser_expect(p, "[");
    bool more = status == GRN_OK && !grn_parser_try(p, "]");
    while (more && status == GRN_OK) {
        size_t count;
        int64_t *v, *to;
        status = grn_parser_dims(p, &count, &v);
        if (status == GRN_OK && count != 2)
            status = grn_parser_fail(p, grn_parser_place(p), "Expected array with 2 elements, got %zu elements instead",
                                     count);
        for (size_t i = 0; status == GRN_OK && i < 2; i++) {
            if (!(to = grn_vec_push(pairs)))
                return GRN_E_MEMORY;
            *to = v[i];
        }
        more = status == GRN_OK && grn_parser_try(p, ",");
        if (!more && status == GRN_OK)
            status = grn_parser_expect(p, "]");
    }
    return status;
}

/* `[[0, 1], [2, 3]]`: dense elements of a tensor<2x2xi64>. */
static grn_status parse_pad(grn_parser *p, const grn_attr **out)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_attr_elements elements = {.resource = GRN_STR("")};
    grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .elements = &elements};
    const grn_type *i64 = grn_type_integer(ir, 64, GRN_SIGNLESS);
    grn_vec pairs;
    grn_vec_init(&pairs, ir->allocator, sizeof(int64_t));
    grn_status status = parse_pairs(p, &pairs);
    const int64_t shape[] = {(int64_t)pairs.count / 2, 2}, *v = pairs.items;
    bool same = pairs.count > 0;
    for (size_t i = 1; i < pairs.count; i++)
        same = same && v[i] == v[0];
    elements.splat = same;
    if (status == GRN_OK) {
        void *data = grn_arena_copy(&ir->arena, v, pairs.count * sizeof *v);
        a.type = i64 ? grn_type_tensor(ir, i64, 2, shape, NULL) : NULL;
        status = a.type && data ? grn_tensor_init(&elements.tensor, data, GRN_I64, 2, shape) : GRN_E_MEMORY;
        for (int32_t d = 0; same && d < 2; d++)
            elements.tensor.stride[d] = 0;
    }
    grn_vec_destroy(&pairs);
    if (status == GRN_OK && !(*out = grn_attr_make(ir, &a)))
        status = GRN_E_MEMORY;
    return status;
}

static grn_status parse_list(grn_parser *p, const grn_attr **out)
{
    size_t count;
    int64_t *v;
    grn_status status = grn_parser_dims(p, &count, &v);
    if (status == GRN_OK && !(*out = grn_attr_dense_i64(grn_parser_ir(p), count, v)))
        status = GRN_E_MEMORY;
    return status;
}

static grn_status parse_window_attr(grn_parser *p, grn_op *op, uint32_t *seen)
{
    const grn_attr *value = NULL;
    grn_str word;
    size_t i = 0;
    grn_status status = grn_parser_keyword(p, &word);
    if (status != GRN_OK)
        return status;
    while (i < GRN_COUNT(window_words) && !grn_str_is(word, window_words[i].word))
        i++;
    if (i == GRN_COUNT(window_words) || (*seen >> i & 1))
        return grn_parser_fail(p, grn_parser_place(p), "Unexpected keyword %.*s", (int)word.n, word.text);
    *seen |= 1u << i;
    status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = i == PAD ? parse_pad(p, &value) : i == REVERSE ? parse_reverse(p, &value) : parse_list(p, &value);
    if (status != GRN_OK)
        return status;
    grn_str name = {window_words[i].attr, strlen(window_words[i].attr)};
    return grn_op_set_attr(grn_parser_ir(p), op, name, value) ? GRN_OK : GRN_E_MEMORY;
}

static grn_status parse_words(grn_parser *p, const char *const *words, size_t count)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < count; i++)
        status = grn_parser_expect(p, words[i]);
    return status;
}

static grn_status parse_window(grn_parser *p, grn_op *op)
{
    static const char *const before[] = {",", "window", "=", "{"};
    uint32_t seen = 0;
    grn_status status = parse_words(p, before, GRN_COUNT(before));
    while (status == GRN_OK && grn_parser_at_word(p)) {
        status = parse_window_attr(p, op, &seen);
        if (status == GRN_OK && !grn_parser_try(p, ","))
            break;
    }
    return status == GRN_OK ? grn_parser_expect(p, "}") : status;
}

grn_status grn_hlo_conv_parse(grn_parser *p, grn_op *op)
{
    static const char *const behind[] = {")", "dim_numbers", "="};
    grn_use uses[2];
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_use(p, &uses[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_parser_use(p, &uses[1]);
    if (status == GRN_OK)
        status = parse_words(p, behind, GRN_COUNT(behind));
    if (status == GRN_OK)
        status = parse_dims(p, op);
    if (status == GRN_OK)
        status = parse_window(p, op);
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, 2, uses) : status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void print_pad(grn_printer *p, const grn_attr *pad)
{
    grn_printer_text(p, "[");
    for (size_t i = 0; i + 1 < pad->ndims; i += 2) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_dims(p, 2, pad->dims + i);
    }
    grn_printer_text(p, "]");
}

static void print_flags(grn_printer *p, const grn_attr *flags)
{
    const unsigned char *v = flags->dense_array.data;
    grn_printer_text(p, "[");
    for (size_t i = 0; i < flags->dense_array.count; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_text(p, v[i] ? "true" : "false");
    }
    grn_printer_text(p, "]");
}

static void print_window(grn_printer *p, const grn_op *op)
{
    const char *before = ", window = {";
    for (size_t i = 0; i < GRN_COUNT(window_words); i++) {
        const grn_attr *a = grn_op_attr(op, window_words[i].attr);
        if (!a)
            continue;
        grn_printer_text(p, before);
        grn_printer_text(p, window_words[i].word);
        grn_printer_text(p, " = ");
        if (i == PAD)
            print_pad(p, a);
        else if (i == REVERSE && a->kind == GRN_ATTR_DENSE_ARRAY && a->type->dtype == GRN_I1)
            print_flags(p, a);
        else
            grn_printer_dims(p, a->ndims, a->dims);
        before = ", ";
    }
    grn_printer_text(p, before[2] ? ", window = {}" : "}");
}

grn_status grn_hlo_conv_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"dimension_numbers", "window_strides",  "padding", "lhs_dilation",
                                       "rhs_dilation",      "window_reversal", NULL};
    const grn_attr *dims = grn_op_attr(op, "dimension_numbers");
    char text[GRN_CONV_DIMS_BYTES];
    grn_printer_text(p, "(");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_text(p, ") dim_numbers = ");
    if (grn_hlo_conv_dims_text(dims, text))
        grn_printer_text(p, text);
    else
        grn_printer_struct(p, dims);
    print_window(p, op);
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}
