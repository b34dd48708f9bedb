/* operations.c - the public calls about the operations that there are: rows of the dialects, and
 * what reads them. */
#include <stdio.h>

#include "convert/steps.h"
#include "dialects/dialects.h"
#include "dialects/garner/garner.h"
#include "garner/operations.h"
#include "grad/rules.h"
#include "lower/lower.h"
#include "text/text.h"

/* ---- rows ------------------------------------------------------------------------------------ */

typedef struct found {
    const grn_dialect *dialect;
    const grn_op_def *row;
} found;

/* Row `at`, of the name where that is given; *at is then its number. */
static found find(size_t *at, const grn_str *name)
{
    size_t n = 0;
    for (const grn_dialect *const *d = grn_dialects; *d; d++)
        for (const grn_op_def *const *table = (*d)->ops; *table; table++)
            for (const grn_op_def *row = *table; row->name; row++, n++)
                if (name ? grn_str_is(*name, row->name) : n == *at) {
                    *at = n;
                    return (found){*d, row};
                }
    return (found){NULL, NULL};
}

GRN_API size_t grn_operation_named(const char *name)
{
    const grn_ir spellings = {.dialects = grn_dialects}; /* nothing is made in it */
    char buffer[GRN_SPELLED_BYTES];
    size_t at = SIZE_MAX;
    if (!name)
        return SIZE_MAX;
    const grn_str own = {name, strlen(name)}, spelled = grn_ir_spelled(&spellings, own, buffer);
    const char *meant = grn_ir_meant(&spellings, own);
    const grn_str other = meant ? (grn_str){meant, strlen(meant)} : spelled;
    return find(&at, &own).row || find(&at, &other).row ? at : SIZE_MAX;
}

/* ---- what takes it --------------------------------------------------------------------------- */

static bool is_imported(const grn_translation *t, const grn_op_def *row)
{
    for (const grn_import_pattern *p = t ? t->imports : NULL; p && p->op; p++)
        if (strcmp(p->op, row->name) == 0)
            return true;
    return t && row->to_spec;
}

/* What stands for it in the hub: for StableHLO's gather and scatter the hub's. */
static const grn_op *as_hub(const grn_op *op)
{
    static const grn_op accesses[] = {{.def = &grn_garner_ops[0], .nresults = 1},
                                      {.def = &grn_garner_ops[1], .nresults = 1}};
    const grn_op_number number = grn_op_number_of(op);
    return number == GRN_HLO(gather) ? &accesses[0] : number == GRN_HLO(scatter) ? &accesses[1] : op;
}

GRN_API bool grn_operation_at(size_t operation, grn_operation *out)
{
    static const char *const kinds[] = {[GRN_SUBSET_READS] = "extraction", [GRN_SUBSET_WRITES] = "insertion"};
    const found f = find(&operation, NULL);
    const grn_op_def *row = f.row;
    if (!row || !out)
        return false;
    const grn_op op = {.def = row, .name = {row->name, strlen(row->name)}, .nresults = 1}; /* on tensors */
    const grn_op *as = as_hub(&op);
    const grn_grad_rule *rule = grn_grad_find_rule(as);
    const grn_translation *t = f.dialect->translation;
    const bool is_hub = grn_op_is_of_hub(&op), imported = !is_hub && is_imported(t, row);
    *out = (grn_operation){.name = row->name,
                           .dialect = f.dialect->name,
                           .summary = row->summary,
                           .source = row->source,
                           .source_bytes = grn_source_section(row->source),
                           .not_run = row->no_meaning,
                           .nregions = row->nregions,
                           .is_access = row->to_spec || row->as_access,
                           .is_elementwise = row->element || row->element_of,
                           .is_hub = is_hub,
                           .is_imported = imported,
                           .is_lowered = imported || grn_lower_keeps(as),
                           .has_derivative = rule && (!rule->refused || rule->jvp),
                           .has_syntax = row->format || row->assembly,
                           .has_own_syntax = row->parse != NULL,
                           .is_subset = row->subset.access != GRN_SUBSET_NONE,
                           .subset_kind = kinds[row->subset.access]};
    return true;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static bool port_at(const grn_port *port, size_t i, grn_operation_part *out)
{
    static const grn_operation_count counts[] = {
        [GRN_ONE] = GRN_OPERATION_ONE, [GRN_OPTIONAL] = GRN_OPERATION_MAYBE, [GRN_VARIADIC] = GRN_OPERATION_ANY};
    while (port && port->name && i-- > 0)
        port++;
    if (!port || !port->name)
        return false;
    *out = (grn_operation_part){
        .name = port->name, .is = port->type ? port->type->text : NULL, .count = counts[port->how_many]};
    return true;
}

static bool operand_at(const grn_op_def *row, size_t i, grn_operation_part *out)
{
    return port_at(row->operands, i, out);
}
static bool result_at(const grn_op_def *row, size_t i, grn_operation_part *out)
{
    return port_at(row->results, i, out);
}

static const grn_attr_def *attr_of(const grn_op_def *row, size_t i)
{
    const grn_attr_def *attr = row->attrs;
    while (attr && attr->name && i-- > 0)
        attr++;
    return attr && attr->name ? attr : NULL;
}

static bool attr_at(const grn_op_def *row, size_t i, grn_operation_part *out)
{
    const grn_attr_def *attr = attr_of(row, i);
    if (!attr)
        return false;
    *out = (grn_operation_part){.name = attr->name,
                                .is = attr->type ? attr->type->text : NULL,
                                .count = attr->need == GRN_REQUIRED ? GRN_OPERATION_ONE : GRN_OPERATION_MAYBE,
                                .form = attr->record        ? attr->record->name
                                        : attr->enumeration ? attr->enumeration->name
                                                            : NULL,
                                .is_enumeration = attr->enumeration != NULL};
    return true;
}

static bool relation_at(const grn_op_def *row, size_t i, grn_operation_part *out)
{
    static const char *const likeness[] = {[GRN_SAME_ELEMENT_TYPE] = "have the same element type",
                                           [GRN_SAME_TYPE] = "have the same type",
                                           [GRN_SAME_RANK] = "have the same rank",
                                           [GRN_SAME_SIZE] = "have the same length"};
    const grn_relation *relation = row->relations;
    while (relation && relation->names && i-- > 0)
        relation++;
    if (!relation || !relation->names)
        return false;
    *out = (grn_operation_part){.name = relation->names, .is = likeness[relation->likeness]};
    return true;
}

static bool trait_at(const grn_op_def *row, size_t i, grn_operation_part *out)
{
    static const struct {
        uint32_t trait;
        const char *name, *is;
    } traits[] = {
        {GRN_TRAIT_PURE, "Pure", "no effect but its results"},
        {GRN_TRAIT_TERMINATOR, "Terminator", "the last op of its block"},
        {GRN_TRAIT_SYMBOL, "Symbol", "has a name that others refer to"},
        {GRN_TRAIT_SYMBOL_TABLE, "SymbolTable", "its region holds symbols, each under a name of its own"},
        {GRN_TRAIT_ISOLATED, "IsolatedFromAbove", "its regions use no value from outside"},
        {GRN_TRAIT_SINGLE_BLOCK, "SingleBlock", "each region has one block"},
        {GRN_TRAIT_NO_TERMINATOR, "NoTerminator", "its block needs no terminator"},
        {GRN_TRAIT_IMPLICIT_CAPTURE, "ImplicitCapture", "its regions may use values from outside"},
    };
    for (size_t t = 0; t < GRN_COUNT(traits); t++)
        if ((row->traits & traits[t].trait) != 0 && i-- == 0) {
            *out = (grn_operation_part){.name = traits[t].name, .is = traits[t].is};
            return true;
        }
    return false;
}

GRN_API bool grn_operation_part_at(size_t operation, grn_operation_list list, size_t i, grn_operation_part *out)
{
    static bool (*const lists[])(const grn_op_def *, size_t,
                                 grn_operation_part *) = {[GRN_OPERATION_OPERANDS] = operand_at,
                                                          [GRN_OPERATION_ATTRIBUTES] = attr_at,
                                                          [GRN_OPERATION_RESULTS] = result_at,
                                                          [GRN_OPERATION_RELATIONS] = relation_at,
                                                          [GRN_OPERATION_TRAITS] = trait_at};
    const grn_op_def *row = find(&operation, NULL).row;
    return row && out && (size_t)list < GRN_COUNT(lists) && lists[list](row, i, out);
}

GRN_API const char *grn_operation_word(size_t operation, grn_operation_list list, size_t i, size_t word)
{
    const grn_op_def *row = find(&operation, NULL).row;
    const grn_attr_def *attr = row && list == GRN_OPERATION_ATTRIBUTES ? attr_of(row, i) : NULL;
    const char *const *keyword = attr && attr->enumeration ? attr->enumeration->keyword : NULL;
    const grn_field_def *field = attr && !keyword && attr->record ? attr->record->fields : NULL;
    for (; keyword && *keyword && word > 0; word--)
        keyword++;
    for (; field && field->name && word > 0; word--)
        field++;
    return keyword ? *keyword : field ? field->name : NULL;
}

/* ---- syntax ---------------------------------------------------------------------------------- */

GRN_API grn_status grn_operation_write_syntax(size_t operation, const grn_sink *sink)
{
    const grn_op_def *row = find(&operation, NULL).row;
    return row && sink ? grn_text_write_syntax(row, sink) : GRN_E_ARGUMENT;
}

/* ---- slips ----------------------------------------------------------------------------------- */

GRN_API const char *grn_nearest_word(const char *meant, const char *(*word)(const void *words, size_t i),
                                     const void *words)
{
    const grn_str name = {meant, meant ? strlen(meant) : 0};
    unsigned best = name.n < 3 ? (unsigned)name.n : (unsigned)(name.n + 2) / 3 + 1;
    const char *nearest = NULL, *at;
    for (size_t i = 0; meant && word && (at = word(words, i)) != NULL; i++)
        if (grn_is_nearer(name, (grn_str){at, strlen(at)}, &best))
            nearest = at;
    return nearest;
}
