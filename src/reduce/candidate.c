/* candidate.c - a program that is held, and those that a step makes of it. */
#include "ir/hash.h"
#include "reduce/reduce.h"

grn_reduced grn_candidate_reduced(const grn_candidate *p)
{
    return (grn_reduced){.module = p->module, .function = p->function, .ninputs = p->ninputs, .inputs = p->inputs};
}

void grn_candidate_destroy(grn_candidate *p)
{
    grn_known_free(&p->known);
    grn_module_destroy(p->module);
    *p = (grn_candidate){.module = NULL};
}

/* ---- its hash -------------------------------------------------------------------------------- */

static void mix(uint64_t hash[2], const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (uint64_t word; n > 0; at += sizeof word, n = n > sizeof word ? n - sizeof word : 0) {
        word = 0;
        memcpy(&word, at, n < sizeof word ? n : sizeof word);
        hash[0] = grn_hash_mix(hash[0], word);
        hash[1] = grn_hash_mix(hash[1], ~word + n);
    }
}

/* The pieces in which a text comes are always the same. */
static grn_status mix_text(void *hash, const char *text, size_t n)
{
    mix(hash, text, n);
    return GRN_OK;
}

static grn_status find_hash(grn_candidate *p)
{
    const grn_print_options print = {.names = true, .locations = true, .flat = true};
    const grn_sink sink = {.write = mix_text, .user = p->hash};
    p->hash[0] = 1;
    p->hash[1] = p->ninputs;
    for (size_t i = 0; i < p->ninputs; i++) {
        const grn_tensor *t = &p->inputs[i];
        mix(p->hash, t->shape, (size_t)t->rank * sizeof *t->shape);
        mix(p->hash, t->data, (size_t)grn_tensor_elements(t) * grn_dtype_bytes(t->dtype));
    }
    return grn_text_print(&p->module->ir, &print, &sink);
}

/* ---- drafts of it ---------------------------------------------------------------------------- */

/* What a copy of a module is made for. */
typedef struct making {
    size_t function, ninputs;
    const grn_tensor *inputs;
    const grn_known *known;
    const grn_reduce_step *step; /* NULL: nothing is changed */
    size_t first, n, way;
    grn_draft *draft;
} making;

static grn_status change(const making *m)
{
    grn_vec items;
    grn_vec_init(&items, m->draft->ir->allocator, sizeof(grn_reduce_item));
    grn_status status = m->step->list(m->draft, &items) ? GRN_OK : GRN_E_MEMORY;
    if (status == GRN_OK && items.count < m->first + m->n)
        status = GRN_E_UNSUPPORTED;
    if (status == GRN_OK)
        status = m->step->change(m->draft, (const grn_reduce_item *)items.items + m->first, m->n, m->way);
    grn_vec_destroy(&items);
    if (status == GRN_OK && !m->draft->changed)
        return GRN_E_UNSUPPORTED;
    return status == GRN_OK && !grn_draft_sign(m->draft) ? GRN_E_MEMORY : status;
}

/* Text that lives as long as the module. */
static bool own_text(grn_ir *ir, grn_str *name)
{
    name->text = name->n ? grn_arena_text(&ir->arena, name->text, name->n) : "";
    return name->text != NULL;
}

/* The names of values lie in the memory of the program that was copied. */
static bool own_names(grn_ir *ir)
{
    bool ok = true;
    for (grn_op *op = ir->top; op && ok; op = grn_op_next_in(op, ir->top)) {
        for (size_t i = 0; i < op->nresults && ok; i++)
            ok = own_text(ir, &op->results[i].name);
        for (size_t r = 0; r < op->nregions; r++)
            for (grn_block *b = op->regions[r].first; b; b = b->next)
                for (size_t i = 0; i < b->nargs && ok; i++)
                    ok = own_text(ir, &b->args[i].name);
    }
    return ok;
}

static grn_status make(grn_module *made, const void *how, const grn_diag *diag)
{
    const making *m = how;
    grn_draft *d = m->draft;
    *d = (grn_draft){.ir = &made->ir,
                     .function = (grn_op *)made->functions[m->function].op,
                     .has_inputs = m->ninputs == made->functions[m->function].type->inputs,
                     .known = m->known,
                     .inputs = GRN_ARENA_NEW(&made->ir.arena, grn_tensor, m->ninputs + 1)};
    (void)diag;
    if (!d->inputs || !own_names(d->ir))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < m->ninputs; i++)
        if (!grn_draft_copy(d, &m->inputs[i], &d->inputs[i]))
            return GRN_E_MEMORY;
    return m->step ? change(m) : GRN_OK;
}

static grn_status make_of(const grn_module *module, making *m, const grn_diag *diag, grn_candidate *out)
{
    grn_draft draft;
    const grn_rewriting how = {.passes = make, .how = m, .keeps_names = true};
    m->draft = &draft;
    *out = (grn_candidate){.module = NULL};
    grn_status status = grn_module_rewrite(module, &how, diag, &out->module);
    if (status != GRN_OK)
        return status;
    out->function = grn_draft_function(&draft);
    const grn_function *f = &out->module->functions[out->function];
    out->ninputs = draft.has_inputs ? f->type->inputs : 0;
    out->inputs = draft.inputs;
    if (draft.has_inputs)
        status = grn_check_inputs(f, out->ninputs, out->inputs, true, diag);
    if (status == GRN_OK)
        status = find_hash(out);
    if (status != GRN_OK)
        grn_candidate_destroy(out);
    return status;
}

/* Through its text, which has the names of its values. */
static grn_status parse_copy(const grn_module *module, const grn_allocator *allocator, const grn_diag *diag,
                             grn_module **out)
{
    const grn_print_options print = {.generic = true, .flat = true, .names = true, .locations = true};
    const grn_module_options options = {.allocator = allocator,
                                        .allow_unregistered = module->allow_unregistered,
                                        .allow_nonunique_scatter = module->allow_nonunique_scatter};
    grn_vec text;
    grn_vec_init(&text, allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    grn_status status = grn_text_print(&module->ir, &print, &sink);
    if (status == GRN_OK)
        status = grn_module_parse(text.items, text.count, &options, diag, out);
    grn_vec_destroy(&text);
    return status;
}

grn_status grn_candidate_copy(const grn_reduced *from, const grn_allocator *allocator, const grn_diag *diag,
                              grn_candidate *out)
{
    making m = {.function = from->function, .ninputs = from->ninputs, .inputs = from->inputs};
    grn_module *copy = NULL;
    *out = (grn_candidate){.module = NULL};
    grn_status status = parse_copy(from->module, allocator, diag, &copy);
    if (status == GRN_OK)
        status = make_of(copy, &m, diag, out);
    grn_module_destroy(copy);
    return status;
}

grn_status grn_candidate_change(grn_candidate *from, const grn_reduce_step *step, size_t first, size_t n, size_t way,
                                grn_candidate *out)
{
    const grn_reduced reduced = grn_candidate_reduced(from);
    *out = (grn_candidate){.module = NULL};
    if (step->reads_known && !from->known.is_ready && grn_known_find(&reduced, &from->known) != GRN_OK)
        return GRN_E_MEMORY;
    making m = {.function = from->function,
                .ninputs = from->ninputs,
                .inputs = from->inputs,
                .known = &from->known,
                .step = step,
                .first = first,
                .n = n,
                .way = way};
    return make_of(from->module, &m, &grn_quiet, out);
}

grn_status grn_candidate_items(const grn_candidate *p, const grn_reduce_step *step, grn_vec *items)
{
    const grn_draft d = {.ir = &p->module->ir,
                         .function = (grn_op *)p->module->functions[p->function].op,
                         .has_inputs = p->ninputs == p->module->functions[p->function].type->inputs,
                         .inputs = p->inputs};
    return step->list(&d, items) ? GRN_OK : GRN_E_MEMORY;
}

grn_status grn_candidate_count(const grn_candidate *p, const grn_reduce_step *step, size_t *n)
{
    grn_vec items;
    grn_vec_init(&items, p->module->allocator, sizeof(grn_reduce_item));
    const grn_status status = grn_candidate_items(p, step, &items);
    *n = items.count;
    grn_vec_destroy(&items);
    return status;
}

bool grn_add_item(grn_vec *items, grn_reduce_item item)
{
    grn_reduce_item *to = grn_vec_push(items);
    if (to)
        *to = item;
    return to != NULL;
}
