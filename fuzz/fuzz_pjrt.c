/*
 * fuzz_pjrt.c - bytes as calls of the plug-in of PJRT (pjrt/): a byte chooses the call, the next ones
 * what it is given. Buffers and executables are used before they are made and after they are gone.
 *
 * Whatever is given, a call answers an error or does what it says; the sanitizers see the rest. The
 * last bytes of the input are options, programs and executables that calls read.
 */
#include <stdlib.h>
#include <string.h>

#include "../pjrt/interface.h"

const PJRT_Api *GetPjrtApi(void);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SLOTS 4

static const char program[] =
    "func.func @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32}, %i: tensor<2x1xi32>) -> (tensor<3xf32>, "
    "tensor<2xf32>) {\n"
    "  %0 = stablehlo.add %x, %x : tensor<3xf32>\n"
    "  %1 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
    " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<2x1xi32>) "
    "-> tensor<2xf32>\n"
    "  return %0, %1 : tensor<3xf32>, tensor<2xf32>\n"
    "}\n";

typedef struct world {
    const PJRT_Api *api;
    PJRT_Client *client;
    PJRT_Device *device;
    PJRT_Buffer *buffer[SLOTS];
    PJRT_LoadedExecutable *executable[SLOTS];
    const uint8_t *at, *end;
} world;

static uint8_t byte(world *w) { return w->at < w->end ? *w->at++ : 0; }
static size_t slot(world *w) { return byte(w) % SLOTS; }

static bool forget(const world *w, PJRT_Error *error)
{
    PJRT_Error_Destroy_Args args = {.struct_size = sizeof args, .error = error};
    if (error == NULL)
        return true;
    w->api->PJRT_Error_Destroy(&args);
    return false;
}

static void drop_event(const world *w, PJRT_Event *event)
{
    PJRT_Event_Await_Args await = {.struct_size = sizeof await, .event = event};
    PJRT_Event_Destroy_Args destroy = {.struct_size = sizeof destroy, .event = event};
    if (event == NULL)
        return;
    forget(w, w->api->PJRT_Event_Await(&await));
    forget(w, w->api->PJRT_Event_Destroy(&destroy));
}

static void keep_buffer(const world *w, PJRT_Buffer **at, PJRT_Buffer *buffer)
{
    PJRT_Buffer_Destroy_Args destroy = {.struct_size = sizeof destroy, .buffer = *at};
    forget(w, w->api->PJRT_Buffer_Destroy(&destroy));
    *at = buffer;
}

static void keep_executable(const world *w, PJRT_LoadedExecutable **at, PJRT_LoadedExecutable *executable)
{
    PJRT_LoadedExecutable_Destroy_Args destroy = {.struct_size = sizeof destroy, .executable = *at};
    forget(w, w->api->PJRT_LoadedExecutable_Destroy(&destroy));
    *at = executable;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void put(world *w)
{
    static _Alignas(64) const float data[4096] = {1, 2, 3};
    const int64_t dims[3] = {(int8_t)byte(w) % 20, (int8_t)byte(w) % 20, 1}, strides[3] = {4, 8, 4};
    const uint8_t how = byte(w);
    PJRT_Client_BufferFromHostBuffer_Args args = {.struct_size = sizeof args,
                                                  .client = w->client,
                                                  .data = data,
                                                  .type = how & 1 ? (PJRT_Buffer_Type)byte(w) : PJRT_Buffer_Type_S32,
                                                  .dims = dims,
                                                  .num_dims = how % 3,
                                                  .byte_strides = how & 8 ? strides : NULL,
                                                  .num_byte_strides = how & 8 ? how >> 6 : 0,
                                                  .host_buffer_semantics = (PJRT_HostBufferSemantics)(how >> 4 & 3),
                                                  .device = how & 4 ? NULL : w->device};
    if (!forget(w, w->api->PJRT_Client_BufferFromHostBuffer(&args)))
        return;
    PJRT_Event_Destroy_Args destroy = {.struct_size = sizeof destroy, .event = args.done_with_host_buffer};
    forget(w, w->api->PJRT_Event_Destroy(&destroy)); /* it is borrowed for as long as there is a buffer */
    keep_buffer(w, &w->buffer[slot(w)], args.buffer);
}

static void get(world *w)
{
    char to[8192];
    PJRT_Buffer_ToHostBuffer_Args args = {
        .struct_size = sizeof args, .src = w->buffer[slot(w)], .dst = to, .dst_size = sizeof to - byte(w)};
    if (forget(w, w->api->PJRT_Buffer_ToHostBuffer(&args)))
        drop_event(w, args.event);
}

static void delete_buffer(world *w)
{
    PJRT_Buffer_Delete_Args args = {.struct_size = sizeof args, .buffer = w->buffer[slot(w)]};
    forget(w, w->api->PJRT_Buffer_Delete(&args));
}

static void hold(world *w)
{
    PJRT_Buffer_IncreaseExternalReferenceCount_Args more = {.struct_size = sizeof more, .buffer = w->buffer[slot(w)]};
    PJRT_Buffer_DecreaseExternalReferenceCount_Args less = {.struct_size = sizeof less, .buffer = more.buffer};
    const bool held = forget(w, w->api->PJRT_Buffer_IncreaseExternalReferenceCount(&more));
    if (byte(w) & 1)
        forget(w, w->api->PJRT_Buffer_DecreaseExternalReferenceCount(&less));
    if (held)
        forget(w, w->api->PJRT_Buffer_DecreaseExternalReferenceCount(&less));
}

static void copy(world *w)
{
    PJRT_Buffer_CopyToDevice_Args args = {
        .struct_size = sizeof args, .buffer = w->buffer[slot(w)], .dst_device = byte(w) & 1 ? w->device : NULL};
    if (forget(w, w->api->PJRT_Buffer_CopyToDevice(&args)))
        keep_buffer(w, &w->buffer[slot(w)], args.dst_buffer);
}

static void compile(world *w)
{
    const uint8_t how = byte(w);
    const size_t left = (size_t)(w->end - w->at);
    PJRT_Program text = {.struct_size = sizeof text,
                         .code = how & 1 ? (char *)(uintptr_t)w->at : (char *)(uintptr_t)program,
                         .code_size = how & 1 ? left : sizeof program - 1,
                         .format = "mlir",
                         .format_size = 4};
    PJRT_Client_Compile_Args args = {.struct_size = sizeof args,
                                     .client = w->client,
                                     .program = &text,
                                     .compile_options = (const char *)w->at,
                                     .compile_options_size = how & 2 ? left : 0};
    if (forget(w, w->api->PJRT_Client_Compile(&args)))
        keep_executable(w, &w->executable[how & 1 ? 3 : slot(w) % 3], args.executable);
}

static void deserialize(world *w)
{
    PJRT_Executable_DeserializeAndLoad_Args args = {.struct_size = sizeof args,
                                                    .client = w->client,
                                                    .serialized_executable = (const char *)w->at,
                                                    .serialized_executable_size = (size_t)(w->end - w->at)};
    if (forget(w, w->api->PJRT_Executable_DeserializeAndLoad(&args)))
        keep_executable(w, &w->executable[3], args.loaded_executable);
}

/* The programs of the input itself are compiled, and not run: they may take for ever. */
static void execute(world *w)
{
    PJRT_LoadedExecutable *e = w->executable[slot(w) % 3];
    PJRT_Buffer *const inputs[] = {w->buffer[slot(w)], w->buffer[slot(w)]};
    PJRT_Buffer *outputs[2] = {NULL, NULL};
    PJRT_Buffer *const *const inputs_of[] = {inputs};
    PJRT_Buffer **const outputs_of[] = {outputs};
    PJRT_ExecuteOptions options = {.struct_size = sizeof options};
    PJRT_Event *done = NULL;
    const uint8_t how = byte(w);
    PJRT_LoadedExecutable_Execute_Args args = {.struct_size = sizeof args,
                                               .executable = e,
                                               .options = &options,
                                               .argument_lists = inputs_of,
                                               .num_devices = how & 1 ? 2 : 1,
                                               .num_args = how & 2 ? 1 : 2,
                                               .output_lists = outputs_of,
                                               .device_complete_events = how & 4 ? NULL : &done};
    if (!forget(w, w->api->PJRT_LoadedExecutable_Execute(&args)))
        return;
    drop_event(w, done);
    keep_buffer(w, &w->buffer[slot(w)], outputs[0]);
    keep_buffer(w, &w->buffer[slot(w)], outputs[1]);
}

static void drop(world *w)
{
    const size_t i = slot(w);
    if (byte(w) & 1)
        keep_buffer(w, &w->buffer[i], NULL);
    else
        keep_executable(w, &w->executable[i], NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const calls[])(world * w) = {put, get,     delete_buffer, hold,    copy, compile,
                                               put, execute, deserialize,   execute, drop, compile};
    world w = {.api = GetPjrtApi(), .at = data, .end = data + size};
    PJRT_Client_Create_Args create = {.struct_size = sizeof create};
    if (!forget(&w, w.api->PJRT_Client_Create(&create)))
        return 0;
    w.client = create.client;
    PJRT_Client_Devices_Args devices = {.struct_size = sizeof devices, .client = w.client};
    forget(&w, w.api->PJRT_Client_Devices(&devices));
    w.device = devices.devices[0];
    for (int i = 0; w.at < w.end && i < 40; i++)
        calls[byte(&w) % (sizeof calls / sizeof *calls)](&w);
    for (size_t i = 0; i < SLOTS; i++) {
        keep_buffer(&w, &w.buffer[i], NULL);
        keep_executable(&w, &w.executable[i], NULL);
    }
    PJRT_Client_Destroy_Args destroy = {.struct_size = sizeof destroy, .client = w.client};
    forget(&w, w.api->PJRT_Client_Destroy(&destroy));
    return 0;
}
