/*
 * interface.h - ONNX Runtime's interface for execution providers in libraries of their own, version
 * 24 (ONNX Runtime 1.24): the types, numbers and structures that the plug-in meets, as binaries have
 * them.
 *
 * Knows: names, types and order of the public headers of microsoft/onnxruntime
 * (onnxruntime_c_api.h and onnxruntime_ep_c_api.h, MIT License), which are the binary interface.
 * Must not know: garner.
 *
 * OrtApi and OrtEpApi are tables of functions without sizes. functions.def says which of them are
 * called, and where they stand. A structure that the plug-in fills begins with the version it was
 * written for, and ONNX Runtime reads no member that is newer.
 */
#ifndef GRN_ORT_INTERFACE_H
#define GRN_ORT_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORT_API_VERSION 24

/* ---- what only ONNX Runtime looks into ------------------------------------------------------- */

typedef struct OrtDataTransferImpl OrtDataTransferImpl;
typedef struct OrtDataType OrtDataType;
typedef struct OrtDeviceEpIncompatibilityDetails OrtDeviceEpIncompatibilityDetails;
typedef struct OrtEpDevice OrtEpDevice;
typedef struct OrtEpGraphSupportInfo OrtEpGraphSupportInfo;
typedef struct OrtGraph OrtGraph;
typedef struct OrtHardwareDevice OrtHardwareDevice;
typedef struct OrtKernelContext OrtKernelContext;
typedef struct OrtKernelDef OrtKernelDef;
typedef struct OrtKernelDefBuilder OrtKernelDefBuilder;
typedef struct OrtKernelInfo OrtKernelInfo;
typedef struct OrtKernelRegistry OrtKernelRegistry;
typedef struct OrtKeyValuePairs OrtKeyValuePairs;
typedef struct OrtLogger OrtLogger;
typedef struct OrtMemoryDevice OrtMemoryDevice;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtNode OrtNode;
typedef struct OrtNodeComputeContext OrtNodeComputeContext;
typedef struct OrtNodeFusionOptions OrtNodeFusionOptions;
typedef struct OrtOpAttr OrtOpAttr;
typedef struct OrtRunOptions OrtRunOptions;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtStatus OrtStatus;
typedef struct OrtSyncStreamImpl OrtSyncStreamImpl;
typedef struct OrtTensorTypeAndShapeInfo OrtTensorTypeAndShapeInfo;
typedef struct OrtTypeInfo OrtTypeInfo;
typedef struct OrtValue OrtValue;
typedef struct OrtValueInfo OrtValueInfo;
struct OrtAllocator;

/* ---- numbers --------------------------------------------------------------------------------- */

typedef enum OrtErrorCode {
    ORT_OK = 0,
    ORT_FAIL = 1,
    ORT_INVALID_ARGUMENT = 2,
    ORT_RUNTIME_EXCEPTION = 6,
    ORT_NOT_IMPLEMENTED = 9
} OrtErrorCode;

typedef enum OrtHardwareDeviceType {
    OrtHardwareDeviceType_CPU = 0,
    OrtHardwareDeviceType_GPU = 1,
    OrtHardwareDeviceType_NPU = 2
} OrtHardwareDeviceType;

typedef enum ONNXTensorElementDataType {
    ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED = 0,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX64,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX128,
    ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16
} ONNXTensorElementDataType;

typedef enum OrtOpAttrType { ORT_OP_ATTR_INT = 1, ORT_OP_ATTR_INTS = 2 } OrtOpAttrType;

typedef enum OrtLoggingLevel { ORT_LOGGING_LEVEL_WARNING = 2 } OrtLoggingLevel;

/* ---- what the plug-in fills ------------------------------------------------------------------ */

typedef struct OrtKernelImpl OrtKernelImpl;
struct OrtKernelImpl {
    uint32_t ort_version_supported;
    uint32_t flags; /* ONNX Runtime's; 0 at first */
    OrtStatus *(*Compute)(OrtKernelImpl *self, OrtKernelContext *context);
    void (*Release)(OrtKernelImpl *self);
    void (*PrePackWeight)(void);            /* optional */
    void (*SetSharedPrePackedWeight)(void); /* optional */
};

typedef OrtStatus *(*OrtKernelCreateFunc)(void *state, const OrtKernelInfo *info, OrtKernelImpl **out);

/* Nodes that were fused. A state is made for each session's use of them, and given to each run. */
typedef struct OrtNodeComputeInfo OrtNodeComputeInfo;
struct OrtNodeComputeInfo {
    uint32_t ort_version_supported;
    OrtStatus *(*CreateState)(OrtNodeComputeInfo *self, OrtNodeComputeContext *context, void **state);
    OrtStatus *(*Compute)(OrtNodeComputeInfo *self, void *state, OrtKernelContext *context);
    void (*ReleaseState)(OrtNodeComputeInfo *self, void *state);
};

typedef struct OrtEp OrtEp;
struct OrtEp {
    uint32_t ort_version_supported;
    const char *(*GetName)(const OrtEp *self);
    OrtStatus *(*GetCapability)(OrtEp *self, const OrtGraph *graph, OrtEpGraphSupportInfo *support);
    OrtStatus *(*Compile)(OrtEp *self, const OrtGraph **graphs, const OrtNode **fused, size_t count,
                          OrtNodeComputeInfo **out, OrtNode **context_nodes);
    void (*ReleaseNodeComputeInfos)(OrtEp *self, OrtNodeComputeInfo **infos, size_t count);
    void (*GetPreferredDataLayout)(void); /* optional, as all others but GetKernelRegistry are */
    void (*ShouldConvertDataLayoutForOp)(void);
    void (*SetDynamicOptions)(void);
    void (*OnRunStart)(void);
    void (*OnRunEnd)(void);
    void (*CreateAllocator)(void);
    void (*CreateSyncStreamForDevice)(void);
    void (*GetCompiledModelCompatibilityInfo)(void);
    OrtStatus *(*GetKernelRegistry)(OrtEp *self, const OrtKernelRegistry **out);
    OrtStatus *(*IsConcurrentRunSupported)(OrtEp *self, bool *out);
    void (*newer[16])(void);
};

typedef struct OrtEpFactory OrtEpFactory;
struct OrtEpFactory {
    uint32_t ort_version_supported;
    const char *(*GetName)(const OrtEpFactory *self);
    const char *(*GetVendor)(const OrtEpFactory *self);
    OrtStatus *(*GetSupportedDevices)(OrtEpFactory *self, const OrtHardwareDevice *const *devices, size_t ndevices,
                                      OrtEpDevice **out, size_t room, size_t *count);
    OrtStatus *(*CreateEp)(OrtEpFactory *self, const OrtHardwareDevice *const *devices,
                           const OrtKeyValuePairs *const *metadata, size_t ndevices, const OrtSessionOptions *options,
                           const OrtLogger *logger, OrtEp **out);
    void (*ReleaseEp)(OrtEpFactory *self, OrtEp *ep);
    uint32_t (*GetVendorId)(const OrtEpFactory *self);
    const char *(*GetVersion)(const OrtEpFactory *self);
    OrtStatus *(*ValidateCompiledModelCompatibilityInfo)(OrtEpFactory *self, const OrtHardwareDevice *const *devices,
                                                         size_t ndevices, const char *info, int *out);
    OrtStatus *(*CreateAllocator)(OrtEpFactory *self, const OrtMemoryInfo *memory, const OrtKeyValuePairs *options,
                                  struct OrtAllocator **out);
    void (*ReleaseAllocator)(OrtEpFactory *self, struct OrtAllocator *allocator);
    OrtStatus *(*CreateDataTransfer)(OrtEpFactory *self, OrtDataTransferImpl **out);
    bool (*IsStreamAware)(const OrtEpFactory *self);
    OrtStatus *(*CreateSyncStreamForDevice)(OrtEpFactory *self, const OrtMemoryDevice *memory,
                                            const OrtKeyValuePairs *options, OrtSyncStreamImpl **out);
    void (*newer[16])(void); /* optional */
};

/* ---- ONNX Runtime's functions ---------------------------------------------------------------- */

typedef struct OrtApi {
    void (*place[415])(void);
} OrtApi;

typedef struct OrtEpApi {
    void (*place[50])(void);
} OrtEpApi;

typedef struct OrtApiBase {
    const OrtApi *(*GetApi)(uint32_t version); /* NULL: the library is older than that */
    const char *(*GetVersionString)(void);
} OrtApiBase;

#endif
