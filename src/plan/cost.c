/*
 * cost.c - what all costs are made of: times by the machine's figures, on one
 * thread and on several.
 *
 * What moving takes has three parts. The work of a core is divided by threads.
 * Random lines and bytes of memory are too, up to what the machine has of
 * them for all threads together.
 */
#include "plan/plan.h"

#include <math.h>

grn_cost grn_cost_sum(grn_cost a, grn_cost b)
{
    return (grn_cost){a.work + b.work, a.lines + b.lines, a.bytes + b.bytes};
}

static double least(double a, double b) { return a < b ? a : b; }

double grn_cost_on(const grn_machine *m, const grn_cost *cost, int32_t threads)
{
    return cost->work / threads + cost->lines / least(threads, m->line_scaling) +
           cost->bytes / least(threads, m->byte_scaling);
}

#define LINE ((double)GRN_LINE_BYTES)

/* Starts that differ, as many as the indices' dtype has values for. */
static double distinct_starts(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    double starts = 1, values = ldexp(1, (int)grn_dtype_bits(plan->problem.indices->dtype));
    for (int32_t k = 0; k < n->ncoords; k++)
        starts *= least((double)plan->axis[k].last + 1, values);
    for (int32_t l = 0; l < n->nouter; l++)
        starts *= plan->pairs[0].operand[l] != 0 ? (double)n->extent[l] : 1;
    return starts;
}

double grn_touched_bytes(const grn_plan *plan, int64_t bytes)
{
    const grn_normal *n = &plan->normal;
    double windows = least((double)n->vectors, distinct_starts(plan)), lines = 1;
    for (int32_t l = n->nouter; l < n->nloops; l++) {
        double step = (double)grn_magnitude(plan->pairs[0].operand[l]) * (double)plan->pairs[0].element_bytes;
        lines *= l < n->nloops - 1 || step >= LINE ? (double)n->extent[l] : 1 + (double)n->extent[l] * step / LINE;
    }
    return least((double)bytes, windows * lines * LINE);
}

/* Starts that are promised to ascend go along the operand once: a line for each, or for several.
 * Below 0: no promise. */
static double sorted_line(const grn_plan *plan, double operand_bytes)
{
    const grn_normal *n = &plan->normal;
    if (!plan->rule.indices_are_sorted || n->ncoords != 1 || n->nouter != 1)
        return -1;
    double step = operand_bytes / (double)n->vectors;
    return step < GRN_FAR_STEP
               ? (step < LINE ? step / LINE : 1) * grn_machine_beyond(plan->machine->next_line, operand_bytes)
               : -1;
}

double grn_start_line(const grn_plan *plan, const double curve[GRN_MACHINE_POINTS], int64_t bytes)
{
    double sorted = sorted_line(plan, (double)bytes),
           random = grn_machine_beyond(curve, grn_touched_bytes(plan, bytes));
    return sorted >= 0 && sorted < random ? sorted : random;
}

double grn_random_line(const grn_plan *plan, const double curve[GRN_MACHINE_POINTS], int64_t operand_bytes)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    double far = grn_start_line(plan, curve, operand_bytes), least = far, reach = grn_start_span(plan), vectors = 1;
    for (int32_t l = n->nouter - 1; l > 0; l--) {
        reach += (double)(n->extent[l] - 1) * (double)grn_magnitude(pair->operand[l]);
        vectors *= (double)n->extent[l];
        double bytes = reach * (double)pair->element_bytes, lines = 1 + bytes / LINE;
        double line = grn_machine_beyond(curve, bytes) + (lines < vectors ? lines / vectors : 1) * far;
        least = line < least ? line : least;
    }
    return least;
}

double grn_start_span(const grn_plan *plan)
{
    double span = 1;
    for (int32_t k = 0; k < plan->normal.ncoords; k++)
        span += (double)plan->axis[k].last * (double)grn_magnitude(plan->pairs[0].coordinate[k]);
    return span;
}

double grn_pairs(const grn_plan *plan) { return (double)plan->problem.npairs; }

double grn_vectors(const grn_plan *plan) { return (double)plan->normal.vectors; }

double grn_elements(const grn_plan *plan) { return (double)plan->normal.vectors * (double)plan->normal.window; }

bool grn_window_lies_together(const grn_plan *plan)
{
    const int32_t last = plan->normal.nloops - 1;
    return grn_inner_loops(&plan->normal) > 0 && plan->pairs[0].operand[last] == 1 && plan->pairs[0].dense[last] == 1;
}

double grn_window_work(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    const grn_normal *n = &plan->normal;
    const double row = grn_inner_loops(n) > 0 ? (double)n->extent[n->nloops - 1] : 1, rows = grn_elements(plan) / row;
    const double each = grn_window_lies_together(plan) ? rows * m->row : grn_elements(plan) * m->strided_cell;
    return (rows + grn_vectors(plan)) * m->call + each;
}
