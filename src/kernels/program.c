/* program.c - programs of arithmetic on vectors that every processor has, and how one is made. */
#include "kernels/program.h"

#if defined(__GNUC__)

#define PROGRAM_SET grn_program_set_scalar
#define WIDTH 16
/* Of two words. */
#define ANY(mask) (((mask)[0] | (mask)[1]) != 0)
#include "kernels/program_body.h"

#else

const grn_program_set *grn_program_set_scalar(grn_dtype dtype)
{
    (void)dtype;
    return NULL; /* the language alone has no vectors */
}

#endif

static const struct {
    bool (*runs)(void);
    const grn_program_set *(*set)(grn_dtype dtype);
} sets[] = {
#define PROGRAM_SET_ROW(set) {grn_kernels_##set##_runs, grn_program_set_##set},
    KERNEL_SETS(PROGRAM_SET_ROW)
#undef PROGRAM_SET_ROW
};

const grn_program_set *grn_program_set_at(size_t i, grn_dtype dtype)
{
    for (size_t k = 0; k < GRN_COUNT(sets); k++)
        if (sets[k].runs() && i-- == 0)
            return sets[k].set(dtype);
    return NULL;
}

bool grn_program_init(grn_program *p, const grn_program_set *set, grn_dtype dtype, size_t ninputs)
{
    if (set == NULL || ninputs == 0 || ninputs > GRN_PROGRAM_INPUTS)
        return false;
    p->set = set;
    p->element_bytes = (int64_t)grn_dtype_bytes(dtype);
    p->ninputs = ninputs;
    p->nsteps = 0;
    p->nslots = ninputs > 1 ? 2 * ninputs : 1;
    for (size_t i = 0; i < p->nslots; i++)
        p->constant[i] = NULL;
    for (size_t i = 0; i < ninputs; i++)
        p->result[i] = ninputs + i;
    return true;
}

bool grn_program_use(grn_program *p, const grn_program_set *set)
{
    if (set == NULL || set->width != p->set->width)
        return false;
    p->set = set;
    return true;
}

size_t grn_program_slot(grn_program *p, const void *constant)
{
    if (p->nslots == GRN_PROGRAM_SLOTS)
        return GRN_PROGRAM_SLOTS;
    p->constant[p->nslots] = constant;
    return p->nslots++;
}

static bool push_step(grn_program *p, grn_program_op op, size_t slot, size_t second)
{
    if (p->nsteps == GRN_PROGRAM_STEPS || slot >= p->nslots || second >= p->nslots || p->set->step[op].inner == NULL)
        return false;
    p->step[p->nsteps++] = (grn_program_step){p->set->step[op].inner, slot * p->set->width, second * p->set->width};
    p->last = op;
    return true;
}

bool grn_program_append(grn_program *p, grn_program_op op, size_t slot)
{
    grn_program_step *before = &p->step[p->nsteps];
    if (op == GRN_PROGRAM_add && p->nsteps > 0 && p->last == GRN_PROGRAM_multiply && slot < p->nslots) {
        before[-1].fn = p->set->step[GRN_PROGRAM_multiply_add].inner;
        before[-1].second = slot * p->set->width;
        p->last = GRN_PROGRAM_multiply_add;
        return true;
    }
    return op != GRN_PROGRAM_select && push_step(p, op, slot, slot);
}

bool grn_program_append_select(grn_program *p, size_t where_set, size_t elsewhere)
{
    return push_step(p, GRN_PROGRAM_select, where_set, elsewhere);
}

bool grn_program_end(grn_program *p)
{
    if (p->nsteps == 0 || p->set->step[p->last].last == NULL)
        return false;
    p->step[p->nsteps - 1].fn = p->set->step[p->last].last;
    return true;
}

void grn_program_run(const grn_program *p, const grn_combine_list *list) { p->set->run(p, list); }
