/* buffer.c - buffers: made from a host's memory, given back to it, deleted. */
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

/* A host's memory is taken as it is from so many bytes on; below, a copy is cheaper. XLA's CPU
 * backend demands the same alignment. */
#define LEAST_BORROWED_BYTES ((size_t)4096)
#define BORROWED_ALIGNMENT ((uintptr_t)64)

/* ---- what a buffer is ------------------------------------------------------------------------ */

static PJRT_Error *check_shape(PJRT_Buffer_Type type, size_t rank, const int64_t *dims, const char *call)
{
    if (grn_pjrt_dtype(type) == GRN_NO_DTYPE && type != PJRT_Buffer_Type_TOKEN)
        return grn_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED, "%s: garner has no element type for PJRT's %d", call,
                              (int)type);
    if (rank > GRN_MAX_RANK)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s: rank %zu is over garner's limit of %d", call, rank,
                              GRN_MAX_RANK);
    if (rank > 0 && dims == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s: dims is NULL", call);
    grn_tensor shape;
    if (type != PJRT_Buffer_Type_TOKEN &&
        grn_tensor_init(&shape, NULL, grn_pjrt_dtype(type), (int32_t)rank, dims) != GRN_OK)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                              "%s: an extent is negative, or there are too many elements to count", call);
    return NULL;
}

PJRT_Error *grn_pjrt_buffer_new(PJRT_Memory *memory, PJRT_Buffer_Type type, size_t rank, const int64_t *dims,
                                PJRT_Buffer **out)
{
    PJRT_Error *error = check_shape(type, rank, dims, "a buffer");
    if (error != NULL)
        return error;
    PJRT_Buffer *b = malloc(sizeof *b);
    if (b == NULL)
        return grn_pjrt_no_memory();
    b->client = memory->client;
    b->memory = memory;
    b->shape.type = type;
    b->shape.dtype = grn_pjrt_dtype(type);
    b->shape.rank = (int32_t)rank;
    b->storage = NULL;
    b->external = 0;
    b->is_deleted = false;
    for (size_t d = 0; d < rank; d++) {
        b->shape.dims[d] = dims[d];
        b->shape.minor_to_major[d] = (int64_t)(rank - 1 - d);
    }
    pthread_mutex_init(&b->lock, NULL);
    *out = b;
    return NULL;
}

void grn_pjrt_buffer_free(PJRT_Buffer *buffer)
{
    if (buffer == NULL)
        return;
    if (!buffer->is_deleted)
        grn_pjrt_storage_release(buffer->storage);
    pthread_mutex_destroy(&buffer->lock);
    free(buffer);
}

size_t grn_pjrt_shape_bytes(const grn_pjrt_shape *shape)
{
    size_t bytes = shape->dtype == GRN_NO_DTYPE ? 0 : grn_dtype_bytes(shape->dtype);
    for (int32_t d = 0; d < shape->rank; d++)
        bytes *= (size_t)shape->dims[d];
    return bytes;
}

static grn_pjrt_strided strided_of(const grn_pjrt_shape *shape, void *data)
{
    grn_pjrt_strided view = {.data = data,
                             .element_bytes = shape->dtype == GRN_NO_DTYPE ? 0 : grn_dtype_bytes(shape->dtype),
                             .rank = shape->rank,
                             .dims = shape->dims};
    grn_pjrt_strided_layout(&view, shape->minor_to_major);
    return view;
}

grn_tensor grn_pjrt_shape_view(const grn_pjrt_shape *shape, void *data)
{
    const grn_pjrt_strided view = strided_of(shape, data);
    grn_tensor t = {.data = data, .dtype = shape->dtype, .rank = shape->rank};
    for (int32_t d = 0; d < t.rank; d++) {
        t.shape[d] = shape->dims[d];
        t.stride[d] = view.stride[d] / (int64_t)view.element_bytes;
    }
    return t;
}

PJRT_Error *grn_pjrt_buffer_hold(PJRT_Buffer *buffer, grn_pjrt_storage **out)
{
    pthread_mutex_lock(&buffer->lock);
    *out = buffer->is_deleted || buffer->storage == NULL ? NULL : grn_pjrt_storage_share(buffer->storage);
    pthread_mutex_unlock(&buffer->lock);
    return *out != NULL ? NULL
                        : grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the buffer has been deleted or donated");
}

/* What others hold by external references stays until they let go. */
void grn_pjrt_buffer_delete(PJRT_Buffer *buffer)
{
    pthread_mutex_lock(&buffer->lock);
    grn_pjrt_storage *storage = buffer->is_deleted ? NULL : buffer->storage;
    buffer->is_deleted = true;
    if (buffer->external == 0)
        buffer->storage = NULL;
    pthread_mutex_unlock(&buffer->lock);
    grn_pjrt_storage_release(storage);
}

/* ---- where one lies -------------------------------------------------------------------------- */

/* A memory that was given, or the device's first one; NULL: neither was. */
static PJRT_Memory *memory_of(PJRT_Memory *memory, PJRT_Device *device)
{
    return memory != NULL ? memory : device != NULL ? &device->memories[0] : NULL;
}

static PJRT_Error *no_memory_given(const char *call)
{
    return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s: neither device nor memory is given", call);
}

/* Reads minor_to_major of a layout without tiles into `order`. */
static PJRT_Error *read_order(const PJRT_Buffer_MemoryLayout *layout, int32_t rank, int64_t *order)
{
    const PJRT_Buffer_MemoryLayout_Tiled *t = &layout->tiled;
    bool seen[GRN_MAX_RANK] = {false};
    if (layout->type != PJRT_Buffer_MemoryLayout_Type_Tiled)
        return grn_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED,
                              "a device's layout is given by strides; garner takes the order of dimensions");
    if (t->num_tiles > 0)
        return grn_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED, "a layout has %zu tiles, garner's have none",
                              t->num_tiles);
    if (t->minor_to_major_size != (size_t)rank)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "a layout orders %zu dimensions, there are %d",
                              t->minor_to_major_size, (int)rank);
    for (int32_t i = 0; i < rank; i++) {
        const int64_t d = t->minor_to_major[i];
        if (d < 0 || d >= rank || seen[d])
            return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                                  "a layout's minor_to_major is no order of %d dimensions", (int)rank);
        seen[d] = true;
        order[i] = d;
    }
    return NULL;
}

/* A buffer of a layout, NULL of which is row-major. */
static PJRT_Error *new_in_layout(PJRT_Memory *memory, PJRT_Buffer_Type type, size_t rank, const int64_t *dims,
                                 const PJRT_Buffer_MemoryLayout *layout, PJRT_Buffer **out)
{
    PJRT_Error *error = grn_pjrt_buffer_new(memory, type, rank, dims, out);
    if (error == NULL && layout != NULL)
        error = read_order(layout, (*out)->shape.rank, (*out)->shape.minor_to_major);
    if (error != NULL && *out != NULL) {
        grn_pjrt_buffer_free(*out);
        *out = NULL;
    }
    return error;
}

/* ---- from the host --------------------------------------------------------------------------- */

/* The caller's memory is kept until the buffer's storage goes: then the event is set. */
static void release_host(grn_pjrt_storage *s)
{
    PJRT_Event *done = s->owner;
    grn_pjrt_event_set(done, NULL);
    grn_pjrt_event_release(done);
}

static bool may_borrow(const PJRT_Client_BufferFromHostBuffer_Args *args, const PJRT_Buffer *b,
                       const grn_pjrt_strided *host)
{
    return args->host_buffer_semantics >= PJRT_HostBufferSemantics_kImmutableZeroCopy &&
           grn_pjrt_shape_bytes(&b->shape) >= LEAST_BORROWED_BYTES && (uintptr_t)host->data % BORROWED_ALIGNMENT == 0 &&
           grn_pjrt_strided_is_dense(host, b->shape.minor_to_major);
}

static PJRT_Error *borrow(PJRT_Buffer *b, void *data, PJRT_Event *done)
{
    grn_pjrt_storage *s = grn_pjrt_storage_new(b->client);
    if (s == NULL)
        return grn_pjrt_no_memory();
    s->data = data;
    s->bytes = grn_pjrt_shape_bytes(&b->shape);
    s->release = release_host;
    s->owner = grn_pjrt_event_share(done);
    b->storage = s;
    return NULL;
}

static PJRT_Error *copy_in(PJRT_Buffer *b, const grn_pjrt_strided *host, PJRT_Event *done)
{
    PJRT_Error *error = grn_pjrt_storage_allocate(b->client, grn_pjrt_shape_bytes(&b->shape), &b->storage);
    if (error != NULL)
        return error;
    const grn_pjrt_strided own = strided_of(&b->shape, b->storage->data);
    grn_pjrt_strided_copy(&own, host);
    grn_pjrt_event_set(done, NULL);
    return NULL;
}

static PJRT_Error *host_view(const PJRT_Client_BufferFromHostBuffer_Args *args, const PJRT_Buffer *b,
                             grn_pjrt_strided *host)
{
    *host = strided_of(&b->shape, (void *)(uintptr_t)args->data);
    grn_pjrt_strided_layout(host, NULL);
    if (args->num_byte_strides == 0)
        return NULL;
    if (args->num_byte_strides != (size_t)b->shape.rank || args->byte_strides == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%zu strides are given for %d dimensions",
                              args->num_byte_strides, (int)b->shape.rank);
    memcpy(host->stride, args->byte_strides, (size_t)b->shape.rank * sizeof *host->stride);
    return NULL;
}

static PJRT_Error *fill_from_host(const PJRT_Client_BufferFromHostBuffer_Args *args, PJRT_Buffer *b, PJRT_Event *done)
{
    grn_pjrt_strided host;
    PJRT_Error *error = host_view(args, b, &host);
    if (error == NULL && args->data == NULL && grn_pjrt_shape_bytes(&b->shape) > 0)
        error = grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "data is NULL, there are %zu bytes to read",
                               grn_pjrt_shape_bytes(&b->shape));
    if (error == NULL)
        error = may_borrow(args, b, &host) ? borrow(b, host.data, done) : copy_in(b, &host, done);
    if (error == NULL)
        grn_pjrt_event_set(b->storage->ready, NULL);
    return error;
}

PJRT_Error *grn_pjrt_Client_BufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args *args)
{
    PJRT_Memory *memory = memory_of(args->memory, args->device);
    if (memory == NULL)
        return no_memory_given("PJRT_Client_BufferFromHostBuffer");
    PJRT_Buffer *b = NULL;
    PJRT_Error *error = new_in_layout(memory, args->type, args->num_dims, args->dims, args->device_layout, &b);
    PJRT_Event *done = error == NULL ? grn_pjrt_event_new() : NULL;
    if (error == NULL)
        error = done != NULL ? fill_from_host(args, b, done) : grn_pjrt_no_memory();
    if (error != NULL) {
        grn_pjrt_buffer_free(b);
        grn_pjrt_event_release(done);
        return error;
    }
    args->buffer = b;
    args->done_with_host_buffer = done;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_CreateUninitializedBuffer(PJRT_Client_CreateUninitializedBuffer_Args *args)
{
    PJRT_Memory *memory = memory_of(args->memory, args->device);
    if (memory == NULL)
        return no_memory_given("PJRT_Client_CreateUninitializedBuffer");
    PJRT_Buffer *b = NULL;
    PJRT_Error *error =
        new_in_layout(memory, args->shape_element_type, args->shape_num_dims, args->shape_dims, args->shape_layout, &b);
    if (error == NULL)
        error = grn_pjrt_storage_allocate(b->client, grn_pjrt_shape_bytes(&b->shape), &b->storage);
    if (error != NULL) {
        grn_pjrt_buffer_free(b);
        return error;
    }
    memset(b->storage->data, 0, b->storage->bytes);
    grn_pjrt_event_set(b->storage->ready, NULL);
    args->buffer = b;
    return NULL;
}

/* ---- a caller's memory as it is -------------------------------------------------------------- */

static void release_view(grn_pjrt_storage *s)
{
    if (s->deleter != NULL)
        s->deleter(s->data, s->owner);
}

PJRT_Error *grn_pjrt_Client_CreateViewOfDeviceBuffer(PJRT_Client_CreateViewOfDeviceBuffer_Args *args)
{
    PJRT_Memory *memory = memory_of(PJRT_HAS(args, memory) ? args->memory : NULL, args->device);
    if (memory == NULL)
        return no_memory_given("PJRT_Client_CreateViewOfDeviceBuffer");
    PJRT_Buffer *b = NULL;
    PJRT_Error *error = new_in_layout(memory, args->element_type, args->num_dims, args->dims, args->layout, &b);
    if (error == NULL && args->device_buffer_ptr == NULL && grn_pjrt_shape_bytes(&b->shape) > 0)
        error = grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "device_buffer_ptr is NULL");
    if (error == NULL && (b->storage = grn_pjrt_storage_new(b->client)) == NULL)
        error = grn_pjrt_no_memory();
    if (error != NULL) {
        grn_pjrt_buffer_free(b);
        return error;
    }
    b->storage->data = args->device_buffer_ptr;
    b->storage->bytes = grn_pjrt_shape_bytes(&b->shape);
    b->storage->release = release_view;
    b->storage->deleter = args->on_delete_callback;
    b->storage->owner = args->on_delete_callback_arg;
    grn_pjrt_event_set(b->storage->ready, NULL);
    args->buffer = b;
    return NULL;
}

/* ---- to the host ----------------------------------------------------------------------------- */

/* A copy that waits for the value. */
typedef struct transfer {
    grn_pjrt_shape from;
    grn_pjrt_storage *storage;
    grn_pjrt_strided to;   /* of dims of `from` */
    int64_t offset, bytes; /* of a raw copy; -1: it is none */
    PJRT_Event *done;
} transfer;

static PJRT_Error *run_transfer(transfer *t)
{
    const PJRT_Error *failed = grn_pjrt_event_wait(t->storage->ready);
    if (failed != NULL)
        return grn_pjrt_error_copy(failed);
    if (t->bytes >= 0) {
        memcpy(t->to.data, (const char *)t->storage->data + t->offset, (size_t)t->bytes);
        return NULL;
    }
    const grn_pjrt_strided from = strided_of(&t->from, t->storage->data);
    t->to.dims = t->from.dims;
    grn_pjrt_strided_copy(&t->to, &from);
    return NULL;
}

static void end_transfer(void *arg)
{
    transfer *t = arg;
    PJRT_Error *error = run_transfer(t);
    grn_pjrt_storage_release(t->storage);
    grn_pjrt_event_set(t->done, error);
    grn_pjrt_event_release(t->done);
    free(t);
}

/* At once where the value is there, else behind the program that makes it. */
static PJRT_Error *begin_transfer(PJRT_Buffer *b, const grn_pjrt_strided *to, int64_t offset, int64_t bytes,
                                  PJRT_Event **event)
{
    grn_pjrt_storage *storage;
    PJRT_Error *error = grn_pjrt_buffer_hold(b, &storage);
    if (error != NULL)
        return error;
    transfer *t = malloc(sizeof *t);
    PJRT_Event *done = grn_pjrt_event_new();
    if (t == NULL || done == NULL) {
        free(t);
        grn_pjrt_event_release(done);
        grn_pjrt_storage_release(storage);
        return grn_pjrt_no_memory();
    }
    *t = (transfer){.from = b->shape,
                    .storage = storage,
                    .to = *to,
                    .offset = offset,
                    .bytes = bytes,
                    .done = grn_pjrt_event_share(done)};
    *event = done;
    if (grn_pjrt_event_is_set(storage->ready))
        end_transfer(t);
    else
        grn_pjrt_worker_give(b->client->worker, end_transfer, t);
    return NULL;
}

static PJRT_Error *host_strides(const PJRT_Buffer_MemoryLayout *layout, grn_pjrt_strided *view)
{
    int64_t order[GRN_MAX_RANK];
    PJRT_Error *error = NULL;
    if (layout == NULL) {
        grn_pjrt_strided_layout(view, NULL);
    } else if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
        if (layout->strides.num_byte_strides != (size_t)view->rank)
            return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%zu strides are given for %d dimensions",
                                  layout->strides.num_byte_strides, (int)view->rank);
        memcpy(view->stride, layout->strides.byte_strides, (size_t)view->rank * sizeof *view->stride);
    } else {
        error = read_order(layout, view->rank, order);
        if (error == NULL)
            grn_pjrt_strided_layout(view, order);
    }
    return error;
}

PJRT_Error *grn_pjrt_Buffer_ToHostBuffer(PJRT_Buffer_ToHostBuffer_Args *args)
{
    PJRT_Buffer *b = args->src;
    const size_t bytes = grn_pjrt_shape_bytes(&b->shape);
    if (args->dst == NULL) {
        args->dst_size = bytes;
        args->event = NULL;
        return NULL;
    }
    if (args->dst_size < bytes)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "dst has %zu bytes, the buffer %zu", args->dst_size,
                              bytes);
    grn_pjrt_strided to = strided_of(&b->shape, args->dst);
    PJRT_Error *error = host_strides(args->host_layout, &to);
    return error != NULL ? error : begin_transfer(b, &to, 0, -1, &args->event);
}

PJRT_Error *grn_pjrt_Buffer_CopyRawToHost(PJRT_Buffer_CopyRawToHost_Args *args)
{
    const int64_t bytes = (int64_t)grn_pjrt_shape_bytes(&args->buffer->shape);
    if (args->offset < 0 || args->transfer_size < 0 || args->offset > bytes ||
        args->transfer_size > bytes - args->offset || (args->dst == NULL && args->transfer_size > 0))
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%lld bytes from %lld on are not in a buffer of %lld",
                              (long long)args->transfer_size, (long long)args->offset, (long long)bytes);
    const grn_pjrt_strided to = {.data = args->dst};
    return begin_transfer(args->buffer, &to, args->offset, args->transfer_size, &args->event);
}

/* ---- to another device ----------------------------------------------------------------------- */

/* Buffers do not change once they are there: the copy holds the same memory. */
static PJRT_Error *copy_to(PJRT_Buffer *b, PJRT_Memory *memory, PJRT_Buffer **out)
{
    grn_pjrt_storage *storage;
    PJRT_Error *error = grn_pjrt_buffer_hold(b, &storage);
    if (error != NULL)
        return error;
    error = grn_pjrt_buffer_new(memory, b->shape.type, (size_t)b->shape.rank, b->shape.dims, out);
    if (error != NULL) {
        grn_pjrt_storage_release(storage);
        return error;
    }
    memcpy((*out)->shape.minor_to_major, b->shape.minor_to_major, sizeof b->shape.minor_to_major);
    (*out)->storage = storage;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_CopyToDevice(PJRT_Buffer_CopyToDevice_Args *args)
{
    if (args->dst_device == NULL)
        return no_memory_given("PJRT_Buffer_CopyToDevice");
    return copy_to(args->buffer, &args->dst_device->memories[0], &args->dst_buffer);
}

PJRT_Error *grn_pjrt_Buffer_CopyToMemory(PJRT_Buffer_CopyToMemory_Args *args)
{
    if (args->dst_memory == NULL)
        return no_memory_given("PJRT_Buffer_CopyToMemory");
    return copy_to(args->buffer, args->dst_memory, &args->dst_buffer);
}

/* ---- questions ------------------------------------------------------------------------------- */

PJRT_Error *grn_pjrt_Buffer_Destroy(PJRT_Buffer_Destroy_Args *args)
{
    grn_pjrt_buffer_free(args->buffer);
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_Delete(PJRT_Buffer_Delete_Args *args)
{
    grn_pjrt_buffer_delete(args->buffer);
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_IsDeleted(PJRT_Buffer_IsDeleted_Args *args)
{
    pthread_mutex_lock(&args->buffer->lock);
    args->is_deleted = args->buffer->is_deleted;
    pthread_mutex_unlock(&args->buffer->lock);
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_ElementType(PJRT_Buffer_ElementType_Args *args)
{
    args->type = args->buffer->shape.type;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_Dimensions(PJRT_Buffer_Dimensions_Args *args)
{
    args->dims = args->buffer->shape.dims;
    args->num_dims = (size_t)args->buffer->shape.rank;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_UnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args *args)
{
    args->unpadded_dims = args->buffer->shape.dims;
    args->num_dims = (size_t)args->buffer->shape.rank;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_DynamicDimensionIndices(PJRT_Buffer_DynamicDimensionIndices_Args *args)
{
    args->dynamic_dim_indices = NULL;
    args->num_dynamic_dims = 0;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_GetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args *args)
{
    args->layout = (PJRT_Buffer_MemoryLayout){
        .struct_size = sizeof args->layout,
        .tiled = {.struct_size = sizeof args->layout.tiled,
                  .minor_to_major = args->buffer->shape.minor_to_major,
                  .minor_to_major_size = (size_t)args->buffer->shape.rank},
        .type = PJRT_Buffer_MemoryLayout_Type_Tiled,
    };
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_OnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args *args)
{
    args->on_device_size_in_bytes = grn_pjrt_shape_bytes(&args->buffer->shape);
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_Device(PJRT_Buffer_Device_Args *args)
{
    args->device = args->buffer->memory->device;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_Memory(PJRT_Buffer_Memory_Args *args)
{
    args->memory = args->buffer->memory;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_IsOnCpu(PJRT_Buffer_IsOnCpu_Args *args)
{
    args->is_on_cpu = true;
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_ReadyEvent(PJRT_Buffer_ReadyEvent_Args *args)
{
    grn_pjrt_storage *storage;
    PJRT_Error *error = grn_pjrt_buffer_hold(args->buffer, &storage);
    if (error != NULL)
        return error;
    args->event = grn_pjrt_event_share(storage->ready);
    grn_pjrt_storage_release(storage);
    return NULL;
}

/* ---- the memory itself ----------------------------------------------------------------------- */

/* Waits until the value is there. */
static PJRT_Error *data_of(PJRT_Buffer *b, void **data)
{
    grn_pjrt_storage *storage;
    PJRT_Error *error = grn_pjrt_buffer_hold(b, &storage);
    if (error != NULL)
        return error;
    error = grn_pjrt_error_copy(grn_pjrt_event_wait(storage->ready));
    *data = storage->data;
    grn_pjrt_storage_release(storage);
    return error;
}

PJRT_Error *grn_pjrt_Buffer_UnsafePointer(PJRT_Buffer_UnsafePointer_Args *args)
{
    void *data = NULL;
    PJRT_Error *error = data_of(args->buffer, &data);
    args->buffer_pointer = (uintptr_t)data;
    return error;
}

PJRT_Error *grn_pjrt_Buffer_OpaqueDeviceMemoryDataPointer(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args)
{
    return data_of(args->buffer, &args->device_memory_ptr);
}

PJRT_Error *grn_pjrt_Buffer_IncreaseExternalReferenceCount(PJRT_Buffer_IncreaseExternalReferenceCount_Args *args)
{
    PJRT_Buffer *b = args->buffer;
    grn_pjrt_storage *storage;
    PJRT_Error *error = grn_pjrt_buffer_hold(b, &storage);
    if (error != NULL)
        return error;
    pthread_mutex_lock(&b->lock);
    b->external++;
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

PJRT_Error *grn_pjrt_Buffer_DecreaseExternalReferenceCount(PJRT_Buffer_DecreaseExternalReferenceCount_Args *args)
{
    PJRT_Buffer *b = args->buffer;
    pthread_mutex_lock(&b->lock);
    grn_pjrt_storage *storage = b->external > 0 ? b->storage : NULL;
    if (storage != NULL && --b->external == 0 && b->is_deleted)
        b->storage = NULL;
    pthread_mutex_unlock(&b->lock);
    if (storage == NULL)
        return grn_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION, "the buffer has no external reference to give back");
    grn_pjrt_storage_release(storage);
    return NULL;
}
