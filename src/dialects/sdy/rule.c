/*
 * rule.c - `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}`: how the dimensions of an
 * op's values are related. Factors are named i to z, then z_1, z_2 and on; a dimension of several
 * has their names one after the other.
 */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

#include <inttypes.h>
#include <stdio.h>

enum { LETTERS = 'z' - 'i' + 1 };

const char *grn_sdy_factor_text(int64_t factor, char *text, size_t bytes)
{
    if (factor < LETTERS)
        snprintf(text, bytes, "%c", (char)('i' + factor));
    else
        snprintf(text, bytes, "z_%" PRId64, factor - LETTERS + 1);
    return text;
}

static void write_factor(grn_writer *w, int64_t factor)
{
    char text[32];
    grn_write_text(w, grn_sdy_factor_text(factor, text, sizeof text));
}

/* ---- reading --------------------------------------------------------------------------------- */

/* `z_12`, which upstream tells of where it stands then. */
static grn_status take_numbered(grn_parser *p, grn_str *s, int64_t *factor)
{
    size_t n = 2;
    while (n < s->n && s->text[n] >= '0' && s->text[n] <= '9')
        n++;
    if (n == 2)
        return grn_parser_fail(p, grn_parser_place(p), "expecting integer after 'z_'. Received: '%.*s'", (int)s->n,
                               s->text);
    if (s->text[2] == '0')
        return grn_parser_fail(p, grn_parser_place(p),
                               "expecting positive integer without leading zeros. Received: '%.*s'", (int)(n - 2),
                               s->text + 2);
    int64_t number = 0;
    for (size_t i = 2; i < n; i++)
        number = number > (INT64_MAX - LETTERS - 9) / 10 ? INT64_MAX / 10 : number * 10 + (s->text[i] - '0');
    if (number >= INT64_MAX / 10 - LETTERS)
        return grn_parser_fail(p, grn_parser_place(p), "expecting symbol index <=2^63-1. Received: '%.*s'",
                               (int)(n - 2), s->text + 2);
    *factor = LETTERS - 1 + number;
    *s = (grn_str){s->text + n, s->n - n};
    return GRN_OK;
}

/* The factor whose name `s` begins with, which is cut off. */
static grn_status take_factor(grn_parser *p, grn_str *s, int64_t *factor)
{
    const char letter = s->text[0];
    if (s->n >= 2 && letter == 'z' && s->text[1] == '_')
        return take_numbered(p, s, factor);
    if (letter < 'i' || letter > 'z')
        return grn_parser_fail(p, grn_parser_place(p), "expecting symbol from 'i' to 'z'. Received: '%c'", letter);
    *factor = letter - 'i';
    *s = (grn_str){s->text + 1, s->n - 1};
    return GRN_OK;
}

/* The factors of a dimension; one without any is reported later. */
static grn_status parse_dim(grn_parser *p, const grn_attr **out)
{
    grn_vec factors;
    grn_str word = {NULL, 0};
    grn_vec_init(&factors, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = grn_parser_at_word(p) ? grn_parser_keyword(p, &word) : GRN_OK;
    while (status == GRN_OK && word.n) {
        int64_t *slot = grn_vec_push(&factors);
        status = slot ? take_factor(p, &word, slot) : GRN_E_MEMORY;
    }
    if (status == GRN_OK && factors.count == 0)
        (void)grn_parser_try(p, "*");
    *out = status == GRN_OK ? grn_attr_dense_i64(grn_parser_ir(p), factors.count, factors.items) : NULL;
    grn_vec_destroy(&factors);
    return status == GRN_OK && !*out ? GRN_E_MEMORY : status;
}

static grn_status parse_mapping(grn_parser *p, const grn_attr **out)
{
    static const grn_sdy_list_text text = {
        "[", "]", parse_dim, "TensorMapping", "dim_mappings", "::llvm::ArrayRef<DimMappingAttr>"};
    return grn_sdy_parse_items(p, &text, out);
}

/* `([i, j], [j])`: the mappings of the operands, or of the results. */
static grn_status parse_mappings(grn_parser *p, const char *parameter, grn_field *out)
{
    const grn_sdy_list_text text = {
        "(", ")", parse_mapping, "OpShardingRule", parameter, "::llvm::ArrayRef<TensorMappingAttr>"};
    out->present = true;
    return grn_sdy_parse_items(p, &text, &out->value);
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
    char want[32], have[32];
    grn_str word;
    int64_t factor = 0, *slot;
    grn_status status = grn_parser_keyword(p, &word);
    if (status == GRN_OK)
        status = take_factor(p, &word, &factor);
    if (status == GRN_OK && (uint64_t)factor != sizes->count)
        return grn_parser_fail(p, grn_parser_place(p),
                               "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, "
                               "...}). Expecting factor index symbol '%s', received: '%s'",
                               grn_sdy_factor_text((int64_t)sizes->count, want, sizeof want),
                               grn_sdy_factor_text(factor, have, sizeof have));
    if (status == GRN_OK && word.n)
        return grn_parser_fail(p, grn_parser_place(p), "expecting single factor symbol: %.*s", (int)word.n, word.text);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status != GRN_OK)
        return status;
    slot = grn_vec_push(sizes);
    return slot ? grn_parser_i64(p, slot) : GRN_E_MEMORY;
}

/* The first factor of a word; upstream takes the rest of it, too. */
static grn_status parse_one_factor(grn_parser *p, grn_vec *factors)
{
    grn_str word;
    grn_status status = grn_parser_keyword(p, &word);
    if (status != GRN_OK)
        return status;
    int64_t *slot = grn_vec_push(factors);
    return slot ? take_factor(p, &word, slot) : GRN_E_MEMORY;
}

/* `{..}` of sizes or of factors, which may be missing as a whole. */
static grn_status parse_numbers(grn_parser *p, grn_status (*item)(grn_parser *p, grn_vec *numbers), grn_field *out)
{
    grn_vec numbers;
    grn_vec_init(&numbers, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = GRN_OK;
    const bool there = grn_parser_try(p, "{");
    bool more = there && !grn_parser_at(p, "}");
    while (more && status == GRN_OK) {
        status = item(p, &numbers);
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    if (status == GRN_OK && there)
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
    grn_status status = parse_mappings(p, "operand_mappings", &fields[1]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = parse_mappings(p, "result_mappings", &fields[2]);
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

/* ---- writing --------------------------------------------------------------------------------- */

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
    for (size_t i = 0; i < r.nfactors; i++) {
        grn_write_text(w, i ? ", " : " {");
        write_factor(w, (int64_t)i);
        grn_write_text(w, "=");
        grn_write_i64(w, r.sizes[i]);
    }
    grn_write_text(w, r.nfactors ? "}" : "");
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
const grn_struct_def grn_sdy_rule_attr = {.name = "sdy.op_sharding_rule",
                                          .style = GRN_STRUCT_OWN,
                                          .fields = rule_fields,
                                          .parse = rule_parse,
                                          .write = rule_write};

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
