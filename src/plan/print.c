/*
 * print.c - a plan in one line:
 *   take-rows: 2x3 rows of 256 B, indices i64, clamp; expected 35 ns; take-cells 420 ns, odometer 81 ns
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plan/plan.h"

#define LINE_BYTES 2048

typedef struct line {
    size_t length;
    char text[LINE_BYTES];
} line;

static void add(line *l, const char *format, ...) GRN_PRINTF(2, 3);

/* What does not fit is left out; a line of the longest names and 32 extents of 19 digits does fit. */
static void add(line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->length, LINE_BYTES - l->length, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < LINE_BYTES - l->length)
        l->length += (size_t)n;
    l->text[l->length] = '\0';
}

static void add_extents(line *l, const int64_t *extent, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        add(l, "%s%" PRId64, i > 0 ? "x" : "", extent[i]);
    if (count == 0)
        add(l, "1");
}

/* "2x3 rows of 256 B", "100 windows of 3x4 f32" (elements of several inputs: "f32, i8"), "100 cells of 4 B" */
static void add_shape(line *l, const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    int32_t inner = grn_inner_loops(n);
    add_extents(l, n->extent, n->nouter);
    if (inner == 1 && grn_rows_obstacle(plan) == NULL)
        add(l, " rows of %" PRId64 " B", grn_row_bytes(plan, &plan->pairs[0]));
    else if (inner == 0 && n->widened)
        add(l, " rows of %" PRId64 " B, each moved as one element", plan->pairs[0].element_bytes);
    else if (inner == 0)
        add(l, " cells of %" PRId64 " B", plan->pairs[0].element_bytes);
    else {
        add(l, " windows of ");
        add_extents(l, n->extent + n->nouter, inner);
        add(l, " elements of %" PRId64 " B", plan->pairs[0].element_bytes);
    }
}

static void add_policy(line *l, const grn_plan *plan)
{
    const grn_index_rule *rule = &plan->rule;
    add(l, ", indices %s, %s", grn_dtype_text(plan->problem.indices->dtype), grn_bounds_text(rule->bounds));
    if (plan->tested)
        add(l, " by %s", plan->by_element ? "element" : "window");
    if (rule->wrap_negative)
        add(l, ", wrapped");
    if (plan->problem.scatter != NULL)
        add(l, ", %s", grn_combiner_text(plan->combiner));
    if (plan->problem.npairs > 1)
        add(l, ", %zu inputs", plan->problem.npairs);
}

static void add_costs(line *l, const grn_plan *plan)
{
    const char *separator = "; ";
    add(l, "; expected %.0f ns", plan->strategy->cost(plan));
    for (const grn_strategy *s = grn_strategies_for(plan); s->name != NULL; s++) {
        if (s == plan->strategy || s->obstacle(plan) != NULL)
            continue;
        add(l, "%s%s %.0f ns", separator, s->name, s->cost(plan));
        separator = ", ";
    }
}

static void add_obstacles(line *l, const grn_plan *plan)
{
    for (const grn_strategy *s = grn_strategies_for(plan); s->name != NULL; s++)
        if (s->obstacle(plan) != NULL)
            add(l, "; not %s: %s", s->name, s->obstacle(plan));
}

grn_status grn_plan_print(const grn_plan *plan, const grn_sink *sink)
{
    line l = {0, ""};
    if (plan == NULL || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    add(&l, "%s: ", plan->strategy->name);
    if (plan->empty) {
        add(&l, "nothing to move");
        add_policy(&l, plan);
    } else {
        add_shape(&l, plan);
        add_policy(&l, plan);
        add_costs(&l, plan);
        add_obstacles(&l, plan);
    }
    return sink->write(sink->user, l.text, l.length);
}
