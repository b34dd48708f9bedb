/* meeting.c - each update taken to its element, where it is counted, and where floats are added its magnitude summed. */
#include <math.h>

#include "access/meaning.h"
#include "survey/meeting.h"

#define MOST_ELEMENTS ((int64_t)1 << 25) /* of the operand, and of the updates, that are looked at */

typedef struct tally {
    grn_meaning m;
    const grn_indexed *x;
    uint32_t *count; /* [elements of the operand] */
    double *sum;     /* the same: of magnitudes; NULL: nothing is added, or not known */
    size_t elements;
} tally;

/* ---- numbers -------------------------------------------------------------------------------------------------------------- */

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

static bool adds_floats(const grn_indexed *x)
{
    return x->scatter->combiner == GRN_COMBINE_ADD && grn_unit_roundoff(x->operand->dtype) > 0 && x->operand->data &&
           x->dense->data;
}

/* ---- each update ------------------------------------------------------------------------------------------------------------ */

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

static void visit(tally *t)
{
    int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], place[GRN_MAX_RANK];
    const grn_tensor *dense = t->x->dense;
    grn_walk w;
    for (grn_walk_init(&w, dense->rank, dense->shape, 1, (const int64_t *[]){dense->stride}); w.more; grn_walk_next(&w)) {
        grn_split_index(t->m.dims, dense->rank, w.index, batch, offset);
        if (!grn_operand_index(&t->m, batch, offset, place))
            continue;
        const size_t at = element_of(t->m.operand, place);
        t->count[at]++;
        if (t->sum)
            t->sum[at] += magnitude_of(dense->dtype, grn_tensor_at(dense, w.offset[0]));
    }
}

/* ---- what came of it --------------------------------------------------------------------------------------------------------- */

/* (n - 1) * u * sum|x|, with what stood there before as one of the values. */
static void bound_element(const tally *t, size_t at, const int64_t *position, grn_lint_meeting *to)
{
    const grn_tensor *operand = t->m.operand;
    const double before = magnitude_of(operand->dtype, grn_tensor_at(operand, grn_offset_in(operand, position)));
    const double sum = t->sum[at] + before, unit = grn_unit_roundoff(operand->dtype);
    const uint64_t values = (uint64_t)t->count[at] + (before != 0);
    const double bound = isnan(sum) ? INFINITY : (double)(values - 1) * unit * sum;
    if (to->has_bound && bound <= to->bound)
        return;
    to->has_bound = true;
    to->bound = bound;
    to->magnitude = isnan(sum) ? INFINITY : sum;
    to->unit = unit;
    to->bound_values = values;
    memcpy(to->bound_position, position, (size_t)operand->rank * sizeof *position);
}

static void collect(const tally *t, grn_lint_meeting *to)
{
    int64_t position[GRN_MAX_RANK];
    for (size_t at = 0; at < t->elements; at++) {
        if (t->count[at] < 2)
            continue;
        to->elements++;
        position_of(t->m.operand, at, position);
        if (t->count[at] > to->most) {
            to->most = t->count[at];
            memcpy(to->position, position, (size_t)to->rank * sizeof *position);
        }
        if (t->sum)
            bound_element(t, at, position, to);
    }
}

grn_status grn_meeting_add(const grn_indexed *x, const grn_allocator *allocator, grn_lint_meeting *to)
{
    const int64_t elements = grn_tensor_elements(x->operand), updates = grn_tensor_elements(x->dense);
    tally t = {.x = x, .elements = (size_t)elements};
    to->rank = x->operand->rank;
    to->counted = elements <= MOST_ELEMENTS && updates <= MOST_ELEMENTS;
    if (!to->counted || elements == 0)
        return GRN_OK;
    grn_scatter_meaning(x->scatter, x->operand, x->indices, x->dense, &t.m);
    t.count = grn_allocate(allocator, t.elements * sizeof *t.count);
    t.sum = t.count && adds_floats(x) ? grn_allocate(allocator, t.elements * sizeof *t.sum) : NULL;
    const bool refused = !t.count || (adds_floats(x) && !t.sum);
    if (!refused) {
        memset(t.count, 0, t.elements * sizeof *t.count);
        for (size_t i = 0; t.sum && i < t.elements; i++)
            t.sum[i] = 0;
        visit(&t);
        collect(&t, to);
    }
    if (t.sum)
        grn_release(allocator, t.sum, t.elements * sizeof *t.sum);
    if (t.count)
        grn_release(allocator, t.count, t.elements * sizeof *t.count);
    return refused ? GRN_E_MEMORY : GRN_OK;
}
