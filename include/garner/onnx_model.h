/*
 * onnx_model.h - ONNX files: models written and recognised, tensors read.
 *
 * A model (.onnx, a ModelProto) is parsed by grn_module_parse, which knows it by its content:
 * garner/module.h. Here is what is about such files alone. docs/onnx.md says what is read, what
 * becomes of it, and what is written.
 *
 * options, `function`, allocator and diag may be NULL, and `bytes` of 0 bytes; nothing else. The
 * calls are thread-safe, on one module too, and keep no pointer.
 */
#ifndef GARNER_ONNX_MODEL_H
#define GARNER_ONNX_MODEL_H

#include "garner/module.h"

GRN_BEGIN_DECLS

/* Whether these are the bytes of an ONNX model: a ModelProto with a graph. */
GRN_API bool grn_file_is_onnx(const void *bytes, size_t size_bytes);

/*
 * Files beside a model, in which large models have their tensors. `open` gets a path that is
 * relative, without `..`, and ends in a zero; *bytes and *size_bytes are the whole file's, which
 * the caller keeps until the module was parsed, or with options->keeps_bytes as long as the module
 * lives. Any other status than GRN_OK ends the parsing, with a message that names the path.
 */
typedef struct grn_external_files {
    grn_status (*open)(void *user, const char *path, const void **bytes, size_t *size_bytes);
    void *user;
} grn_external_files;

/*
 * The program as an ONNX model, to the sink: a ModelProto that onnx's checker and ONNX Runtime
 * take. Its ops have to be the onnx dialect's (grn_module_convert to "onnx" makes them so);
 * `function` is the one that is the graph, NULL: @main_graph, @main, or the only public one.
 * GRN_E_UNSUPPORTED, reported at each op and type that ONNX has not; GRN_E_LIMIT for more than the
 * 2 GiB that a protocol buffer holds; GRN_E_VERIFY for a module that breaks a rule. Only a failure
 * of the sink leaves a part of a file. Options may be NULL.
 */
typedef struct grn_module_onnx_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_onnx_options): garner.h */
    const char *function;
} grn_module_onnx_options;
GRN_API GRN_MUST_USE grn_status grn_module_write_onnx(const grn_module *module, const grn_module_onnx_options *options,
                                                      const grn_diag *diag, const grn_sink *sink);

/*
 * Reads a tensor from the bytes of a TensorProto, as the .pb files of ONNX's tests are. The result
 * is compact; its bytes are the caller's to free with grn_tensor_free. GRN_E_FORMAT,
 * GRN_E_UNSUPPORTED (strings, and data in another file), GRN_E_LIMIT, GRN_E_MEMORY.
 */
GRN_API GRN_MUST_USE grn_status grn_onnx_tensor_parse(const void *bytes, size_t size_bytes,
                                                      const grn_allocator *allocator, const grn_diag *diag,
                                                      grn_tensor *out);

/*
 * Writes a tensor as a TensorProto, as the .pb files of ONNX's tests are, with any strides. `name` may be NULL.
 * GRN_E_UNSUPPORTED for an element type that ONNX has not, GRN_E_MEMORY, and what the sink answers.
 */
GRN_API GRN_MUST_USE grn_status grn_onnx_tensor_write(const grn_tensor *tensor, const char *name, const grn_diag *diag,
                                                      const grn_sink *sink);

GRN_END_DECLS

#endif
