/* curves.c - the curves of a shared gather or scatter over the number of ranks
 * (garner/dist_model.h). */
#include <inttypes.h>
#include <stdio.h>

#include "explain/chart.h"
#include "garner/dist_model.h"

#define NOTE_BYTES 200

typedef struct curves {
    grn_chart_curve of[4]; /* strong and weak scaling, and what each would be without messages */
    char notes[2][GRN_CHART_POINTS][NOTE_BYTES];
} curves;

/* "12.3 MB" */
static void write_bytes(double bytes, char *out, size_t size)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        bytes /= 1000;
    snprintf(out, size, "%.*f %s", bytes < 10 && unit ? 2 : bytes < 100 && unit ? 1 : 0, bytes, units[unit]);
}

static void write_note(const grn_prediction *p, char *out)
{
    char mean[32], busiest[32];
    write_bytes(p->bytes, mean, sizeof mean);
    write_bytes(p->busiest_bytes, busiest, sizeof busiest);
    snprintf(out, NOTE_BYTES, "%" PRId32 " ranks, %s: %.3g s, %.0f messages, %s a rank, the busiest %s", p->ranks,
             grn_dist_way_text(p->way), p->seconds, p->messages, mean, busiest);
}

/* The problem with the given number of ranks; sizes that overflow stay at the largest value. */
static grn_dist_problem grown(const grn_dist_problem *p, int32_t ranks)
{
    grn_dist_problem more;
    GRN_COPY_OPTIONS(&more, p);
    more.rows = p->rows > INT64_MAX / ranks ? INT64_MAX : p->rows * ranks;
    more.ids = p->ids > INT64_MAX / ranks ? INT64_MAX : p->ids * ranks;
    return more;
}

/* Powers of two, and the last. */
static int32_t next_ranks(int32_t ranks, int32_t most)
{
    return ranks == most ? 0 : ranks > most / 2 ? most : 2 * ranks;
}

static grn_status fill_curve(curves *c, size_t which, const grn_dist_problem *problem, const grn_network *network,
                             int32_t most, const grn_diag *diag)
{
    grn_chart_curve *curve = &c->of[which];
    grn_dist_way way = GRN_DIST_CHOSEN;
    grn_status status = GRN_OK;
    for (int32_t ranks = 1; status == GRN_OK && ranks > 0; ranks = next_ranks(ranks, most)) {
        const grn_dist_problem weak = grown(problem, ranks);
        grn_prediction p;
        status = grn_dist_predict(which ? &weak : problem, network, ranks, GRN_DIST_CHOSEN, diag, &p);
        if (status != GRN_OK)
            break;
        const int32_t k = curve->npoints++;
        curve->x[k] = ranks;
        curve->y[k] = p.seconds > 1e-12 ? p.seconds : 1e-12;
        /* The name of the exchange stands where its curve begins; both curves begin at one
         * point. */
        const bool changes = k == 0 ? which == 0 : p.way != way;
        curve->label[k] = changes ? grn_dist_way_text(p.way) : NULL;
        way = p.way;
        write_note(&p, c->notes[which][k]);
        curve->note[k] = c->notes[which][k];
    }
    return status;
}

/* The time of one rank, divided by the ranks, or as it is. */
static void add_ideal(curves *c, size_t which)
{
    const grn_chart_curve *of = &c->of[which];
    grn_chart_curve *line = &c->of[2 + which];
    const int32_t last = of->npoints - 1;
    *line = (grn_chart_curve){.npoints = 2, .is_ideal = true, .x = {of->x[0], of->x[last]}, .y = {of->y[0], of->y[0]}};
    if (which == 0)
        line->y[1] = of->y[0] * of->x[0] / of->x[last];
}

GRN_API grn_status grn_dist_draw_curves(const grn_dist_problem *problem, const grn_network *network, int32_t most_ranks,
                                        const char *title, const grn_diag *diag, const grn_sink *sink)
{
    if (!problem || !network || !sink || !sink->write)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is NULL",
                        !problem   ? "problem"
                        : !network ? "network"
                                   : "sink");
    grn_prediction last;
    grn_status status = grn_dist_predict(problem, network, most_ranks, GRN_DIST_CHOSEN, diag, &last);
    if (status != GRN_OK)
        return status;
    curves c = {.of = {{.name = "strong", .below = true}, {.name = "weak"}}};
    for (size_t which = 0; status == GRN_OK && which < 2; which++)
        status = fill_curve(&c, which, problem, network, most_ranks, diag);
    for (size_t which = 0; status == GRN_OK && which < 2; which++)
        add_ideal(&c, which);
    const grn_chart chart = {.title = title                 ? title
                                      : problem->is_scatter ? "a shared scatter"
                                                            : "a shared gather",
                             .subtitle = "Prediction, not measured. strong: this problem, divided; weak: this problem "
                                         "on each rank. Dashed: ideal, as "
                                         "if nothing were sent.",
                             .across = "ranks",
                             .ncurves = 4,
                             .curves = c.of};
    return status == GRN_OK ? grn_chart_draw(&chart, sink) : status;
}
