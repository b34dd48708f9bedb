/* meeting.c - each update taken to its element, where it is counted, and where floats are added its
 * magnitude summed. */
#include <math.h>

#include "access/meaning.h"
#include "survey/meeting.h"

#define MOST_ELEMENTS ((int64_t)1 << 25) /* of the operand, and of the updates, that are looked at */

typedef struct tally {
    grn_meaning m;
    const grn_problem *x;
    uint32_t *count; /* [elements of the operand] */
    double *sum;     /* the same: of magnitudes, of one input at a time; NULL: nothing is added, or not known */
    size_t elements;
} tally;

/* ---- numbers --------------------------------------------------------------------------------- */

static grn_dtype part_of(grn_dtype dtype) { return dtype == GRN_C64 ? GRN_F32 : dtype == GRN_C128 ? GRN_F64 : dtype; }

double grn_unit_roundoff(grn_dtype dtype)
{
    const grn_float_format *f = grn_dtype_float_format(part_of(dtype));
    return f ? ldexp(1.0, -(f->mantissa_bits + 1)) : 0;
}

/* Of a complex number the larger part's: the bound is of each part. */
static double magnitude_of(grn_dtype dtype, const void *element)
{
    const grn_scalar s = grn_scalar_load(dtype, element);
    return grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX ? fmax(fabs(s.c.re), fabs(s.c.im)) : fabs(s.f);
}

/* Whether sums of input i are known to have a bound. */
static bool adds_floats(const grn_problem *x, size_t i)
{
    return x->scatter->combiner == GRN_COMBINE_ADD && grn_unit_roundoff(x->operand[i].dtype) > 0 &&
           x->operand[i].data && x->dense[i].data;
}

static bool adds_any_floats(const grn_problem *x)
{
    bool any = false;
    for (size_t i = 0; i < x->npairs; i++)
        any = any || adds_floats(x, i);
    return any;
}

/* ---- each update ----------------------------------------------------------------------------- */

static size_t element_of(const grn_tensor *t, const int64_t *position)
{
    size_t at = 0;
    for (int32_t d = 0; d < t->rank; d++)
        at = at * (size_t)t->shape[d] + (size_t)position[d];
    return at;
}

static void position_of(const grn_tensor *t, size_t element, int64_t *position)
{
    for (int32_t d = t->rank; d-- > 0; element /= (size_t)t->shape[d])
        position[d] = (int64_t)(element % (size_t)t->shape[d]);
}

/* Every update is counted, or its magnitude added to the sum of its input. */
static void visit(tally *t, size_t input, bool counts)
{
    int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], place[GRN_MAX_RANK];
    const grn_tensor *dense = &t->x->dense[input];
    grn_walk w;
    for (grn_walk_init(&w, dense->rank, dense->shape, 1, (const int64_t *[]){dense->stride}); w.more;
         grn_walk_next(&w)) {
        grn_split_index(t->m.dims, dense->rank, w.index, batch, offset);
        if (!grn_operand_index(&t->m, batch, offset, place))
            continue;
        const size_t at = element_of(t->m.operand, place);
        if (counts)
            t->count[at]++;
        else
            t->sum[at] += magnitude_of(dense->dtype, grn_tensor_at(dense, w.offset[0]));
    }
}

/* ---- what came of it ------------------------------------------------------------------------- */

/* (n - 1) * u * sum|x|, with what stood there before as one of the values. */
static void bound_element(const tally *t, size_t at, const int64_t *position, bool is_first, grn_lint_bound *to)
{
    const grn_tensor *operand = &t->x->operand[to->input];
    const double before = magnitude_of(operand->dtype, grn_tensor_at(operand, grn_offset_in(operand, position)));
    const double sum = t->sum[at] + before, unit = grn_unit_roundoff(operand->dtype);
    const uint64_t values = (uint64_t)t->count[at] + (before != 0);
    const double bound = isnan(sum) ? INFINITY : (double)(values - 1) * unit * sum;
    if (!is_first && bound <= to->bound)
        return;
    to->bound = bound;
    to->magnitude = isnan(sum) ? INFINITY : sum;
    to->unit = unit;
    to->values = values;
    memcpy(to->position, position, (size_t)operand->rank * sizeof *position);
}

static void collect_meetings(const tally *t, grn_lint_meeting *to)
{
    int64_t position[GRN_MAX_RANK];
    for (size_t at = 0; at < t->elements; at++) {
        if (t->count[at] < 2)
            continue;
        position_of(t->m.operand, at, position);
        if (to->elements < GRN_LINT_PLACES)
            memcpy(to->met_at[to->elements], position, (size_t)to->rank * sizeof *position);
        to->elements++;
        if (t->count[at] > to->most) {
            to->most = t->count[at];
            memcpy(to->position, position, (size_t)to->rank * sizeof *position);
        }
    }
}

/* The bound of this input so far. */
static grn_lint_bound *bound_of(size_t input, grn_lint_meeting *to, grn_lint_bound *bounds, bool *is_first)
{
    size_t i = 0;
    while (i < to->nbounds && bounds[i].input != input)
        i++;
    *is_first = i == to->nbounds;
    if (*is_first)
        bounds[to->nbounds++] = (grn_lint_bound){.input = input};
    return &bounds[i];
}

static void collect_bound(const tally *t, size_t input, grn_lint_meeting *to, grn_lint_bound *bounds)
{
    int64_t position[GRN_MAX_RANK];
    for (size_t at = 0; at < t->elements; at++) {
        bool is_first;
        if (t->count[at] < 2)
            continue;
        position_of(t->m.operand, at, position);
        grn_lint_bound *bound = bound_of(input, to, bounds, &is_first);
        bound_element(t, at, position, is_first, bound);
    }
}

static void work_out(tally *t, grn_lint_meeting *to, grn_lint_bound *bounds)
{
    memset(t->count, 0, t->elements * sizeof *t->count);
    visit(t, 0, true);
    collect_meetings(t, to);
    for (size_t i = 0; i < t->x->npairs; i++) {
        if (!adds_floats(t->x, i))
            continue;
        for (size_t at = 0; at < t->elements; at++)
            t->sum[at] = 0;
        visit(t, i, false);
        collect_bound(t, i, to, bounds);
    }
    to->bounds = bounds;
}

grn_status grn_meeting_add(const grn_problem *x, const grn_allocator *allocator, grn_lint_meeting *to,
                           grn_lint_bound *bounds)
{
    const int64_t elements = grn_tensor_elements(x->operand), updates = grn_tensor_elements(x->dense);
    const bool adds = adds_any_floats(x);
    tally t = {.x = x, .elements = (size_t)elements};
    to->rank = x->operand->rank;
    to->counted = elements <= MOST_ELEMENTS && updates <= MOST_ELEMENTS;
    if (!to->counted || elements == 0)
        return GRN_OK;
    grn_scatter_meaning(x->scatter, x->operand, x->indices, x->dense, &t.m);
    t.count = grn_allocate(allocator, t.elements * sizeof *t.count);
    t.sum = t.count && adds ? grn_allocate(allocator, t.elements * sizeof *t.sum) : NULL;
    const bool refused = !t.count || (adds && !t.sum);
    if (!refused)
        work_out(&t, to, bounds);
    if (t.sum)
        grn_release(allocator, t.sum, t.elements * sizeof *t.sum);
    if (t.count)
        grn_release(allocator, t.count, t.elements * sizeof *t.count);
    return refused ? GRN_E_MEMORY : GRN_OK;
}
