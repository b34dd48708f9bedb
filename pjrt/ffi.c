/*
 * ffi.c - foreign functions of XLA's typed FFI: those that a client registers through PJRT's
 * extension for them answer the custom calls of programs.
 *
 * A handler is called on the thread that runs the program, with arguments and results where they lie,
 * and attributes in the order of their names.
 */
#include <stdlib.h>
#include <string.h>

#include "ffi.h"
#include "xla_ffi.h"

typedef ffi_error *(*ffi_handler)(ffi_frame *frame);

/* ---- handlers that are known ----------------------------------------------------------------- */

typedef struct entry {
    struct entry *next;
    ffi_handler handler;
    size_t bytes;
    char target[];
} entry;

/* Registering is the process's, as PJRT has it: it names no client. */
static struct {
    pthread_mutex_t lock;
    entry *first;
    int64_t ntypes;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

static entry *find(const char *target, size_t bytes)
{
    for (entry *e = known.first; e != NULL; e = e->next)
        if (e->bytes == bytes && memcmp(e->target, target, bytes) == 0)
            return e;
    return NULL;
}

static ffi_handler handler_of(const char *target, size_t bytes)
{
    pthread_mutex_lock(&known.lock);
    const entry *e = find(target, bytes);
    const ffi_handler handler = e != NULL ? e->handler : NULL;
    pthread_mutex_unlock(&known.lock);
    return handler;
}

static PJRT_Error *add(const char *target, size_t bytes, ffi_handler handler)
{
    entry *e = malloc(sizeof *e + bytes);
    if (e == NULL)
        return grn_pjrt_no_memory();
    e->handler = handler;
    e->bytes = bytes;
    memcpy(e->target, target, bytes);
    pthread_mutex_lock(&known.lock);
    entry *before = find(target, bytes);
    if (before != NULL) { /* the last one that is registered counts */
        before->handler = handler;
        free(e);
    } else {
        e->next = known.first;
        known.first = e;
    }
    pthread_mutex_unlock(&known.lock);
    return NULL;
}

/* ---- what a handler may ask for -------------------------------------------------------------- */

struct ffi_error {
    int code;
    char message[];
};

struct ffi_context {
    int64_t threads;
};

static ffi_error *make_error(int code, const char *message)
{
    ffi_error *error = malloc(sizeof *error + strlen(message) + 1);
    if (error == NULL)
        return NULL;
    error->code = code;
    strcpy(error->message, message);
    return error;
}

static ffi_error *error_create(ffi_error_create *args) { return make_error(args->code, args->message); }
static void error_message(ffi_error_message *args) { args->message = args->error->message; }
static void error_destroy(ffi_error_destroy *args) { free(args->error); }

static ffi_error *not_there(void *args)
{
    (void)args;
    return make_error(FFI_UNIMPLEMENTED, "garner " GRN_VERSION " has no such call for foreign functions");
}

static ffi_error *type_register(ffi_type_register *args)
{
    pthread_mutex_lock(&known.lock);
    if (args->type_id->id == 0)
        args->type_id->id = ++known.ntypes;
    pthread_mutex_unlock(&known.lock);
    return NULL;
}

static ffi_error *memory_allocate(ffi_memory_allocate *args)
{
    const size_t alignment = args->alignment < 64 ? 64 : args->alignment,
                 bytes = (args->size + alignment) / alignment * alignment;
    args->data = aligned_alloc(alignment, bytes);
    return args->data != NULL ? NULL : make_error(FFI_RESOURCE_EXHAUSTED, "memory was refused");
}

static ffi_error *memory_free(ffi_memory_free *args)
{
    free(args->data);
    return NULL;
}

/* On the calling thread: it has come back before the handler goes on. */
static ffi_error *schedule(ffi_schedule *args)
{
    args->task(args->data);
    return NULL;
}

static ffi_error *thread_count(ffi_thread_count *args)
{
    *args->num_threads = args->context->threads;
    return NULL;
}

static ffi_error *device_ordinal(ffi_ordinal *args)
{
    args->device_ordinal = 0;
    return NULL;
}

static ffi_error *run_id(ffi_run_id *args)
{
    args->run_id = 0;
    return NULL;
}

static const ffi_api *table(void)
{
    static const ffi_api api = {.struct_size = sizeof api,
                                .version = {.struct_size = sizeof(ffi_version), .major = FFI_MAJOR, .minor = FFI_MINOR},
                                .error_create = error_create,
                                .error_message = error_message,
                                .error_destroy = error_destroy,
                                .handler_register = not_there,
                                .stream_get = not_there,
                                .type_register = type_register,
                                .context_get = not_there,
                                .state_set = (ffi_error * (*)(ffi_state *)) not_there,
                                .state_get = (ffi_error * (*)(ffi_state *)) not_there,
                                .memory_allocate = memory_allocate,
                                .memory_free = memory_free,
                                .schedule = schedule,
                                .threads = thread_count,
                                .future_create = not_there,
                                .future_available = not_there,
                                .future_error = not_there,
                                .run_id = run_id,
                                .device_ordinal = device_ordinal};
    return &api;
}

/* ---- a call ---------------------------------------------------------------------------------- */

#define FFI_TOKEN 17

static int dtype_of(grn_dtype dtype)
{
    return dtype == GRN_NO_DTYPE ? FFI_TOKEN : (int)grn_pjrt_primitive(grn_pjrt_type(dtype));
}

/* What a frame's lists point to. */
typedef struct lists {
    ffi_buffer *buffers; /* of inputs, then of results */
    int *types;
    void **items;
    ffi_span *names, *texts;
    ffi_span **name_list;
    ffi_scalar *scalars;
    ffi_array *arrays;
    int *attribute_types;
    void **attributes;
} lists;

static void lists_free(lists *l)
{
    void *all[] = {l->buffers,   l->types,   l->items,  l->names,           l->texts,
                   l->name_list, l->scalars, l->arrays, l->attribute_types, l->attributes};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static bool lists_make(lists *l, size_t nvalues, size_t nattributes)
{
    const size_t v = nvalues + 1, a = nattributes + 1;
    *l = (lists){calloc(v, sizeof *l->buffers),   calloc(v, sizeof *l->types),  calloc(v, sizeof *l->items),
                 calloc(a, sizeof *l->names),     calloc(a, sizeof *l->texts),  calloc(a, sizeof *l->name_list),
                 calloc(a, sizeof *l->scalars),   calloc(a, sizeof *l->arrays), calloc(a, sizeof *l->attribute_types),
                 calloc(a, sizeof *l->attributes)};
    return l->buffers && l->types && l->items && l->names && l->texts && l->name_list && l->scalars && l->arrays &&
           l->attribute_types && l->attributes;
}

static void set_values(lists *l, size_t first, size_t count, const grn_tensor *tensors)
{
    for (size_t i = 0; i < count; i++) {
        const grn_tensor *t = &tensors[i];
        ffi_buffer *b = &l->buffers[first + i];
        *b = (ffi_buffer){.struct_size = sizeof *b,
                          .dtype = dtype_of(t->dtype),
                          .data = t->data,
                          .rank = t->rank,
                          .dims = (int64_t *)(uintptr_t)t->shape};
        l->types[first + i] = FFI_BUFFER;
        l->items[first + i] = b;
    }
}

static void set_attribute(lists *l, size_t i, const grn_foreign_attribute *a)
{
    void *const data = (void *)(uintptr_t)a->data;
    l->names[i] = (ffi_span){a->name, a->name_bytes};
    l->name_list[i] = &l->names[i];
    l->texts[i] = (ffi_span){a->text, a->text_bytes};
    l->arrays[i] = (ffi_array){dtype_of(a->dtype), a->count, data};
    l->scalars[i] = (ffi_scalar){dtype_of(a->dtype), data};
    l->attribute_types[i] = a->text != NULL ? FFI_STRING : a->is_list ? FFI_ARRAY : FFI_SCALAR;
    l->attributes[i] = a->text != NULL ? (void *)&l->texts[i]
                       : a->is_list    ? (void *)&l->arrays[i]
                                       : (void *)&l->scalars[i];
}

static grn_status status_of(int code)
{
    static const struct {
        int code;
        grn_status status;
    } rows[] = {{FFI_INVALID_ARGUMENT, GRN_E_ARGUMENT},
                {FFI_RESOURCE_EXHAUSTED, GRN_E_MEMORY},
                {FFI_FAILED_PRECONDITION, GRN_E_CHECK},
                {FFI_OUT_OF_RANGE, GRN_E_INDEX},
                {FFI_UNIMPLEMENTED, GRN_E_UNSUPPORTED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].code == code)
            return rows[i].status;
    return GRN_E_SINK; /* which clients see as an internal error */
}

static grn_status answer(const grn_foreign_call *call, ffi_error *error, const grn_diag *diag)
{
    grn_pjrt_text text = {.text = NULL};
    if (error == NULL)
        return GRN_OK;
    const grn_status status = status_of(error->code);
    grn_pjrt_text_print(&text, "%.*s: %s", (int)call->target_bytes, call->target, error->message);
    if (diag != NULL && diag->emit != NULL && !text.failed) {
        const grn_diagnostic told = {.severity = GRN_SEVERITY_ERROR, .place = call->place, .message = text.text};
        diag->emit(diag->user, &told);
    }
    free(text.text);
    free(error);
    return status;
}

static bool serves(void *user, const char *target, size_t bytes)
{
    (void)user;
    return handler_of(target, bytes) != NULL;
}

static grn_status make_call(void *user, const grn_foreign_call *call, const grn_diag *diag)
{
    const PJRT_Client *client = user;
    const ffi_handler handler = handler_of(call->target, call->target_bytes);
    ffi_context context = {.threads = client->settings.threads};
    lists l;
    if (!lists_make(&l, call->ninputs + call->nresults, call->nattributes)) {
        lists_free(&l);
        return GRN_E_MEMORY;
    }
    set_values(&l, 0, call->ninputs, call->inputs);
    set_values(&l, call->ninputs, call->nresults, call->results);
    for (size_t i = 0; i < call->nattributes; i++)
        set_attribute(&l, i, &call->attributes[i]);
    ffi_frame frame = {.struct_size = sizeof frame,
                       .api = table(),
                       .context = &context,
                       .stage = FFI_EXECUTE,
                       .arguments = {.struct_size = sizeof frame.arguments,
                                     .size = (int64_t)call->ninputs,
                                     .types = l.types,
                                     .items = l.items},
                       .results = {.struct_size = sizeof frame.results,
                                   .size = (int64_t)call->nresults,
                                   .types = l.types + call->ninputs,
                                   .items = l.items + call->ninputs},
                       .attributes = {.struct_size = sizeof frame.attributes,
                                      .size = (int64_t)call->nattributes,
                                      .types = l.attribute_types,
                                      .names = l.name_list,
                                      .items = l.attributes}};
    ffi_error *error = handler(&frame);
    lists_free(&l);
    return answer(call, error, diag);
}

grn_foreign grn_pjrt_foreign(PJRT_Client *client) { return (grn_foreign){serves, make_call, client}; }

/* ---- PJRT's extension ------------------------------------------------------------------------ */

static PJRT_Error *register_handler(PJRT_FFI_Register_Handler_Args *args)
{
    if (args == NULL || args->struct_size < offsetof(PJRT_FFI_Register_Handler_Args, traits) ||
        args->target_name == NULL || args->handler == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                              "PJRT_FFI_Register_Handler: a target's name and a handler are wanted");
    ffi_handler handler;
    memcpy(&handler, &args->handler, sizeof handler);
    return add(args->target_name, args->target_name_size, handler);
}

static PJRT_Error *register_type(PJRT_FFI_Type_Register_Args *args)
{
    if (args == NULL || args->struct_size < offsetof(PJRT_FFI_Type_Register_Args, type_info))
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_FFI_Type_Register: args are too short");
    pthread_mutex_lock(&known.lock);
    if (args->type_id == 0)
        args->type_id = ++known.ntypes;
    pthread_mutex_unlock(&known.lock);
    return NULL;
}

static PJRT_Error *add_user_data(PJRT_FFI_UserData_Add_Args *args)
{
    (void)args;
    return grn_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED, "PJRT_FFI_UserData_Add is not there in garner " GRN_VERSION);
}

PJRT_Extension_Base *grn_pjrt_ffi_extension(void)
{
    static PJRT_FFI_Extension extension = {
        .base = {.struct_size = sizeof extension, .type = PJRT_Extension_Type_FFI},
        .type_register = register_type,
        .user_data_add = add_user_data,
        .register_handler = register_handler,
    };
    return &extension.base;
}
