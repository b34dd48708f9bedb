/*
 * control.c - ops that run blocks: branches, calls, loops. Errors go through what they run; where the tool's result is
 * other, the tool is asked for the values of the block, on the values that it has there.
 */
#include "differ/differ.h"

enum { MOST_TURNS = 256 }; /* of a loop that is followed */

static const grn_op_number branches[] = {GRN_HLO(if), GRN_HLO(case), GRN_OP_NONE};
static const grn_op_number calls[] = {GRN_OP(func, call), GRN_HLO(composite), GRN_OP_NONE};

bool grn_is_control(const grn_op *op)
{
    return grn_op_is_in(op, branches) || grn_op_is_in(op, calls) || grn_op_is(op, GRN_HLO(while));
}

/* A block that an op runs. */
typedef struct ran_block {
    const grn_op *function; /* that it is of */
    const grn_block *block; /* NULL: it is not known which */
} ran_block;

static ran_block called_by(const grn_module *m, const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, grn_op_is(op, GRN_HLO(composite)) ? "decomposition" : "callee");
    const grn_op *f = name && name->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(m->ir.top, name->text) : NULL;
    const bool has_body = f && f->nregions == 1 && f->regions[0].first && !f->regions[0].first->next;
    return has_body ? (ran_block){f, f->regions[0].first} : (ran_block){0};
}

/* By the value of the first operand: StableHLO spec, if, case, where an index out of range is the last branch. */
static ran_block branch_of(const grn_op *function, const grn_op *op, const grn_tensor *index)
{
    if (op->nregions == 0)
        return (ran_block){0};
    const grn_scalar s = grn_scalar_load(index->dtype, index->data);
    size_t which = op->nregions - 1;
    if (grn_op_is(op, GRN_HLO(if)))
        which = s.i != 0 ? 0 : 1;
    else if (s.i >= 0 && (uint64_t)s.i < op->nregions)
        which = (size_t)s.i;
    return which < op->nregions ? (ran_block){function, op->regions[which].first} : (ran_block){0};
}

/* ---- a block as a program -------------------------------------------------------------------- */

typedef struct block_program {
    grn_cutout piece;
    size_t nargs, nresults; /* the block's own; what it captures comes behind */
} block_program;

static bool make_program(const grn_module *m, ran_block ran, grn_arena *arena, block_program *out)
{
    const grn_op *end = ran.block->last;
    const grn_value **args = GRN_ARENA_NEW(arena, const grn_value *, ran.block->nargs + 1);
    *out = (block_program){.nargs = ran.block->nargs, .nresults = end ? end->noperands : 0};
    for (size_t i = 0; args && i < out->nargs; i++)
        args[i] = &ran.block->args[i];
    for (size_t i = 0; i < out->nresults; i++)
        if (!grn_is_plain(end->operands[i]))
            return false;
    const grn_program_cut cut = {.function = ran.function,
                                 .block = ran.block,
                                 .ngiven = out->nargs,
                                 .given = args,
                                 .nwanted = out->nresults,
                                 .wanted = (const grn_value *const *)(end ? end->operands : NULL)};
    return args && end && grn_piece_make(m, &cut, arena, &out->piece) == GRN_OK;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* Values with their errors: the arguments of a block, or its results. */
typedef struct values {
    size_t n;
    grn_tensor *tensors;
    grn_error *errors;
} values;

static bool new_values(grn_arena *arena, size_t n, values *out)
{
    *out = (values){n, GRN_ARENA_NEW(arena, grn_tensor, n + 1), GRN_ARENA_NEW(arena, grn_error, n + 1)};
    return out->tensors && out->errors;
}

/* The arguments of the program: those of the block, and what it captures. False: something is not known. */
static bool take_arguments(const grn_bounding *b, const grn_error_case *c, const block_program *p, const values *own,
                           values *out)
{
    if (!new_values(b->arena, p->piece.nargs, out))
        return false;
    for (size_t i = 0; i < out->n; i++) {
        const grn_value *v = p->piece.args[i];
        const grn_tensor *t = i < own->n ? &own->tensors[i] : grn_value_map_get(c->known, v);
        const grn_error *e = i < own->n ? &own->errors[i] : grn_value_map_get(c->errors, v);
        if (!t)
            return false;
        out->tensors[i] = *t;
        out->errors[i] = e ? *e : (grn_error){0};
    }
    return true;
}

/* garner runs the block on `own`, and errors go through it. *known false: they do not. */
static bool through(const grn_bounding *b, const grn_error_case *c, const block_program *p, const values *own,
                    values *out, bool *known)
{
    values args;
    *known = false;
    if (!new_values(b->arena, p->nresults, out))
        return false;
    if (!take_arguments(b, c, p, own, &args))
        return !b->arena->refused;
    return grn_errors_through(b, p->piece.module, args.n, args.tensors, args.errors, p->nresults, out->tensors,
                              out->errors, known);
}

static bool through_block(const grn_bounding *b, const grn_error_case *c, ran_block ran, const values *own, values *out,
                          bool *known)
{
    block_program p = {0};
    bool ok = true;
    *known = false;
    if (ran.block && ran.block->nargs == own->n && make_program(b->module, ran, b->arena, &p))
        ok = through(b, c, &p, own, out, known);
    grn_piece_destroy(&p.piece);
    return ok && !b->arena->refused;
}

/* Turn after turn, as long as garner's condition holds, and holds for the tool as well. */
static bool through_loop(const grn_bounding *b, const grn_error_case *c, values *state, bool *known)
{
    block_program condition = {0}, body = {0};
    const ran_block first = {b->function, c->op->regions[0].first}, second = {b->function, c->op->regions[1].first};
    bool ok = true, goes_on = true;
    *known = make_program(b->module, first, b->arena, &condition) && make_program(b->module, second, b->arena, &body) &&
             body.nargs == state->n && body.nresults == state->n && condition.nargs == state->n;
    for (int turn = 0; ok && *known && goes_on; turn++) {
        values met, next;
        ok = through(b, c, &condition, state, &met, known);
        *known = *known && turn < MOST_TURNS && grn_error_is_zero(&met.errors[0], &met.tensors[0]);
        goes_on = ok && *known && *(const unsigned char *)met.tensors[0].data != 0;
        if (goes_on)
            ok = through(b, c, &body, state, &next, known);
        if (goes_on && ok && *known)
            *state = next;
    }
    grn_piece_destroy(&condition.piece);
    grn_piece_destroy(&body.piece);
    return ok && !b->arena->refused;
}

bool grn_allow_control(const grn_bounding *b, const grn_error_case *c)
{
    values own = {c->noperands, (grn_tensor *)c->operands, (grn_error *)c->in}, out = own;
    bool known = false, ok = true;
    if (grn_op_is_in(c->op, calls)) {
        ok = through_block(b, c, called_by(b->module, c->op), &own, &out, &known);
    } else if (grn_op_is_in(c->op, branches)) {
        own.n = 0;
        if (grn_error_is_zero(&c->in[0], &c->operands[0]))
            ok = through_block(b, c, branch_of(b->function, c->op, &c->operands[0]), &own, &out, &known);
    } else if (c->op->nregions == 2) {
        ok = through_loop(b, c, &out, &known);
    }
    for (size_t i = 0; ok && i < c->nresults; i++) {
        if (known && i < out.n)
            c->out[i] = out.errors[i];
        else
            ok = grn_error_unknown(b, c, i, "what the op runs is not known well enough to bound it");
    }
    return ok;
}

/* ---- the tool's values within ---------------------------------------------------------------- */

typedef struct descent {
    grn_differ within; /* whose function is that of the block */
    ran_block ran;
    size_t result;
} descent;

static const grn_function *function_of(const grn_module *m, const grn_op *op)
{
    for (size_t i = 0; i < m->nfunctions; i++)
        if (m->functions[i].op == op)
            return &m->functions[i];
    return NULL;
}

/* All values of the block, as the tool has them on those that `known` has. *all false: it does not give them. */
static grn_status ask_block(const descent *down, grn_value_map *known, bool *all)
{
    const grn_differ *d = &down->within;
    grn_arena *arena = &d->out->arena;
    grn_cutout piece = {0};
    grn_tensor *inputs;
    grn_heard heard;
    size_t n;
    const grn_value **wanted = grn_block_values(down->ran.block, arena, &n);
    grn_tensor *garner = GRN_ARENA_NEW(arena, grn_tensor, n + 1), *theirs = GRN_ARENA_NEW(arena, grn_tensor, n + 1);
    const grn_program_cut cut = {
        .function = down->ran.function, .block = down->ran.block, .nwanted = n, .wanted = wanted};
    *all = false;
    if (!wanted || !garner || !theirs)
        return grn_differ_no_memory(d);
    grn_status status = GRN_OK;
    if (n > 0 && grn_piece_make(d->module, &cut, arena, &piece) == GRN_OK &&
        grn_piece_inputs(&piece, known, arena, &inputs) &&
        grn_run_garner(&d->run, piece.module, 0, piece.nargs, inputs, arena, n, garner) == GRN_OK) {
        status = grn_run_tool(d, piece.module, 0, piece.nargs, inputs, n, garner, theirs, &heard);
        *all = status == GRN_OK && heard.outcome == GRN_TOOL_RAN && !heard.is_other;
    }
    grn_piece_destroy(&piece);
    for (size_t i = 0; *all && i < n; i++)
        if (!grn_value_map_set(known, wanted[i], &theirs[i]))
            return grn_differ_no_memory(d);
    return arena->refused ? grn_differ_no_memory(d) : status;
}

static grn_status judge_block(const descent *down, grn_value_map *known, bool *found)
{
    bool all;
    grn_status status = ask_block(down, known, &all);
    for (const grn_op *op = down->ran.block->first; status == GRN_OK && all && op; op = op->next) {
        bool one = false;
        if (op->nresults > 0)
            status = grn_judge_alone(&down->within, op, known, down->result, &one);
        *found |= one;
    }
    return status;
}

/* A loop's state as the tool has it, put on the arguments of a block. */
static bool put_state(const grn_block *block, size_t n, grn_tensor *const *state, grn_value_map *known)
{
    for (size_t i = 0; i < n && i < block->nargs; i++)
        if (!grn_value_map_set(known, &block->args[i], state[i]))
            return false;
    return true;
}

/* Whether the loop goes on, by garner's condition on the tool's values. */
static bool loop_goes_on(const descent *down, const grn_op *op, const grn_value_map *known)
{
    const grn_differ *d = &down->within;
    grn_arena *arena = &d->out->arena;
    block_program p = {0};
    grn_tensor *inputs, met;
    const ran_block condition = {down->ran.function, op->regions[0].first};
    const bool goes_on = make_program(d->module, condition, arena, &p) && p.nresults == 1 &&
                         grn_piece_inputs(&p.piece, known, arena, &inputs) &&
                         grn_run_garner(&d->run, p.piece.module, 0, p.piece.nargs, inputs, arena, 1, &met) == GRN_OK &&
                         *(const unsigned char *)met.data != 0;
    grn_piece_destroy(&p.piece);
    return goes_on;
}

static grn_status judge_loop(descent *down, const grn_op *op, grn_value_map *known, bool *found)
{
    grn_arena *arena = &down->within.out->arena;
    const grn_block *condition = op->regions[0].first, *body = op->regions[1].first;
    grn_tensor **state = GRN_ARENA_NEW(arena, grn_tensor *, op->noperands + 1);
    grn_status status = state ? GRN_OK : grn_differ_no_memory(&down->within);
    bool known_all = state != NULL;
    down->ran.block = body;
    for (size_t i = 0; known_all && i < op->noperands; i++)
        known_all = (state[i] = grn_value_map_get(known, op->operands[i])) != NULL;
    for (int turn = 0; status == GRN_OK && known_all && !*found && turn < MOST_TURNS; turn++) {
        if (!put_state(condition, op->noperands, state, known) || !put_state(body, op->noperands, state, known))
            return grn_differ_no_memory(&down->within);
        if (!loop_goes_on(down, op, known))
            break;
        status = judge_block(down, known, found);
        for (size_t i = 0; known_all && i < op->noperands; i++)
            known_all = (state[i] = grn_value_map_get(known, body->last->operands[i])) != NULL;
    }
    return status;
}

static bool copy_map(const grn_op *op, const grn_value_map *from, const grn_block *to, grn_value_map *known)
{
    for (size_t i = 0; i < op->noperands && i < to->nargs; i++) {
        void *t = grn_value_map_get(from, op->operands[i]);
        if (t && !grn_value_map_set(known, &to->args[i], t))
            return false;
    }
    return true;
}

grn_status grn_descend(const grn_differ *d, const grn_op *op, const grn_value_map *theirs, size_t result, bool *found)
{
    descent down = {.within = *d, .ran = {d->function->op, NULL}, .result = result};
    grn_value_map *known = (grn_value_map *)theirs; /* which gets the values within, beside those around */
    *found = false;
    if (grn_op_is(op, GRN_HLO(while)))
        return op->nregions == 2 ? judge_loop(&down, op, known, found) : GRN_OK;
    if (grn_op_is_in(op, calls)) {
        down.ran = called_by(d->module, op);
        const grn_function *f = down.ran.block ? function_of(d->module, down.ran.function) : NULL;
        if (!f)
            return GRN_OK;
        down.within.function = f;
        if (!copy_map(op, theirs, down.ran.block, known))
            return grn_differ_no_memory(d);
    } else {
        const grn_tensor *index = op->noperands > 0 ? grn_value_map_get(theirs, op->operands[0]) : NULL;
        if (index)
            down.ran = branch_of(d->function->op, op, index);
    }
    return down.ran.block && !down.ran.block->next ? judge_block(&down, known, found) : GRN_OK;
}
