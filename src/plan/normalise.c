/*
 * normalise.c - a nest made small.
 *
 * Which loops may change places. A gather writes every element of its result
 * once, so any order gives the same bits. A scatter promises that the updates
 * that conflict at one operand element come in row-major order of the updates. Call
 * a loop *free* when the operand element alone determines its counter: a window
 * loop over an operand dimension that no index moves, or a batching loop, in
 * an injective operand. The updates of one element then differ
 * in the counters of the other, *ordered*, loops only; so as long as ordered
 * loops keep their order among themselves, free loops may stand anywhere.
 *
 * Ordered are: loops along which the operand stands still (index loops that
 * are not batching, broadcasts), and window loops over a dimension that an
 * index moves, since the same element can be reached by different starts at
 * different positions of the window. The exception among the latter is a
 * window as long as its dimension that must be wholly in bounds: its start is 0.
 *
 * An ordered window loop that stands before an ordered index loop cannot go
 * within it. It becomes an outer loop with index stride 0: the same vectors
 * are then resolved again at each of its positions.
 */
#include "plan/plan.h"

/* ---- questions ------------------------------------------------------------------------------- */

/* Dimensions by stride; each must step over all that the smaller ones reach. */
bool grn_view_is_injective(const grn_tensor *view)
{
    int64_t stride[GRN_MAX_RANK], extent[GRN_MAX_RANK], reach = 0;
    int32_t n = 0;
    for (int32_t d = 0; d < view->rank; d++) {
        int32_t i = n;
        if (view->shape[d] <= 1)
            continue;
        for (; i > 0 && stride[i - 1] > grn_magnitude(view->stride[d]); i--) {
            stride[i] = stride[i - 1];
            extent[i] = extent[i - 1];
        }
        stride[i] = grn_magnitude(view->stride[d]);
        extent[i] = view->shape[d];
        n++;
    }
    for (int32_t i = 0; i < n; i++) {
        int64_t span;
        if (stride[i] <= reach || !grn_mul_i64(stride[i], extent[i] - 1, &span) || !grn_add_i64(reach, span, &reach))
            return false;
    }
    return true;
}

/*
 * Modular integer arithmetic and logic commute and associate. So do MIN and
 * MAX of every dtype, as NaN always wins with one pattern and the zeros are
 * ordered. Rounding does not, nor does the choice of the last update.
 */
bool grn_order_shows(grn_combiner combiner, grn_dtype dtype)
{
    if (combiner == GRN_COMBINE_REPLACE || combiner == GRN_COMBINE_REGION)
        return true;
    if (combiner == GRN_COMBINE_MIN || combiner == GRN_COMBINE_MAX)
        return false;
    return !grn_dtype_is_integer(dtype) && grn_dtype_class_of(dtype) != GRN_CLASS_BOOL;
}

static bool policy_is_by_element(const grn_index_rule *rule)
{
    return rule->grain == GRN_GRAIN_ELEMENT && (rule->bounds == GRN_BOUNDS_FILL || rule->bounds == GRN_BOUNDS_SKIP);
}

/* ---- from the nest --------------------------------------------------------------------------- */

void grn_normal_of_nest(const grn_nest *nest, grn_normal *out)
{
    bool by_element = policy_is_by_element(&nest->rule);
    out->nloops = nest->nloops;
    out->ncoords = nest->ncoords;
    out->widened = false;
    for (int32_t l = 0; l < nest->nloops; l++) {
        out->extent[l] = nest->loop[l].extent;
        out->index[l] = nest->ncoords > 0 ? nest->loop[l].index : 0; /* a vector of no components is not read */
        out->ordered[l] = out->disjoint[l] = false;
    }
    for (int32_t k = 0; k < nest->ncoords; k++) {
        out->component[k] = nest->coord[k].index_offset;
        out->clip[k] = by_element ? nest->coord[k].window_loop : -1;
    }
}

void grn_pair_of_nest(const grn_nest *nest, grn_pair *out)
{
    out->dtype = nest->dtype;
    out->element_bytes = (int64_t)grn_dtype_bytes(nest->dtype);
    for (int32_t l = 0; l < nest->nloops; l++) {
        out->dense[l] = nest->loop[l].dense;
        out->operand[l] = nest->loop[l].operand;
    }
    for (int32_t k = 0; k < nest->ncoords; k++)
        out->coordinate[k] = nest->coord[k].operand_stride;
}

static void mark_ordered(grn_normal *n, const grn_nest *nest, const grn_pair *pair, grn_order order)
{
    for (int32_t l = 0; l < n->nloops; l++)
        n->ordered[l] = order == GRN_ORDER_DENSE || (order == GRN_ORDER_PER_CELL && pair->operand[l] == 0);
    for (int32_t k = 0; order == GRN_ORDER_PER_CELL && k < nest->ncoords; k++) {
        const grn_coordinate *coord = &nest->coord[k];
        bool fixed = coord->dim == coord->window && !policy_is_by_element(&nest->rule);
        if (coord->window_loop >= 0 && !fixed)
            n->ordered[coord->window_loop] = true;
    }
}

/* The loops that would not be ordered where order shows and the operand is injective. */
static void mark_disjoint(grn_normal *n, const grn_nest *nest, const grn_pair *pair, bool injective)
{
    mark_ordered(n, nest, pair, GRN_ORDER_PER_CELL);
    for (int32_t l = 0; l < n->nloops; l++)
        n->disjoint[l] = injective && !n->ordered[l];
}

/* ---- moving loops ---------------------------------------------------------------------------- */

typedef struct loops {
    grn_normal *n;
    grn_pair *pairs;
    size_t npairs;
} loops;

static void swap(int64_t *v, int32_t a, int32_t b)
{
    int64_t t = v[a];
    v[a] = v[b];
    v[b] = t;
}

static void swap_loops(const loops *s, int32_t a, int32_t b)
{
    bool ordered = s->n->ordered[a], disjoint = s->n->disjoint[a];
    swap(s->n->extent, a, b);
    swap(s->n->index, a, b);
    s->n->ordered[a] = s->n->ordered[b];
    s->n->ordered[b] = ordered;
    s->n->disjoint[a] = s->n->disjoint[b];
    s->n->disjoint[b] = disjoint;
    for (size_t i = 0; i < s->npairs; i++) {
        swap(s->pairs[i].dense, a, b);
        swap(s->pairs[i].operand, a, b);
    }
    for (int32_t k = 0; k < s->n->ncoords; k++)
        if (s->n->clip[k] == a || s->n->clip[k] == b)
            s->n->clip[k] = s->n->clip[k] == a ? b : a;
}

/* Moves loop `from` to position `to`; those between step aside in order. */
static void move_loop(const loops *s, int32_t from, int32_t to)
{
    for (; from < to; from++)
        swap_loops(s, from, from + 1);
    for (; from > to; from--)
        swap_loops(s, from, from - 1);
}

static void drop_last(const loops *s)
{
    int32_t last = --s->n->nloops;
    for (int32_t k = 0; k < s->n->ncoords; k++)
        if (s->n->clip[k] == last)
            s->n->clip[k] = -1;
}

static void drop_units(const loops *s)
{
    for (int32_t l = s->n->nloops - 1; l >= 0; l--)
        if (s->n->extent[l] == 1) {
            move_loop(s, l, s->n->nloops - 1);
            drop_last(s);
        }
}

/* Index loops and the ordered loops they must stay within go out, the rest in; each group keeps its
 * order. */
static void part_loops(const loops *s)
{
    grn_normal *n = s->n;
    int32_t last = -1;
    for (int32_t l = 0; l < n->nloops; l++)
        if (n->index[l] != 0 && n->ordered[l])
            last = l;
    n->nouter = 0;
    for (int32_t l = 0; l < n->nloops; l++)
        if (n->index[l] != 0 || (n->ordered[l] && l < last))
            move_loop(s, l, n->nouter++);
}

/* Loops [from, to) by falling dense stride, so that the dense tensor is walked as it lies.
 * Stable. */
static void sort_loops(const loops *s, int32_t from, int32_t to)
{
    const int64_t *dense = s->pairs[0].dense;
    for (int32_t l = from + 1; l < to; l++) {
        int32_t at = l;
        while (at > from && grn_magnitude(dense[at - 1]) < grn_magnitude(dense[l]))
            at--;
        move_loop(s, l, at);
    }
}

/* Loop l + 1 run to its end stands where the next step of loop l does. */
static bool continues(const int64_t *stride, const int64_t *extent, int32_t l)
{
    int64_t span;
    return grn_mul_i64(grn_magnitude(stride[l + 1]), extent[l + 1], &span) && grn_magnitude(stride[l]) == span &&
           (stride[l] < 0) == (span != 0 && stride[l + 1] < 0);
}

static bool merges(const loops *s, int32_t l)
{
    const grn_normal *n = s->n;
    bool ok = !grn_is_clipped(n, l) && !grn_is_clipped(n, l + 1) && continues(n->index, n->extent, l);
    for (size_t i = 0; ok && i < s->npairs; i++)
        ok = continues(s->pairs[i].dense, n->extent, l) && continues(s->pairs[i].operand, n->extent, l);
    return ok;
}

/* Merges neighbours among loops [from, to); the merged loop keeps the inner one's strides. Answers
 * how many went. */
static int32_t merge_loops(const loops *s, int32_t from, int32_t to)
{
    int32_t merged = 0;
    for (int32_t l = to - 2; l >= from; l--) {
        if (!merges(s, l))
            continue;
        s->n->extent[l + 1] *= s->n->extent[l];
        s->n->ordered[l + 1] = s->n->ordered[l + 1] || s->n->ordered[l];
        s->n->disjoint[l + 1] = s->n->disjoint[l + 1] && s->n->disjoint[l];
        move_loop(s, l, s->n->nloops - 1);
        drop_last(s);
        merged++;
    }
    return merged;
}

/* A run of fewer elements than this does not pay for being set up. */
#define SHORT_RUN 64

static bool may_be_run(const grn_normal *n, int32_t loop)
{
    bool moves = n->index[loop] != 0;
    for (int32_t l = loop + 1; moves && l < n->nouter; l++)
        moves = !n->ordered[l] || !n->ordered[loop];
    return moves;
}

/* Blocks are cut from the last outer loop: where that is short, a longer one that may stand there
 * does. */
static void choose_run(const loops *s)
{
    const grn_normal *n = s->n;
    int32_t best = n->nouter - 1;
    if (n->nouter == 0 || n->extent[best] >= SHORT_RUN || n->extent[best] * n->window >= SHORT_RUN)
        return;
    for (int32_t l = 0; l < n->nouter; l++)
        if (n->extent[l] > n->extent[best] && may_be_run(n, l))
            best = l;
    move_loop(s, best, n->nouter - 1);
}

static int64_t product(const int64_t *extent, int32_t from, int32_t to)
{
    int64_t count = 1;
    for (int32_t l = from; l < to; l++)
        count *= extent[l];
    return count;
}

/* In an injective operand, a window moves to a new one with every step that moves at all. */
static bool window_is_distinct(const loops *s, grn_order order)
{
    bool distinct = order == GRN_ORDER_PER_CELL;
    for (size_t i = 0; distinct && i < s->npairs; i++)
        for (int32_t l = s->n->nouter; l < s->n->nloops; l++)
            distinct = distinct && s->pairs[i].operand[l] != 0;
    return distinct;
}

/* Within one window of distinct elements no order can show, so the inner loops may be sorted
 * whatever their marks. */
void grn_normalise(grn_normal *normal, const grn_nest *nest, grn_pair *pairs, size_t npairs, grn_order order,
                   bool injective)
{
    loops s = {normal, pairs, npairs};
    mark_disjoint(normal, nest, pairs, injective);
    mark_ordered(normal, nest, pairs, order);
    drop_units(&s);
    part_loops(&s);
    normal->distinct = window_is_distinct(&s, order);
    normal->widened = false;
    if (order == GRN_ORDER_ANY)
        sort_loops(&s, 0, normal->nouter);
    if (order == GRN_ORDER_ANY || normal->distinct)
        sort_loops(&s, normal->nouter, normal->nloops);
    merge_loops(&s, normal->nouter, normal->nloops);
    normal->nouter -= merge_loops(&s, 0, normal->nouter);
    normal->vectors = product(normal->extent, 0, normal->nouter);
    normal->window = product(normal->extent, normal->nouter, normal->nloops);
    choose_run(&s);
}

/* ---- runs of a gather ------------------------------------------------------------------------ */

int32_t grn_flat_from(const grn_normal *normal, const grn_pair *pair)
{
    int32_t from = normal->nouter > 0 ? normal->nouter - 1 : 0;
    while (from > 0 && continues(normal->index, normal->extent, from - 1) &&
           continues(pair->dense, normal->extent, from - 1))
        from--;
    return from;
}

void grn_run_as_it_lies(grn_normal *normal, grn_pair *pair)
{
    loops s = {normal, pair, 1};
    sort_loops(&s, 0, normal->nouter);
    if (normal->nouter < 2 || grn_flat_from(normal, pair) < normal->nouter - 1)
        return;
    if (grn_run_step(normal, normal->index) != 1 || grn_run_step(normal, pair->dense) != 1 || normal->ncoords != 1)
        choose_run(&s);
}

/* ---- windows that are an element ------------------------------------------------------------- */

#define WIDEST_ELEMENT 16

/* What the loop's elements together are moved as; 0: there is no such element. */
static int64_t wide_bytes(const grn_normal *n, const grn_pair *pair, int32_t loop)
{
    int64_t extent = n->extent[loop], bytes;
    bool fits =
        pair->dense[loop] == 1 && pair->operand[loop] == 1 && !grn_is_clipped(n, loop) && extent <= WIDEST_ELEMENT;
    bytes = fits ? extent * pair->element_bytes : 0;
    return bytes <= WIDEST_ELEMENT && (bytes & (bytes - 1)) == 0 ? bytes : 0;
}

/* Everything else steps over whole ones, and in the result from one to the next. */
static bool steps_over(const grn_normal *n, const grn_pair *pair, int64_t extent)
{
    bool whole = n->nouter == 0 || grn_run_step(n, pair->dense) == extent;
    for (int32_t l = 0; l < n->nloops - 1; l++)
        whole = whole && pair->dense[l] % extent == 0 && pair->operand[l] % extent == 0;
    for (int32_t k = 0; k < n->ncoords; k++)
        whole = whole && pair->coordinate[k] % extent == 0;
    return whole;
}

void grn_widen(grn_normal *normal, grn_pair *pair)
{
    int32_t loop = normal->nloops - 1;
    int64_t extent = loop >= 0 ? normal->extent[loop] : 0;
    if (grn_inner_loops(normal) < 1 || wide_bytes(normal, pair, loop) == 0 || !steps_over(normal, pair, extent))
        return;
    pair->element_bytes *= extent;
    for (int32_t l = 0; l < normal->nloops - 1; l++) {
        pair->dense[l] /= extent;
        pair->operand[l] /= extent;
    }
    for (int32_t k = 0; k < normal->ncoords; k++)
        pair->coordinate[k] /= extent;
    normal->nloops--;
    normal->window /= extent;
    normal->widened = true;
}
