/* verify.c - an op, then all within it, then the order of definitions and uses; and how a broken
 * rule is reported. */
#include "ir/verify.h"

/* ---- failing --------------------------------------------------------------------------------- */

grn_status grn_op_fail_plain(const grn_op *op, const grn_check *check, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    grn_status status = grn_fail_v(check->diag, op->place, GRN_E_VERIFY, format, args);
    va_end(args);
    return status;
}

grn_status grn_op_fail(const grn_op *op, const grn_check *check, const char *format, ...)
{
    char text[GRN_MESSAGE_BYTES];
    GRN_FORMAT(text, format);
    return grn_op_fail_plain(op, check, "'%.*s' op %s", (int)op->name.n, op->name.text, text);
}

/* Whether a rule's number stands here: "C1-C23", "TCP-16". */
static bool is_rule_number(const char *text)
{
    const size_t letters = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    text += letters + (letters > 0 && text[letters] == '-');
    return letters > 0 && *text >= '0' && *text <= '9';
}

size_t grn_source_section(const char *source)
{
    for (const char *comma = strstr(source, ", "); comma; comma = strstr(comma + 2, ", "))
        if (is_rule_number(comma + 2))
            return (size_t)(comma - source);
    return strlen(source);
}

void grn_op_rule(const grn_op *op, const grn_check *check, const char *rule)
{
    const char *source = op->def ? op->def->source : NULL;
    if (source)
        grn_note_rule(check->diag, op->place, rule, " of the %.*s", (int)grn_source_section(source), source);
    else
        grn_note_rule(check->diag, op->place, rule, "%s", "");
}

/* ---- one op ---------------------------------------------------------------------------------- */

/* An op without a row: fine under the option for it. */
static grn_status verify_unregistered(const grn_verifier *v, const grn_op *op)
{
    const char *dot = memchr(op->name.text, '.', op->name.n);
    grn_str dialect = {op->name.text, dot ? (size_t)(dot - op->name.text) : 0};
    if (v->allow_unregistered)
        return GRN_OK;
    if (dialect.n && grn_ir_find_dialect(v->ir, dialect))
        return grn_op_fail_plain(op, &v->check,
                                 "unregistered operation '%.*s' found in dialect ('%.*s') that does not allow unknown "
                                 "operations",
                                 (int)op->name.n, op->name.text, (int)dialect.n, dialect.text);
    return grn_op_fail(op, &v->check,
                       "created with unregistered dialect. If this is intended, please use "
                       "-allow-unregistered-dialect with the MLIR tool used");
}

static grn_status as_verify_status(grn_status status)
{
    return status == GRN_OK || status == GRN_E_MEMORY ? status : GRN_E_VERIFY;
}

/* In the order the row promises: the first that fails is the op's one failure. */
static grn_status verify_itself(grn_verifier *v, const grn_op *op)
{
    grn_status status;
    if (!op->def)
        return verify_unregistered(v, op);
    if ((status = grn_verify_attr_classes(v, op)) != GRN_OK || (status = grn_verify_counts(v, op)) != GRN_OK ||
        (status = grn_verify_attrs(v, op)) != GRN_OK || (status = grn_verify_types(v, op)) != GRN_OK ||
        (status = grn_verify_relations(v, op)) != GRN_OK || (status = grn_verify_region_sizes(v, op)) != GRN_OK ||
        (status = grn_verify_traits(v, op)) != GRN_OK)
        return status;
    return op->def->verify ? as_verify_status(op->def->verify(op, &v->check)) : GRN_OK;
}

/* Result types may be inferred from regions, so this comes after the ops in them. */
static grn_status verify_results(grn_verifier *v, const grn_op *op)
{
    grn_status status = op->def && op->def->infer ? grn_verify_inferred(v, op) : GRN_OK;
    if (status == GRN_E_MEMORY)
        v->refused = op->place;
    return status;
}

/* The dialect that an attribute's name begins with; NULL: none. */
static const grn_dialect *dialect_of_attr(const grn_verifier *v, grn_str name)
{
    const char *dot = name.n ? memchr(name.text, '.', name.n) : NULL;
    return dot ? grn_ir_find_dialect(v->ir, (grn_str){name.text, (size_t)(dot - name.text)}) : NULL;
}

/* Dictionaries of the arguments or results of a function, whose own rules were verified. */
static grn_status verify_values_of(grn_verifier *v, const grn_op *op, const grn_type *function, bool is_result)
{
    const grn_attr *list = grn_op_attr(op, is_result ? "res_attrs" : "arg_attrs");
    const size_t first = is_result ? function->inputs : 0,
                 most = is_result ? function->count - first : function->inputs;
    grn_status status = GRN_OK;
    if (!list || list->kind != GRN_ATTR_ARRAY || list->array.count > most)
        return GRN_OK;
    for (size_t i = 0; i < list->array.count; i++) {
        const grn_attr *dict = list->array.items[i];
        for (size_t k = 0; status == GRN_OK && dict->kind == GRN_ATTR_DICT && k < dict->dict.count; k++) {
            const grn_dialect *dialect = dialect_of_attr(v, dict->dict.items[k].name);
            if (dialect && dialect->verify_value_attr)
                status = as_verify_status(dialect->verify_value_attr(op, &dict->dict.items[k], is_result, i,
                                                                     function->members[first + i], &v->check));
        }
    }
    return status;
}

/* Attributes that say which dialect they are of. */
static grn_status verify_discardable(grn_verifier *v, const grn_op *op)
{
    grn_status status = GRN_OK;
    const grn_attr *function = op->def ? grn_op_attr(op, "function_type") : NULL;
    for (size_t i = 0; status == GRN_OK && i < op->nattrs; i++) {
        const grn_dialect *dialect = dialect_of_attr(v, op->attrs[i].name);
        if (dialect && dialect->verify_attr)
            status = as_verify_status(dialect->verify_attr(op, &op->attrs[i], &v->check));
    }
    if (status != GRN_OK || !function || function->kind != GRN_ATTR_TYPE ||
        function->type_value->kind != GRN_TYPE_FUNCTION)
        return status;
    status = verify_values_of(v, op, function->type_value, false);
    return status == GRN_OK ? verify_values_of(v, op, function->type_value, true) : status;
}

static grn_status verify_one(grn_verifier *v, const grn_op *op)
{
    grn_status status = verify_itself(v, op);
    if (status == GRN_OK)
        status = verify_discardable(v, op);
    if (status == GRN_E_MEMORY)
        v->refused = op->place;
    return status;
}

/* As deep as regions nest, which the parser limits to GRN_MAX_NESTING. */
static grn_status verify_op(grn_verifier *v, const grn_op *op);

/* Ops whose regions are isolated are independent of each other. */
static bool ends_here(const grn_verifier *v, const grn_op *op, grn_status status)
{
    return status == GRN_E_MEMORY || (status != GRN_OK && v->first_of_block && !grn_op_has(op, GRN_TRAIT_ISOLATED));
}

static grn_status verify_block(grn_verifier *v, const grn_block *block)
{
    grn_status status = GRN_OK;
    for (const grn_op *op = block->first; op && !ends_here(v, op, status); op = op->next)
        status = grn_worse(status, verify_op(v, op));
    return status == GRN_OK ? grn_verify_block_ends(v, block) : status;
}

static grn_status verify_regions(grn_verifier *v, const grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first;
             b && !(status != GRN_OK && v->first_of_block) && status != GRN_E_MEMORY; b = b->next)
            status = grn_worse(status, verify_block(v, b));
    if (grn_op_has(op, GRN_TRAIT_SYMBOL_TABLE) && status != GRN_E_MEMORY)
        status = grn_worse(status, grn_verify_symbols(v, op));
    return status;
}

static grn_status verify_op(grn_verifier *v, const grn_op *op)
{
    grn_status status = verify_one(v, op);
    if (status == GRN_OK && op->nregions)
        status = verify_regions(v, op);
    if (status == GRN_OK && op->def)
        status = grn_verify_terminators(v, op);
    if (status == GRN_OK)
        status = verify_results(v, op);
    if (status == GRN_OK && op->def && op->def->verify_regions)
        status = as_verify_status(op->def->verify_regions(op, &v->check));
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

grn_status grn_verify(const grn_ir *ir, const grn_op *op, const grn_verify_options *options, const grn_diag *diag)
{
    grn_ir scratch;
    grn_verifier v = {.ir = ir,
                      .allow_unregistered = options && options->allow_unregistered,
                      .first_of_block = options && options->first_of_block,
                      .refused = op->place,
                      .check = {&scratch, diag, options && options->allow_nonunique_scatter}};
    grn_status status = grn_ir_init(&scratch, ir->dialects, ir->allocator);
    if (status == GRN_OK)
        status = verify_op(&v, op);
    if (status == GRN_OK)
        status = grn_verify_dominance(&v, op);
    if (status == GRN_E_VERIFY && scratch.arena.refused)
        status = GRN_E_MEMORY;
    if (status == GRN_E_MEMORY)
        status = grn_ir_refused(&scratch, diag, v.refused, "verifying");
    grn_ir_destroy(&scratch);
    return status;
}
