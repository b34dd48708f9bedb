/* results.c - a run from the outside: inputs checked, a budget set, results handed over. */
#include <inttypes.h>
#include <stdio.h>

#include "garner/foreign.h"
#include "garner/shard.h"
#include "dialects/stablehlo/stablehlo.h"
#include "interp/devices.h"
#include "interp/plans.h"
#include "api/run_on_ranks.h"
#include "api/ttnn.h"
#include "interp/store.h"
#include "plan/plan.h"

/* Owns the budget that its buffers are counted in, so that they can be given back to it. */
struct grn_results {
    const grn_allocator *allocator;
    grn_store store; /* under the budget */
    grn_budget budget;
    grn_runtime run;
    size_t nvalues;
    grn_rt *values; /* as the function gave them */
    size_t ntensors;
    struct result_tensor *tensors; /* tuples flattened */
    grn_streams streams;
    size_t noutfed;
    const grn_kept_value **outfed;
    grn_layouts layouts; /* of a run on devices */
};
typedef struct result_tensor {
    grn_rt *value;           /* whose tensor it is; cleared: it was given back */
    const grn_type *element; /* NULL: the tensor's dtype */
    char *element_text;
} result_tensor;

/* ---- inputs ---------------------------------------------------------------------------------- */

static grn_status input_fails(const grn_diag *diag, size_t i, const grn_tensor *t, const grn_type *type)
{
    char text[GRN_TYPE_TEXT_BYTES], shape[GRN_TYPE_TEXT_BYTES];
    size_t used = 0;
    shape[0] = 0;
    for (int32_t d = 0; d < t->rank && used < sizeof shape - 32; d++)
        used += (size_t)snprintf(shape + used, sizeof shape - used, "%" PRId64 "x", t->shape[d]);
    return grn_fail(diag, grn_no_place, t->dtype == grn_type_element_or_self(type)->dtype ? GRN_E_SHAPE : GRN_E_DTYPE,
                    "input #%zu is a tensor<%s%s>, the function takes %s", i, shape, grn_dtype_text(t->dtype),
                    grn_type_text(type, text, sizeof text));
}

/* The name is made for the message alone. */
static grn_status check_memory(const grn_diag *diag, size_t i, const grn_tensor *t, bool reads)
{
    char name[40];
    if (grn_check_view(t, "", NULL) == GRN_OK && (!reads || grn_check_data(t, "", NULL) == GRN_OK))
        return GRN_OK;
    snprintf(name, sizeof name, "input #%zu", i);
    grn_status status = grn_check_view(t, name, diag);
    return status == GRN_OK && reads ? grn_check_data(t, name, diag) : status;
}

static bool is_scalar(const grn_type *type)
{
    return type->dtype != GRN_NO_DTYPE && (type->kind == GRN_TYPE_INTEGER || type->kind == GRN_TYPE_INDEX ||
                                           type->kind == GRN_TYPE_FLOAT || type->kind == GRN_TYPE_COMPLEX);
}

/* A scalar is given as a tensor of rank 0. An opaque type that stands for a tensor is held to what
 * it stands for. */
static grn_status check_input(const grn_diag *diag, size_t i, const grn_tensor *t, const grn_type *type)
{
    char text[GRN_TYPE_TEXT_BYTES];
    type = grn_type_at_run(type);
    if (is_scalar(type))
        return t->dtype == type->dtype && t->rank == 0 ? GRN_OK : input_fails(diag, i, t, type);
    if (type->kind != GRN_TYPE_TENSOR || !type->element->dtype)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "input #%zu is of type %s, only ranked tensors of known element types can be given", i,
                        grn_type_text(type, text, sizeof text));
    if (t->dtype != type->element->dtype || t->rank != type->rank)
        return input_fails(diag, i, t, type);
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] < 0 || (type->shape[d] != GRN_DYNAMIC && type->shape[d] != t->shape[d]))
            return input_fails(diag, i, t, type);
    return GRN_OK;
}

grn_status grn_check_inputs(const grn_function *f, size_t ninputs, const grn_tensor *inputs, bool reads,
                            const grn_diag *diag)
{
    if (ninputs != f->type->inputs)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "@%s takes %zu inputs, %zu are given", f->name,
                        f->type->inputs, ninputs);
    if (ninputs && !inputs)
        return grn_fail_null("inputs", diag);
    for (size_t i = 0; i < ninputs; i++) {
        if (grn_hlo_is_token(f->type->members[i]))
            continue;
        grn_status status = check_memory(diag, i, &inputs[i], reads);
        if (status == GRN_OK)
            status = check_input(diag, i, &inputs[i], f->type->members[i]);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

/* ---- results --------------------------------------------------------------------------------- */

/* A result over memory that is not the run's (a constant, an input) becomes a copy. */
static grn_status own(grn_runtime *run, const grn_op *function, grn_rt *value)
{
    for (size_t i = 0; i < value->nmembers; i++) {
        grn_status status = own(run, function, &value->members[i]);
        if (status != GRN_OK)
            return status;
    }
    if (value->members || value->buffer || !value->tensor.dtype)
        return GRN_OK;
    grn_rt copy;
    grn_status status = grn_charge(run, function, grn_tensor_steps(&value->tensor));
    if (status == GRN_OK)
        status = grn_rt_clone(run, value, &copy);
    if (status == GRN_OK)
        *value = copy;
    return status;
}

static size_t count_tensors(const grn_rt *value)
{
    size_t count = value->members ? 0 : value->tensor.dtype != GRN_NO_DTYPE;
    for (size_t i = 0; i < value->nmembers; i++)
        count += count_tensors(&value->members[i]);
    return count;
}

static void flatten(grn_results *r, grn_rt *value, const grn_type *type)
{
    for (size_t i = 0; i < value->nmembers; i++)
        flatten(r, &value->members[i], type->kind == GRN_TYPE_TUPLE ? type->members[i] : type);
    if (!value->members && value->tensor.dtype)
        r->tensors[r->ntensors++] =
            (result_tensor){.value = value, .element = grn_type_element_or_self(grn_type_at_run(type))};
}

static grn_status keep_element_text(grn_results *r, result_tensor *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_type_text(t->element, text, sizeof text);
    t->element = NULL; /* belongs to the module, which may go first */
    t->element_text = grn_allocate(&r->budget.allocator, strlen(text) + 1);
    if (!t->element_text)
        return grn_run_no_memory(&r->run, strlen(text) + 1);
    strcpy(t->element_text, text);
    return GRN_OK;
}

/* Those of the kept values that were outfed; the others are not needed any more. */
static grn_status finish_outfed(grn_results *r, const grn_function *f)
{
    grn_kept_value *kept = r->streams.kept.items;
    grn_status status = GRN_OK;
    size_t bytes = r->streams.kept.count * sizeof *r->outfed;
    r->outfed = bytes ? grn_allocate(&r->budget.allocator, bytes) : NULL;
    if (bytes && !r->outfed)
        return grn_run_no_memory(&r->run, bytes);
    for (size_t i = 0; status == GRN_OK && i < r->streams.kept.count; i++)
        if (kept[i].kind == GRN_KEPT_OUTFED) {
            status = own(&r->run, f->op, &kept[i].value);
            r->outfed[r->noutfed++] = &kept[i];
        } else
            grn_rt_release(&r->run, &kept[i].value);
    return status;
}

static grn_status finish(grn_results *r, const grn_function *f)
{
    size_t count = 0, each = f->type->count - f->type->inputs;
    for (size_t i = 0; i < r->nvalues; i++) {
        grn_status status = own(&r->run, f->op, &r->values[i]);
        if (status != GRN_OK)
            return status;
        count += count_tensors(&r->values[i]);
    }
    r->tensors = grn_allocate(&r->budget.allocator, count * sizeof *r->tensors);
    if (!r->tensors)
        return grn_run_no_memory(&r->run, count * sizeof *r->tensors);
    for (size_t i = 0; i < r->nvalues; i++)
        flatten(r, &r->values[i], f->type->members[f->type->inputs + i % each]);
    for (size_t i = 0; i < r->ntensors; i++) {
        grn_status status = keep_element_text(r, &r->tensors[i]);
        if (status != GRN_OK)
            return status;
    }
    return finish_outfed(r, f);
}

GRN_API void grn_results_destroy(grn_results *r)
{
    if (!r)
        return;
    grn_store_resume(&r->store); /* buffers go where the next run finds them */
    for (size_t i = 0; i < r->ntensors; i++)
        if (r->tensors[i].element_text)
            grn_release(&r->budget.allocator, r->tensors[i].element_text, strlen(r->tensors[i].element_text) + 1);
    if (r->tensors)
        grn_release(&r->budget.allocator, r->tensors, r->ntensors * sizeof *r->tensors);
    grn_release(&r->budget.allocator, r->outfed, r->streams.kept.count * sizeof *r->outfed);
    grn_streams_end(&r->run, &r->streams);
    grn_rt_free(&r->run, r->nvalues, r->values);
    grn_store_end(&r->store);
    grn_layouts_free(&r->layouts, r->allocator);
    grn_release(r->allocator, r, sizeof *r);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* The strides of dimensions of extent 1 are arbitrary in an input; here they are those of a compact
 * tensor. */
static void take_input(const grn_tensor *in, grn_tensor *out)
{
    int64_t compact[GRN_MAX_RANK];
    bool empty = grn_tensor_elements(in) == 0;
    *out = *in;
    grn_shape_strides(in->rank, in->shape, compact);
    for (int32_t d = 0; d < in->rank; d++)
        if (empty || in->shape[d] == 1)
            out->stride[d] = compact[d];
}

/* A buffer is the program's to write to: a copy, laid out as its type says. */
static grn_status copy_input(grn_runtime *run, const grn_type *type, size_t i, grn_rt *value)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_tensor view = value->tensor;
    grn_rt copy;
    int64_t offset, elements;
    if (!grn_memref_place(type, view.shape, view.stride, &offset, &elements))
        return grn_fail(run->diag, run->place, GRN_E_UNSUPPORTED,
                        "input #%zu is of type %s, whose layout has no memory here", i,
                        grn_type_text(type, text, sizeof text));
    grn_status status = grn_charge(run, NULL, (uint64_t)elements);
    if (status == GRN_OK)
        status = grn_rt_alloc(run, view.dtype, 1, &elements, &copy);
    if (status != GRN_OK)
        return status;
    memset(copy.tensor.data, 0, grn_tensor_bytes(&copy.tensor));
    view.data = grn_tensor_at(&copy.tensor, offset);
    grn_tensor_copy(&view, &value->tensor);
    copy.tensor = view;
    *value = copy;
    return GRN_OK;
}

static grn_status take_inputs(grn_runtime *run, const grn_function *f, size_t ninputs, const grn_tensor *inputs,
                              grn_rt *args)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < ninputs; i++)
        if (!grn_hlo_is_token(f->type->members[i]))
            take_input(&inputs[i], &args[i].tensor);
    for (size_t i = 0; status == GRN_OK && i < ninputs; i++)
        if (grn_type_is_memref(f->type->members[i]))
            status = copy_input(run, f->type->members[i], i, &args[i]);
    return status;
}

/* The same function as every process, of the same inputs unless it has its own. */
static grn_status run_as_grid(grn_results *r, const grn_function *f, const grn_grid_shape *shape, bool same_args,
                              const grn_rt *args)
{
    const size_t count = (size_t)grn_grid_count(shape);
    const grn_op **programs = grn_allocate(r->run.allocator, count * sizeof *programs);
    if (!programs)
        return grn_run_no_memory(&r->run, count * sizeof *programs);
    for (size_t i = 0; i < count; i++)
        programs[i] = f->op;
    grn_grid_call call = {.op = f->op,
                          .grid = {.shape = *shape, .programs = programs},
                          .same_args = same_args,
                          .args = args,
                          .results = r->values};
    grn_status status = grn_run_grid(&r->run, &call);
    grn_release(r->run.allocator, programs, count * sizeof *programs);
    return status;
}

/* What devices gave becomes whole. */
static grn_status join_devices(grn_results *r, const grn_devices *devices)
{
    grn_rt *whole = grn_rt_new(&r->run, devices->nresults);
    grn_status status = whole ? grn_devices_join(devices, &r->run, r->values, whole) : GRN_E_MEMORY;
    if (!whole)
        return status;
    grn_rt_free(&r->run, r->nvalues, r->values);
    r->values = whole;
    r->nvalues = devices->nresults;
    return status;
}

static grn_status check_options(const grn_run_options *options, const grn_diag *diag)
{
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_run_options, GRN_RUN_OPTIONS_FIRST_BYTES, options, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(options->allocator, diag);
    if (status == GRN_OK)
        status = grn_check_parallel(options->parallel, diag);
    if (status == GRN_OK && options->machine)
        status = grn_machine_check(options->machine, diag);
    if (status == GRN_OK)
        status = grn_check_race(grn_run_race(options), diag);
    if (status == GRN_OK && (grn_run_products(options) < 0 || grn_run_products(options) > GRN_PRODUCTS_FASTEST))
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "products is %d, it is 0 to %d",
                          (int)grn_run_products(options), (int)GRN_PRODUCTS_FASTEST);
    if (status == GRN_OK && !(options->tune_seconds >= 0))
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                          "tune_seconds is negative, or no number, it must be 0 or more");
    if (status == GRN_OK && options->ttnn && !options->ttnn->report)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "ttnn has no report function, it needs one");
    if (status == GRN_OK && options->ttnn)
        status = GRN_CHECK_OPTIONS(grn_ttnn_options, options->ttnn->options, diag);
    if (status == GRN_OK && options->print && grn_check_sink(options->print) != GRN_OK)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "print has no write function, it needs one");
    if (status == GRN_OK && GRN_OPTION_IS_GIVEN(grn_run_options, options, foreign) && options->foreign &&
        (!options->foreign->serves || !options->foreign->call))
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "foreign lacks serves or call, it needs both");
    if (status == GRN_OK && options->probe && !options->probe->take)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "probe has no take function, it needs one");
    return status;
}

/* 0 of either means 1. */
static grn_status read_grid(const grn_run_options *options, const grn_diag *diag, grn_grid_shape *out)
{
    int64_t count;
    *out = (grn_grid_shape){.replicas = options->replicas ? options->replicas : 1,
                            .partitions = options->partitions ? options->partitions : 1};
    if (grn_mul_i64(out->replicas, out->partitions, &count) && count <= GRN_MAX_PROCESSES)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_LIMIT,
                    "%" PRId64 " x %" PRId64
                    " processes are over garner's limit of %d" GRN_SET_WHEN_BUILT(GRN_MAX_PROCESSES),
                    out->replicas, out->partitions, GRN_MAX_PROCESSES);
}

/* ---- one call -------------------------------------------------------------------------------- */

/* What a run is asked for. Everything is the caller's, for the call only. */
typedef struct run_call {
    const grn_module *module;
    size_t function;
    size_t ninputs;
    const grn_tensor *inputs;
    const grn_run_options *options;
    const grn_run_extras *extras;
    const grn_diag *diag;
    const grn_comm *ranks;          /* NULL: it is no rank's run */
    const grn_allocator *allocator; /* of the results */
    grn_grid_shape grid;
    grn_rank_run on;
    grn_ttnn_watch tiles;
    grn_observer own[2];           /* of tiles, of the tracer */
    const grn_observer *observers; /* those of extras, and such of `own` as are asked for */
} run_call;

static const grn_function *function_of(const run_call *c) { return &c->module->functions[c->function]; }

static grn_status check_call(const run_call *c)
{
    grn_status status = atomic_load(&c->module->verified) ? GRN_OK : grn_module_verify(c->module, c->diag);
    for (size_t i = 0; status == GRN_OK && i < grn_devices_here(c->extras->devices); i++)
        status =
            grn_check_inputs(function_of(c), c->ninputs, c->inputs ? c->inputs + i * c->ninputs : NULL, true, c->diag);
    return status;
}

/* Results without anything in them, once the call is known to be right: on every rank, or on
 * none. */
static grn_status open_results(run_call *c, grn_results **out)
{
    grn_status status = c->ranks ? GRN_OK : read_grid(c->options, c->diag, &c->grid);
    c->grid.kind = c->extras->devices ? GRN_PROCESS_DEVICE : GRN_PROCESS_OF_GRID;
    if (status == GRN_OK)
        status = check_call(c);
    grn_results *r = status == GRN_OK ? grn_allocate(c->allocator, sizeof *r) : NULL;
    if (status == GRN_OK && !r)
        status = grn_fail(c->diag, grn_no_place, GRN_E_MEMORY, "memory refused for the results of a run");
    if (c->ranks)
        status =
            grn_rank_run_begin(&c->on, c->module, c->function, c->options, c->grid.kind, status, c->allocator, c->diag);
    if (status == GRN_OK)
        *out = r;
    else
        grn_release(c->allocator, r, sizeof *r);
    return status;
}

/* ---- the scope of a run ---------------------------------------------------------------------- */

static void trace(void *user, const grn_traced_op *op, bool begins)
{
    const grn_tracer *tracer = user;
    if (begins ? tracer->begin != NULL : tracer->end != NULL)
        (begins ? tracer->begin : tracer->end)(tracer->user, op);
}

static void add_observer(run_call *c, grn_observer *o, grn_observer observer)
{
    *o = observer;
    o->next = c->observers;
    c->observers = o;
}

static void list_observers(run_call *c)
{
    const grn_run_options *o = c->options;
    c->observers = c->extras->observers;
    c->tiles = (grn_ttnn_watch){&c->module->ir, o->ttnn, c->diag};
    if (o->ttnn)
        add_observer(c, &c->own[0], (grn_observer){.user = &c->tiles, .access = grn_ttnn_see});
    if (o->tracer)
        add_observer(c, &c->own[1], (grn_observer){.user = (void *)(uintptr_t)o->tracer, .op = trace});
}

/* What the run borrows from its caller, which end_run gives back. */
static grn_runtime runtime_of(const run_call *c, grn_results *r)
{
    const grn_run_options *options = c->options;
    const grn_rank_run *on = &c->on;
    return (grn_runtime){.ir = &c->module->ir,
                         .allocator = &r->budget.allocator,
                         .budget = &r->budget,
                         .diag = c->diag,
                         .stop = GRN_OPTION_IS_GIVEN(grn_run_options, options, stop_user) ? options->stop : NULL,
                         .stop_user =
                             GRN_OPTION_IS_GIVEN(grn_run_options, options, stop_user) ? options->stop_user : NULL,
                         .foreign = GRN_OPTION_IS_GIVEN(grn_run_options, options, foreign) ? options->foreign : NULL,
                         .plans = options->plans,
                         .fuses = !c->module->op_by_op && !(options->tracer && options->tracer->unfused),
                         .flags = {.check_promises = options->check_promises,
                                   .strict_bounds = options->strict_bounds,
                                   .drop_whole_window = options->drop_whole_window,
                                   .library_products = grn_run_products(options) != GRN_PRODUCTS_EXACT,
                                   .needs_library = grn_run_products(options) == GRN_PRODUCTS_LIBRARY},
                         .observers = c->observers,
                         .failed_checks = c->extras->failed_checks,
                         .max_steps = options->max_steps ? options->max_steps : UINT64_MAX,
                         .position = {.rank = -1},
                         .place = function_of(c)->op->place,
                         .grid = on->processes && !on->is_whole ? &on->grid : &grn_grid_alone,
                         .ranks = on->ranks,
                         .among = on->grid.comm,
                         .streams = &r->streams,
                         .libraries = (struct grn_libraries *)(uintptr_t)&c->module->libraries};
}

/* Memory, budget, plans and streams of the run. */
static void begin_run(run_call *c, grn_results *r)
{
    list_observers(c);
    const size_t limit = c->options->max_memory_bytes ? c->options->max_memory_bytes : SIZE_MAX;
    *r = (grn_results){.allocator = c->allocator};
    grn_store_init(&r->store, c->allocator, c->allocator == c->module->allocator ? c->module->keeper : NULL, limit);
    grn_budget_init(&r->budget, &r->store.allocator, limit);
    if (c->on.processes)
        grn_rank_grid_count(c->on.processes, &r->budget.allocator);
    r->run = runtime_of(c, r);
    grn_streams_init(&r->streams, &r->budget.allocator);
    r->streams.print = c->options->print;
    r->streams.probe = c->options->probe;
    grn_plans_borrow(&r->run, (grn_module *)c->module, c->options);
}

/* The runtime keeps what values are released with, and how many steps there were. */
static void end_run(const run_call *c, grn_results *r)
{
    grn_plans_return(&r->run, (grn_module *)c->module);
    grn_frame_clear_homes(&r->run);
    grn_store_pause(&r->store);
    r->run = (grn_runtime){.allocator = &r->budget.allocator,
                           .budget = &r->budget,
                           .steps = r->run.steps,
                           .grid = &grn_grid_alone,
                           .streams = &r->streams};
    r->streams.print = NULL;
    r->streams.probe = NULL;
}

/* A buffer without data of its own: what is donated is written over, and may become a result. */
static grn_status adopt_input(grn_runtime *run, grn_rt *value)
{
    struct grn_buffer *buffer = grn_allocate(run->allocator, GRN_BUFFER_HEAD);
    if (!buffer)
        return grn_run_no_memory(run, GRN_BUFFER_HEAD);
    *buffer = (struct grn_buffer){.references = 1, .bytes = GRN_BUFFER_HEAD, .data = value->tensor.data};
    value->buffer = buffer;
    return GRN_OK;
}

static const bool *donated_of(const run_call *c)
{
    const bool alone = grn_grid_count(&c->grid) == 1 && !c->extras->devices && !c->ranks;
    return alone && GRN_OPTION_IS_GIVEN(grn_run_options, c->options, donated) ? c->options->donated : NULL;
}

static grn_status adopt_inputs(grn_runtime *run, const run_call *c, grn_rt *args)
{
    const bool *donated = donated_of(c);
    grn_status status = GRN_OK;
    for (size_t i = 0; donated && status == GRN_OK && i < c->ninputs; i++)
        if (donated[i] && !args[i].buffer && grn_tensor_is_compact(&args[i].tensor) &&
            grn_tensor_elements(&args[i].tensor) > 0)
            status = adopt_input(run, &args[i]);
    return status;
}

static grn_status run_into(grn_results *r, const run_call *c)
{
    const grn_function *f = function_of(c);
    const grn_devices *devices = c->extras->devices;
    const size_t processes = (size_t)grn_grid_count(&c->grid), all = c->ninputs * grn_devices_here(devices);
    const size_t nvalues = processes * (f->type->count - f->type->inputs);
    grn_rt *args = grn_rt_new(&r->run, all);
    if (!args)
        return GRN_E_MEMORY;
    r->values = grn_rt_new(&r->run, nvalues);
    r->nvalues = r->values ? nvalues : 0;
    grn_status status = r->values ? GRN_OK : GRN_E_MEMORY;
    for (size_t first = 0; status == GRN_OK && first < all; first += c->ninputs)
        status = take_inputs(&r->run, f, c->ninputs, c->inputs + first, args + first);
    if (status == GRN_OK)
        status = adopt_inputs(&r->run, c, args);
    if (status == GRN_OK)
        status = processes == 1 ? grn_run_function(&r->run, f->op, c->ninputs, args, r->nvalues, r->values)
                                : run_as_grid(r, f, &c->grid, !devices, args);
    grn_rt_free(&r->run, all, args);
    if (status == GRN_OK && devices && devices->own >= 0)
        grn_devices_crop(devices, r->values);
    else if (status == GRN_OK && devices)
        status = join_devices(r, devices);
    if (status == GRN_OK && devices)
        status = grn_layouts_copy(devices, r->allocator, r->run.diag, &r->layouts);
    return status == GRN_OK ? finish(r, f) : status;
}

grn_status grn_module_run_with(const grn_module *module, size_t index, size_t ninputs, const grn_tensor *inputs,
                               const grn_run_options *options, const grn_run_extras *extras, const grn_diag *diag,
                               grn_results **out)
{
    static const grn_run_options plain = {0};
    if (!options)
        options = &plain;
    if (out)
        *out = NULL;
    if (!module || !out)
        return grn_fail_null(!module ? "module" : "out", diag);
    if (index >= module->nfunctions)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no function #%zu, the module has %zu", index,
                        module->nfunctions);
    grn_status status = check_options(options, diag);
    if (status != GRN_OK)
        return status;
    run_call c = {.module = module,
                  .function = index,
                  .ninputs = ninputs,
                  .inputs = inputs,
                  .options = options,
                  .extras = extras,
                  .diag = diag,
                  .ranks = GRN_OPTION_IS_GIVEN(grn_run_options, options, comm) ? options->comm : NULL,
                  .allocator = options->allocator ? options->allocator : module->allocator,
                  .grid = {.replicas = 1, .partitions = 1}};
    grn_results *r = NULL;
    status = c.ranks ? grn_check_comm(c.ranks, diag) : GRN_OK;
    if (status == GRN_OK)
        status = open_results(&c, &r);
    if (status != GRN_OK)
        return status;
    begin_run(&c, r);
    status = run_into(r, &c);
    if (c.on.ranks)
        status = grn_rank_run_end(&c.on, status, diag);
    end_run(&c, r);
    if (status == GRN_OK)
        *out = r;
    else
        grn_results_destroy(r);
    return status;
}

GRN_API grn_status grn_module_run(const grn_module *module, size_t index, size_t ninputs, const grn_tensor *inputs,
                                  const grn_run_options *options, const grn_diag *diag, grn_results **out)
{
    return grn_module_run_with(module, index, ninputs, inputs, options, &(grn_run_extras){0}, diag, out);
}

GRN_API uint64_t grn_results_steps(const grn_results *results) { return results ? results->run.steps : 0; }

GRN_API size_t grn_results_count(const grn_results *results) { return results ? results->ntensors : 0; }

GRN_API const grn_tensor *grn_results_tensor(const grn_results *results, size_t i)
{
    const grn_tensor *t = results && i < results->ntensors ? &results->tensors[i].value->tensor : NULL;
    return t && t->dtype != GRN_NO_DTYPE ? t : NULL;
}

GRN_API void grn_results_release(grn_results *results, size_t i)
{
    if (!grn_results_tensor(results, i))
        return;
    grn_store_resume(&results->store); /* what is given back goes where the next run finds it */
    grn_rt_release(&results->run, results->tensors[i].value);
    grn_store_pause(&results->store);
}

/* Tuples, which are flattened, and what is of unknown shape, lie on every device. */
GRN_API const grn_layout *grn_results_layout(const grn_results *results, bool is_result, size_t i)
{
    const grn_layouts *l = results ? &results->layouts : NULL;
    if (!l || !l->all || i >= (is_result ? l->nresults : l->ninputs) || (is_result && results->ntensors != l->nresults))
        return NULL;
    const grn_layout *found = &l->all[is_result ? l->ninputs + i : i];
    return is_result && found->rank != results->tensors[i].value->tensor.rank ? NULL : found;
}

GRN_API const grn_tensor *grn_results_outfed(const grn_results *results, size_t i, uint32_t *process)
{
    const grn_kept_value *v = results && i < results->noutfed ? results->outfed[i] : NULL;
    if (v && process)
        *process = (uint32_t)v->process;
    return v ? &v->value.tensor : NULL;
}

static grn_status write_text(const grn_sink *sink, const char *text)
{
    return sink->write(sink->user, text, strlen(text));
}

/* "tensor<2x3xi32>" */
static grn_status write_type(const result_tensor *r, const grn_sink *sink)
{
    grn_status status = write_text(sink, "tensor<");
    for (int32_t d = 0; status == GRN_OK && d < r->value->tensor.rank; d++) {
        char extent[32];
        snprintf(extent, sizeof extent, "%" PRId64 "x", r->value->tensor.shape[d]);
        status = write_text(sink, extent);
    }
    if (status == GRN_OK)
        status = write_text(sink, r->element_text);
    return status == GRN_OK ? write_text(sink, ">") : status;
}

GRN_API grn_status grn_results_write(const grn_results *results, size_t i, const grn_literal_options *options,
                                     const grn_sink *sink)
{
    if (!grn_results_tensor(results, i) || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    const result_tensor *r = &results->tensors[i];
    grn_status status = grn_tensor_write_literal(&r->value->tensor, options, sink);
    if (status == GRN_OK)
        status = write_text(sink, " : ");
    return status == GRN_OK ? write_type(r, sink) : status;
}

GRN_API grn_status grn_results_write_rows(const grn_results *results, size_t i, const grn_sink *sink)
{
    if (!grn_results_tensor(results, i) || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    const result_tensor *r = &results->tensors[i];
    grn_status status = write_type(r, sink);
    return status == GRN_OK ? grn_tensor_write_listing(&r->value->tensor, "", sink) : status;
}
