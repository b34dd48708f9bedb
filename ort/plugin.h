/*
 * plugin.h - ONNX's gathers and scatters inside ONNX Runtime: an execution provider of kernels.
 *
 * Knows: ONNX Runtime's interface (interface.h), and garner by its public headers. Must not know:
 * how garner is built inside.
 *
 * The road: api.c answers a factory, factory.c makes a provider for each session, which reads the
 * session's options (options.c), takes nodes of the graph and has a registry of kernels
 * (provider.c), one for each row of operators.c; a Gather and the reduction of its rows become one
 * node (bags.h). A kernel is one node (kernel.c); each run borrows
 * an access that was made ready for the shapes of its tensors (ready.c), by elements or by rows
 * (rows.c), runs it on the threads of the session (threads.c) and hands it back. What a row of the
 * table is asked (gathers.c, scatters.c, one_hot.c, tensor_scatter.c) is the shape of the output and
 * the spec of the access.
 *
 * Words: a node's `number` is its attribute axis, or batch_dims of a GatherND. The dense tensor is a
 * gather's output, a scatter's updates. An access is `ready` for one list of shapes.
 */
#ifndef GRN_ORT_PLUGIN_H
#define GRN_ORT_PLUGIN_H

#include <pthread.h>
#include <stdatomic.h>

#include "garner/garner.h"
#include "interface.h"

#define GRN_ORT_PROVIDER "GarnerExecutionProvider"
#define GRN_ORT_INPUTS 3
#define GRN_ORT_TYPES 24 /* more than ONNX's element types of a byte or more */

/* ---- ONNX Runtime's functions (api.c) -------------------------------------------------------- */

#define ORT_FUNCTION(place, result, name, parameters) result(*name) parameters;
#define EP_FUNCTION(place, result, name, parameters) result(*name) parameters;
typedef struct grn_ort_api {
#include "functions.def"
} grn_ort_api;
#undef ORT_FUNCTION
#undef EP_FUNCTION

/* False where ONNX Runtime is older than 1.24. */
bool grn_ort_api_take(const OrtApiBase *base, grn_ort_api *out);

/* ---- messages (message.c) -------------------------------------------------------------------- */

/* What went wrong, in one line: errors and their notes, which `diag` adds. */
typedef struct grn_ort_message {
    char text[1200];
    size_t length;
    grn_diag diag;
} grn_ort_message;

void grn_ort_message_begin(grn_ort_message *message);
void grn_ort_message_add(grn_ort_message *message, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Gives `diag` an error, and answers `status`. */
grn_status grn_ort_say(const grn_diag *diag, grn_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* A status with the message, or with the text of `status` where there is none. */
OrtStatus *grn_ort_fail(const grn_ort_api *api, grn_status status, const grn_ort_message *message);

/* ---- element types (types.c) ----------------------------------------------------------------- */

/* GRN_NO_DTYPE: a string, or less than a byte. */
grn_dtype grn_ort_dtype(ONNXTensorElementDataType type);

/* Which types a parameter of an operator takes. */
typedef enum grn_ort_types { GRN_ORT_NONE, GRN_ORT_ANY, GRN_ORT_INDEX, GRN_ORT_DEPTH } grn_ort_types;
/* They as ONNX Runtime has them, up to GRN_ORT_TYPES; answers how many. */
size_t grn_ort_list_types(const grn_ort_api *api, grn_ort_types types, const OrtDataType **out);

/* ---- options (options.c) --------------------------------------------------------------------- */

typedef enum grn_ort_out_of_range { GRN_ORT_ERROR, GRN_ORT_CLAMP, GRN_ORT_ZERO } grn_ort_out_of_range;

typedef struct grn_ort_options {
    grn_ort_out_of_range out_of_range;
    int32_t threads;      /* 0: as many as the session's pool has */
    bool takes_all_sizes; /* also nodes that ONNX Runtime answers as fast */
    bool fuses;           /* a Gather and the reduction of its rows are one node */
    bool reports;         /* an index out of range is told where it is no error */
} grn_ort_options;

/* Those of a session. A value that is not one, or an option that is unknown, is an error. */
OrtStatus *grn_ort_options_read(const grn_ort_api *api, const OrtSessionOptions *session, grn_ort_options *out);

/* ---- threads (threads.c) --------------------------------------------------------------------- */

/* The session's pool as a grn_parallel, for the time of one Compute. */
typedef struct grn_ort_pool {
    const grn_ort_api *api;
    const OrtKernelContext *context;
    grn_parallel parallel;
} grn_ort_pool;

/* How many threads run tasks at once, at most `most`, as a run of tasks that wait for each other
 * shows it. */
int32_t grn_ort_count_threads(const grn_ort_api *api, const OrtKernelContext *context, int32_t most);
void grn_ort_for_each(void *pool, int32_t ntasks, void (*task)(void *context, int32_t i), void *context);
/* Copies apart memory, by several threads where it is much. */
void grn_ort_copy(const grn_parallel *parallel, void *to, const void *from, size_t bytes);

/* ---- tensors and indices of a run (tensors.c, indices.c) --------------------------------------- */

/* Input i. Without a context, or where the input is left out, its type is GRN_NO_DTYPE and its rank 0. */
OrtStatus *grn_ort_read_tensor(const grn_ort_api *api, const OrtKernelContext *context, size_t i, grn_tensor *out);
/* Output 0, of output's shape. */
OrtStatus *grn_ort_make_output(const grn_ort_api *api, OrtKernelContext *context, const grn_tensor *output,
                               void **data);
/* The first index outside the extent n of its dimension, in row-major order: index i is held against
 * extents[i % nextents], and may be n below zero at most where indices wrap. -1: there is none. */
int64_t grn_ort_find_outside(const grn_tensor *indices, const int64_t *extents, int64_t nextents, bool wraps);
/* Says so of index `at`. */
void grn_ort_tell_outside(const grn_tensor *indices, int64_t at, int64_t extent, grn_ort_message *message);
/* Warns by ONNX Runtime's logger of the first index outside, if there is one. */
void grn_ort_report(const grn_ort_api *api, const OrtKernelContext *context, const char *op, const char *node,
                    const grn_tensor *indices, const int64_t *extents, int64_t nextents);

/* ---- operators (operators.c) ----------------------------------------------------------------- */

typedef struct grn_ort_operator grn_ort_operator;

/* What a node says, read once. */
typedef struct grn_ort_node {
    const grn_ort_operator *op;
    char name[200];
    int64_t number;
    char reduction[32]; /* as the model has it: the calls refuse what is no reduction */
    bool is_circular;
} grn_ort_node;

/*
 * An access as a row makes it: a gather of operand into dense, or a scatter of dense into operand,
 * each with its shape and strides. The data is a run's.
 */
typedef struct grn_ort_access {
    bool is_scatter;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    grn_tensor operand, indices, dense;
    grn_tensor output;       /* what the node answers */
    int64_t nstarts;         /* indices that are computed for each run */
    bool takes_from_nothing; /* a gather has indices along a dimension without elements */
} grn_ort_access;

typedef struct grn_ort_run grn_ort_run;

struct grn_ort_operator {
    const char *name;
    int first, last;        /* versions of the operator */
    const char *number;     /* attribute, or NULL */
    int64_t number_default; /* where a node does not have it */
    struct {
        const char *parameter;
        grn_ort_types types;
    } types[3];
    bool updates_input;  /* the output may lie in the memory of input 0 */
    bool moves_elements; /* an index for each element: rows.c */
    bool takes_bounds;   /* the option out_of_range says what happens to an index out of range */
    /* Nodes whose known output has fewer elements are left to ONNX Runtime; INT64_MAX: all are. */
    int64_t least_elements;
    /* A number among the inputs' data that the output's shape depends on; NULL: none. */
    int64_t (*key)(const grn_tensor *inputs);
    /* The access for inputs of these shapes, and the number. */
    grn_status (*prepare)(const grn_ort_node *node, const grn_tensor *inputs, int64_t key, grn_ort_access *out,
                          const grn_diag *diag);
    /* Says where the access's tensors lie, and fills those that a scatter updates. */
    grn_status (*begin)(grn_ort_run *run, const grn_diag *diag);
    /* The node as one call that checks all, for its messages; NULL: the plan has them. */
    grn_status (*call)(const grn_ort_node *node, const grn_tensor *inputs, const grn_tensor *out, const grn_diag *diag);
};

extern const grn_ort_operator grn_ort_operators[]; /* ends with a NULL name */

/* ---- accesses made ready (ready.c) ----------------------------------------------------------- */

typedef struct grn_ort_ready grn_ort_ready;
struct grn_ort_ready {
    grn_ort_ready *next;
    grn_tensor inputs[GRN_ORT_INPUTS]; /* what it is ready for; GRN_NO_DTYPE: there is none */
    int64_t key;
    grn_ort_access access;
    int64_t *starts;   /* of `nstarts` elements: indices that a row computes */
    grn_ort_pool pool; /* what the plan points to */
    grn_plan *plan;    /* NULL: the one-shot call runs */
    void *scratch;
    int32_t plan_threads; /* that the plan was made for */
    int64_t runs;
    grn_ort_ready *rows; /* the same by rows, where indices say so; NULL: no */
};

/* One Compute. What a row's `begin` sets is where the access's tensors lie. */
struct grn_ort_run {
    const grn_ort_node *node;
    grn_ort_ready *ready;
    const grn_tensor *inputs;
    void *output;
    const void *operand; /* of a gather */
    const void *indices, *dense;
};

/* Lists of accesses that no run has at the moment; the one used last comes first. */
typedef struct grn_ort_shelf {
    pthread_mutex_t lock;
    grn_ort_ready *first;
} grn_ort_shelf;

/* Takes the one for `inputs` and `key` from the shelf. NULL: there is none. */
grn_ort_ready *grn_ort_shelf_take(grn_ort_shelf *shelf, const grn_tensor *inputs, int64_t key);
/* Puts it back, and destroys the one that was not used for longest where there are many. */
void grn_ort_shelf_put(grn_ort_shelf *shelf, grn_ort_ready *ready);
void grn_ort_shelf_clear(grn_ort_shelf *shelf);
void grn_ort_ready_destroy(grn_ort_ready *ready);

/* ---- rows (rows.c) ---------------------------------------------------------------------------- */

/* The access by rows instead of elements; false: its shapes gain nothing by that. */
bool grn_ort_rows_prepare(const grn_ort_node *node, const grn_ort_access *elements, grn_ort_access *out);
/* Whether all indices of a row are the same: then they are in `rows->starts`. Where they are not,
 * `looked_far` says whether that took time. */
bool grn_ort_rows_collect(const grn_tensor *indices, const void *data, grn_ort_ready *rows, bool *looked_far);

/* ---- providers and kernels (provider.c, kernel.c) -------------------------------------------- */

typedef struct grn_ort_factory {
    OrtEpFactory base;
    grn_ort_api api;
} grn_ort_factory;

typedef struct grn_ort_provider grn_ort_provider;

/* What a kernel is made of. */
typedef struct grn_ort_binding {
    grn_ort_provider *provider;
    const grn_ort_operator *op;
} grn_ort_binding;

struct grn_ort_provider {
    OrtEp base;
    const grn_ort_api *api;
    grn_ort_options options;
    int32_t processors;
    atomic_int threads; /* that were counted in the session's pool, the most so far */
    atomic_int counts;  /* how often */
    OrtKernelRegistry *registry;
    grn_ort_binding *bindings; /* one for each operator */
};

OrtStatus *grn_ort_factory_make(const grn_ort_api *api, OrtEpFactory **out);
OrtStatus *grn_ort_provider_make(const grn_ort_api *api, const OrtSessionOptions *options, OrtEp **out);
void grn_ort_provider_destroy(OrtEp *ep);
/* How many threads of the session's pool may run at once; it counts them where no option says. */
int32_t grn_ort_provider_threads(grn_ort_provider *provider, const OrtKernelContext *context);
/* `state` is a grn_ort_binding. */
OrtStatus *grn_ort_kernel_make(void *state, const OrtKernelInfo *info, OrtKernelImpl **out);

#endif
