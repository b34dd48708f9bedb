/*
 * plugin.h - the objects behind PJRT's handles.
 *
 * Knows: PJRT's interface (interface.h) and garner's public headers. Must not know: ops, dialects,
 * plans, kernels.
 *
 * A handle is a pointer to one of these structures. What several handles or a run at work may use is
 * counted: storage, events and executables live until the last lets go. A client is used by any
 * number of threads at once, and outlives what was made of it.
 *
 * Programs run in the order they were given: the long ones on the client's worker, one after
 * another, each on the client's pool; the short ones, whose inputs are there, on the calling thread.
 */
#ifndef GRN_PJRT_PLUGIN_H
#define GRN_PJRT_PLUGIN_H

#include <pthread.h>
#include <stdatomic.h>

#include "garner/garner.h"
#include "interface.h"

/* A function of the table: `PJRT_Error *grn_pjrt_Client_Create(PJRT_Client_Create_Args *args)`. */
#define PJRT_SLOT(name, last, handle) PJRT_Error *grn_pjrt_##name(PJRT_##name##_Args *args);
#define PJRT_SLOT_VOID(name, last, handle) void grn_pjrt_##name(PJRT_##name##_Args *args);
#include "functions.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID

/* Whether the caller's structure reaches to the end of a field. */
#define PJRT_HAS(args, field) \
    ((args)->struct_size >= (size_t)((const char *)&(args)->field - (const char *)(args)) + sizeof(args)->field)

/* ---- errors (error.c) ------------------------------------------------------------------------ */

struct PJRT_Error {
    PJRT_Error_Code code;
    size_t bytes;   /* of the message */
    bool is_static; /* memory for an error was refused: it is nobody's to free */
    char message[]; /* ends in a zero */
};

PJRT_Error *grn_pjrt_error(PJRT_Error_Code code, const char *format, ...) GRN_PRINTF(2, 3);
PJRT_Error *grn_pjrt_error_of_text(PJRT_Error_Code code, const char *text, size_t bytes);
PJRT_Error *grn_pjrt_error_copy(const PJRT_Error *error); /* NULL of NULL */
void grn_pjrt_error_free(PJRT_Error *error);
PJRT_Error *grn_pjrt_no_memory(void);

/* The messages of a call: of each error, and of the notes behind it, a line with its place. */
typedef struct grn_pjrt_messages {
    const grn_module *module; /* whose places they have; NULL: none is written */
    char *text;
    size_t bytes, room;
    bool tells; /* the message before was an error: its notes are kept */
} grn_pjrt_messages;
grn_diag grn_pjrt_diag(grn_pjrt_messages *messages);
/* The error of a call that answered `status`; NULL for GRN_OK. Frees the messages. */
PJRT_Error *grn_pjrt_error_of(grn_status status, grn_pjrt_messages *messages);

/* Text that grows. A refused request makes it refuse all that follows, and `failed`. */
typedef struct grn_pjrt_text {
    char *text; /* ends in a zero once there is any */
    size_t bytes, room;
    bool failed;
} grn_pjrt_text;
grn_status grn_pjrt_text_add(void *text, const char *more, size_t bytes);
void grn_pjrt_text_print(grn_pjrt_text *text, const char *format, ...) GRN_PRINTF(2, 3);

/* ---- events (event.c) ------------------------------------------------------------------------ */

/* One reference, not set. NULL: no memory. */
PJRT_Event *grn_pjrt_event_new(void);
/* Set already; takes the error, which may be NULL. */
PJRT_Event *grn_pjrt_event_done(PJRT_Error *error);
PJRT_Event *grn_pjrt_event_share(PJRT_Event *event);
void grn_pjrt_event_release(PJRT_Event *event); /* NULL is fine */
/* Once; takes the error. Callbacks run on the calling thread. */
void grn_pjrt_event_set(PJRT_Event *event, PJRT_Error *error);
bool grn_pjrt_event_is_set(PJRT_Event *event);
/* Waits; the error belongs to the event. */
const PJRT_Error *grn_pjrt_event_wait(PJRT_Event *event);

/* ---- the worker (worker.c) ------------------------------------------------------------------- */

typedef struct grn_pjrt_worker grn_pjrt_worker;
/* The thread is started with the first job. NULL: no memory. */
grn_pjrt_worker *grn_pjrt_worker_new(void);
/* Ends what was given before. NULL is fine. */
void grn_pjrt_worker_destroy(grn_pjrt_worker *worker);
/* Runs job(arg) behind all that was given before; where no thread can be had, in a child of fork(),
 * and in a job itself, on the calling thread before the call returns. */
void grn_pjrt_worker_give(grn_pjrt_worker *worker, void (*job)(void *arg), void *arg);

/* ---- Ctrl-C (interrupt.c) -------------------------------------------------------------------- */

/* Follows SIGINT from now on, behind the handler that the program has; one that has none is left
 * alone, as it ends the process. */
void grn_pjrt_follow_interrupts(void);
/* How many there were. */
unsigned grn_pjrt_interrupts(void);

/* ---- clients and devices (client.c, device.c) ------------------------------------------------ */

#define GRN_PJRT_MEMORY_KINDS 3 /* "device", "pinned_host", "unpinned_host": all of them the machine's memory */
#define GRN_PJRT_PLATFORM "garner"

struct PJRT_DeviceDescription {
    int32_t id;
    char text[48];
};
struct PJRT_TopologyDescription {
    int32_t count;
    PJRT_DeviceDescription *descriptions;
    PJRT_DeviceDescription **list;
};
struct PJRT_Memory {
    int32_t id, kind;
    char text[64];
    PJRT_Client *client;
    PJRT_Device *device;
};
struct PJRT_Device {
    PJRT_DeviceDescription *description;
    PJRT_Client *client;
    PJRT_Memory memories[GRN_PJRT_MEMORY_KINDS];
    PJRT_Memory *memory_list[GRN_PJRT_MEMORY_KINDS];
};

typedef struct grn_pjrt_settings {
    int32_t devices; /* logical ones, which share the machine */
    int32_t threads;
    enum { GRN_PJRT_INDICES_OFF, GRN_PJRT_INDICES_REPORT, GRN_PJRT_INDICES_ERROR } indices;
    grn_products products;     /* of dot_general */
    char *indices_file, *dump; /* NULL: none */
} grn_pjrt_settings;

typedef struct grn_pjrt_watch grn_pjrt_watch; /* indices.c */

struct PJRT_Client {
    grn_pjrt_settings settings;
    PJRT_TopologyDescription topology;
    PJRT_Device *devices;
    PJRT_Device **device_list;
    PJRT_Memory **memory_list;
    size_t nmemories;
    grn_pool *pool; /* NULL: one thread */
    grn_pjrt_worker *worker;
    grn_pjrt_watch *watch; /* NULL: indices are not watched */
    atomic_size_t live_bytes, peak_bytes;
    pthread_mutex_t lock;      /* of what follows */
    PJRT_Executable *compiled; /* a list, the last one used first */
    size_t ncompiled;
};

PJRT_Error *grn_pjrt_settings_read(const PJRT_NamedValue *options, size_t count, grn_pjrt_settings *out);
void grn_pjrt_settings_end(grn_pjrt_settings *settings);
const char *grn_pjrt_memory_kind(int32_t kind);
/* The kind of that name; -1: there is none. */
int32_t grn_pjrt_memory_kind_of(const char *name, size_t bytes);
PJRT_Error *grn_pjrt_topology_init(PJRT_TopologyDescription *topology, int32_t count);
void grn_pjrt_topology_end(PJRT_TopologyDescription *topology);
PJRT_Error *grn_pjrt_devices_init(PJRT_Client *client);
void grn_pjrt_devices_end(PJRT_Client *client);

/* ---- element types (types.c) ----------------------------------------------------------------- */

/* GRN_NO_DTYPE, and INVALID, where the other has none. */
grn_dtype grn_pjrt_dtype(PJRT_Buffer_Type type);
PJRT_Buffer_Type grn_pjrt_type(grn_dtype dtype);

/* ---- buffers (buffer.c, storage.c, strided.c) ------------------------------------------------ */

/* Memory of a value, which several buffers and runs may hold. */
typedef struct grn_pjrt_storage {
    atomic_size_t references;
    void *data; /* there once `ready` is set without an error */
    size_t bytes;
    void (*release)(struct grn_pjrt_storage *storage); /* what data belongs to; NULL: nothing */
    void *owner;
    void (*deleter)(void *data, void *arg); /* of a caller's own memory */
    size_t index;                           /* of the result in `owner` */
    struct grn_pjrt_storage *under;         /* donated memory that data lies in; NULL: it does not */
    PJRT_Event *ready;
    PJRT_Client *client;
    bool is_counted;  /* in the client's live_bytes */
    bool is_writable; /* a run that it is donated to may write over it */
} grn_pjrt_storage;

/* What a buffer says of its elements. */
typedef struct grn_pjrt_shape {
    PJRT_Buffer_Type type;
    grn_dtype dtype; /* GRN_NO_DTYPE: a token */
    int32_t rank;
    int64_t dims[GRN_MAX_RANK], minor_to_major[GRN_MAX_RANK];
} grn_pjrt_shape;

struct PJRT_Buffer {
    PJRT_Client *client;
    PJRT_Memory *memory;
    grn_pjrt_shape shape;
    pthread_mutex_t lock;      /* of what follows */
    grn_pjrt_storage *storage; /* NULL: deleted, and nobody else's */
    size_t external;
    bool is_deleted;
};

grn_pjrt_storage *grn_pjrt_storage_new(PJRT_Client *client); /* not ready; NULL: no memory */
/* Of so many bytes of its own, not ready. */
PJRT_Error *grn_pjrt_storage_allocate(PJRT_Client *client, size_t bytes, grn_pjrt_storage **out);
grn_pjrt_storage *grn_pjrt_storage_share(grn_pjrt_storage *storage);
void grn_pjrt_storage_release(grn_pjrt_storage *storage); /* NULL is fine */
void grn_pjrt_storage_count(grn_pjrt_storage *storage);   /* its bytes are live */

/* Row-major, without storage. */
PJRT_Error *grn_pjrt_buffer_new(PJRT_Memory *memory, PJRT_Buffer_Type type, size_t rank, const int64_t *dims,
                                PJRT_Buffer **out);
void grn_pjrt_buffer_free(PJRT_Buffer *buffer);
/* One more reference to what the buffer holds; an error where it was deleted. `name` is the
 * call's. */
PJRT_Error *grn_pjrt_buffer_hold(PJRT_Buffer *buffer, grn_pjrt_storage **out);
void grn_pjrt_buffer_delete(PJRT_Buffer *buffer);
/* Its elements, over `data`. */
grn_tensor grn_pjrt_shape_view(const grn_pjrt_shape *shape, void *data);
size_t grn_pjrt_shape_bytes(const grn_pjrt_shape *shape);

/* A view by bytes, of memory as a host has it. */
typedef struct grn_pjrt_strided {
    char *data;
    size_t element_bytes;
    int32_t rank;
    const int64_t *dims;
    int64_t stride[GRN_MAX_RANK]; /* bytes */
} grn_pjrt_strided;
void grn_pjrt_strided_layout(grn_pjrt_strided *view, const int64_t *minor_to_major); /* dense */
bool grn_pjrt_strided_is_dense(const grn_pjrt_strided *view, const int64_t *minor_to_major);
/* Of one shape. */
void grn_pjrt_strided_copy(const grn_pjrt_strided *to, const grn_pjrt_strided *from);

/* ---- programs (compile.c, options.c, executable.c, execute.c) -------------------------------- */

/* What of CompileOptionsProto matters here. */
typedef struct grn_pjrt_compile_options {
    int64_t replicas, partitions;
    bool spmd, shardy;
    size_t ndevices; /* of an assignment that was given: replicas x partitions, row by row; 0: the first ones */
    int32_t *devices;
} grn_pjrt_compile_options;
PJRT_Error *grn_pjrt_compile_options_read(const char *bytes, size_t count, grn_pjrt_compile_options *out);
void grn_pjrt_compile_options_end(grn_pjrt_compile_options *options);

typedef struct grn_pjrt_value {
    PJRT_Buffer_Type type;
    grn_dtype dtype; /* GRN_NO_DTYPE: a token */
    int32_t rank;
    int64_t dims[GRN_MAX_RANK];  /* of the whole value; -1: only a run says it */
    int64_t local[GRN_MAX_RANK]; /* of what a device has */
    grn_layout layout;           /* on the devices, of a program for several */
    int32_t memory_kind;
    bool is_donated; /* an input that the run may write over */
} grn_pjrt_value;

struct PJRT_Executable {
    atomic_size_t references;
    PJRT_Executable *next; /* among the compiled */
    PJRT_Client *client;   /* NULL: compiled for a topology */
    char *program;         /* as it was given, and the options */
    size_t program_bytes;
    char *options;
    size_t options_bytes;
    char fingerprint[40];
    grn_module *module;
    grn_module *spread; /* of a program for several devices, with all shardings; NULL: it is for one */
    size_t function;
    char *name;
    int64_t replicas, partitions;
    size_t ninputs, noutputs;
    grn_pjrt_value *inputs, *outputs;
    size_t ntensors;  /* results that are tensors */
    int32_t *part_of; /* of all layouts */
    PJRT_Buffer_Type *output_types;
    int64_t *output_dims;
    size_t *output_ranks;
    const char **output_kinds;
    size_t *output_kind_bytes;
    PJRT_NamedValue costs[2];
    bool is_meshed;    /* values are divided over the partitions; else each partition has all of them */
    bool is_manual;    /* a part of the program says what each device runs */
    bool has_accesses; /* whose indices can be watched */
    bool is_static;    /* all shapes of results are known */
    atomic_ullong last_steps;
    atomic_bool is_dumped;
};
struct PJRT_LoadedExecutable {
    PJRT_Executable *executable;
    PJRT_Client *client;
    size_t ndevices;
    PJRT_Device **devices;
    atomic_bool is_deleted;
};

PJRT_Error *grn_pjrt_compile(PJRT_Client *client, const char *program, size_t program_bytes, const char *options,
                             size_t options_bytes, PJRT_Executable **out);
PJRT_Executable *grn_pjrt_executable_share(PJRT_Executable *executable);
void grn_pjrt_executable_release(PJRT_Executable *executable); /* NULL is fine */
PJRT_Error *grn_pjrt_load(PJRT_Client *client, PJRT_Executable *executable, PJRT_LoadedExecutable **out);

/* ---- indices that are watched (indices.c), programs that are kept (dump.c) ------------------- */

PJRT_Error *grn_pjrt_watch_new(const grn_pjrt_settings *settings, grn_pjrt_watch **out);
void grn_pjrt_watch_destroy(grn_pjrt_watch *watch); /* writes the summary; NULL is fine */
/* Runs as grn_module_run does, and reports what is found. With `error` the first finding is the
 * answer. */
PJRT_Error *grn_pjrt_watch_run(grn_pjrt_watch *watch, const PJRT_Executable *executable, const grn_tensor *inputs,
                               const grn_run_options *options, grn_results **out);
void grn_pjrt_dump(const char *folder, const PJRT_Executable *executable, const grn_tensor *inputs);

#endif
