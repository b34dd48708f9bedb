/*
 * chart.h - curves over the number of something, as SVG.
 *
 * Knows: points, names, logarithmic axes. Must not know: what the numbers are
 * of, but for their unit.
 */
#ifndef GRN_EXPLAIN_CHART_H
#define GRN_EXPLAIN_CHART_H

#include "core/core.h"

#define GRN_CHART_POINTS 64

/* One curve: its points from left to right; both numbers positive. */
typedef struct grn_chart_curve {
    const char *name;
    int32_t npoints;
    double x[GRN_CHART_POINTS], y[GRN_CHART_POINTS];
    const char *label[GRN_CHART_POINTS]; /* drawn at each point; NULL: nothing is */
    bool below;                          /* its labels stand below it, else above */
    bool is_ideal;                       /* a thin line without points and name, clipped to the frame */
    const char *note[GRN_CHART_POINTS];  /* the text shown while a pointer rests on a point; NULL: none */
} grn_chart_curve;

typedef struct grn_chart {
    const char *title;    /* from outside: it is escaped */
    const char *subtitle; /* of ASCII without <, > and & */
    const char *across;   /* of the same, as the curves' names are: what x counts */
    size_t ncurves;       /* 1 to 4; ideal ones come last */
    const grn_chart_curve *curves;
} grn_chart;

/* y is in seconds. Answers what the sink answers. */
grn_status grn_chart_draw(const grn_chart *chart, const grn_sink *sink);

#endif
