/*
 * torch_kernels.h - gathers and scatters inside torch: plans that are kept, and torch's own threads.
 *
 * torch_kernels.c takes torch's tensors and knows which spec a kernel is, torch_bags.c and
 * torch_segments.c do so for bags and segments; torch_plans.c keeps plans
 * by the layouts of tensors; torch_threads.c finds torch's thread pool by its C interface. None of
 * them needs torch to be compiled. Everything here is called with the GIL held, but for running.
 */
#ifndef GARNER_PYTHON_TORCH_KERNELS_H
#define GARNER_PYTHON_TORCH_KERNELS_H

#include "glue.h"

/* torch's threads, as many as torch.get_num_threads() says at this moment; NULL: one. Where torch
 * has no C interface to its pool (before 2.10) always NULL. */
const grn_parallel *torch_parallel(void);

/* A tensor of torch's, or None, which is NULL. false: neither, perhaps with an exception. */
bool maybe_borrow_torch(PyObject *object, const char *name, grn_tensor *room, const grn_tensor **out);

/* A gather or a scatter: of a scatter `operand` is written, and `out` is NULL. */
typedef struct torch_problem {
    const void *kernel; /* what distinguishes specs for tensors of one layout, with number and word */
    int64_t number;
    const char *word; /* static storage, or NULL */
    const grn_gather_spec *gather;
    const grn_scatter_spec *scatter;
    grn_tensor operand, indices, updates, out;
} torch_problem;

typedef grn_status (*torch_spec_fn)(const torch_problem *p, grn_gather_spec *gather, grn_scatter_spec *scatter);

/* Runs the problem by the plan that is kept for it; where there is none `spec` gives what it is made
 * of, and it is kept. The GIL is released while it runs. */
grn_status run_torch_plan(torch_problem *p, torch_spec_fn spec);

#endif
