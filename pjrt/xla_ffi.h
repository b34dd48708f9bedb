/*
 * xla_ffi.h - what XLA, or the plug-in in its place, and a foreign function hand each other.
 *
 * The declarations are this project's own. Order and width of the fields, and the numbers, are facts
 * of XLA's typed FFI, version 0.3 (openxla/xla, xla/ffi/api/c_api.h; jaxlib brings the file). Every
 * structure begins with its size as its maker knows it: a field is there when the size reaches
 * behind it (FFI_HAS). Fields of enumerations are ints.
 */
#ifndef GRN_PJRT_XLA_FFI_H
#define GRN_PJRT_XLA_FFI_H

#include <stddef.h>
#include <stdint.h>

#define FFI_MAJOR 0
#define FFI_MINOR 3

#define FFI_HAS(pointer, type, field) \
    ((pointer)->struct_size >= offsetof(type, field) + sizeof(((const type *)0)->field))

/* XLA's name, number, the library's dtype. Types of fewer than eight bits are not here: the
 * library has a byte for each of their elements, XLA need not. */
#define FFI_DTYPES(D)                   \
    D(PRED, 1, I1)                      \
    D(S8, 2, I8)                        \
    D(S16, 3, I16)                      \
    D(S32, 4, I32)                      \
    D(S64, 5, I64)                      \
    D(U8, 6, UI8)                       \
    D(U16, 7, UI16)                     \
    D(U32, 8, UI32)                     \
    D(U64, 9, UI64)                     \
    D(F16, 10, F16)                     \
    D(F32, 11, F32)                     \
    D(F64, 12, F64)                     \
    D(C64, 15, C64)                     \
    D(BF16, 16, BF16)                   \
    D(C128, 18, C128)                   \
    D(F8E5M2, 19, F8E5M2)               \
    D(F8E4M3FN, 20, F8E4M3FN)           \
    D(F8E4M3B11FNUZ, 23, F8E4M3B11FNUZ) \
    D(F8E5M2FNUZ, 24, F8E5M2FNUZ)       \
    D(F8E4M3FNUZ, 25, F8E4M3FNUZ)       \
    D(F8E4M3, 28, F8E4M3)               \
    D(F8E3M4, 29, F8E3M4)               \
    D(F8E8M0FNU, 33, F8E8M0FNU)

enum {
#define FFI_DTYPE_NUMBER(name, number, dtype) FFI_##name = number,
    FFI_DTYPES(FFI_DTYPE_NUMBER)
#undef FFI_DTYPE_NUMBER
};

enum { FFI_METADATA = 1 };                                          /* kinds of extensions */
enum { FFI_INSTANTIATE, FFI_PREPARE, FFI_INITIALIZE, FFI_EXECUTE }; /* stages */
enum { FFI_BUFFER = 1 };                                            /* kinds of arguments and results */
enum { FFI_ARRAY = 1, FFI_DICTIONARY, FFI_SCALAR, FFI_STRING };     /* kinds of attributes */
enum {
    FFI_INVALID_ARGUMENT = 3,
    FFI_RESOURCE_EXHAUSTED = 8,
    FFI_FAILED_PRECONDITION = 9,
    FFI_OUT_OF_RANGE = 11,
    FFI_UNIMPLEMENTED = 12,
    FFI_INTERNAL = 13
}; /* codes of errors */

typedef struct ffi_error ffi_error;
typedef struct ffi_context ffi_context;

typedef struct ffi_extension {
    size_t struct_size;
    int type;
    struct ffi_extension *next;
} ffi_extension;

typedef struct ffi_version {
    size_t struct_size;
    ffi_extension *extension_start;
    int major, minor;
} ffi_version;

typedef struct ffi_span {
    const char *text;
    size_t bytes;
} ffi_span;

typedef struct ffi_type_id {
    int64_t id;
} ffi_type_id;

typedef struct ffi_type_info {
    size_t struct_size;
    ffi_extension *extension_start;
    void (*deleter)(void *object);
} ffi_type_info;

typedef struct ffi_metadata {
    size_t struct_size;
    ffi_version version;
    uint32_t traits;
    ffi_type_id state_type;
} ffi_metadata;

typedef struct ffi_metadata_extension {
    ffi_extension base;
    ffi_metadata *metadata;
} ffi_metadata_extension;

typedef struct ffi_buffer {
    size_t struct_size;
    ffi_extension *extension_start;
    int dtype;
    void *data;
    int64_t rank;
    int64_t *dims;
} ffi_buffer;

typedef struct ffi_scalar {
    int dtype;
    void *value;
} ffi_scalar;

typedef struct ffi_array {
    int dtype;
    size_t size;
    void *data;
} ffi_array;

/* Arguments and results. */
typedef struct ffi_list {
    size_t struct_size;
    ffi_extension *extension_start;
    int64_t size;
    int *types;
    void **items;
} ffi_list;

typedef struct ffi_attributes {
    size_t struct_size;
    ffi_extension *extension_start;
    int64_t size;
    int *types;
    ffi_span **names;
    void **items;
} ffi_attributes;

typedef struct ffi_error_create {
    size_t struct_size;
    ffi_extension *extension_start;
    const char *message;
    int code;
} ffi_error_create;

typedef struct ffi_error_destroy {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_error *error;
} ffi_error_destroy;

typedef struct ffi_error_message {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_error *error;
    const char *message;
} ffi_error_message;

typedef struct ffi_type_register {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_span name;
    ffi_type_id *type_id;
    const ffi_type_info *type_info;
} ffi_type_register;

typedef struct ffi_memory_allocate {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_context *context;
    size_t size, alignment;
    void *data;
} ffi_memory_allocate;

typedef struct ffi_memory_free {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_context *context;
    size_t size;
    void *data;
} ffi_memory_free;

typedef struct ffi_schedule {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_context *context;
    void (*task)(void *data);
    void *data;
} ffi_schedule;

typedef struct ffi_thread_count {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_context *context;
    int64_t *num_threads;
} ffi_thread_count;

typedef struct ffi_run_id {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_context *context;
    int64_t run_id;
} ffi_run_id;

typedef struct ffi_ordinal {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_context *context;
    int32_t device_ordinal;
} ffi_ordinal;

typedef struct ffi_state {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_context *context;
    int stage;
    ffi_type_id *type;
    void *state;
} ffi_state;

/* A call that neither side here makes or answers. */
typedef ffi_error *ffi_other(void *args);

/* The table of what XLA offers. */
typedef struct ffi_api {
    size_t struct_size;
    ffi_extension *extension_start;
    ffi_version version;
    const void *internal;
    ffi_error *(*error_create)(ffi_error_create *);
    void (*error_message)(ffi_error_message *);
    void (*error_destroy)(ffi_error_destroy *);
    ffi_other *handler_register, *stream_get;
    ffi_error *(*type_register)(ffi_type_register *);
    ffi_other *context_get;
    ffi_error *(*state_set)(ffi_state *);
    ffi_error *(*state_get)(ffi_state *);
    ffi_error *(*memory_allocate)(ffi_memory_allocate *);
    ffi_error *(*memory_free)(ffi_memory_free *);
    ffi_error *(*schedule)(ffi_schedule *);
    ffi_error *(*threads)(ffi_thread_count *);
    ffi_other *future_create, *future_available, *future_error;
    ffi_error *(*run_id)(ffi_run_id *);
    ffi_error *(*device_ordinal)(ffi_ordinal *);
} ffi_api;

typedef struct ffi_frame {
    size_t struct_size;
    ffi_extension *extension_start;
    const ffi_api *api;
    ffi_context *context;
    int stage;
    ffi_list arguments;
    ffi_list results;
    ffi_attributes attributes;
    void *future;
} ffi_frame;

#endif
