/*
 * addon.h - sessions of ONNX Runtime with garner as their provider, for Node: the native half of the
 * backend that onnxruntime-common asks for them.
 *
 * Knows: Node-API (node_interface.h), the client's side of ONNX Runtime's C interface (functions.def).
 * Must not know: garner, which is a library that ONNX Runtime loads by its path; what names and types
 * options and tensors have in JavaScript (backend.js).
 *
 * It relies on two interfaces that binaries keep, Node-API 6 and OrtApi 24, and on onnxruntime-node
 * having loaded a libonnxruntime.so.1 into the process before. A process has one environment of ONNX
 * Runtime, so providers, sessions and logs are the same as onnxruntime-node's.
 *
 * A tensor comes and goes as an array: ONNX Runtime's number of its element type, the extents, and the
 * data, which is an Uint8Array over the elements' memory (an ArrayBuffer where it goes), or for strings
 * an array of them.
 *
 * A function that answers a bool or a pointer has thrown a JavaScript error where it answers false or
 * NULL.
 */
#ifndef GRN_NODE_ADDON_H
#define GRN_NODE_ADDON_H

#include "../../../ort/interface.h"
#include "node_interface.h"

typedef struct OrtAllocator OrtAllocator;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;

/* ---- ONNX Runtime in this process (runtime.c) -------------------------------------------------- */

#define ORT_FUNCTION(place, result, name, parameters) result(*name) parameters;
typedef struct grn_node_runtime {
#include "functions.def"
    OrtEnv *env;
    OrtAllocator *allocator;
    OrtMemoryInfo *memory;
    const OrtEpDevice *device; /* garner's */
} grn_node_runtime;
#undef ORT_FUNCTION

/* Finds ONNX Runtime and registers the provider of that path with it, once in a process. */
bool grn_node_runtime_open(napi_env env, const char *provider, int log_level);
/* NULL: nothing was opened. */
const grn_node_runtime *grn_node_runtime_get(napi_env env);
/* Whether all went well; releases the status. */
bool grn_node_went_well(napi_env env, const grn_node_runtime *ort, OrtStatus *status);

/* ---- values of JavaScript (script.c) ----------------------------------------------------------- */

/* Throws an error, unless one is on its way; answers false. */
bool grn_node_fail(napi_env env, const char *message);
/* Whether a call of Node-API went well. */
bool grn_node_ok(napi_env env, napi_status status);
/* Memory of so many bytes, all zero. */
void *grn_node_allocate(napi_env env, size_t count, size_t bytes);
/* A string, in memory from malloc. */
char *grn_node_text(napi_env env, napi_value value);
bool grn_node_bytes(napi_env env, napi_value value, void **data, size_t *bytes);
/* A list of strings. */
typedef struct grn_node_texts {
    char **text;
    size_t count;
} grn_node_texts;
bool grn_node_texts_read(napi_env env, napi_value array, grn_node_texts *out);
void grn_node_texts_free(grn_node_texts *texts);
bool grn_node_numbers_write(napi_env env, const int64_t *numbers, size_t count, napi_value *out);
/* An array of `count` values. */
bool grn_node_array(napi_env env, const napi_value *values, size_t count, napi_value *out);

/* ---- settings (settings.c) --------------------------------------------------------------------- */

/* Settings are an array of arrays, each of them a name and what it takes. */
bool grn_node_session_settings(napi_env env, const grn_node_runtime *ort, napi_value settings,
                               OrtSessionOptions *options);
bool grn_node_run_settings(napi_env env, const grn_node_runtime *ort, napi_value settings, OrtRunOptions *options);

/* ---- tensors (tensors.c) ----------------------------------------------------------------------- */

/* The value lies in the memory of the array, which must outlive it; that of strings in its own. */
OrtValue *grn_node_tensor_read(napi_env env, const grn_node_runtime *ort, napi_value tensor);
bool grn_node_tensor_write(napi_env env, const grn_node_runtime *ort, OrtValue *value, napi_value *out);

/* ---- sessions (session.c, run.c) --------------------------------------------------------------- */

typedef struct grn_node_session {
    const grn_node_runtime *ort;
    OrtSession *session; /* NULL: it was released */
} grn_node_session;

/* create(model, settings, keys, values): a session, of a path or of bytes, with garner and its options. */
napi_value grn_node_create(napi_env env, napi_callback_info info);
/* describe(session): [inputs, outputs], each a list of [name, type, extents, names of extents]; type 0:
 * no tensor. */
napi_value grn_node_describe(napi_env env, napi_callback_info info);
/* run(session, input names, tensors, output names, tensors or null, settings): the outputs that were null. */
napi_value grn_node_run(napi_env env, napi_callback_info info);
/* endProfiling(session) */
napi_value grn_node_end_profiling(napi_env env, napi_callback_info info);
/* release(session) */
napi_value grn_node_release(napi_env env, napi_callback_info info);

/* The arguments of a call, of which there are `count`. */
bool grn_node_arguments(napi_env env, napi_callback_info info, size_t count, napi_value *out);
/* One that was not released. */
grn_node_session *grn_node_session_read(napi_env env, napi_value value);

#endif
