/* exposed.c - checks that become results. */
#include "support/exposed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool begins(grn_str s, const char *with)
{
    return s.n > strlen(with) && memcmp(s.text, with, strlen(with)) == 0;
}

static bool is_check(const grn_op *op)
{
    const grn_attr *target = grn_str_is(op->name, "stablehlo.custom_call") ? grn_op_attr(op, "call_target_name") : NULL;
    return op->nresults == 0 && op->noperands > 0 && grn_type_is_tensor(grn_operand_type(op, 0)) &&
           (begins(op->name, "check.") ||
            (target && target->kind == GRN_ATTR_STRING && begins(target->text, "check.")));
}

/* The function returns `n` values more. */
static bool return_more(grn_ir *ir, grn_op *function, size_t n, grn_value **more)
{
    grn_op *end = grn_block_terminator(function->regions[0].first);
    const grn_type *type = grn_op_attr(function, "function_type")->type_value;
    const size_t had = end->noperands;
    grn_op *made = grn_op_new(ir, end->def, end->name, end->place, had + n, 0, 0);
    const grn_type **types = GRN_ARENA_NEW(&ir->arena, const grn_type *, had + n + 1);
    if (!made || !types)
        return false;
    for (size_t i = 0; i < had + n; i++) {
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, i < had ? end->operands[i] : more[i - had]);
        types[i] = grn_operand_type(made, i);
    }
    grn_op_insert_before(end, made);
    grn_op_erase(end);
    type = grn_type_function(ir, type->inputs, type->members, had + n, types);
    return type && grn_op_set_attr(ir, function, GRN_STR("function_type"), grn_attr_type(ir, type));
}

static bool expose(grn_ir *ir, grn_op *function)
{
    size_t n = 0, at = 0;
    grn_op *next;
    for (grn_op *op = function->regions[0].first->first; op; op = op->next)
        n += is_check(op);
    grn_value **more = GRN_ARENA_NEW(&ir->arena, grn_value *, n + 1);
    if (!more)
        return false;
    for (grn_op *op = function->regions[0].first->first; op; op = next) {
        next = op->next;
        if (is_check(op)) {
            more[at++] = op->operands[0];
            grn_op_erase(op);
        }
    }
    return n == 0 || return_more(ir, function, n, more);
}

bool program_expose_checks(grn_module *m)
{
    bool good = true;
    for (size_t i = 0; good && i < m->nfunctions; i++) {
        const grn_function *f = &m->functions[i];
        if (f->is_public && f->type->inputs == 0 && f->op->regions[0].first && !f->op->regions[0].first->next &&
            !grn_op_attr(f->op, "res_attrs"))
            good = expose(&m->ir, (grn_op *)f->op);
    }
    return good;
}

static grn_status keep(void *user, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, user) == n ? GRN_OK : GRN_E_SINK;
}

char *program_text_of(grn_module *m)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *to = open_memstream(&text, &bytes);
    grn_sink sink = {keep, to};
    if (!to)
        return NULL;
    m->ir.top->nattrs = 0;
    m->ir.top_is_implicit = true;
    const grn_status status = grn_module_print(m, NULL, &sink);
    fclose(to);
    if (status == GRN_OK)
        return text;
    free(text);
    return NULL;
}
