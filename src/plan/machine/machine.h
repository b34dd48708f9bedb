/*
 * machine.h (internal) - the figures of a machine as costs read them.
 *
 * Curves of a grn_machine are absolute: what is found in the nearest cache has
 * its price in them too. A kernel's figure has that price in it already, so
 * that to a kernel's figure goes what a line takes beyond it.
 */
#ifndef GRN_PLAN_MACHINE_H
#define GRN_PLAN_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "garner/machine.h"

/* Points lie two binary orders apart, the first at 2^15 bytes. */
#define GRN_MACHINE_FIRST_ORDER 15
#define GRN_MACHINE_FIRST_BYTES 32768.0
#define GRN_MACHINE_LAST_BYTES 536870912.0

/* Rows ahead that are prefetched while a panel is packed, and while packing is timed. Rows whose
 * distance is a power of two share a few sets of every cache: more would drive each other out. */
#define GRN_PACK_AHEAD 12

/* log2(1 + f) for f in [0, 1), exact at its ends and else within 0.0015. */
static inline double grn_log2_of_mantissa(double f) { return f + f * (1.0 - f) * (0.42249 - 0.15546 * f); }

/* A curve at a footprint: linear in the logarithm between two points, flat outside them. Any
 * `bytes` is fine, NaN too. */
static inline double grn_machine_at(const double curve[GRN_MACHINE_POINTS], double bytes)
{
    uint64_t bits;
    if (!(bytes > GRN_MACHINE_FIRST_BYTES))
        return curve[0];
    if (bytes >= GRN_MACHINE_LAST_BYTES)
        return curve[GRN_MACHINE_POINTS - 1];
    memcpy(&bits, &bytes, sizeof bits);
    int order = (int)(bits >> 52) - 1023 - GRN_MACHINE_FIRST_ORDER, at = order / 2;
    double f = (double)(bits & ((UINT64_C(1) << 52) - 1)) * 0x1p-52;
    double t = 0.5 * (grn_log2_of_mantissa(f) + (order & 1));
    return curve[at] + t * (curve[at + 1] - curve[at]);
}

/* What the footprint adds to an access that the nearest cache would have answered; never below
 * 0. */
static inline double grn_machine_beyond(const double curve[GRN_MACHINE_POINTS], double bytes)
{
    double more = grn_machine_at(curve, bytes) - curve[0];
    return more > 0 ? more : 0;
}

/*
 * Which figures cannot be right beside the others: a pure function of all of them (judge.c).
 *   what   a bit for each point of curves to be measured again, and those below; 0: none is
 *   value  the first, counted as grn_machine_value does
 *   other  the point of the same curve that it is held against; or one of GRN_BESIDE_*
 */
#define GRN_DOUBT_FAR (UINT32_C(1) << GRN_MACHINE_POINTS)    /* what measure_far times (curves.c) */
#define GRN_DOUBT_ITSELF (UINT32_C(2) << GRN_MACHINE_POINTS) /* its measurements differ (measure.c) */
enum { GRN_BESIDE_OTHERS = 0, GRN_BESIDE_ITSELF = -1 };
typedef struct grn_machine_doubt {
    uint32_t what;
    size_t value;
    int other;
} grn_machine_doubt;
grn_machine_doubt grn_machine_doubts(const grn_machine *machine);
/* GRN_E_CHECK, and the doubt in words. */
grn_status grn_machine_doubted(const grn_machine *machine, const grn_machine_doubt *doubt, const grn_diag *diag);

/* The figures are all doubles, from the first on. The figure at an offset of the struct; its number. */
#define GRN_MACHINE_FIGURES offsetof(grn_machine, l1_bytes)
#define GRN_MACHINE_VALUES ((sizeof(grn_machine) - GRN_MACHINE_FIGURES) / sizeof(double))
static inline double *grn_machine_figure(const grn_machine *m, size_t offset)
{
    return (double *)(void *)((char *)(uintptr_t)m + offset);
}
#define GRN_MACHINE_VALUE(offset) (((offset)-GRN_MACHINE_FIGURES) / sizeof(double))

/* Those of grn_machine_default. */
extern const grn_machine grn_machine_usual;
/* Whether it is given and of a size that garner.h allows; `what` names it. */
grn_status grn_machine_sized(const grn_machine *machine, const char *what, const grn_diag *diag);
/* All figures: those of `given`, which is right, and defaults of those that it lacks. */
void grn_machine_take(grn_machine *to, const grn_machine *given);
/* Of two whole machines; what lies between the size and the figures counts for nothing. */
static inline bool grn_same_figures(const grn_machine *a, const grn_machine *b)
{
    return memcmp((const char *)a + GRN_MACHINE_FIGURES, (const char *)b + GRN_MACHINE_FIGURES,
                  sizeof *a - GRN_MACHINE_FIGURES) == 0;
}
/* The figures of `whole` that `out` has room for; `out` is right. */
void grn_machine_give(grn_machine *out, const grn_machine *whole);
/* grn_machine_write with a comment on each figure: from[GRN_MACHINE_VALUES] has where each value is from. */
typedef enum grn_figure_source { GRN_FIGURE_KEPT, GRN_FIGURE_GUESSED, GRN_FIGURE_MEASURED } grn_figure_source;
grn_status grn_machine_write_from(const grn_machine *machine, const unsigned char *from, const grn_sink *sink);

/* For qsort: doubles, the least first. */
int grn_by_value(const void *a, const void *b);

/* The footprint of a curve's point. */
static inline double grn_machine_point(int i) { return (double)(INT64_C(1) << (GRN_MACHINE_FIRST_ORDER + 2 * i)); }

#endif
