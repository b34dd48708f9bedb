/* import.c - affine ops as those of scf, arith and memref, for programs that become loops. */
#include "dialects/affine/import.h"

/* ---- what rows share ------------------------------------------------------------------------- */

grn_op *grn_affine_new_op(grn_rewrite *w, const char *name, size_t noperands, grn_value *const *operands,
                          size_t nresults, const grn_value *like, size_t nregions)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    for (size_t i = 0; i < noperands; i++)
        if (!operands[i])
            return NULL;
    grn_op *op = def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, noperands, nresults, nregions) : NULL;
    if (!op)
        return NULL;
    for (size_t i = 0; i < noperands; i++) {
        op->operands[i] = NULL;
        grn_op_set_operand(op, i, operands[i]);
    }
    for (size_t i = 0; i < nresults; i++)
        op->results[i].type = like[i].type;
    grn_op_insert_before(w->at, op);
    return op;
}

grn_op *grn_affine_move_region(grn_rewrite *w, grn_op *to, size_t r, const char *name)
{
    grn_region *from = &w->at->regions[r], *into = &to->regions[r];
    grn_rewrite at_end = *w;
    at_end.at = from->first->last;
    grn_op *end = grn_affine_new_op(&at_end, name, at_end.at->noperands, at_end.at->operands, 0, NULL,
                                    grn_str_is(to->name, "scf.parallel") ? at_end.at->noperands : 0);
    if (!end)
        return NULL;
    grn_op_erase(at_end.at);
    into->first = from->first;
    into->last = from->last;
    into->first->region = into;
    from->first = from->last = NULL;
    return end;
}

grn_status grn_affine_give(grn_affine_builder *b, grn_op *made)
{
    grn_op *at = b->w->at;
    bool ok = made != NULL;
    if (ok && at->nresults)
        return grn_replace_op(b->w, made);
    return ok ? grn_replaced(b->w) : grn_affine_done(b, false);
}

/* ---- apply, min, max ------------------------------------------------------------------------- */

static grn_status import_value(grn_rewrite *w, const grn_op *op, bool greatest)
{
    grn_affine_builder b = grn_affine_begin(w);
    grn_value *made = grn_affine_expand_bound(&b, "map", op->operands, 0, SIZE_MAX, greatest);
    return made ? grn_replace(w, made) : grn_affine_done(&b, false);
}

static grn_status import_max(grn_rewrite *w, const grn_op *op) { return import_value(w, op, true); }
static grn_status import_min(grn_rewrite *w, const grn_op *op) { return import_value(w, op, false); }

/* ---- load, store ----------------------------------------------------------------------------- */

/* Operands up to the memref, and the subscripts. */
static grn_status import_access(grn_rewrite *w, const grn_op *op, size_t memory, const char *name)
{
    grn_affine a;
    grn_value *operands[2 + GRN_AFFINE_RESULTS];
    grn_affine_builder b = grn_affine_begin(w);
    for (size_t i = 0; i <= memory; i++)
        operands[i] = op->operands[i];
    const bool ok = grn_affine_expand(&b, "map", op->operands + memory + 1, 0, SIZE_MAX, &a, operands + memory + 1);
    return ok ? grn_affine_give(
                    &b, grn_affine_new_op(w, name, memory + 1 + a.nresults, operands, op->nresults, op->results, 0))
              : grn_affine_done(&b, false);
}

static grn_status import_load(grn_rewrite *w, const grn_op *op) { return import_access(w, op, 0, "memref.load"); }
static grn_status import_store(grn_rewrite *w, const grn_op *op) { return import_access(w, op, 1, "memref.store"); }

static grn_status refuse_vectors(grn_rewrite *w, const grn_op *op)
{
    (void)op;
    return grn_refuse(w, "has values of a vector type, and vectors are not lowered");
}

/* ---- for, if --------------------------------------------------------------------------------- */

static grn_status import_for(grn_rewrite *w, const grn_op *op)
{
    size_t sizes[2];
    grn_affine_builder b = grn_affine_begin(w);
    grn_value **operands = GRN_ARENA_NEW(&w->ir->arena, grn_value *, 3 + op->nresults);
    if (!operands || !grn_affine_sizes(op, sizes))
        return grn_affine_done(&b, false);
    operands[0] = grn_affine_expand_bound(&b, "lowerBoundMap", op->operands, 0, SIZE_MAX, true);
    operands[1] =
        operands[0] ? grn_affine_expand_bound(&b, "upperBoundMap", op->operands + sizes[0], 0, SIZE_MAX, false) : NULL;
    operands[2] = operands[1] ? grn_affine_index(&b, grn_op_integer(op, "step", 1)) : NULL;
    for (size_t i = 0; i < op->nresults; i++)
        operands[3 + i] = op->operands[sizes[0] + sizes[1] + i];
    grn_op *made =
        operands[2] ? grn_affine_new_op(w, "scf.for", 3 + op->nresults, operands, op->nresults, op->results, 1) : NULL;
    const bool ok = made && grn_affine_move_region(w, made, 0, "scf.yield");
    return grn_affine_give(&b, ok ? made : NULL);
}

static grn_status import_if(grn_rewrite *w, const grn_op *op)
{
    grn_affine_builder b = grn_affine_begin(w);
    grn_value *holds = grn_affine_expand_set(&b, "condition", op->operands);
    grn_op *made = holds ? grn_affine_new_op(w, "scf.if", 1, &holds, op->nresults, op->results, 2) : NULL;
    bool ok = made != NULL;
    for (size_t r = 0; ok && r < op->nregions; r++)
        ok = !op->regions[r].first || grn_affine_move_region(w, made, r, "scf.yield");
    return grn_affine_give(&b, ok ? made : NULL);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define AS_LOOPS(name, function)                                                           \
    {                                                                                      \
        .op = "affine." name, .import = function, .takes_index = true, .makes_loops = true \
    }

static const grn_import_pattern imports[] = {
    AS_LOOPS("apply", import_max),
    AS_LOOPS("max", import_max),
    AS_LOOPS("min", import_min),
    AS_LOOPS("load", import_load),
    AS_LOOPS("store", import_store),
    AS_LOOPS("for", import_for),
    AS_LOOPS("if", import_if),
    AS_LOOPS("parallel", grn_affine_import_parallel),
    AS_LOOPS("delinearize_index", grn_affine_import_delinearize),
    AS_LOOPS("vector_load", refuse_vectors),
    AS_LOOPS("vector_store", refuse_vectors),
    {.op = NULL},
};

const grn_translation grn_affine_translation = {.imports = imports};
