/*
 * test_pjrt.c - the plug-in as a client of PJRT calls it: the table and its versions, programs made
 * ready and run, memory that is borrowed, donated and given back, and every call misused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define COUNTS_MEMORY 1
#endif
#endif

#include <cmocka.h>

#include "../../pjrt/interface.h"
#include "garner/version.h"
#include "support/share.h"

const PJRT_Api *GetPjrtApi(void);

static const PJRT_Api *api;
static PJRT_Client *client;

#define ARGS(name, ...) PJRT_##name##_Args args = {.struct_size = sizeof args, __VA_ARGS__}

/* ---- errors ---------------------------------------------------------------------------------- */

static PJRT_Error_Code code_of(const PJRT_Error *error)
{
    ARGS(Error_GetCode, .error = error);
    assert_null(api->PJRT_Error_GetCode(&args));
    return args.code;
}

/* The text lives until the next call. */
static const char *text_of(const PJRT_Error *error)
{
    static char text[2000];
    ARGS(Error_Message, .error = error);
    api->PJRT_Error_Message(&args);
    snprintf(text, sizeof text, "%.*s", (int)args.message_size, args.message);
    return text;
}

static void destroy_error(PJRT_Error *error)
{
    ARGS(Error_Destroy, .error = error);
    api->PJRT_Error_Destroy(&args);
}

static void right(PJRT_Error *error)
{
    if (error != NULL)
        fail_msg("%s", text_of(error));
}

static void wrong(PJRT_Error *error, PJRT_Error_Code code, const char *part)
{
    if (error == NULL)
        fail_msg("no error, it should have been one of '%s'", part);
    if (code_of(error) != code || strstr(text_of(error), part) == NULL)
        fail_msg("error %d is '%s', it should be %d with '%s'", (int)code_of(error), text_of(error), (int)code, part);
    destroy_error(error);
}

/* ---- what a client does ---------------------------------------------------------------------- */

static PJRT_Client *make_client(size_t noptions, const PJRT_NamedValue *options)
{
    ARGS(Client_Create, .create_options = options, .num_options = noptions);
    right(api->PJRT_Client_Create(&args));
    return args.client;
}

static void destroy_client(PJRT_Client *c)
{
    ARGS(Client_Destroy, .client = c);
    right(api->PJRT_Client_Destroy(&args));
}

static PJRT_Device *device(size_t i)
{
    ARGS(Client_Devices, .client = client);
    right(api->PJRT_Client_Devices(&args));
    assert_true(i < args.num_devices);
    return args.devices[i];
}

static void destroy_event(PJRT_Event *event)
{
    ARGS(Event_Destroy, .event = event);
    right(api->PJRT_Event_Destroy(&args));
}

static PJRT_Error *await(PJRT_Event *event)
{
    ARGS(Event_Await, .event = event);
    PJRT_Error *error = api->PJRT_Event_Await(&args);
    destroy_event(event);
    return error;
}

static PJRT_Buffer *put_with(const void *data, PJRT_Buffer_Type type, size_t rank, const int64_t *dims,
                             PJRT_HostBufferSemantics semantics, PJRT_Event **done)
{
    ARGS(Client_BufferFromHostBuffer, .client = client, .data = data, .type = type, .dims = dims, .num_dims = rank,
         .host_buffer_semantics = semantics, .device = device(0));
    right(api->PJRT_Client_BufferFromHostBuffer(&args));
    *done = args.done_with_host_buffer;
    return args.buffer;
}

static PJRT_Buffer *put(const float *data, int64_t count)
{
    PJRT_Event *done;
    PJRT_Buffer *buffer =
        put_with(data, PJRT_Buffer_Type_F32, 1, &count, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, &done);
    right(await(done));
    return buffer;
}

static void destroy_buffer(PJRT_Buffer *buffer)
{
    ARGS(Buffer_Destroy, .buffer = buffer);
    right(api->PJRT_Buffer_Destroy(&args));
}

static PJRT_Error *get(PJRT_Buffer *buffer, void *to, size_t bytes)
{
    ARGS(Buffer_ToHostBuffer, .src = buffer, .dst = to, .dst_size = bytes);
    PJRT_Error *error = api->PJRT_Buffer_ToHostBuffer(&args);
    return error != NULL ? error : await(args.event);
}

static PJRT_Error *try_compile(const char *text, PJRT_LoadedExecutable **out)
{
    static const char format[] = "mlir";
    PJRT_Program program = {.struct_size = sizeof program,
                            .code = (char *)(uintptr_t)text,
                            .code_size = strlen(text),
                            .format = format,
                            .format_size = 4};
    ARGS(Client_Compile, .client = client, .program = &program, .compile_options = "", .compile_options_size = 0);
    PJRT_Error *error = api->PJRT_Client_Compile(&args);
    *out = args.executable;
    return error;
}

static PJRT_LoadedExecutable *compile(const char *text)
{
    PJRT_LoadedExecutable *e = NULL;
    right(try_compile(text, &e));
    return e;
}

static void destroy_executable(PJRT_LoadedExecutable *e)
{
    ARGS(LoadedExecutable_Destroy, .executable = e);
    right(api->PJRT_LoadedExecutable_Destroy(&args));
}

static PJRT_Error *execute(PJRT_LoadedExecutable *e, size_t nargs, PJRT_Buffer *const *inputs, PJRT_Buffer **outputs)
{
    PJRT_ExecuteOptions options = {.struct_size = sizeof options};
    PJRT_Buffer *const *inputs_of[] = {inputs};
    PJRT_Buffer **outputs_of[] = {outputs};
    PJRT_Event *done = NULL;
    ARGS(LoadedExecutable_Execute, .executable = e, .options = &options, .argument_lists = inputs_of, .num_devices = 1,
         .num_args = nargs, .output_lists = outputs_of, .device_complete_events = &done);
    PJRT_Error *error = api->PJRT_LoadedExecutable_Execute(&args);
    if (error == NULL)
        error = await(done);
    return error;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void test_the_table(void **state)
{
    (void)state;
    assert_int_equal(api->struct_size, sizeof *api);
    assert_int_equal(api->pjrt_api_version.major_version, 0);
    assert_int_equal(api->pjrt_api_version.minor_version, 81);
    /* 118 functions behind the size, the extensions and the version (two pointers and two ints) */
    assert_int_equal(sizeof *api, 2 * sizeof(void *) + sizeof(PJRT_Api_Version) + 118 * sizeof(void *));
    assert_int_equal(sizeof(PJRT_Api_Version), 24);
    ARGS(Plugin_Attributes, .attributes = NULL);
    right(api->PJRT_Plugin_Attributes(&args));
    assert_int_equal(args.num_attributes, 2);
    assert_memory_equal(args.attributes[0].name, "stablehlo_current_version", args.attributes[0].name_size);
    assert_true(args.attributes[0].int64_array_value[0] == 1 && args.attributes[0].value_size == 3);
}

/* No structure, one that is too short, and no handle: an error that names the call. */
static void test_every_call_is_held_to_its_arguments(void **state)
{
    (void)state;
    PJRT_Error *error;
#define PJRT_SLOT(name, last, handle)                                                                         \
    {                                                                                                         \
        wrong(api->PJRT_##name(NULL), PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_" #name ": args is NULL");      \
        PJRT_##name##_Args args = {.struct_size = sizeof(size_t)};                                            \
        wrong(api->PJRT_##name(&args), PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_" #name ": struct_size is 8"); \
        memset(&args, 0, sizeof args);                                                                        \
        args.struct_size = sizeof args;                                                                       \
        if (strcmp(#handle, "struct_size") != 0) {                                                            \
            error = api->PJRT_##name(&args);                                                                  \
            wrong(error, PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_" #name ": " #handle " is NULL");            \
        }                                                                                                     \
    }
#define PJRT_SLOT_VOID(name, last, handle) api->PJRT_##name(NULL);
#include "../../pjrt/functions.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID
}

static void test_what_is_not_there_says_so(void **state)
{
    (void)state;
    ARGS(ExecuteContext_Create, .context = NULL);
    wrong(api->PJRT_ExecuteContext_Create(&args), PJRT_Error_Code_UNIMPLEMENTED,
          "PJRT_ExecuteContext_Create is not there in garner " GRN_VERSION);
}

/* ---- clients --------------------------------------------------------------------------------- */

static PJRT_NamedValue named(const char *name, PJRT_NamedValue_Type type)
{
    return (PJRT_NamedValue){
        .struct_size = sizeof(PJRT_NamedValue), .name = name, .name_size = strlen(name), .type = type};
}

static void test_options(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        int64_t number;
        const char *says; /* NULL: it is right */
    } cases[] = {
        {"num_devices", NULL, 3, NULL},
        {"num_devices", "3", 0, NULL},
        {"num_devices", NULL, 0, "num_devices has to be a number from 1 to 1024"},
        {"num_devices", "3x", 0, "num_devices has to be a number from 1 to 1024"},
        {"threads", NULL, 257, "threads has to be a number from 1 to 256"},
        {"indices", "report", 0, NULL},
        {"indices", "loud", 0, "indices is 'loud', it has to be off or report or error"},
        {"products", "exact", 0, NULL},
        {"products", "", 0, "products is ''"},
        {"colour", "red", 0, "there is no option 'colour'; there are num_devices, threads"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PJRT_NamedValue option =
            named(cases[i].name, cases[i].text != NULL ? PJRT_NamedValue_kString : PJRT_NamedValue_kInt64);
        if (cases[i].text != NULL)
            option.string_value = cases[i].text;
        else
            option.int64_value = cases[i].number;
        option.value_size = cases[i].text != NULL ? strlen(cases[i].text) : 1;
        ARGS(Client_Create, .create_options = &option, .num_options = 1);
        PJRT_Error *error = api->PJRT_Client_Create(&args);
        if (cases[i].says != NULL) {
            wrong(error, PJRT_Error_Code_INVALID_ARGUMENT, cases[i].says);
            continue;
        }
        right(error);
        destroy_client(args.client);
    }
}

/* A caller of an older version, whose structure ends before fields that came later. */
static void test_an_older_caller(void **state)
{
    (void)state;
    ARGS(Client_Create, .client = NULL);
    args.struct_size = offsetof(PJRT_Client_Create_Args, client) + sizeof args.client;
    args.kv_try_get_user_arg = (void *)1;
    right(api->PJRT_Client_Create(&args));
    assert_ptr_equal(args.kv_try_get_user_arg, (void *)1);
    destroy_client(args.client);
}

/* ---- buffers --------------------------------------------------------------------------------- */

static void test_hosts_come_and_go_in_any_layout(void **state)
{
    (void)state;
    /* 2 x 3, columns one after another, rows from the last to the first */
    static const float data[6] = {4, 1, 5, 2, 6, 3};
    static const int64_t dims[] = {2, 3}, strides[] = {-4, 8}, by_columns[] = {0, 1};
    static const float by_rows[6] = {1, 2, 3, 4, 5, 6};
    ARGS(Client_BufferFromHostBuffer, .client = client, .data = data + 1, .type = PJRT_Buffer_Type_F32, .dims = dims,
         .num_dims = 2, .byte_strides = strides, .num_byte_strides = 2, .device = device(0));
    right(api->PJRT_Client_BufferFromHostBuffer(&args));
    destroy_event(args.done_with_host_buffer);
    float got[6];
    right(get(args.buffer, got, sizeof got));
    assert_memory_equal(got, by_rows, sizeof got);
    PJRT_Buffer_MemoryLayout layout = {.struct_size = sizeof layout,
                                       .tiled = {.minor_to_major = by_columns, .minor_to_major_size = 2}};
    PJRT_Buffer_ToHostBuffer_Args to = {
        .struct_size = sizeof to, .src = args.buffer, .host_layout = &layout, .dst = got, .dst_size = sizeof got};
    right(api->PJRT_Buffer_ToHostBuffer(&to));
    right(await(to.event));
    static const float columns[6] = {1, 4, 2, 5, 3, 6};
    assert_memory_equal(got, columns, sizeof got);
    wrong(get(args.buffer, got, 8), PJRT_Error_Code_INVALID_ARGUMENT, "dst has 8 bytes, the buffer 24");
    destroy_buffer(args.buffer);
}

static void test_borrowed_memory_is_given_back_with_the_last_holder(void **state)
{
    (void)state;
    const int64_t dims[] = {2048};
    float *data = aligned_alloc(64, 2048 * sizeof *data);
    for (int i = 0; i < 2048; i++)
        data[i] = (float)i;
    PJRT_Event *done;
    PJRT_Buffer *b = put_with(data, PJRT_Buffer_Type_F32, 1, dims, PJRT_HostBufferSemantics_kImmutableZeroCopy, &done);
    PJRT_Buffer_UnsafePointer_Args where = {.struct_size = sizeof where, .buffer = b};
    right(api->PJRT_Buffer_UnsafePointer(&where));
    assert_int_equal(where.buffer_pointer, (uintptr_t)data);
    PJRT_Buffer_IncreaseExternalReferenceCount_Args more = {.struct_size = sizeof more, .buffer = b};
    right(api->PJRT_Buffer_IncreaseExternalReferenceCount(&more));
    PJRT_Buffer_Delete_Args gone = {.struct_size = sizeof gone, .buffer = b};
    right(api->PJRT_Buffer_Delete(&gone));
    PJRT_Event_IsReady_Args ready = {.struct_size = sizeof ready, .event = done};
    right(api->PJRT_Event_IsReady(&ready));
    assert_false(ready.is_ready);
    float got[1];
    wrong(get(b, got, 2048 * 4), PJRT_Error_Code_INVALID_ARGUMENT, "deleted or donated");
    PJRT_Buffer_DecreaseExternalReferenceCount_Args less = {.struct_size = sizeof less, .buffer = b};
    right(api->PJRT_Buffer_DecreaseExternalReferenceCount(&less));
    right(api->PJRT_Event_IsReady(&ready));
    assert_true(ready.is_ready);
    wrong(api->PJRT_Buffer_DecreaseExternalReferenceCount(&less), PJRT_Error_Code_FAILED_PRECONDITION,
          "no external reference");
    destroy_event(done);
    destroy_buffer(b);
    free(data);
}

static void test_wrong_buffers(void **state)
{
    (void)state;
    static const int64_t negative[] = {-1}, many[40] = {0};
    static const struct {
        int type;
        size_t rank;
        const int64_t *dims;
        PJRT_Error_Code code;
        const char *says;
    } cases[] = {
        {PJRT_Buffer_Type_F32, 1, negative, PJRT_Error_Code_INVALID_ARGUMENT, "an extent is negative"},
        {PJRT_Buffer_Type_F32, 40, many, PJRT_Error_Code_INVALID_ARGUMENT, "rank 40 is over"},
        {PJRT_Buffer_Type_F32, 1, NULL, PJRT_Error_Code_INVALID_ARGUMENT, "dims is NULL"},
        {PJRT_Buffer_Type_INVALID, 0, NULL, PJRT_Error_Code_UNIMPLEMENTED, "no element type for PJRT's 0"},
        {999, 0, NULL, PJRT_Error_Code_UNIMPLEMENTED, "no element type for PJRT's 999"},
        {PJRT_Buffer_Type_F32, 0, NULL, PJRT_Error_Code_INVALID_ARGUMENT, "data is NULL"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ARGS(Client_BufferFromHostBuffer, .client = client, .type = (PJRT_Buffer_Type)cases[i].type,
             .dims = cases[i].dims, .num_dims = cases[i].rank, .device = device(0));
        wrong(api->PJRT_Client_BufferFromHostBuffer(&args), cases[i].code, cases[i].says);
    }
}

/* ---- programs -------------------------------------------------------------------------------- */

static const char add_text[] =
    "module @jit_add {\n"
    "func.func public @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<3xf32>) -> tensor<3xf32> {\n"
    "  %0 = stablehlo.add %x, %y : tensor<3xf32>\n"
    "  return %0 : tensor<3xf32>\n"
    "}}\n";

static void test_a_program_runs(void **state)
{
    (void)state;
    static const float x[3] = {1, 2, 3}, y[3] = {10, 20, 30}, want[3] = {11, 22, 33}, again[3] = {21, 42, 63};
    PJRT_LoadedExecutable *e = compile(add_text);
    PJRT_Buffer *inputs[] = {put(x, 3), put(y, 3)}, *outputs[1], *last[1];
    float got[3];
    right(execute(e, 2, inputs, outputs));
    right(get(outputs[0], got, sizeof got));
    assert_memory_equal(got, want, sizeof got);
    /* the first argument was donated: it is gone, and its memory is the result's */
    PJRT_Buffer_IsDeleted_Args deleted = {.struct_size = sizeof deleted, .buffer = inputs[0]};
    right(api->PJRT_Buffer_IsDeleted(&deleted));
    assert_true(deleted.is_deleted);
    PJRT_Buffer_UnsafePointer_Args before = {.struct_size = sizeof before, .buffer = outputs[0]}, after = before;
    right(api->PJRT_Buffer_UnsafePointer(&before));
    wrong(execute(e, 2, inputs, last), PJRT_Error_Code_INVALID_ARGUMENT, "deleted or donated");
    inputs[0] = (destroy_buffer(inputs[0]), outputs[0]);
    right(execute(e, 2, inputs, last));
    right(get(last[0], got, sizeof got));
    assert_memory_equal(got, again, sizeof got);
    after.buffer = last[0];
    right(api->PJRT_Buffer_UnsafePointer(&after));
    assert_int_equal(after.buffer_pointer, before.buffer_pointer);
    destroy_buffer(inputs[0]);
    destroy_buffer(inputs[1]);
    destroy_buffer(last[0]);
    destroy_executable(e);
}

static void test_wrong_calls(void **state)
{
    (void)state;
    static const float x[4] = {1, 2, 3, 4};
    PJRT_LoadedExecutable *e = compile(add_text);
    PJRT_Buffer *three = put(x, 3), *four = put(x, 4), *outputs[1];
    wrong(execute(e, 1, &three, outputs), PJRT_Error_Code_INVALID_ARGUMENT, "jit_add takes 2 arguments, 1 are given");
    wrong(execute(e, 2, (PJRT_Buffer *[]){three, four}, outputs), PJRT_Error_Code_INVALID_ARGUMENT,
          "argument #1 is 4xf32, the program takes 3xf32");
    wrong(execute(e, 2, (PJRT_Buffer *[]){three, NULL}, outputs), PJRT_Error_Code_INVALID_ARGUMENT,
          "argument #1 is NULL");
    PJRT_LoadedExecutable_Delete_Args gone = {.struct_size = sizeof gone, .executable = e};
    right(api->PJRT_LoadedExecutable_Delete(&gone));
    wrong(execute(e, 2, (PJRT_Buffer *[]){three, three}, outputs), PJRT_Error_Code_FAILED_PRECONDITION,
          "jit_add has been deleted");
    destroy_buffer(three);
    destroy_buffer(four);
    destroy_executable(e);
}

static void test_wrong_programs(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        PJRT_Error_Code code;
        const char *says;
    } cases[] = {
        {"func.func @main(", PJRT_Error_Code_INVALID_ARGUMENT, ""},
        {"func.func private @f()", PJRT_Error_Code_INVALID_ARGUMENT, "no public function with a body"},
        {"func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  return %x : tensor<2xf32>\n}",
         PJRT_Error_Code_INVALID_ARGUMENT, "2:3: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PJRT_LoadedExecutable *e;
        wrong(try_compile(cases[i].text, &e), cases[i].code, cases[i].says);
    }
}

/* A run that fails: the error has the op's place, and what is computed of its result has it too. */
static void test_an_error_of_a_run(void **state)
{
    (void)state;
    PJRT_LoadedExecutable *fails =
        compile("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                "  %0 = stablehlo.custom_call @nobody(%x) : (tensor<3xf32>) -> tensor<3xf32>\n"
                "  return %0 : tensor<3xf32>\n"
                "}\n");
    static const float x[3] = {1, 2, 3};
    PJRT_Buffer *input = put(x, 3), *output = NULL;
    wrong(execute(fails, 1, &input, &output), PJRT_Error_Code_UNIMPLEMENTED, "2:");
    if (output != NULL) {
        float got[3];
        wrong(get(output, got, sizeof got), PJRT_Error_Code_UNIMPLEMENTED, "nobody");
        destroy_buffer(output);
    }
    destroy_buffer(input);
    destroy_executable(fails);
}

static void test_executables_as_bytes(void **state)
{
    (void)state;
    PJRT_LoadedExecutable *loaded = compile(add_text);
    PJRT_LoadedExecutable_GetExecutable_Args of = {.struct_size = sizeof of, .loaded_executable = loaded};
    right(api->PJRT_LoadedExecutable_GetExecutable(&of));
    PJRT_Executable_Serialize_Args kept = {.struct_size = sizeof kept, .executable = of.executable};
    right(api->PJRT_Executable_Serialize(&kept));
    char *bytes = malloc(kept.serialized_bytes_size);
    memcpy(bytes, kept.serialized_bytes, kept.serialized_bytes_size);
    const size_t n = kept.serialized_bytes_size;
    kept.serialized_executable_deleter(kept.serialized_executable);
    PJRT_Executable_DeserializeAndLoad_Args args = {
        .struct_size = sizeof args, .client = client, .serialized_executable = bytes, .serialized_executable_size = n};
    right(api->PJRT_Executable_DeserializeAndLoad(&args));
    destroy_executable(args.loaded_executable);
    for (size_t cut = 0; cut < n; cut += 7) {
        args.serialized_executable_size = cut;
        PJRT_Error *error = api->PJRT_Executable_DeserializeAndLoad(&args);
        assert_non_null(error);
        destroy_error(error);
    }
    static const char older[] = "garner executable 0.0.9\n0 0\n";
    args.serialized_executable = older;
    args.serialized_executable_size = sizeof older - 1;
    wrong(api->PJRT_Executable_DeserializeAndLoad(&args), PJRT_Error_Code_FAILED_PRECONDITION,
          "was kept by garner 0.0.9, this is garner " GRN_VERSION);
    PJRT_Executable_Destroy_Args gone = {.struct_size = sizeof gone, .executable = of.executable};
    right(api->PJRT_Executable_Destroy(&gone));
    destroy_executable(loaded);
    free(bytes);
}

/* Bytes that are no options, each cut and changed: an error or a program, and nothing else. */
static void test_any_compile_options(void **state)
{
    (void)state;
    /* replicas 1, partitions 1, an assignment of one device, at their fields (pjrt/options.c) */
    static const unsigned char options[] = {0x1A, 0x0F, 0x20, 0x01, 0x28, 0x01, 0x4A, 0x09, 0x08,
                                            0x01, 0x10, 0x01, 0x1A, 0x03, 0x0A, 0x01, 0x00};
    PJRT_Program program = {.struct_size = sizeof program,
                            .code = (char *)(uintptr_t)add_text,
                            .code_size = sizeof add_text - 1,
                            .format = "mlir",
                            .format_size = 4};
    unsigned char bytes[sizeof options];
    for (size_t n = 0; n <= sizeof options; n++)
        for (unsigned change = 0; change < 256; change++) {
            memcpy(bytes, options, sizeof bytes);
            if (n < sizeof options)
                bytes[n] = (unsigned char)(bytes[n] ^ change);
            ARGS(Client_Compile, .client = client, .program = &program, .compile_options = (const char *)bytes,
                 .compile_options_size = change == 255 ? n : sizeof bytes);
            PJRT_Error *error = api->PJRT_Client_Compile(&args);
            if (error != NULL)
                destroy_error(error);
            else
                destroy_executable(args.executable);
        }
}

/* ---- a process that goes on and on ----------------------------------------------------------- */

/* Bytes that malloc has given and that were not freed, in all threads; 0 where the C library does not count them, and under a
   sanitizer, which has its own account of leaks. */
static size_t held_bytes(void)
{
#ifdef COUNTS_MEMORY
    struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
#else
    return 0;
#endif
}

/* A program of its own number is compiled, runs so many times, and goes; now and then one that is wrong, or fails. */
static void turn(unsigned number, unsigned executions)
{
    static const char format[] = "module {\n"
                                 "func.func public @main(%%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                                 "  %%0 = stablehlo.constant dense<%u.0> : tensor<3xf32>\n"
                                 "  %%1 = stablehlo.%s %%x, %%0 : tensor<3xf32>\n"
                                 "  return %%1 : tensor<3xf32>\n"
                                 "}}\n";
    static const float x[3] = {1, 2, 3};
    char text[sizeof format + 16];
    if (number % 16 == 0) {
        PJRT_LoadedExecutable *none;
        snprintf(text, sizeof text, format, number, "ad");
        wrong(try_compile(text, &none), PJRT_Error_Code_INVALID_ARGUMENT, "stablehlo.ad");
    }
    snprintf(text, sizeof text, format, number, "add");
    PJRT_LoadedExecutable *e = compile(text);
    PJRT_Buffer *input = put(x, 3);
    for (unsigned k = 0; k < executions; k++) {
        PJRT_Buffer *output;
        float got[3];
        right(execute(e, 1, &input, &output));
        right(get(output, got, sizeof got));
        assert_true(got[2] == 3.0F + (float)number);
        destroy_buffer(output);
    }
    destroy_buffer(input);
    destroy_executable(e);
}

static void test_nothing_stays_of_what_is_gone(void **state)
{
    (void)state;
    unsigned compiles = (unsigned)test_setting("GARNER_PJRT_COMPILES", 1000),
             executions = (unsigned)test_setting("GARNER_PJRT_EXECUTIONS", 10000);
    for (unsigned k = 0; k < 500; k++) /* what is kept for later is full then */
        turn(100000 + k, 1);
    size_t before = held_bytes();
    for (unsigned k = 0; k < compiles; k++)
        turn(200000 + k, executions / compiles);
    assert_in_range(held_bytes(), 0, before + 16384);
}

static int set_up(void **state)
{
    (void)state;
    api = GetPjrtApi();
    client = make_client(0, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    destroy_client(client);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table),
        cmocka_unit_test(test_every_call_is_held_to_its_arguments),
        cmocka_unit_test(test_what_is_not_there_says_so),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_an_older_caller),
        cmocka_unit_test(test_hosts_come_and_go_in_any_layout),
        cmocka_unit_test(test_borrowed_memory_is_given_back_with_the_last_holder),
        cmocka_unit_test(test_wrong_buffers),
        cmocka_unit_test(test_a_program_runs),
        cmocka_unit_test(test_wrong_calls),
        cmocka_unit_test(test_wrong_programs),
        cmocka_unit_test(test_an_error_of_a_run),
        cmocka_unit_test(test_executables_as_bytes),
        cmocka_unit_test(test_any_compile_options),
        cmocka_unit_test(test_nothing_stays_of_what_is_gone),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
