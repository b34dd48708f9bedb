/*
 * chains.c - which element-wise ops of a block run together.
 *
 * A chain is an op whose value is needed (its root) and the ops before it
 * whose values only the chain itself uses. It runs where the root stands, a
 * block of elements at a time, so that only the root's value is ever in
 * memory. An op that counts (iota) is an input that is computed as it is read;
 * one that only changes extents (reshape) passes its operand on. Only other
 * element-wise ops, and ops whose results are views, may stand between its ops,
 * so that no value lives longer than without chains. Chains are found once, when
 * a module is complete; a module that is not verified yet may be malformed in
 * any way that parses.
 *
 * Rows that are gathered only to be summed are a chain as well (row_sum.c), which is found before
 * others.
 *
 * A segment is a run of ops of a block without any op that a chain may not
 * reach over.
 */
#include "interp/chains.h"

/* ---- finding them ---------------------------------------------------------------------------- */

typedef struct draft {
    const grn_op *root;
    uint32_t segment;
    size_t nops, nsteps, ncounting, noperands;
    struct note *first; /* of its ops, in order */
} draft;

/* Notes on an op, by its order in the block. `draft` is first its users', then its own. */
typedef struct note {
    grn_op *op;
    draft *draft;
    struct note *next;
    uint32_t uses; /* by ops of the draft; when it is made: those still to come */
    bool torn;     /* used by ops of several */
    bool counts;   /* no step, but an input that is counted */
    bool passes;   /* no step: its operand stands for it */
    uint32_t number;
} note;

typedef struct finder {
    grn_ir *ir;
    grn_arena scratch; /* of one block */
    const grn_block *block;
    note *notes;
    size_t nops;
} finder;

/* The op of this block, before its user, that makes the value; NULL: none. */
static note *maker(const finder *f, const grn_value *v, const grn_op *user)
{
    bool before = v->def && v->def->block == f->block && v->def->order < user->order;
    return before ? &f->notes[v->def->order] : NULL;
}

/* Whether all its uses are in one chain, and it has as many elements as the chain's result. */
static bool belongs(const note *n)
{
    const draft *d = n->draft;
    return d && !n->torn && n->uses == n->op->results[0].uses &&
           grn_chain_same_elements(n->op->results[0].type, d->root->results[0].type);
}

static bool joins(const note *n, uint32_t segment)
{
    return belongs(n) && n->draft->segment == segment && n->draft->noperands + n->op->noperands <= GRN_CHAIN_VALUES;
}

static void note_uses(const finder *f, const note *n)
{
    for (size_t i = 0; i < n->op->noperands; i++) {
        note *m = maker(f, n->op->operands[i], n->op);
        if (!m)
            continue;
        m->torn |= m->draft && m->draft != n->draft;
        m->draft = n->draft;
        m->uses++;
    }
}

static void put_first(note *n)
{
    n->draft->nops++;
    n->next = n->draft->first;
    n->draft->first = n;
}

static bool enlist(finder *f, note *n, uint32_t segment)
{
    if (!joins(n, segment)) {
        n->draft = GRN_ARENA_NEW(&f->scratch, draft, 1);
        if (!n->draft)
            return false;
        *n->draft = (draft){.root = n->op, .segment = segment};
    }
    put_first(n);
    n->draft->nsteps++;
    n->draft->noperands += n->op->noperands;
    note_uses(f, n);
    return true;
}

/* Adds an op that takes no step of its own to its users' chain; false: it is in no chain. */
static bool goes_along(const finder *f, note *n, uint32_t segment)
{
    n->counts = grn_chain_counts_along(n->op) >= 0 && belongs(n);
    n->passes = !n->counts && grn_chain_passes_on(n->op) && joins(n, segment);
    if (!n->counts && !n->passes)
        return false;
    put_first(n);
    n->draft->ncounting += n->counts;
    n->draft->noperands += n->op->noperands;
    note_uses(f, n);
    return true;
}

/* From the last op to the first, so that the uses of a value are known before its definition is
 * visited. */
static bool find_drafts(finder *f)
{
    uint32_t segment = 0;
    for (size_t k = f->nops; k-- > 0;) {
        note *n = &f->notes[k];
        bool is_view = n->op->def && n->op->def->traits & GRN_TRAIT_VIEW;
        if (!n->op->chain && grn_chain_takes(n->op)) {
            if (!enlist(f, n, segment))
                return false;
            continue;
        }
        if (goes_along(f, n, segment))
            continue;
        n->draft = NULL;
        segment += !is_view;
    }
    return true;
}

/* ---- making them ----------------------------------------------------------------------------- */

static bool is_in_chain(const finder *f, const note *user, const grn_value *v, note **out)
{
    *out = maker(f, v, user->op);
    return *out && (*out)->draft == user->draft && !(*out)->counts;
}

/* A value that dies with an op of the chain, or before its root, is held until the root has run. */
static void hold_until_root(const finder *f, const draft *d, grn_value *v)
{
    const grn_block *home = v->def ? v->def->block : v->block;
    if (home == f->block && v->last_use && v->last_use->order < d->root->order)
        v->last_use = (grn_op *)d->root;
}

static uint32_t input_number(const grn_chain *c, const grn_value *v)
{
    size_t i = 0;
    while (i < c->steps.ninputs && c->inputs[i] != v)
        i++;
    return (uint32_t)i;
}

/* along: what the steps' is made of; NULL: nothing counts. */
static void list_inputs(const finder *f, const draft *d, grn_chain *c, int32_t *along)
{
    note *in_chain;
    for (const note *n = d->first; n; n = n->next)
        for (size_t i = 0; i < n->op->noperands; i++) {
            grn_value *v = n->op->operands[i];
            if (is_in_chain(f, n, v, &in_chain) || input_number(c, v) < c->steps.ninputs)
                continue;
            note *made_by = maker(f, v, n->op);
            if (along)
                along[c->steps.ninputs] = made_by && made_by->counts ? grn_chain_counts_along(made_by->op) : -1;
            c->inputs[c->steps.ninputs++] = v;
            hold_until_root(f, d, v);
        }
}

/* A register is free again after the last step that reads it; its bit is set while it is not. */
static uint32_t take_register(uint64_t *taken, grn_chain *c)
{
    uint32_t r = 0;
    while (*taken >> r & 1)
        r++;
    *taken |= UINT64_C(1) << r;
    if (c->steps.nregisters < (size_t)r + 1)
        c->steps.nregisters = (size_t)r + 1;
    return (uint32_t)(c->steps.ninputs + r);
}

/* The value behind what only passes it on. */
static const grn_value *behind(const finder *f, const note *user, const grn_value *v, note **from)
{
    bool in_chain = is_in_chain(f, user, v, from);
    for (; in_chain && (*from)->passes; in_chain = is_in_chain(f, user, v, from)) {
        user = *from;
        v = user->op->operands[0];
    }
    if (!in_chain)
        *from = NULL;
    return v;
}

/* Frees the register of a value that has no use left. */
static void read_once(const finder *f, const note *user, const grn_value *v, const grn_chain *c, uint64_t *taken)
{
    note *from;
    while (is_in_chain(f, user, v, &from) && --from->uses == 0) {
        if (!from->passes) {
            *taken &= ~(UINT64_C(1) << (from->number - c->steps.ninputs));
            return;
        }
        user = from;
        v = from->op->operands[0];
    }
}

static void make_step(const finder *f, const draft *d, note *n, grn_chain *c, uint64_t *taken, grn_element_step *step)
{
    note *from;
    size_t bytes = grn_dtype_bytes(n->op->results[0].type->element->dtype);
    (void)grn_chain_bind(n->op, &step->function); /* it could be bound before */
    if (n->op != d->root) {
        n->number = step->out = take_register(taken, c);
        c->steps.register_bytes = c->steps.register_bytes < bytes ? bytes : c->steps.register_bytes;
    }
    for (size_t i = 0; i < n->op->noperands; i++) {
        const grn_value *v = behind(f, n, n->op->operands[i], &from);
        step->in[i] = from ? from->number : input_number(c, v);
        read_once(f, n, n->op->operands[i], c, taken);
    }
}

static bool make_chain(const finder *f, const draft *d)
{
    grn_arena *arena = &f->ir->arena;
    grn_chain *c = GRN_ARENA_NEW(arena, grn_chain, 1);
    const grn_op **ops = GRN_ARENA_NEW(arena, const grn_op *, d->nops);
    size_t nsteps = d->nsteps, most_inputs = d->noperands - (nsteps - 1);
    grn_element_step *steps = GRN_ARENA_NEW(arena, grn_element_step, nsteps);
    int32_t *along = d->ncounting ? GRN_ARENA_NEW(arena, int32_t, most_inputs) : NULL;
    if (!c || !ops || !steps || (d->ncounting && !along))
        return false;
    *c = (grn_chain){
        .root = d->root, .nops = d->nops, .ops = ops, .steps = {.nsteps = nsteps, .steps = steps, .along = along}};
    c->inputs = GRN_ARENA_NEW(arena, const grn_value *, most_inputs);
    if (!c->inputs)
        return false;
    list_inputs(f, d, c, along);
    uint64_t taken = 0;
    size_t k = 0, step = 0;
    for (note *n = d->first; n; n = n->next, k++) {
        if (!n->counts && !n->passes)
            make_step(f, d, n, c, &taken, &steps[step++]);
        ops[k] = n->op;
        n->op->chain = c;
    }
    steps[step - 1].out = (uint32_t)(c->steps.ninputs + c->steps.nregisters);
    return true;
}

/* ---- sums of rows ---------------------------------------------------------------------------- */

/* What its ops take, but for what they make of each other, lives until the sum has run. */
static void hold_operands(const grn_row_sum *s)
{
    grn_op *sum = (grn_op *)s->ops[s->nops - 1];
    for (size_t k = 0; k + 1 < s->nops; k++)
        for (size_t i = 0; i < s->ops[k]->noperands; i++) {
            grn_value *v = s->ops[k]->operands[i];
            const grn_block *home = v->def ? v->def->block : v->block;
            if (home == sum->block && !(k > 0 && v->def == s->ops[k - 1]) && v->last_use &&
                v->last_use->order < sum->order)
                v->last_use = sum;
        }
}

static bool make_row_sum(grn_ir *ir, const grn_row_sum *found)
{
    grn_chain *c = GRN_ARENA_NEW(&ir->arena, grn_chain, 1);
    grn_row_sum *s = GRN_ARENA_NEW(&ir->arena, grn_row_sum, 1);
    if (!c || !s)
        return false;
    *s = *found;
    *c = (grn_chain){.root = s->ops[s->nops - 1], .nops = s->nops, .ops = s->ops, .rows = s};
    hold_operands(s);
    for (size_t i = 0; i < s->nops; i++)
        ((grn_op *)s->ops[i])->chain = c;
    return true;
}

static bool find_row_sums(grn_ir *ir, const grn_block *block)
{
    grn_row_sum found;
    bool fine = true;
    for (const grn_op *op = block->first; fine && op; op = op->next)
        if (op->def && op->def->to_spec && grn_row_sum_find(ir, op, &found) && grn_row_sum_is_chain(&found))
            fine = make_row_sum(ir, &found);
    return fine;
}

/* ---- the whole module ------------------------------------------------------------------------ */

static bool has_element_ops(const grn_block *block)
{
    size_t count = 0;
    for (grn_op *op = block->first; op && count < 2; op = op->next)
        count += op->def && (op->def->element || op->def->element_of || op->def->counts_along);
    return count >= 2;
}

static void number_ops(const grn_block *block)
{
    uint32_t n = 0;
    for (grn_op *op = block->first; op; op = op->next)
        op->order = n++;
}

static bool note_ops(finder *f, const grn_block *block)
{
    f->block = block;
    f->nops = 0;
    for (grn_op *op = block->first; op; op = op->next)
        f->nops++;
    f->notes = GRN_ARENA_NEW(&f->scratch, note, f->nops);
    for (grn_op *op = block->first; f->notes && op; op = op->next)
        f->notes[op->order].op = op;
    return f->notes != NULL;
}

static bool find_in_block(grn_ir *ir, const grn_block *block)
{
    finder f = {.ir = ir};
    number_ops(block);
    if (!find_row_sums(ir, block))
        return false;
    if (!has_element_ops(block))
        return true;
    grn_arena_init(&f.scratch, ir->allocator);
    bool fine = note_ops(&f, block) && find_drafts(&f);
    for (size_t k = 0; fine && k < f.nops; k++) {
        const draft *d = f.notes[k].draft;
        if (d && d->first == &f.notes[k] && d->nsteps + d->ncounting > 1)
            fine = make_chain(&f, d);
    }
    grn_arena_destroy(&f.scratch);
    return fine;
}

/* As deep as regions nest, which the parser limits to GRN_MAX_NESTING. */
static bool find_in_region(grn_ir *ir, const grn_region *region)
{
    bool fine = true;
    for (const grn_block *b = region->first; fine && b; b = b->next) {
        for (grn_op *op = b->first; fine && op; op = op->next) {
            op->chain = NULL;
            grn_note_steps(op);
            for (size_t r = 0; fine && r < op->nregions; r++)
                fine = find_in_region(ir, &op->regions[r]);
        }
        fine = fine && find_in_block(ir, b);
    }
    return fine;
}

grn_status grn_chains_find(grn_ir *ir)
{
    for (size_t r = 0; r < ir->top->nregions; r++)
        if (!find_in_region(ir, &ir->top->regions[r]))
            return GRN_E_MEMORY;
    return GRN_OK;
}
