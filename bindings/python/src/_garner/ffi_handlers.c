/* ffi_handlers.c - frames of XLA in, the library's tensors and messages out. */
#include "ffi_handlers.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

ffi_type_id ffi_site_type;
ffi_type_info ffi_site_info = {sizeof(ffi_type_info), NULL, ffi_site_destroy};

static atomic_int threads_of_sites = 1;

bool ffi_set_threads(int64_t threads)
{
    if (threads < 1 || threads > MAX_THREADS)
        return false;
    atomic_store(&threads_of_sites, (int)threads);
    return true;
}

int32_t ffi_threads(void) { return atomic_load(&threads_of_sites); }

/* ---- errors ---------------------------------------------------------------------------------- */

static const struct {
    grn_status status;
    int code;
} codes[] = {
    {GRN_E_MEMORY, FFI_RESOURCE_EXHAUSTED},
    {GRN_E_INDEX, FFI_OUT_OF_RANGE},
    {GRN_E_UNSUPPORTED, FFI_UNIMPLEMENTED},
    {GRN_E_LIMIT, FFI_UNIMPLEMENTED},
};

static int code_of(grn_status status)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].status == status)
            return codes[i].code;
    return FFI_INVALID_ARGUMENT;
}

static const char *name_of(bool is_scatter) { return is_scatter ? "garner_scatter" : "garner_gather"; }

static ffi_error *fail(const ffi_frame *frame, bool is_scatter, int code, const char *message)
{
    ffi_message whole;
    ffi_say(&whole, "%s: %s", name_of(is_scatter), message);
    ffi_error_create create = {sizeof create, NULL, whole.text, code};
    return frame->api->error_create(&create);
}

/* The first error of the library's; notes and what follows are left out. */
static void keep_first(void *user, const grn_diagnostic *said)
{
    ffi_message *message = user;
    if (message->text[0] == '\0')
        ffi_say(message, "%s", said->message);
}

/* ---- tensors --------------------------------------------------------------------------------- */

static grn_dtype dtype_of(int number)
{
    static const grn_dtype dtypes[] = {
#define FFI_DTYPE_ROW(name, number, dtype) [number] = GRN_##dtype,
        FFI_DTYPES(FFI_DTYPE_ROW)
#undef FFI_DTYPE_ROW
    };
    return number >= 0 && (size_t)number < sizeof dtypes / sizeof *dtypes ? dtypes[number] : GRN_NO_DTYPE;
}

static bool take_buffer(int type, const void *item, const char *name, grn_tensor *out, ffi_message *message)
{
    const ffi_buffer *b = item;
    if (type != FFI_BUFFER || b == NULL || !FFI_HAS(b, ffi_buffer, dims)) {
        ffi_say(message, "%s is no buffer", name);
        return false;
    }
    if (dtype_of(b->dtype) == GRN_NO_DTYPE) {
        ffi_say(message, "%s is of an element type that garner does not take from XLA (its number is %d)", name,
                b->dtype);
        return false;
    }
    if (b->rank < 0 || b->rank > GRN_MAX_RANK || (b->rank > 0 && b->dims == NULL)) {
        ffi_say(message, "%s has rank %" PRId64 "; right: 0 to %d", name, b->rank, GRN_MAX_RANK);
        return false;
    }
    *out = grn_tensor_over(b->data, dtype_of(b->dtype), (int32_t)b->rank, b->dims);
    return true;
}

static bool has_items(const ffi_list *list, int64_t count)
{
    return FFI_HAS(list, ffi_list, items) && list->size == count && list->types != NULL && list->items != NULL;
}

/* The tensors of a frame; that of a gather's updates is empty. */
static bool take_tensors(const ffi_frame *f, bool is_scatter, grn_tensor out[FFI_TENSORS], ffi_message *message)
{
    static const char *const names[] = {"operand", "indices", "updates"};
    const int count = is_scatter ? 3 : 2;
    memset(out, 0, FFI_TENSORS * sizeof *out);
    if (!has_items(&f->arguments, count) || !has_items(&f->results, 1)) {
        ffi_say(message, "%" PRId64 " arguments and %" PRId64 " results; right: %d and 1", f->arguments.size,
                f->results.size, count);
        return false;
    }
    for (int i = 0; i < count; i++)
        if (!take_buffer(f->arguments.types[i], f->arguments.items[i], names[i], &out[i], message))
            return false;
    return take_buffer(f->results.types[0], f->results.items[0], "result", &out[FFI_RESULT], message);
}

/* What the library does not see: a scatter's operand is copied into its result. */
static bool agrees(bool is_scatter, const grn_tensor t[FFI_TENSORS], ffi_message *message)
{
    const grn_tensor *a = &t[FFI_OPERAND], *b = &t[FFI_RESULT];
    if (!is_scatter || (a->dtype == b->dtype && a->rank == b->rank &&
                        memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape) == 0 &&
                        ((a->data != NULL && b->data != NULL) || grn_tensor_elements(a) == 0)))
        return true;
    ffi_say(message, "operand and result differ in type or shape, or have no memory");
    return false;
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Versions after 0.3 of the interface add fields; those before it keep states in another way, and
 * have none here: their calls run without a plan. */
static bool has_states(const ffi_api *api)
{
    return api->version.major == FFI_MAJOR && api->version.minor >= FFI_MINOR && FFI_HAS(api, ffi_api, state_get) &&
           api->state_set != NULL && api->state_get != NULL;
}

static ffi_error *instantiate(const ffi_frame *f, bool is_scatter)
{
    ffi_request request;
    ffi_message message;
    if (!ffi_read_attributes(&f->attributes, is_scatter, &request, &message))
        return fail(f, is_scatter, FFI_INVALID_ARGUMENT, message.text);
    if (!has_states(f->api))
        return NULL;
    ffi_site *site = ffi_site_create(&request, ffi_threads());
    if (site == NULL)
        return fail(f, is_scatter, FFI_RESOURCE_EXHAUSTED, "memory refused");
    ffi_state set = {sizeof set, NULL, f->context, FFI_INSTANTIATE, &ffi_site_type, site};
    ffi_error *error = f->api->state_set(&set);
    if (error != NULL)
        ffi_site_destroy(site);
    return error;
}

/* The site of a frame; NULL: XLA keeps none. */
static ffi_site *site_of(const ffi_frame *f)
{
    if (!has_states(f->api))
        return NULL;
    ffi_state get = {sizeof get, NULL, f->context, FFI_INSTANTIATE, &ffi_site_type, NULL};
    ffi_error *error = f->api->state_get(&get);
    if (error == NULL)
        return get.state;
    ffi_error_destroy destroy = {sizeof destroy, NULL, error};
    f->api->error_destroy(&destroy);
    return NULL;
}

static ffi_error *execute(const ffi_frame *f, bool is_scatter)
{
    grn_tensor tensor[FFI_TENSORS];
    ffi_request request;
    ffi_message message;
    message.text[0] = '\0';
    if (!take_tensors(f, is_scatter, tensor, &message) || !agrees(is_scatter, tensor, &message))
        return fail(f, is_scatter, FFI_INVALID_ARGUMENT, message.text);
    ffi_site *site = site_of(f);
    if (site == NULL && !ffi_read_attributes(&f->attributes, is_scatter, &request, &message))
        return fail(f, is_scatter, FFI_INVALID_ARGUMENT, message.text);
    const grn_diag diag = {keep_first, &message};
    const grn_status status = site != NULL ? ffi_site_run(site, tensor, &diag) : ffi_run_once(&request, tensor, &diag);
    if (status == GRN_OK)
        return NULL;
    return fail(f, is_scatter, code_of(status), message.text[0] != '\0' ? message.text : grn_status_text(status));
}

/* ---- handlers -------------------------------------------------------------------------------- */

static const ffi_metadata_extension *question_of(const ffi_frame *f)
{
    const ffi_extension *e = f->extension_start;
    while (e != NULL && e->type != FFI_METADATA)
        e = e->next;
    return (const ffi_metadata_extension *)e;
}

/* Answers a question about the handler; false: the frame is no question. */
static bool answer_metadata(const ffi_frame *f)
{
    const ffi_metadata_extension *asked = question_of(f);
    if (asked == NULL)
        return false;
    ffi_metadata *m = asked->metadata;
    m->version.major = FFI_MAJOR;
    m->version.minor = FFI_MINOR;
    m->traits = 0;
    if (FFI_HAS(m, ffi_metadata, state_type))
        m->state_type = ffi_site_type;
    return true;
}

static ffi_error *handle(ffi_frame *f, bool is_scatter)
{
    if (answer_metadata(f))
        return NULL;
    if (!FFI_HAS(f, ffi_frame, attributes) || !FFI_HAS(&f->attributes, ffi_attributes, items))
        return fail(f, is_scatter, FFI_INVALID_ARGUMENT, "the frame of the call is of another version of XLA's FFI");
    if (f->stage == FFI_INSTANTIATE)
        return instantiate(f, is_scatter);
    return f->stage == FFI_EXECUTE ? execute(f, is_scatter) : NULL;
}

ffi_error *ffi_gather(ffi_frame *frame) { return handle(frame, false); }
ffi_error *ffi_scatter(ffi_frame *frame) { return handle(frame, true); }
