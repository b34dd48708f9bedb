/*
 * print.c - a plan in one line:
 *   offsets32, rows, one thread: 2x3 rows of 256 B, indices i64, clamp; avx2; expected 35 ns, 0.091
 *   ns per element; offsets64 44 ns; not panels: a window is more than an element ...
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plan/race.h"

#define LINE_BYTES 4096

typedef struct line {
    size_t length;
    char text[LINE_BYTES];
} line;

static void add_to_line(line *l, const char *format, ...) GRN_PRINTF(2, 3);

/* What does not fit is left out; a line of the longest names and 32 extents of 19 digits does
 * fit. */
static void add_to_line(line *l, const char *format, ...)
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
        add_to_line(l, "%s%" PRId64, i > 0 ? "x" : "", extent[i]);
    if (count == 0)
        add_to_line(l, "1");
}

/* "2x3 rows of 256 B", "100 windows of 3x4 f32" (elements of several inputs: "f32, i8"), "100 cells
 * of 4 B" */
static void add_shape(line *l, const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    int32_t inner = grn_inner_loops(n);
    add_extents(l, n->extent, n->nouter);
    if (inner == 1 && grn_rows_obstacle(plan) == NULL)
        add_to_line(l, " rows of %" PRId64 " B", grn_row_bytes(plan, &plan->pairs[0]));
    else if (inner == 0 && n->widened)
        add_to_line(l, " rows of %" PRId64 " B, each moved as one element", plan->pairs[0].element_bytes);
    else if (inner == 0)
        add_to_line(l, " cells of %" PRId64 " B", plan->pairs[0].element_bytes);
    else {
        add_to_line(l, " windows of ");
        add_extents(l, n->extent + n->nouter, inner);
        add_to_line(l, " elements of %" PRId64 " B", plan->pairs[0].element_bytes);
    }
}

static void add_policy(line *l, const grn_plan *plan)
{
    const grn_index_rule *rule = &plan->rule;
    add_to_line(l, ", indices %s, %s", grn_dtype_text(plan->problem.indices->dtype), grn_bounds_text(rule->bounds));
    if (plan->tested)
        add_to_line(l, " by %s", plan->by_element ? "element" : "window");
    if (rule->wrap_negative)
        add_to_line(l, ", wrapped");
    if (plan->problem.scatter != NULL)
        add_to_line(l, ", %s", grn_combiner_text(plan->combiner));
    if (plan->problem.npairs > 1)
        add_to_line(l, ", %zu inputs", plan->problem.npairs);
}

static void add_parts(line *l, const char *partition, int32_t parts, int32_t threads)
{
    if (parts > 1)
        add_to_line(l, ", %s in %" PRId32 " parts on %" PRId32 " threads", partition, parts, threads);
    else
        add_to_line(l, ", one thread");
}

static void add_choice(line *l, const grn_plan *plan)
{
    const grn_choice *c = &plan->choice;
    add_to_line(l, "%s, %s", c->addressing->name, c->mover->name);
    if (c->variant != NULL)
        add_to_line(l, " %s", c->variant->name);
    add_parts(l, c->partition->name, plan->cut.parts, plan->threads);
}

static void add_expected(line *l, const grn_plan *plan)
{
    double elements = grn_elements(plan) * (double)plan->problem.npairs, bytes = 0;
    for (size_t i = 0; i < plan->problem.npairs; i++)
        bytes += grn_elements(plan) * (double)plan->pairs[i].element_bytes;
    add_to_line(l, "; %s; %.0f B moved, expected %.0f ns, %.3f ns per element", plan->kernels->name, bytes,
                plan->expected_ns, plan->expected_ns / elements);
    if (plan->scratch_bytes > 0)
        add_to_line(l, "; %zu bytes of scratch", plan->scratch_bytes);
}

/* "; 4 race", "; 4 raced: offsets32/rows 812 ns, offsets32/rows/16 ahead 640 ns (leads)" */
static void add_race(line *l, const grn_plan *plan)
{
    grn_plan_contender all[GRN_MOST_CONTENDERS];
    size_t count = grn_plan_contenders(plan, GRN_MOST_CONTENDERS, all);
    if (count > 1)
        add_to_line(l, grn_race_is_open(plan) ? "; %zu race" : "; %zu raced", count);
    const char *between = ": ";
    for (size_t i = 0; count > 1 && i < count; i++) {
        const grn_plan_contender *c = &all[i];
        const bool varies = c->variant != NULL;
        if (c->least_ns < 0)
            continue;
        add_to_line(l, "%s%s/%s%s%s %.0f ns%s", between, c->addressing, c->mover, varies ? "/" : "",
                    varies ? c->variant : "", c->least_ns, c->leads ? " (leads)" : "");
        between = ", ";
    }
}

/* ---- the other rows -------------------------------------------------------------------------- */

#define MOST_ROWS 64 /* of an axis */

/* The best composition with each row of each axis. */
typedef struct search {
    const grn_tables *tables;
    double ns[3][MOST_ROWS]; /* below 0: there is none */
} search;

static const char *row_of(const grn_choice *c, grn_plan_axis axis)
{
    return axis == GRN_AXIS_ADDRESSING  ? c->addressing->name
           : axis == GRN_AXIS_PARTITION ? c->partition->name
                                        : c->mover->name;
}

static void keep_least(double *ns, double expected_ns)
{
    if (*ns < 0 || expected_ns < *ns)
        *ns = expected_ns;
}

static void keep_best(void *user, const grn_choice *choice, double expected_ns)
{
    search *s = user;
    keep_least(&s->ns[GRN_AXIS_ADDRESSING][choice->addressing - s->tables->addressing], expected_ns);
    keep_least(&s->ns[GRN_AXIS_PARTITION][choice->partition - s->tables->partition], expected_ns);
    keep_least(&s->ns[GRN_AXIS_MOVER][choice->mover - s->tables->mover], expected_ns);
}

static void find_best(const grn_plan *plan, search *out)
{
    out->tables = plan->problem.scatter != NULL ? grn_scatter_tables() : grn_gather_tables();
    for (size_t a = 0; a < GRN_COUNT(out->ns); a++)
        for (size_t i = 0; i < MOST_ROWS; i++)
            out->ns[a][i] = -1;
    grn_compositions_each(plan, keep_best, out);
}

/* Rows after each other that have one obstacle are printed together. */
typedef struct obstacles {
    const char *last;
} obstacles;

static void add_obstacle(line *l, obstacles *o, const char *row, const char *obstacle)
{
    bool again = o->last != NULL && strcmp(o->last, obstacle) == 0;
    if (o->last != NULL && !again)
        add_to_line(l, ": %s", o->last);
    add_to_line(l, "%s%s", again ? ", " : "; not ", row);
    o->last = obstacle;
}

static void end_obstacles(line *l, obstacles *o)
{
    if (o->last != NULL)
        add_to_line(l, ": %s", o->last);
    o->last = NULL;
}

static void add_alternative(line *l, const grn_plan *plan, grn_plan_axis axis, const char *row, double ns, obstacles *o)
{
    if (strcmp(row, row_of(&plan->choice, axis)) == 0)
        return;
    if (ns < 0) {
        add_obstacle(l, o, row, grn_row_obstacle(plan, axis, row));
        return;
    }
    end_obstacles(l, o);
    add_to_line(l, "; %s %.0f ns", row, ns);
}

static void add_alternatives(line *l, const grn_plan *plan)
{
    static const grn_plan_axis axes[] = {GRN_AXIS_ADDRESSING, GRN_AXIS_MOVER, GRN_AXIS_PARTITION};
    const char *row;
    search s;
    find_best(plan, &s);
    for (size_t a = 0; a < GRN_COUNT(axes); a++) {
        obstacles o = {NULL};
        for (size_t i = 0; i < MOST_ROWS && (row = grn_plan_row(axes[a], plan->problem.scatter != NULL, i)) != NULL;
             i++)
            add_alternative(l, plan, axes[a], row, s.ns[axes[a]][i], &o);
        end_obstacles(l, &o);
    }
}

grn_status grn_plan_print(const grn_plan *plan, const grn_sink *sink)
{
    line l = {0, ""};
    if (plan == NULL || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    if (plan->empty) {
        add_to_line(&l, "nothing to move");
        add_policy(&l, plan);
    } else {
        const grn_plan *leader = grn_race_leader(plan);
        add_choice(&l, leader);
        add_to_line(&l, ": ");
        add_shape(&l, leader);
        add_policy(&l, leader);
        add_expected(&l, leader);
        add_race(&l, plan);
        add_alternatives(&l, leader);
    }
    return sink->write(sink->user, l.text, l.length);
}

void grn_report_text(const grn_plan_report *r, const char *shape, char out[GRN_REPORT_BYTES])
{
    line l = {0, ""};
    add_to_line(&l, "%s, %s", r->addressing, r->mover);
    add_parts(&l, r->partition, r->parts, r->threads);
    add_to_line(&l, ": %s; %s; %" PRId64 " B moved, expected %.0f ns, %.3f ns per element", shape, r->cpu,
                r->moved_bytes, r->expected_ns, r->elements > 0 ? r->expected_ns / (double)r->elements : 0);
    const size_t n = l.length < GRN_REPORT_BYTES ? l.length : GRN_REPORT_BYTES - 1;
    memcpy(out, l.text, n);
    out[n] = '\0';
}
