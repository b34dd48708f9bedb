/*
 * tuning.h - measured planning: what was learnt by timing.
 *
 * A plan that is made with a grn_tuning and some seconds to spend times the
 * compositions that apply on its own shapes, keeps the fastest, and notes it.
 * The next plan of the same problem, threads and instruction set takes what
 * was noted, and times nothing. Bits never depend on it.
 *
 * A tuning is written as text and read again, in another process or on another
 * machine of the same kind. It is not thread-safe: one thread at a time makes
 * plans with it, or its owner locks it. NULL may be an allocator, diag, and a
 * tuning where the call says so.
 */
#ifndef GARNER_TUNING_H
#define GARNER_TUNING_H

#include "garner/memory.h"
#include "garner/status.h"
#include "garner/tensor.h" /* grn_sink */

GRN_BEGIN_DECLS

typedef struct grn_tuning grn_tuning;

/* An empty one, the caller's to destroy. GRN_E_MEMORY; GRN_E_ARGUMENT: out is NULL. */
GRN_API GRN_MUST_USE grn_status grn_tuning_create(const grn_allocator *allocator, grn_tuning **out);
/* NULL is fine. Plans that were made with it live on. */
GRN_API void grn_tuning_destroy(grn_tuning *tuning);
/* How many problems it knows. 0 for NULL. */
GRN_API size_t grn_tuning_count(const grn_tuning *tuning);

/*
 * Notes what the plan's race came to (plan.h), for its problem; nothing where there was none, or it
 * is not settled. GRN_E_ARGUMENT: NULL; GRN_E_MEMORY.
 */
GRN_API GRN_MUST_USE grn_status grn_tuning_learn(grn_tuning *tuning, const struct grn_plan *plan);

/*
 * As text: a line per problem, in the order they were learnt: a description of the problem, a
 * colon, and the names of its rows: addressing, partition, mover; behind them the mover's variant,
 * where it is one. Comments from # on.
 */
GRN_API GRN_MUST_USE grn_status grn_tuning_write(const grn_tuning *tuning, const grn_sink *sink);
/*
 * Adds what a text has; what is known already is replaced. GRN_E_PARSE: a line is none of these, or
 * names no rows; the message has the line, and nothing has been added. GRN_E_MEMORY. diag may be
 * NULL.
 */
GRN_API GRN_MUST_USE grn_status grn_tuning_read(grn_tuning *tuning, const char *text, size_t bytes,
                                                const grn_diag *diag);

GRN_END_DECLS

#endif
