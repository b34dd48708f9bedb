/*
 * tune_check.h - garner tune --check: gathers and scatters with the defaults' plans and with those
 * of a file's figures.
 *
 * tune_cases.c has the problems and their data, tune_compare.c judges times, tune_check.c runs and
 * tells.
 */
#ifndef GARNER_CLI_TUNE_CHECK_H
#define GARNER_CLI_TUNE_CHECK_H

#include "cli.h"

/* ---- problems (tune_cases.c) ---- */

typedef struct tune_case tune_case;
const tune_case *tune_case_at(size_t i); /* NULL behind the last */
const char *tune_case_name(const tune_case *c);

/* One of them, with data in memory of malloc. */
typedef struct tune_problem {
    bool is_scatter;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    grn_tensor operand, indices, dense; /* dense: the result of a gather, the updates of a scatter */
} tune_problem;
/* Tensors without data. */
void tune_problem_init(const tune_case *c, tune_problem *out);
size_t tune_problem_bytes(const tune_problem *p);
/* False: memory refused. Either way tune_problem_free is due. */
bool tune_problem_fill(tune_problem *p);
void tune_problem_free(tune_problem *p);

/* ---- times (tune_compare.c) ---- */

typedef struct tune_verdict {
    double ratio;   /* the middle one of own[i] / usual[i] */
    bool is_slower; /* by more than what differs from run to run */
} tune_verdict;
/* Times of `count` pairs, at least one, of runs one right after the other; all above 0. A pure
 * function of them. */
#define TUNE_MOST_PAIRS 31
tune_verdict tune_compare(size_t count, const double *usual, const double *own);

/* ---- the command (tune_check.c) ---- */

/* The figures of `path` against those that count without it. EXIT_FINE, or EXIT_NO where a case is
 * slower. */
int tune_check(const common *c, const grn_machine *machine, const char *path);

#endif
