/* parse_hooks.c - the calls that rows with custom syntax parse with; the parser's own files use the
 * small ones, too. */
#include "text/internal.h"

grn_ir *grn_parser_ir(grn_parser *p) { return p->ir; }
grn_place grn_parser_place(grn_parser *p) { return grn_peek(p)->place; }

/* Upstream puts the op's name before the message of a custom parser. */
grn_status grn_parser_fail(grn_parser *p, grn_place place, const char *format, ...)
{
    char text[GRN_MESSAGE_BYTES];
    GRN_FORMAT(text, format);
    if (!p->op)
        return grn_parse_fail(p, place, "%s", text);
    return grn_parse_fail(p, place, "custom op '%.*s' %s", (int)p->op->name.n, p->op->name.text, text);
}

grn_status grn_parser_uneven(grn_parser *p, grn_place place, size_t operands, size_t types)
{
    return grn_parser_fail(p, place, "number of operands and types do not match: got %zu operands and %zu types",
                           operands, types);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

bool grn_parser_at(grn_parser *p, const char *token) { return grn_token_is(grn_peek(p), token); }

bool grn_parser_try(grn_parser *p, const char *token)
{
    if (!grn_token_is(grn_peek(p), token))
        return false;
    grn_next(p);
    return true;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Upstream's parser of words puts the op before its message; that of punctuation does not. */
grn_status grn_parser_expect(grn_parser *p, const char *token)
{
    if (is_letter(token[0]) && !grn_token_is(grn_peek(p), token))
        return grn_parser_fail(p, grn_peek(p)->place, "expected '%s'", token);
    return grn_parse_expect(p, token, "");
}

grn_status grn_parser_expect_in_index_list(grn_parser *p, const char *bracket)
{
    return grn_parse_expect(p, bracket, " in dynamic index list");
}

grn_status grn_parser_end_index_list(grn_parser *p, const grn_op *op, grn_status status)
{
    if (status == GRN_E_PARSE)
        (void)grn_parser_fail(p, op->place, "expected SSA value or integer");
    return status;
}

static grn_status interned(grn_parser *p, grn_str text, grn_str *out)
{
    const grn_name *name = grn_intern(p, text);
    *out = name ? name->text : text;
    return name ? GRN_OK : grn_parse_memory(p);
}

grn_status grn_parser_keyword(grn_parser *p, grn_str *out)
{
    if (!grn_at_kind(p, TOKEN_WORD))
        return grn_parser_fail(p, grn_peek(p)->place, "expected valid keyword");
    TRY(interned(p, (grn_str){grn_peek(p)->text, grn_peek(p)->n}, out));
    grn_next(p);
    return GRN_OK;
}

grn_status grn_parser_symbol(grn_parser *p, grn_str *out)
{
    const grn_token t = *grn_peek(p);
    if (t.kind != TOKEN_SYMBOL)
        return grn_parse_wrong(p, "expected valid '@'-identifier for symbol name");
    if (t.n > 1 && t.text[1] == '"')
        TRY(grn_string_value(p, &t, out));
    else
        TRY(interned(p, (grn_str){t.text + 1, t.n - 1}, out));
    grn_next(p);
    return GRN_OK;
}

grn_status grn_parser_string(grn_parser *p, grn_str *out)
{
    const grn_token t = *grn_peek(p);
    if (t.kind != TOKEN_STRING)
        return grn_parse_wrong(p, "expected string");
    TRY(grn_string_value(p, &t, out));
    grn_next(p);
    return GRN_OK;
}

grn_status grn_parser_i64(grn_parser *p, int64_t *out) { return grn_parse_signed(p, out); }

grn_status grn_parser_dims(grn_parser *p, size_t *count, int64_t **v)
{
    return grn_parse_dims_list(p, false, count, v);
}

/* ---- types and attributes -------------------------------------------------------------------- */

grn_status grn_parser_type(grn_parser *p, const grn_type **out) { return grn_parse_type(p, out); }
grn_status grn_parser_attr(grn_parser *p, const grn_attr **out) { return grn_parse_attr(p, out); }

grn_status grn_parser_struct(grn_parser *p, const grn_struct_def *def, const grn_attr **out)
{
    return grn_parser_at(p, "<") ? grn_parse_struct(p, def, out) : grn_parse_attr(p, out);
}

grn_status grn_parser_enum(grn_parser *p, const grn_enum_def *def, const grn_attr **out)
{
    return grn_parse_enum_word(p, def, true, out);
}

grn_status grn_parser_attr_of(grn_parser *p, const grn_type *type, const grn_attr **out)
{
    return grn_parser_at(p, "dense") ? grn_parse_dense_of(p, type, out) : grn_parse_attr(p, out);
}

grn_status grn_parser_attr_dict(grn_parser *p, grn_op *op, bool with_keyword)
{
    if (with_keyword ? !grn_parser_try(p, "attributes") : !grn_token_is(grn_peek(p), "{"))
        return GRN_OK;
    return grn_parse_attrs_into(p, op);
}

grn_status grn_parse_no_function(grn_parser *p)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_place place = grn_peek(p)->place;
    const grn_type *type;
    TRY(grn_parse_type(p, &type));
    return grn_parser_fail(p, place, "invalid kind of type specified: expected builtin.function, but found '%s'",
                           grn_type_text(type, text, sizeof text));
}

grn_status grn_parser_op_dict(grn_parser *p, grn_op *op) { return grn_parse_op_dict(p, op); }

grn_status grn_parser_function_type(grn_parser *p, const grn_type **out)
{
    if (!grn_token_is(grn_peek(p), "("))
        return grn_parse_no_function(p);
    return grn_parse_type(p, out);
}

/* ---- operands and results -------------------------------------------------------------------- */

bool grn_parser_at_use(grn_parser *p) { return grn_at_kind(p, TOKEN_VALUE); }
bool grn_parser_at_number(grn_parser *p) { return grn_at_kind(p, TOKEN_INTEGER) || grn_parser_at(p, "-"); }
bool grn_parser_at_word(grn_parser *p) { return grn_at_kind(p, TOKEN_WORD); }
bool grn_parser_at_symbol(grn_parser *p) { return grn_at_kind(p, TOKEN_SYMBOL); }
bool grn_parser_at_string(grn_parser *p) { return grn_at_kind(p, TOKEN_STRING); }

grn_status grn_parser_use(grn_parser *p, grn_use *out)
{
    const grn_token t = *grn_peek(p);
    if (t.kind != TOKEN_VALUE)
        return grn_parse_wrong(p, "expected SSA operand");
    *out = (grn_use){{t.text + 1, t.n - 1}, 0, t.place};
    grn_next(p);
    const grn_token number = *grn_peek(p);
    if (number.kind != TOKEN_HASH || number.text != p->lex.last_end)
        return GRN_OK;
    uint64_t result;
    if (!grn_parse_u64(number.text + 1, number.n - 1, &result) || result > INT32_MAX)
        return grn_parse_fail(p, number.place, "invalid SSA value result number");
    out->result = (uint32_t)result;
    grn_next(p);
    return GRN_OK;
}

static bool comma_before_use(grn_parser *p)
{
    grn_lexer before = p->lex;
    if (!grn_parser_try(p, ","))
        return false;
    if (grn_parser_at_use(p))
        return true;
    p->lex = before;
    return false;
}

static grn_status push_use(grn_parser *p, grn_vec *uses)
{
    grn_use *use = grn_vec_push(uses);
    return use ? grn_parser_use(p, use) : grn_parse_memory(p);
}

grn_status grn_parser_with_uses(grn_parser *p, grn_op *op,
                                grn_status (*parse)(grn_parser *p, grn_op *op, grn_vec *uses))
{
    grn_vec uses;
    grn_vec_init(&uses, p->ir->allocator, sizeof(grn_use));
    grn_status status = parse(p, op, &uses);
    grn_vec_destroy(&uses);
    return status;
}

grn_status grn_parser_uses(grn_parser *p, grn_vec *uses)
{
    if (!grn_parser_at_use(p))
        return GRN_OK;
    do
        TRY(push_use(p, uses));
    while (comma_before_use(p));
    return GRN_OK;
}

grn_status grn_parser_use_list(grn_parser *p, grn_vec *uses)
{
    if (!grn_parser_at_use(p))
        return GRN_OK;
    do
        TRY(push_use(p, uses));
    while (grn_parser_try(p, ","));
    return GRN_OK;
}

grn_status grn_parser_operands(grn_parser *p, grn_op *op, size_t count, const grn_use *uses,
                               const grn_type *const *types)
{
    size_t before = op->noperands, total;
    if (!count)
        return GRN_OK;
    if (!grn_add_size(before, count, &total))
        return grn_parse_memory(p);
    grn_value **operands = GRN_ARENA_NEW(&p->ir->arena, grn_value *, total);
    if (!operands)
        return grn_parse_memory(p);
    if (before)
        memcpy(operands, op->operands, before * sizeof *operands);
    op->operands = operands;
    op->noperands = total;
    for (size_t i = 0; i < count; i++)
        TRY(grn_scope_use(p, &uses[i], types[i], op, before + i));
    return GRN_OK;
}

grn_status grn_check_results(grn_parser *p, size_t count)
{
    if (!p->results_named || p->results_named == count)
        return GRN_OK;
    if (!count)
        return grn_parse_fail(p, p->results_place, "cannot name an operation with no results");
    return grn_parse_fail(p, p->results_place, "operation defines %zu results but was provided %zu to bind", count,
                          p->results_named);
}

grn_status grn_parser_results(grn_parser *p, grn_op *op, size_t count, const grn_type *const *types)
{
    TRY(grn_check_results(p, count));
    grn_value *results = count <= UINT32_MAX ? GRN_ARENA_NEW(&p->ir->arena, grn_value, count) : NULL;
    if (!results)
        return grn_parse_memory(p);
    for (size_t i = 0; i < count; i++)
        results[i] =
            (grn_value){.type = types[i], .def = op, .index = (uint32_t)i, .name = GRN_STR(""), .place = op->place};
    op->results = results;
    op->nresults = count;
    return GRN_OK;
}

/* ---- regions --------------------------------------------------------------------------------- */

grn_status grn_parser_region(grn_parser *p, grn_op *op, size_t count, const grn_region_arg *args)
{
    return grn_parse_region(p, op, count, args);
}

static bool is_terminated(const grn_block *block)
{
    return block->last && (!block->last->def || block->last->def->traits & GRN_TRAIT_TERMINATOR);
}

grn_status grn_parser_body(grn_parser *p, grn_op *op, const char *end, size_t count, const grn_region_arg *args)
{
    const grn_str name = {end, strlen(end)};
    TRY(grn_parse_region(p, op, count, args));
    grn_region *region = &op->regions[op->nregions - 1];
    grn_block *block = region->first ? region->last : grn_region_add_block(p->ir, region);
    if (!block)
        return grn_parse_memory(p);
    if (is_terminated(block))
        return GRN_OK;
    grn_op *last = grn_op_new(p->ir, grn_ir_find_op(p->ir, name), name, op->place, 0, 0, 0);
    if (!last)
        return grn_parse_memory(p);
    grn_block_append(block, last);
    return GRN_OK;
}

grn_status grn_parser_location(grn_parser *p, const grn_attr **out) { return grn_parse_trailing_location(p, out); }

bool grn_parser_empty_region(grn_parser *p, grn_op *op) { return grn_op_add_region(p, op) != NULL; }

grn_status grn_parser_region_arg(grn_parser *p, grn_region_arg *out)
{
    const grn_token t = *grn_peek(p);
    if (t.kind != TOKEN_VALUE)
        return grn_parse_wrong(p, "expected SSA operand");
    *out = (grn_region_arg){.name = {t.text + 1, t.n - 1}, .place = t.place};
    grn_next(p);
    TRY(grn_parse_expect(p, ":", ""));
    TRY(grn_parse_type(p, &out->type));
    return grn_parse_trailing_location(p, &out->location);
}

grn_block *grn_parser_add_block_region(grn_parser *p, grn_op *op, size_t count, const grn_type *const *types)
{
    grn_region *region = count <= UINT32_MAX ? grn_op_add_region(p, op) : NULL;
    grn_block *block = region ? grn_region_add_block(p->ir, region) : NULL;
    grn_value *args = block ? GRN_ARENA_NEW(&p->ir->arena, grn_value, count) : NULL;
    if (!args)
        return NULL;
    for (size_t i = 0; i < count; i++)
        args[i] = (grn_value){
            .type = types[i], .block = block, .index = (uint32_t)i, .name = GRN_STR(""), .place = op->place};
    block->place = op->place;
    block->args = args;
    block->nargs = count;
    return block;
}
