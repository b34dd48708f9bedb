/* rule.c - `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}`: how the dimensions of an op's values are related. Factors are
 * named i to z, then z_1, z_2 and on; a dimension of several has their names one after the other. */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

enum { LETTERS = 'z' - 'i' + 1 };

/* The factor whose name `s` begins with, which is cut off; -1: there is none. */
static int64_t take_factor(grn_str *s)
{
    if (s->n == 0 || s->text[0] < 'i' || s->text[0] > 'z')
        return -1;
    int64_t factor = s->text[0] - 'i', number = 0;
    *s = (grn_str){s->text + 1, s->n - 1};
    if (factor != LETTERS - 1 || s->n < 2 || s->text[0] != '_')
        return factor;
    size_t digits = 1;
    for (; digits < s->n && s->text[digits] >= '0' && s->text[digits] <= '9' && number < INT32_MAX; digits++)
        number = number * 10 + (s->text[digits] - '0');
    *s = (grn_str){s->text + digits, s->n - digits};
    return digits > 1 && number > 0 ? factor + number : -1;
}

static void write_factor(grn_writer *w, int64_t factor)
{
    const char letter = (char)('i' + (factor < LETTERS ? factor : LETTERS - 1));
    grn_write_bytes(w, &letter, 1);
    if (factor < LETTERS)
        return;
    grn_write_text(w, "_");
    grn_write_i64(w, factor - LETTERS + 1);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static grn_status parse_factors(grn_parser *p, size_t most, grn_vec *factors)
{
    grn_str word;
    const grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_keyword(p, &word);
    const grn_str whole = word;
    while (status == GRN_OK && word.n) {
        int64_t factor = take_factor(&word), *slot = factor < 0 ? NULL : grn_vec_push(factors);
        if (factor < 0 || (most && factors->count > most))
            return grn_parser_fail(p, place, "expecting %s from i to z, z_1 and on, got: %.*s", most == 1 ? "one factor" : "factors",
                                   (int)whole.n, whole.text);
        if (!slot)
            return GRN_E_MEMORY;
        *slot = factor;
    }
    return status;
}

/* The factors of a dimension; none of `*`. */
static grn_status parse_dim(grn_parser *p, const grn_attr **out)
{
    grn_vec factors;
    grn_vec_init(&factors, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = grn_parser_try(p, "*") ? GRN_OK : parse_factors(p, 0, &factors);
    *out = status == GRN_OK ? grn_attr_dense_i64(grn_parser_ir(p), factors.count, factors.items) : NULL;
    grn_vec_destroy(&factors);
    return status == GRN_OK && !*out ? GRN_E_MEMORY : status;
}

static grn_status parse_mapping(grn_parser *p, const grn_attr **out) { return grn_sdy_parse_items(p, "[", "]", parse_dim, out); }

static grn_status parse_mappings(grn_parser *p, grn_field *out)
{
    out->present = true;
    return grn_sdy_parse_items(p, "(", ")", parse_mapping, &out->value);
}

/* Numbers as a field that lives with the module. */
static grn_status keep(grn_parser *p, const grn_vec *numbers, grn_field *out)
{
    const size_t bytes = numbers->count * sizeof(int64_t);
    int64_t *v = GRN_ARENA_NEW(&grn_parser_ir(p)->arena, int64_t, numbers->count ? numbers->count : 1);
    if (!v)
        return GRN_E_MEMORY;
    if (bytes)
        memcpy(v, numbers->items, bytes);
    *out = (grn_field){.present = true, .count = numbers->count, .v = v};
    return GRN_OK;
}

/* `i=8`: the factors in their order. */
static grn_status parse_size(grn_parser *p, grn_vec *sizes)
{
    const grn_place place = grn_parser_place(p);
    grn_vec one;
    grn_vec_init(&one, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = parse_factors(p, 1, &one);
    const bool in_order = status == GRN_OK && ((const int64_t *)one.items)[0] == (int64_t)sizes->count;
    grn_vec_destroy(&one);
    if (status == GRN_OK && !in_order)
        return grn_parser_fail(p, place, "expecting the factors in order: factor %zu comes next", sizes->count);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    int64_t *slot = status == GRN_OK ? grn_vec_push(sizes) : NULL;
    if (status == GRN_OK && !slot)
        return GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_i64(p, slot) : status;
}

static grn_status parse_one_factor(grn_parser *p, grn_vec *factors)
{
    grn_vec one;
    grn_vec_init(&one, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = parse_factors(p, 1, &one);
    int64_t *slot = status == GRN_OK ? grn_vec_push(factors) : NULL;
    if (slot)
        *slot = ((const int64_t *)one.items)[0];
    grn_vec_destroy(&one);
    return status == GRN_OK && !slot ? GRN_E_MEMORY : status;
}

/* `{..}` of sizes or of factors. */
static grn_status parse_numbers(grn_parser *p, grn_status (*item)(grn_parser *p, grn_vec *numbers), grn_field *out)
{
    grn_vec numbers;
    grn_vec_init(&numbers, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = grn_parser_expect(p, "{");
    bool more = status == GRN_OK && !grn_parser_at(p, "}");
    while (more && status == GRN_OK) {
        status = item(p, &numbers);
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "}");
    if (status == GRN_OK)
        status = keep(p, &numbers, out);
    grn_vec_destroy(&numbers);
    return status;
}

/* Fields 3 to 6, each at most once. */
static const char *const groups[] = {"reduction", "need_replication", "permutation", "blocked_propagation"};

static grn_status parse_groups(grn_parser *p, grn_field *fields)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(groups); i++) {
        fields[3 + i] = (grn_field){.present = true};
        if (!grn_parser_try(p, groups[i]))
            continue;
        status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = parse_numbers(p, parse_one_factor, &fields[3 + i]);
    }
    return status;
}

static grn_status rule_parse(grn_parser *p, grn_field *fields)
{
    grn_status status = parse_mappings(p, &fields[1]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = parse_mappings(p, &fields[2]);
    if (status == GRN_OK)
        status = parse_numbers(p, parse_size, &fields[0]);
    if (status == GRN_OK)
        status = parse_groups(p, fields);
    bool custom = status == GRN_OK && grn_parser_try(p, ",");
    if (custom)
        status = grn_parser_expect(p, "custom");
    fields[7] = (grn_field){.present = true, .value = grn_attr_bool(grn_parser_ir(p), custom)};
    if (status == GRN_OK && !fields[7].value)
        return GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

/* ---- writing --------------------------------------------------------------------------------------------------------------- */

static void write_dim(grn_writer *w, const grn_attr *dim)
{
    if (dim->ndims == 0)
        grn_write_text(w, "*");
    for (size_t i = 0; i < dim->ndims; i++)
        write_factor(w, dim->dims[i]);
}

static void write_mappings(grn_writer *w, grn_sdy_list mappings)
{
    grn_write_text(w, "(");
    for (size_t i = 0; i < mappings.count; i++) {
        const grn_sdy_list dims = grn_sdy_list_of(mappings.items[i]);
        grn_write_text(w, i ? ", [" : "[");
        for (size_t d = 0; d < dims.count; d++) {
            grn_write_text(w, d ? ", " : "");
            write_dim(w, dims.items[d]);
        }
        grn_write_text(w, "]");
    }
    grn_write_text(w, ")");
}

static void rule_write(grn_writer *w, const grn_attr *a)
{
    const grn_sdy_rule r = grn_sdy_rule_of(a);
    write_mappings(w, r.operands);
    grn_write_text(w, "->");
    write_mappings(w, r.results);
    grn_write_text(w, " {");
    for (size_t i = 0; i < r.nfactors; i++) {
        grn_write_text(w, i ? ", " : "");
        write_factor(w, (int64_t)i);
        grn_write_text(w, "=");
        grn_write_i64(w, r.sizes[i]);
    }
    grn_write_text(w, "}");
    for (size_t g = 0; g < GRN_COUNT(groups); g++) {
        const grn_field *f = &a->record.fields[3 + g];
        if (f->count == 0)
            continue;
        grn_write_text(w, " ");
        grn_write_text(w, groups[g]);
        for (size_t i = 0; i < f->count; i++) {
            grn_write_text(w, i ? ", " : "={");
            write_factor(w, f->v[i]);
        }
        grn_write_text(w, "}");
    }
    grn_write_text(w, r.is_custom ? ", custom" : "");
}

static const grn_field_def rule_fields[] = {
    GRN_FIELD("factor_sizes", DIMS),
    GRN_FIELD("operand_mappings", VALUE),
    GRN_FIELD("result_mappings", VALUE),
    GRN_FIELD("reduction_factors", DIMS),
    GRN_FIELD("need_replication_factors", DIMS),
    GRN_FIELD("permutation_factors", DIMS),
    GRN_FIELD("blocked_propagation_factors", DIMS),
    GRN_FIELD("is_custom_rule", VALUE),
    GRN_FIELDS_END,
};
const grn_struct_def grn_sdy_rule_attr = {
    .name = "sdy.op_sharding_rule", .style = GRN_STRUCT_OWN, .fields = rule_fields, .parse = rule_parse, .write = rule_write};

grn_sdy_rule grn_sdy_rule_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_rule){.nfactors = f[0].count,
                          .sizes = f[0].v,
                          .operands = grn_sdy_list_of(f[1].value),
                          .results = grn_sdy_list_of(f[2].value),
                          .reduction = f[3],
                          .replication = f[4],
                          .permutation = f[5],
                          .blocked = f[6],
                          .is_custom = f[7].value->boolean};
}
