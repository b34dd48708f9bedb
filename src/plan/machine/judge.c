/*
 * judge.c - whether figures of memory can be those of one machine.
 *
 * Another program on the machine makes what is timed longer, never shorter, and seldom all of it
 * alike. So a figure is doubtful where it is out of proportion to others that were measured beside
 * it:
 *
 *   a fall   a footprint costs more than a larger one: what is found nearer would be found later
 *   a part   a following line costs more than a random one; or a line read more than a line read,
 *            changed and written; or a byte that passes the caches by, or is packed, more than one
 *            that is read and written
 *   a jump   from one footprint to the next a curve rises as no neighbour of it does; or lines that
 *            share sets take longer beside others than any level of memory beside the one before
 *
 * Figures are held against each other alone, never against the defaults: a build without
 * optimisation, or on a processor that is emulated, is slow in some loops and not in others. What a
 * loop costs where its data is nearest has no memory in it, and is the measure of differences that
 * count for nothing. Kernels stay in the nearest cache and have no order among themselves: they
 * have to agree with themselves (measure.c). The bounds are some times what the machines of
 * share/machines show.
 */
#include "core/core.h"
#include "plan/machine/machine.h"

#define FALL 1.5 /* times what a larger footprint takes */
#define JUMP 8.0 /* times the footprint before, where neighbours rise by less than STEADY; */
#define STEADY 2.0
#define PASS 8.0  /* times a byte read and written at the largest footprint */
#define LEAP 25.0 /* and whatever they do: beyond any level of memory */

enum { READ_LINE, UPDATE_LINE, NEXT_LINE, READ_BYTE, WRITE_BYTE, CURVES };

static const struct {
    size_t offset;
    double least;               /* nanoseconds, as the clock and the loop on a fast machine have it */
    int neighbours[2], part_of; /* CURVES: of none */
    double part;                /* times the line that it is a part of */
} curves[CURVES] = {
    [READ_LINE] = {offsetof(grn_machine, read_line), 0.5, {UPDATE_LINE, NEXT_LINE}, UPDATE_LINE, 2},
    [UPDATE_LINE] = {offsetof(grn_machine, update_line), 0.5, {READ_LINE, NEXT_LINE}, CURVES, 0},
    /* Lines are prefetched and rows are not, of which a slow loop has few lines under way at
     * once. */
    [NEXT_LINE] = {offsetof(grn_machine, next_line), 0.5, {READ_LINE, UPDATE_LINE}, READ_LINE, 5},
    [READ_BYTE] = {offsetof(grn_machine, read_byte), 0.02, {WRITE_BYTE, READ_LINE}, CURVES, 0},
    [WRITE_BYTE] = {offsetof(grn_machine, write_byte), 0.02, {READ_BYTE, UPDATE_LINE}, CURVES, 0},
};

static const double *curve_of(const grn_machine *m, int c) { return grn_machine_figure(m, curves[c].offset); }

static double lowest(const double *v)
{
    double low = v[0];
    for (int i = 1; i < GRN_MACHINE_POINTS; i++)
        low = v[i] < low ? v[i] : low;
    return low;
}

/* Differences below it count for nothing. A following line is what a row takes more than a line,
 * and has the error of both. */
static double least_of(const grn_machine *m, int c)
{
    const double own = lowest(curve_of(m, c)), line = c == NEXT_LINE ? lowest(m->read_line) : 0,
                 low = own > line ? own : line;
    return low > curves[c].least ? low : curves[c].least;
}

/* How many times the footprint before; what is below the curve's least counts as that. */
static double rise(const grn_machine *m, int c, int i)
{
    const double *v = curve_of(m, c), least = least_of(m, c);
    return (v[i] > least ? v[i] : least) / (v[i - 1] > least ? v[i - 1] : least);
}

static bool jumps(const grn_machine *m, int c, int i)
{
    const double own = i > 0 ? rise(m, c, i) : 0;
    bool alone = own > JUMP;
    for (int k = 0; k < 2 && alone; k++)
        alone = rise(m, curves[c].neighbours[k], i) < STEADY;
    return alone || own > LEAP;
}

static bool is_more_than_whole(const grn_machine *m, int c, int i)
{
    const int whole = curves[c].part_of;
    return whole != CURVES && curve_of(m, c)[i] > curves[c].part * curve_of(m, whole)[i] + least_of(m, c);
}

/* The first footprint beyond i that costs less than it by too much; 0: none does. */
static int falls_to(const grn_machine *m, int c, int i)
{
    const double *v = curve_of(m, c), least = least_of(m, c);
    for (int j = i + 1; j < GRN_MACHINE_POINTS; j++)
        if (v[i] > FALL * v[j] + least)
            return j;
    return 0;
}

static void note(grn_machine_doubt *doubt, size_t offset, int point, int other, uint32_t what)
{
    if (doubt->what == 0)
        *doubt = (grn_machine_doubt){.value = GRN_MACHINE_VALUE(offset) + (size_t)point, .other = other};
    doubt->what |= what;
}

static void judge_curve(const grn_machine *m, int c, grn_machine_doubt *doubt)
{
    for (int i = 0; i < GRN_MACHINE_POINTS; i++) {
        const int beyond = falls_to(m, c, i);
        if (beyond || is_more_than_whole(m, c, i) || jumps(m, c, i))
            note(doubt, curves[c].offset, i, beyond, UINT32_C(1) << i | (beyond ? UINT32_C(1) << beyond : 0));
    }
}

static void judge_far(const grn_machine *m, grn_machine_doubt *doubt)
{
    static const size_t passes[] = {offsetof(grn_machine, stream_byte), offsetof(grn_machine, stream_cell_byte),
                                    offsetof(grn_machine, pack_byte)};
    const int last = GRN_MACHINE_POINTS - 1;
    const double most = PASS * (m->read_byte[last] + m->write_byte[last]) + least_of(m, WRITE_BYTE);
    for (size_t i = 0; i < GRN_COUNT(passes); i++)
        if (*grn_machine_figure(m, passes[i]) > most)
            note(doubt, passes[i], 0, 0, GRN_DOUBT_FAR);
    if (m->shared_sets > LEAP)
        note(doubt, offsetof(grn_machine, shared_sets), 0, 0, GRN_DOUBT_FAR);
}

grn_machine_doubt grn_machine_doubts(const grn_machine *machine)
{
    grn_machine_doubt doubt = {0};
    for (int c = 0; c < CURVES; c++)
        judge_curve(machine, c, &doubt);
    judge_far(machine, &doubt);
    return doubt;
}
