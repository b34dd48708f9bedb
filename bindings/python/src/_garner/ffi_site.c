/* ffi_site.c - a call site of a compiled program: its plan, made by the first run. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "ffi_handlers.h"

struct ffi_site {
    ffi_request request;
    int32_t threads;
    pthread_mutex_t lock;           /* while the plan is made */
    atomic_bool planned;            /* what follows does not change any more */
    grn_plan *plan;                 /* NULL: there is none, runs go without */
    const grn_parallel *parallel;   /* NULL: one thread */
    grn_tensor layout[FFI_TENSORS]; /* of the tensors that it was made for */
    size_t scratch_bytes;
    _Atomic(void *) scratch; /* of a run that has ended, for the next one */
};

ffi_site *ffi_site_create(const ffi_request *request, int32_t threads)
{
    ffi_site *site = calloc(1, sizeof *site);
    if (site == NULL)
        return NULL;
    site->request = *request;
    site->threads = threads;
    if (pthread_mutex_init(&site->lock, NULL) != 0) {
        free(site);
        return NULL;
    }
    return site;
}

void ffi_site_destroy(void *object)
{
    ffi_site *site = object;
    if (site == NULL)
        return;
    grn_plan_destroy(site->plan);
    free(atomic_load(&site->scratch));
    pthread_mutex_destroy(&site->lock);
    free(site);
}

/* ---- specs ----------------------------------------------------------------------------------- */

static grn_gather_spec gather_spec(const ffi_request *r)
{
    grn_gather_spec spec = {.dims = r->dims, .index = r->index, .slice_sizes = r->slice_sizes};
    memcpy(spec.fill, r->fill, sizeof spec.fill);
    return spec;
}

static grn_scatter_spec scatter_spec(const ffi_request *r)
{
    return (grn_scatter_spec){.dims = r->dims, .index = r->index, .combiner = r->combiner};
}

/* ---- the operand of a scatter, and memory that is shared -------------------------------------- */

typedef struct copying {
    const char *from;
    char *to;
    size_t bytes, piece_bytes;
} copying;

static void copy_piece(void *context, int32_t i)
{
    const copying *c = context;
    const size_t first = (size_t)i * c->piece_bytes;
    memcpy(c->to + first, c->from + first, c->bytes - first < c->piece_bytes ? c->bytes - first : c->piece_bytes);
}

/* Pieces of less than this are not worth another thread. */
#define LEAST_PIECE_BYTES ((size_t)256 * 1024)

static void copy_operand(const grn_tensor tensor[FFI_TENSORS], const grn_parallel *parallel)
{
    const grn_tensor *from = &tensor[FFI_OPERAND], *to = &tensor[FFI_RESULT];
    copying c = {from->data, to->data, grn_tensor_bytes(from), 0};
    if (c.bytes == 0 || c.from == c.to)
        return;
    if (parallel == NULL || c.bytes < 2 * LEAST_PIECE_BYTES) {
        memcpy(c.to, c.from, c.bytes);
        return;
    }
    const size_t most = c.bytes / LEAST_PIECE_BYTES, all = (size_t)parallel->threads;
    const size_t pieces = most < all ? most : all;
    c.piece_bytes = (c.bytes + pieces - 1) / pieces;
    parallel->for_each(parallel->user, (int32_t)((c.bytes + c.piece_bytes - 1) / c.piece_bytes), copy_piece, &c);
}

/* A tensor that a scatter reads, which XLA may have put where the result is: then a copy is read.
 * *kept is to be freed. */
static grn_status apart(grn_tensor *read, const grn_tensor *result, void **kept)
{
    *kept = NULL;
    if (!grn_tensors_overlap(read, result))
        return GRN_OK;
    const size_t bytes = grn_tensor_bytes(read);
    *kept = malloc(bytes);
    if (*kept == NULL)
        return GRN_E_MEMORY;
    memcpy(*kept, read->data, bytes);
    read->data = *kept;
    return GRN_OK;
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct run {
    const ffi_request *request;
    const grn_plan *plan; /* NULL: without */
    const grn_parallel *parallel;
    void *scratch;
} run;

static grn_status run_gather(const run *r, const grn_tensor t[FFI_TENSORS], const grn_diag *diag)
{
    if (r->plan != NULL)
        return grn_plan_run_gather(r->plan, t[FFI_OPERAND].data, t[FFI_INDICES].data, t[FFI_RESULT].data, r->scratch,
                                   diag);
    const grn_gather_spec spec = gather_spec(r->request);
    return grn_gather(&spec, &t[FFI_OPERAND], &t[FFI_INDICES], &t[FFI_RESULT], diag);
}

static grn_status run_scatter_apart(const run *r, const grn_tensor t[FFI_TENSORS], const grn_diag *diag)
{
    void *result = t[FFI_RESULT].data;
    const void *updates = t[FFI_UPDATES].data;
    copy_operand(t, r->parallel);
    if (r->plan != NULL)
        return grn_plan_run_scatter(r->plan, &result, t[FFI_INDICES].data, &updates, r->scratch, diag);
    const grn_scatter_spec spec = scatter_spec(r->request);
    return grn_scatter(&spec, 1, &t[FFI_RESULT], &t[FFI_INDICES], &t[FFI_UPDATES], diag);
}

static grn_status run_scatter(const run *r, const grn_tensor given[FFI_TENSORS], const grn_diag *diag)
{
    grn_tensor t[FFI_TENSORS];
    void *indices = NULL, *updates = NULL;
    memcpy(t, given, sizeof t);
    grn_status status = apart(&t[FFI_INDICES], &t[FFI_RESULT], &indices);
    if (status == GRN_OK)
        status = apart(&t[FFI_UPDATES], &t[FFI_RESULT], &updates);
    if (status == GRN_OK)
        status = run_scatter_apart(r, t, diag);
    free(indices);
    free(updates);
    return status;
}

static grn_status run_now(const run *r, const grn_tensor t[FFI_TENSORS], const grn_diag *diag)
{
    return r->request->is_scatter ? run_scatter(r, t, diag) : run_gather(r, t, diag);
}

grn_status ffi_run_once(const ffi_request *request, const grn_tensor tensor[FFI_TENSORS], const grn_diag *diag)
{
    const run r = {request, NULL, NULL, NULL};
    return run_now(&r, tensor, diag);
}

/* ---- the plan -------------------------------------------------------------------------------- */

static grn_status make_plan(ffi_site *s, const grn_tensor t[FFI_TENSORS], const grn_diag *diag)
{
    const grn_plan_options options = {.size_bytes = sizeof options, .parallel = s->parallel, .discards_on_error = true};
    if (s->request.is_scatter) {
        const grn_scatter_spec spec = scatter_spec(&s->request);
        return grn_plan_scatter(&spec, 1, &t[FFI_RESULT], &t[FFI_INDICES], &t[FFI_UPDATES], &options, NULL, diag,
                                &s->plan);
    }
    const grn_gather_spec spec = gather_spec(&s->request);
    return grn_plan_gather(&spec, &t[FFI_OPERAND], &t[FFI_INDICES], &t[FFI_RESULT], &options, NULL, diag, &s->plan);
}

/* Threads that cannot be started are done without. */
static grn_status prepare(ffi_site *s, const grn_tensor t[FFI_TENSORS], const grn_diag *diag)
{
    if (pool_of(s->threads, &s->parallel) != GRN_OK)
        s->parallel = NULL;
    const grn_status status = make_plan(s, t, diag);
    if (status != GRN_OK) {
        s->plan = NULL;
        return status;
    }
    s->scratch_bytes = grn_plan_scratch_bytes(s->plan);
    memcpy(s->layout, t, sizeof s->layout);
    atomic_store(&s->planned, true);
    return GRN_OK;
}

static grn_status prepared(ffi_site *s, const grn_tensor t[FFI_TENSORS], const grn_diag *diag)
{
    if (atomic_load(&s->planned))
        return GRN_OK;
    pthread_mutex_lock(&s->lock);
    const grn_status status = atomic_load(&s->planned) ? GRN_OK : prepare(s, t, diag);
    pthread_mutex_unlock(&s->lock);
    return status;
}

static bool same_layout(const grn_tensor *a, const grn_tensor *b)
{
    return a->dtype == b->dtype && a->rank == b->rank &&
           memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape) == 0;
}

static bool fits(const ffi_site *s, const grn_tensor t[FFI_TENSORS])
{
    for (int i = 0; i < FFI_TENSORS; i++)
        if (!same_layout(&s->layout[i], &t[i]))
            return false;
    return true;
}

static void *take_scratch(ffi_site *s)
{
    void *scratch = atomic_exchange(&s->scratch, NULL);
    if (scratch == NULL && posix_memalign(&scratch, 64, s->scratch_bytes) != 0)
        return NULL;
    return scratch;
}

static void give_scratch(ffi_site *s, void *scratch) { free(atomic_exchange(&s->scratch, scratch)); }

grn_status ffi_site_run(ffi_site *s, const grn_tensor t[FFI_TENSORS], const grn_diag *diag)
{
    grn_status status = prepared(s, t, diag);
    if (status != GRN_OK)
        return status;
    if (!fits(s, t))
        return ffi_run_once(&s->request, t, diag);
    run r = {&s->request, s->plan, s->parallel, NULL};
    if (s->scratch_bytes > 0 && (r.scratch = take_scratch(s)) == NULL)
        return GRN_E_MEMORY;
    status = run_now(&r, t, diag);
    if (r.scratch != NULL)
        give_scratch(s, r.scratch);
    return status;
}
