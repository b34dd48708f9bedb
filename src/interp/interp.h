/*
 * interp.h - runs a function.
 *
 * Knows: frames, the lifetime of values, how an op's row turns into work: a
 * spec that is planned and run, an element-wise function that is mapped, or
 * an eval of its own. Must not know: any op or dialect by name, text syntax
 * beyond the calls that read and write whole things.
 *
 * A value's buffer is counted: views share it, it goes when the last goes.
 * An op that is the last user of an operand may write its result over it.
 */
#ifndef GRN_INTERP_H
#define GRN_INTERP_H

#include <stdatomic.h>

#include "comm/comm.h"
#include "dialects/dialects.h"
#include "garner/garner.h"
#include "interp/library.h"
#include "ir/ir.h"
#include "kernels/program.h"
#include "plan/plan.h"
#include "access/problem.h"
#include "access/spec.h"
#include "text/text.h"

/* Blocks being run one inside another, through regions and calls together; keeps the C stack
 * bounded. */
#ifndef GRN_MAX_DEPTH
#define GRN_MAX_DEPTH 512
#endif

typedef struct grn_runtime grn_runtime; /* one call of grn_module_run */
typedef struct grn_frame grn_frame;     /* the values of one function being run */

/* Whether the bytes are of a kind of file (grn_file_kind) that is no text in UTF-8
 * (file_kind.c). */
bool grn_is_no_text(const void *bytes, size_t n);

/* ---- values (value.c) ------------------------------------------------------------------------ */

struct grn_buffer {
    size_t references;
    size_t bytes;  /* of all: this, then the data */
    bool ended;    /* a memref's, deallocated */
    bool constant; /* a memref's, never written to */
    void *data;
};
/* Where the data begins: as aligned as what an allocator gives. */
#define GRN_BUFFER_HEAD 64

/* What grn_run_options had in 0.2.0. */
#define GRN_RUN_OPTIONS_FIRST_BYTES offsetof(grn_run_options, comm)
static inline grn_race_mode grn_run_race(const grn_run_options *options)
{
    return GRN_OPTION_IS_GIVEN(grn_run_options, options, race) ? options->race : GRN_RACE_ON;
}

static inline grn_products grn_run_products(const grn_run_options *options)
{
    return GRN_OPTION_IS_GIVEN(grn_run_options, options, products) ? options->products : GRN_PRODUCTS_EXACT;
}

struct grn_runtime {
    const grn_ir *ir;
    const grn_allocator *allocator; /* the budget's */
    const grn_budget *budget;
    bool (*stop)(void *user); /* before each op: whether the run ends; NULL: nobody stops it */
    void *stop_user;
    const struct grn_foreign *foreign; /* who answers custom calls; NULL: nobody */
    const grn_diag *diag;
    const grn_diag *plans;        /* where each plan is reported; NULL: nowhere */
    const grn_parallel *parallel; /* NULL: the calling thread alone */
    const grn_machine *machine;   /* figures that plans are chosen by; NULL: this machine's */
    grn_tuning *tuning;           /* measured planning; NULL: none, but for tune_seconds */
    double tune_seconds;
    grn_race_mode race;
    struct grn_home *homes;      /* places of values that are gone, for those to come (frame.c) */
    struct grn_kept_plans *kept; /* plans of ops met before; NULL: none are kept */
    bool fuses;                  /* chains of element-wise ops run together */
    grn_run_flags flags;
    const struct grn_observer *observers; /* of its ops, regions and accesses (observe.c); NULL: there are none */
    uint64_t *failed_checks; /* counts checks that fail, which are reported and do not end the run; NULL: they end it */
    unsigned depth;
    uint64_t steps, max_steps;         /* taken so far; UINT64_MAX: no limit */
    struct grn_loop_position position; /* of the innermost op that walks a space of loops */
    grn_rt *shared;                    /* results that iterations of the innermost scf.forall write into */
    grn_place place;                   /* of the op being run: where a failure without an op of its own is reported */
    const grn_own_grid *grid;          /* the processes it runs among; never NULL */
    /* of a run that is a rank's: the communicator, which the grids in it run over; else NULL */
    const grn_comm *ranks;
    const grn_comm *among; /* the same ranks, as processes */
    int64_t grids;         /* that it has run over them so far */
    struct grn_streams *streams;
    struct grn_libraries *libraries; /* the module's */
};

/* ---- what goes in and out beside inputs and results (streams.c) ------------------------------ */

typedef enum grn_kept_kind { GRN_KEPT_OUTFED, GRN_KEPT_PROBED } grn_kept_kind;
typedef struct grn_kept_value {
    grn_kept_kind kind;
    grn_str id;         /* of what was probed; lives with the module */
    uint64_t iteration; /* how many were probed under this name before */
    int64_t process;
    grn_rt value;
    const grn_op *op; /* whose operand it was */
    size_t operand;
} grn_kept_value;

typedef struct grn_streams {
    size_t ninfeed, next_infeed;
    const grn_op *const *infeed;
    const grn_sink *print;           /* NULL: nowhere */
    const grn_probe *probe;          /* NULL: none */
    grn_vec kept;                    /* grn_kept_value, in order */
    const struct grn_streams *outer; /* of the run that started the grid; NULL: none did */
} grn_streams;
void grn_streams_init(grn_streams *s, const grn_allocator *allocator);
void grn_streams_end(grn_runtime *run, grn_streams *s); /* releases what is kept */
/* Moves *value in. */
grn_status grn_streams_keep(grn_runtime *run, grn_kept_value *value);

const grn_op *grn_exec_infeed(grn_exec *x);
grn_status grn_exec_outfeed(grn_exec *x, size_t operand);
grn_status grn_exec_probe(grn_exec *x, grn_str id, size_t operand);
const grn_tensor *grn_exec_probed(grn_exec *x, grn_str id, uint64_t iteration);
grn_status grn_exec_print(grn_exec *x, const char *text, size_t bytes);

/* ---- grids of processes (grid.c) ------------------------------------------------------------- */

/* Runs the grid for `op`. Each process takes its own args, one behind the other, or all take the
 * same ones; results are one behind the other. Each process may take as many steps as the run has
 * left, and an equal part of the memory that it has left; the steps of all are charged once all
 * have ended. */
typedef struct grn_grid_call {
    const grn_op *op;
    grn_process_grid grid;
    bool same_args;
    const grn_rt *args;
    grn_rt *results;
} grn_grid_call;
grn_status grn_run_grid(grn_runtime *run, const grn_grid_call *call);
grn_status grn_exec_run_grid(grn_exec *x, const grn_process_grid *grid, const grn_rt *args, grn_rt *results);

/* A value is mostly room for extents: only the extents that its rank uses are copied, and an empty
 * value has only those fields cleared that mark it as empty. */
static inline void grn_tensor_assign(grn_tensor *to, const grn_tensor *from)
{
    to->data = from->data;
    to->dtype = from->dtype;
    to->rank = from->rank;
    memcpy(to->shape, from->shape, (size_t)from->rank * sizeof *to->shape);
    memcpy(to->stride, from->stride, (size_t)from->rank * sizeof *to->stride);
}
static inline void grn_rt_clear(grn_rt *value)
{
    value->tensor.data = NULL;
    value->tensor.dtype = GRN_NO_DTYPE;
    value->tensor.rank = 0;
    value->buffer = NULL;
    value->nmembers = 0;
    value->members = NULL;
}
/* The same holder in another place: does not count as one more. */
static inline void grn_rt_assign(grn_rt *to, const grn_rt *from)
{
    grn_tensor_assign(&to->tensor, &from->tensor);
    to->buffer = from->buffer;
    to->nmembers = from->nmembers;
    to->members = from->members;
}

/* A new buffer of one reference behind a compact tensor. Reports and returns GRN_E_MEMORY or
 * GRN_E_LIMIT. */
grn_status grn_rt_alloc(grn_runtime *run, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_rt *out);
grn_status grn_rt_share(grn_runtime *run, const grn_rt *in, const grn_tensor *view, grn_rt *out);
void grn_rt_release(grn_runtime *run, grn_rt *value);
void grn_rt_release_all(grn_runtime *run, size_t count, grn_rt *values);
/* A compact copy of its own. */
grn_status grn_rt_clone(grn_runtime *run, const grn_rt *in, grn_rt *out);
/* `count` zeroed values; NULL when refused (and reported). Free with grn_rt_free. */
grn_rt *grn_rt_new(grn_runtime *run, size_t count);
void grn_rt_free(grn_runtime *run, size_t count, grn_rt *values);
/* Reports refused memory: size wanted, size in use, limit. */
grn_status grn_run_no_memory(grn_runtime *run, size_t bytes);

/* ---- work (work.c) --------------------------------------------------------------------------- */

/* GRN_E_LIMIT, reported at the op (NULL: at run->place): it needs more steps than are left. */
grn_status grn_over_budget(grn_runtime *run, const grn_op *op, uint64_t steps) GRN_COLD;
/* Takes so many steps, before they are done. */
static inline grn_status grn_charge(grn_runtime *run, const grn_op *op, uint64_t steps)
{
    if (steps > run->max_steps - run->steps)
        return grn_over_budget(run, op, steps);
    run->steps += steps;
    return GRN_OK;
}
/* Adds the part of the op's cost that depends on its operands, where its row has one. */
uint64_t grn_operand_steps(const grn_frame *frame, const grn_op *op);
/* What the op costs before it runs, as far as it is known; the rest it is charged as it goes. Of an
 * op of a chain it is all, and its operands need not be there. */
static inline grn_status grn_charge_op(grn_runtime *run, const grn_frame *frame, const grn_op *op)
{
    return grn_charge(run, op, op->steps_vary ? grn_steps_add(op->steps, grn_operand_steps(frame, op)) : op->steps);
}
/* Works out once what is known from the module alone: sets op->steps and the fields beside it. The
 * module may be malformed. */
void grn_note_steps(grn_op *op);
/* A call of a function: the values of its frame, and what it takes to find it. */
grn_status grn_charge_function(grn_runtime *run, const grn_op *function);
/* A tensor's elements, as steps. */
static inline uint64_t grn_tensor_steps(const grn_tensor *t) { return (uint64_t)grn_tensor_elements(t); }

/* ---- frames (frame.c) ------------------------------------------------------------------------ */

struct grn_frame {
    size_t nslots;
    grn_rt **slot; /* by value->slot; NULL: not (or no longer) alive */
};
grn_status grn_frame_init(grn_runtime *run, grn_frame *frame, size_t nslots);
void grn_frame_destroy(grn_runtime *run, grn_frame *frame);
/* Moves *value in; the slot must be free. */
grn_status grn_frame_define(grn_runtime *run, grn_frame *frame, const grn_value *v, grn_rt *value);
void grn_frame_drop(grn_runtime *run, grn_frame *frame, const grn_value *v);
/* Gives back what frames have left in run->homes. */
void grn_frame_clear_homes(grn_runtime *run);

/* ---- running (run.c, op.c) ------------------------------------------------------------------- */

/* The state behind an exec: the interface comes first, so that one pointer serves both. */
typedef struct grn_step {
    grn_exec exec;
    grn_runtime *run;
    grn_frame *frame;
    const grn_op *op;
    const grn_access *access; /* that the op stands for, while it runs; NULL: its eval makes accesses */
    bool seen_after;          /* its access is observed once it has run, too */
    bool makes_indices;       /* those of the access that is observed are no values of the program */
} grn_step;

/* Runs a function's body in a frame of its own. results: the caller's, zeroed; moved in on
 * success. */
grn_status grn_run_function(grn_runtime *run, const grn_op *function, size_t nargs, grn_rt *args, size_t nresults,
                            grn_rt *results);
/* Runs a one-block region in its function's frame; args are taken over, and left empty. */
grn_status grn_run_region(grn_runtime *run, grn_frame *frame, const grn_region *region, size_t nargs, grn_rt *args,
                          size_t nresults, grn_rt *results);
/* Runs one op that is no terminator and has been charged: reads its operands from the frame and
 * defines its results there. */
grn_status grn_run_op(grn_runtime *run, grn_frame *frame, const grn_op *op);
/* Checks a value against the type of the op's first result and moves it to the frame. */
grn_status grn_define_result(grn_runtime *run, grn_frame *frame, const grn_op *op, grn_rt *value);
/* Fills the interface for an op's eval. */
void grn_step_init(grn_step *step, grn_runtime *run, grn_frame *frame, const grn_op *op, const grn_rt *operands,
                   grn_rt *results);

/* access.c: an op's own rule about indices under the switches of the run. */
void grn_rule_in_run(const grn_run_flags *flags, grn_index_rule *rule);
/* The meanings: each fills step->exec.results. */
grn_status grn_step_access(grn_step *step); /* access.c: op->def->to_spec */
/* access.c: an eval's gather and scatter; x is a step's. */
grn_status grn_exec_gather(grn_exec *x, const grn_gather_spec *spec, const grn_tensor *operand,
                           const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag);
grn_status grn_exec_scatter(grn_exec *x, const grn_scatter_spec *spec, const grn_tensor *full,
                            const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag);
grn_status grn_exec_scatter_own(const grn_scatter_spec *spec, const grn_tensor *full, const grn_tensor *indices,
                                const grn_tensor *updates, const grn_diag *diag);
/* bag.c: an eval's bags; x is a step's. */
grn_status grn_exec_bag(grn_exec *x, const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                        const grn_gather_spec *rows, const grn_diag *diag);
/* How a bag or a reduction over segments runs, by the machine's figures, and the line that says it; tensors need no
 * data. Said where a run's plans are reported. */
grn_status grn_describe_grouping(const grn_grouping *of, const grn_parallel *parallel, const grn_machine *machine,
                                 const grn_allocator *allocator, const grn_diag *diag, grn_plan_report *report,
                                 char text[GRN_REPORT_BYTES]);
grn_status grn_report_grouping(const grn_runtime *run, const grn_op *op, const grn_grouping *of);
/* segment.c: an eval's reduction over segments. */
grn_status grn_exec_segments(grn_exec *x, const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                             const grn_diag *diag);
grn_status grn_step_element(grn_step *step, const grn_element *element); /* elementwise.c */

/* Releases the values whose last use is `op`, or the chain it is the root of. Returns how many ops
 * and operands there are in its regions, which are walked. */
uint64_t grn_release_dead(grn_runtime *run, grn_frame *frame, const grn_op *op);
bool grn_op_is_last_use(const grn_op *op, size_t operand);

/* ---- observers (observe.c) ------------------------------------------------------------------- */

typedef enum grn_moment {
    GRN_MOMENT_MEANT,  /* the op is read as `access`, of the operands in `given`; nothing is checked yet */
    GRN_MOMENT_BEFORE, /* it is about to run, and its tensors fit */
    GRN_MOMENT_AFTER   /* it has run; or has not, as an index is out of range and that is an error */
} grn_moment;

/* A gather or scatter of a run, as its observers see it. */
typedef struct grn_access_view {
    grn_moment moment;
    const grn_op *op;
    const grn_access *access; /* that the op stands for; NULL: it is one of several of the op's */
    bool makes_indices;       /* they are no values of the program: the op works them out */
    const grn_tensor *given;  /* MEANT: the op's operands; what follows is not set */
    /* with the run's switches; inputs as they are before a scatter, a gather's result without data
     * where it has not been run */
    grn_problem problem;
    const grn_tensor *results; /* AFTER: the scatter's [npairs]; NULL: it has not been run */
    /* set BEFORE by an observer */
    bool wants_after; /* AFTER is to come, for all observers */
    bool tolerant;    /* where an index out of range is an error, it is moved into range instead */
} grn_access_view;
/* The nest of the access, of its first input. */
void grn_view_nest(const grn_access_view *view, grn_nest *out);

/* Sees a run; a list of them does. What is NULL is not called. */
typedef struct grn_observer {
    const struct grn_observer *next;
    void *user;
    /* Each access at each moment; a status other than GRN_OK ends the run. */
    grn_status (*access)(void *user, grn_access_view *view);
    /* Each op that is not part of a chain, before and after it runs; the second where it did. */
    void (*op)(void *user, const grn_traced_op *op, bool begins);
    /* A region begins to run, the processes' of a grid apart from this run; `first`: the first
     * operand of its op, NULL without. */
    void (*enters)(void *user, const grn_region *region, bool apart, const grn_tensor *first);
} grn_observer;
/* Whether one of them sees accesses. */
bool grn_run_is_observed(const grn_runtime *run);
/* Tells all observers. */
grn_status grn_observe_access(const grn_runtime *run, grn_access_view *view);
void grn_observe_op(const grn_runtime *run, const grn_traced_op *op, bool begins);
void grn_observe_region(const grn_runtime *run, const grn_frame *frame, const grn_region *region, bool apart);
/* An access of a run that has observers, before it runs; the rule is theirs to make tolerant. */
grn_status grn_observe_gather(grn_step *step, grn_gather_spec *spec, const grn_tensor *operand,
                              const grn_tensor *indices, const grn_tensor *result);
grn_status grn_observe_scatter(grn_step *step, grn_scatter_spec *spec, size_t n, const grn_tensor *results,
                               const grn_tensor *indices, const grn_tensor *updates);
/* Where step->seen_after is: runs it, if every index is in range, and tells. */
grn_status grn_run_observed_gather(grn_step *step, const grn_gather_spec *spec, const grn_tensor *operand,
                                   const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag);
grn_status grn_run_observed_scatter(grn_step *step, const grn_scatter_spec *spec, size_t n, const grn_tensor *results,
                                    const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag);

/* ---- runs from inside the library (results.c) ------------------------------------------------ */

typedef struct grn_run_extras {
    const grn_observer *observers; /* may be NULL */
    /* where checks that fail are counted, which are reported and do not end the run; NULL: they
     * do */
    uint64_t *failed_checks;
    /* partitions are devices, of which each has inputs of its own, one behind the other; whole
     * results are put together of theirs (devices.h). NULL: they are not */
    const struct grn_devices *devices;
} grn_run_extras;
/* As grn_module_run, which see. */
grn_status grn_module_run_with(const grn_module *module, size_t index, size_t ninputs, const grn_tensor *inputs,
                               const grn_run_options *options, const grn_run_extras *extras, const grn_diag *diag,
                               grn_results **out);

/* ---- compiled regions (compiled_region.c) ---------------------------------------------------- */

grn_status grn_compiled_new(grn_exec *x, const grn_region *region, grn_compiled **out);
grn_status grn_compiled_charge(grn_exec *x, const grn_compiled *compiled, uint64_t n);
grn_status grn_compiled_run(grn_exec *x, grn_compiled *compiled, size_t n, const void *const *args,
                            void *const *results);
grn_status grn_compiled_fold(grn_exec *x, grn_compiled *compiled, size_t ninputs, size_t count, void *const *acc,
                             const void *const *elements);
const grn_bound_element *grn_compiled_single(const grn_compiled *compiled);
/* The region as a program on elements of one dtype: its first argument is the current element, the
 * second the update. The program reads constants of the compiled region. False: it is none
 * (compiled_region_program.c). */
bool grn_compiled_program(const grn_compiled *compiled, grn_program *out);
void grn_compiled_free(grn_exec *x, grn_compiled *compiled);

/* ---- modules (module.c) ---------------------------------------------------------------------- */

struct grn_module {
    grn_ir ir;
    const grn_allocator *allocator;
    bool allow_unregistered, allow_nonunique_scatter, strict_syntax;
    bool is_artifact, is_onnx; /* read from one: places are ops' numbers and offsets */
    atomic_bool verified;      /* once true, always true */
    /* of the last run that ended, for the next; these three change after parsing */
    _Atomic(struct grn_kept_plans *) kept;
    struct grn_keeper *keeper;      /* of what runs have given back (store.h) */
    struct grn_libraries libraries; /* that ops of it have asked for */
    bool op_by_op;                  /* chains do not run together: for tests */
    size_t nfunctions;
    struct grn_function *functions;
};
typedef struct grn_function {
    const grn_op *op;
    const grn_type *type;
    char *name; /* ends in a zero, and may hold others */
    size_t name_bytes;
    bool is_public;
    size_t nslots;
} grn_function;
/* Whether a function takes these inputs; reports why not. `reads`: their data is to be read.
 * (results.c) */
grn_status grn_check_inputs(const grn_function *f, size_t ninputs, const grn_tensor *inputs, bool reads,
                            const grn_diag *diag);
/* Fills `functions` anew: those directly in the top module, in order. GRN_E_MEMORY. */
grn_status grn_module_list_functions(grn_module *m);

#endif
