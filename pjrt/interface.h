/*
 * interface.h - PJRT's interface for plug-ins, version 0.81: structures, numbers and the table of
 * functions, as binaries have them.
 *
 * Knows: names, types and order of the public header of openxla/xla (xla/pjrt/c/pjrt_c_api.h, Apache
 * License 2.0), which are the binary interface. Must not know: garner.
 *
 * Every structure begins with its size as the caller was compiled, which is shorter where the caller
 * is older, and with a list of extensions. functions.def has the functions in the table's order, with
 * the last field that each caller has to have.
 */
#ifndef GRN_PJRT_INTERFACE_H
#define GRN_PJRT_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PJRT_API_MAJOR 0
#define PJRT_API_MINOR 81

typedef enum PJRT_Extension_Type {
    PJRT_Extension_Type_Gpu_Custom_Call = 0,
    PJRT_Extension_Type_Profiler,
    PJRT_Extension_Type_Custom_Partitioner,
    PJRT_Extension_Type_Stream,
    PJRT_Extension_Type_Layouts,
    PJRT_Extension_Type_FFI,
    PJRT_Extension_Type_MemoryDescriptions,
    PJRT_Extension_Type_Triton,
    PJRT_Extension_Type_RawBuffer,
    PJRT_Extension_Type_PhaseCompile,
    PJRT_Extension_Type_Example,
    PJRT_Extension_Type_Unknown,
    PJRT_Extension_Type_CrossHostTransfers,
    PJRT_Extension_Type_ExecutableMetadata,
    PJRT_Extension_Type_Callback,
    PJRT_Extension_Type_HostAllocator
} PJRT_Extension_Type;

typedef enum PJRT_Error_Code {
    PJRT_Error_Code_OK = 0,
    PJRT_Error_Code_CANCELLED = 1,
    PJRT_Error_Code_UNKNOWN = 2,
    PJRT_Error_Code_INVALID_ARGUMENT = 3,
    PJRT_Error_Code_DEADLINE_EXCEEDED = 4,
    PJRT_Error_Code_NOT_FOUND = 5,
    PJRT_Error_Code_ALREADY_EXISTS = 6,
    PJRT_Error_Code_PERMISSION_DENIED = 7,
    PJRT_Error_Code_RESOURCE_EXHAUSTED = 8,
    PJRT_Error_Code_FAILED_PRECONDITION = 9,
    PJRT_Error_Code_ABORTED = 10,
    PJRT_Error_Code_OUT_OF_RANGE = 11,
    PJRT_Error_Code_UNIMPLEMENTED = 12,
    PJRT_Error_Code_INTERNAL = 13,
    PJRT_Error_Code_UNAVAILABLE = 14,
    PJRT_Error_Code_DATA_LOSS = 15,
    PJRT_Error_Code_UNAUTHENTICATED = 16
} PJRT_Error_Code;

typedef enum PJRT_NamedValue_Type {
    PJRT_NamedValue_kString = 0,
    PJRT_NamedValue_kInt64,
    PJRT_NamedValue_kInt64List,
    PJRT_NamedValue_kFloat,
    PJRT_NamedValue_kBool
} PJRT_NamedValue_Type;

typedef enum PJRT_ProcessState {
    PJRT_ProcessState_kUnspecified = 0,
    PJRT_ProcessState_kUninitialized = 1,
    PJRT_ProcessState_kDisconnected = 2,
    PJRT_ProcessState_kConnected = 3,
    PJRT_ProcessState_kError = 4
} PJRT_ProcessState;

typedef enum PJRT_Buffer_Type {
    PJRT_Buffer_Type_INVALID,
    PJRT_Buffer_Type_PRED,
    PJRT_Buffer_Type_S8,
    PJRT_Buffer_Type_S16,
    PJRT_Buffer_Type_S32,
    PJRT_Buffer_Type_S64,
    PJRT_Buffer_Type_U8,
    PJRT_Buffer_Type_U16,
    PJRT_Buffer_Type_U32,
    PJRT_Buffer_Type_U64,
    PJRT_Buffer_Type_F16,
    PJRT_Buffer_Type_F32,
    PJRT_Buffer_Type_F64,
    PJRT_Buffer_Type_BF16,
    PJRT_Buffer_Type_C64,
    PJRT_Buffer_Type_C128,
    PJRT_Buffer_Type_F8E5M2,
    PJRT_Buffer_Type_F8E4M3FN,
    PJRT_Buffer_Type_F8E4M3B11FNUZ,
    PJRT_Buffer_Type_F8E5M2FNUZ,
    PJRT_Buffer_Type_F8E4M3FNUZ,
    PJRT_Buffer_Type_S4,
    PJRT_Buffer_Type_U4,
    PJRT_Buffer_Type_TOKEN,
    PJRT_Buffer_Type_S2,
    PJRT_Buffer_Type_U2,
    PJRT_Buffer_Type_F8E4M3,
    PJRT_Buffer_Type_F8E3M4,
    PJRT_Buffer_Type_F8E8M0FNU,
    PJRT_Buffer_Type_F4E2M1FN
} PJRT_Buffer_Type;

typedef enum PJRT_HostBufferSemantics {
    PJRT_HostBufferSemantics_kImmutableOnlyDuringCall,
    PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes,
    PJRT_HostBufferSemantics_kImmutableZeroCopy,
    PJRT_HostBufferSemantics_kMutableZeroCopy
} PJRT_HostBufferSemantics;

typedef enum PJRT_Buffer_MemoryLayout_Type {
    PJRT_Buffer_MemoryLayout_Type_Tiled = 0,
    PJRT_Buffer_MemoryLayout_Type_Strides
} PJRT_Buffer_MemoryLayout_Type;

typedef struct PJRT_Error PJRT_Error;
typedef struct PJRT_Event PJRT_Event;
typedef struct PJRT_Client PJRT_Client;
typedef struct PJRT_Device PJRT_Device;
typedef struct PJRT_DeviceDescription PJRT_DeviceDescription;
typedef struct PJRT_Memory PJRT_Memory;
typedef struct PJRT_Buffer PJRT_Buffer;
typedef struct PJRT_Executable PJRT_Executable;
typedef struct PJRT_LoadedExecutable PJRT_LoadedExecutable;
typedef struct PJRT_TopologyDescription PJRT_TopologyDescription;
typedef struct PJRT_ExecuteContext PJRT_ExecuteContext;
typedef struct PJRT_AsyncHostToDeviceTransferManager PJRT_AsyncHostToDeviceTransferManager;
typedef struct PJRT_CopyToDeviceStream PJRT_CopyToDeviceStream;
typedef struct PJRT_FulfillAliasBufferCallback PJRT_FulfillAliasBufferCallback;
typedef struct PJRT_SerializedExecutable PJRT_SerializedExecutable;
typedef struct PJRT_SerializedTopology PJRT_SerializedTopology;
typedef struct PJRT_DeviceAssignmentSerialized PJRT_DeviceAssignmentSerialized;
typedef struct PJRT_Extension_Base PJRT_Extension_Base;
typedef struct PJRT_Api_Version PJRT_Api_Version;
typedef struct PJRT_Error_Destroy_Args PJRT_Error_Destroy_Args;
typedef struct PJRT_Error_Message_Args PJRT_Error_Message_Args;
typedef struct PJRT_Error_GetCode_Args PJRT_Error_GetCode_Args;
typedef struct PJRT_NamedValue PJRT_NamedValue;
typedef struct PJRT_Plugin_Initialize_Args PJRT_Plugin_Initialize_Args;
typedef struct PJRT_Plugin_Attributes_Args PJRT_Plugin_Attributes_Args;
typedef struct PJRT_Event_Destroy_Args PJRT_Event_Destroy_Args;
typedef struct PJRT_Event_IsReady_Args PJRT_Event_IsReady_Args;
typedef struct PJRT_Event_Error_Args PJRT_Event_Error_Args;
typedef struct PJRT_Event_Await_Args PJRT_Event_Await_Args;
typedef struct PJRT_Event_OnReady_Args PJRT_Event_OnReady_Args;
typedef struct PJRT_KeyValueGetCallback_Args PJRT_KeyValueGetCallback_Args;
typedef struct PJRT_KeyValueTryGetCallback_Args PJRT_KeyValueTryGetCallback_Args;
typedef struct PJRT_KeyValuePutCallback_Args PJRT_KeyValuePutCallback_Args;
typedef struct PJRT_Client_Create_Args PJRT_Client_Create_Args;
typedef struct PJRT_Client_Destroy_Args PJRT_Client_Destroy_Args;
typedef struct PJRT_Client_PlatformName_Args PJRT_Client_PlatformName_Args;
typedef struct PJRT_Client_ProcessIndex_Args PJRT_Client_ProcessIndex_Args;
typedef struct PJRT_Client_PlatformVersion_Args PJRT_Client_PlatformVersion_Args;
typedef struct PJRT_Client_TopologyDescription_Args PJRT_Client_TopologyDescription_Args;
typedef struct PJRT_Client_Devices_Args PJRT_Client_Devices_Args;
typedef struct PJRT_Client_AddressableDevices_Args PJRT_Client_AddressableDevices_Args;
typedef struct PJRT_Client_LookupDevice_Args PJRT_Client_LookupDevice_Args;
typedef struct PJRT_Client_LookupAddressableDevice_Args PJRT_Client_LookupAddressableDevice_Args;
typedef struct PJRT_ProcessInfo PJRT_ProcessInfo;
typedef struct PJRT_Client_UpdateGlobalProcessInfo_Args PJRT_Client_UpdateGlobalProcessInfo_Args;
typedef struct PJRT_Client_AddressableMemories_Args PJRT_Client_AddressableMemories_Args;
typedef struct PJRT_Program PJRT_Program;
typedef struct PJRT_Client_Compile_Args PJRT_Client_Compile_Args;
typedef struct PJRT_Client_DefaultDeviceAssignment_Args PJRT_Client_DefaultDeviceAssignment_Args;
typedef struct PJRT_Client_DmaMap_Args PJRT_Client_DmaMap_Args;
typedef struct PJRT_Client_DmaUnmap_Args PJRT_Client_DmaUnmap_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_Destroy_Args PJRT_AsyncHostToDeviceTransferManager_Destroy_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_TransferData_Args
    PJRT_AsyncHostToDeviceTransferManager_TransferData_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_Device_Args PJRT_AsyncHostToDeviceTransferManager_Device_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args
    PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args
    PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args
    PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args;
typedef struct PJRT_Buffer_MemoryLayout_Tiled PJRT_Buffer_MemoryLayout_Tiled;
typedef struct PJRT_Buffer_MemoryLayout_Strides PJRT_Buffer_MemoryLayout_Strides;
typedef struct PJRT_Buffer_MemoryLayout PJRT_Buffer_MemoryLayout;
typedef struct PJRT_Client_CreateUninitializedBuffer_Args PJRT_Client_CreateUninitializedBuffer_Args;
typedef struct PJRT_Client_CreateAliasBuffer_Args PJRT_Client_CreateAliasBuffer_Args;
typedef struct PJRT_Client_FulfillAliasBuffer_Args PJRT_Client_FulfillAliasBuffer_Args;
typedef struct PJRT_Client_BufferFromHostBuffer_Args PJRT_Client_BufferFromHostBuffer_Args;
typedef struct PJRT_Client_CreateViewOfDeviceBuffer_Args PJRT_Client_CreateViewOfDeviceBuffer_Args;
typedef struct PJRT_ShapeSpec PJRT_ShapeSpec;
typedef struct PJRT_Client_CreateBuffersForAsyncHostToDevice_Args PJRT_Client_CreateBuffersForAsyncHostToDevice_Args;
typedef struct PJRT_DeviceDescription_Id_Args PJRT_DeviceDescription_Id_Args;
typedef struct PJRT_DeviceDescription_ProcessIndex_Args PJRT_DeviceDescription_ProcessIndex_Args;
typedef struct PJRT_DeviceDescription_Attributes_Args PJRT_DeviceDescription_Attributes_Args;
typedef struct PJRT_DeviceDescription_Kind_Args PJRT_DeviceDescription_Kind_Args;
typedef struct PJRT_DeviceDescription_DebugString_Args PJRT_DeviceDescription_DebugString_Args;
typedef struct PJRT_DeviceDescription_ToString_Args PJRT_DeviceDescription_ToString_Args;
typedef struct PJRT_Device_GetDescription_Args PJRT_Device_GetDescription_Args;
typedef struct PJRT_Device_IsAddressable_Args PJRT_Device_IsAddressable_Args;
typedef struct PJRT_Device_LocalHardwareId_Args PJRT_Device_LocalHardwareId_Args;
typedef struct PJRT_Device_AddressableMemories_Args PJRT_Device_AddressableMemories_Args;
typedef struct PJRT_Device_DefaultMemory_Args PJRT_Device_DefaultMemory_Args;
typedef struct PJRT_Device_MemoryStats_Args PJRT_Device_MemoryStats_Args;
typedef struct PJRT_Memory_Id_Args PJRT_Memory_Id_Args;
typedef struct PJRT_Memory_Kind_Args PJRT_Memory_Kind_Args;
typedef struct PJRT_Memory_Kind_Id_Args PJRT_Memory_Kind_Id_Args;
typedef struct PJRT_Memory_DebugString_Args PJRT_Memory_DebugString_Args;
typedef struct PJRT_Memory_ToString_Args PJRT_Memory_ToString_Args;
typedef struct PJRT_Memory_AddressableByDevices_Args PJRT_Memory_AddressableByDevices_Args;
typedef struct PJRT_ExecuteContext_Create_Args PJRT_ExecuteContext_Create_Args;
typedef struct PJRT_ExecuteContext_Destroy_Args PJRT_ExecuteContext_Destroy_Args;
typedef struct PJRT_Executable_Destroy_Args PJRT_Executable_Destroy_Args;
typedef struct PJRT_LoadedExecutable_Destroy_Args PJRT_LoadedExecutable_Destroy_Args;
typedef struct PJRT_LoadedExecutable_GetExecutable_Args PJRT_LoadedExecutable_GetExecutable_Args;
typedef struct PJRT_LoadedExecutable_GetDeviceAssignment_Args PJRT_LoadedExecutable_GetDeviceAssignment_Args;
typedef struct PJRT_Executable_Name_Args PJRT_Executable_Name_Args;
typedef struct PJRT_Executable_NumReplicas_Args PJRT_Executable_NumReplicas_Args;
typedef struct PJRT_Executable_NumPartitions_Args PJRT_Executable_NumPartitions_Args;
typedef struct PJRT_LoadedExecutable_AddressableDevices_Args PJRT_LoadedExecutable_AddressableDevices_Args;
typedef struct PJRT_Executable_OptimizedProgram_Args PJRT_Executable_OptimizedProgram_Args;
typedef struct PJRT_LoadedExecutable_Delete_Args PJRT_LoadedExecutable_Delete_Args;
typedef struct PJRT_LoadedExecutable_IsDeleted_Args PJRT_LoadedExecutable_IsDeleted_Args;
typedef struct PJRT_Chunk PJRT_Chunk;
typedef struct PJRT_SendCallbackInfo PJRT_SendCallbackInfo;
typedef struct PJRT_RecvCallbackInfo PJRT_RecvCallbackInfo;
typedef struct PJRT_ExecuteOptions PJRT_ExecuteOptions;
typedef struct PJRT_LoadedExecutable_Execute_Args PJRT_LoadedExecutable_Execute_Args;
typedef struct PJRT_Executable_NumOutputs_Args PJRT_Executable_NumOutputs_Args;
typedef struct PJRT_Executable_SizeOfGeneratedCodeInBytes_Args PJRT_Executable_SizeOfGeneratedCodeInBytes_Args;
typedef struct PJRT_Executable_Fingerprint_Args PJRT_Executable_Fingerprint_Args;
typedef struct PJRT_Executable_GetCostAnalysis_Args PJRT_Executable_GetCostAnalysis_Args;
typedef struct PJRT_Executable_GetCompiledMemoryStats_Args PJRT_Executable_GetCompiledMemoryStats_Args;
typedef struct PJRT_Executable_OutputElementTypes_Args PJRT_Executable_OutputElementTypes_Args;
typedef struct PJRT_Executable_OutputDimensions_Args PJRT_Executable_OutputDimensions_Args;
typedef struct PJRT_Executable_OutputMemoryKinds_Args PJRT_Executable_OutputMemoryKinds_Args;
typedef struct PJRT_Executable_Serialize_Args PJRT_Executable_Serialize_Args;
typedef struct PJRT_Executable_DeserializeAndLoad_Args PJRT_Executable_DeserializeAndLoad_Args;
typedef struct PJRT_LoadedExecutable_Fingerprint_Args PJRT_LoadedExecutable_Fingerprint_Args;
typedef struct PJRT_Buffer_Destroy_Args PJRT_Buffer_Destroy_Args;
typedef struct PJRT_Buffer_ElementType_Args PJRT_Buffer_ElementType_Args;
typedef struct PJRT_Buffer_Dimensions_Args PJRT_Buffer_Dimensions_Args;
typedef struct PJRT_Buffer_UnpaddedDimensions_Args PJRT_Buffer_UnpaddedDimensions_Args;
typedef struct PJRT_Buffer_DynamicDimensionIndices_Args PJRT_Buffer_DynamicDimensionIndices_Args;
typedef struct PJRT_Buffer_GetMemoryLayout_Args PJRT_Buffer_GetMemoryLayout_Args;
typedef struct PJRT_Buffer_ToHostBuffer_Args PJRT_Buffer_ToHostBuffer_Args;
typedef struct PJRT_Buffer_OnDeviceSizeInBytes_Args PJRT_Buffer_OnDeviceSizeInBytes_Args;
typedef struct PJRT_Buffer_Delete_Args PJRT_Buffer_Delete_Args;
typedef struct PJRT_Buffer_IsDeleted_Args PJRT_Buffer_IsDeleted_Args;
typedef struct PJRT_Buffer_CopyRawToHost_Args PJRT_Buffer_CopyRawToHost_Args;
typedef struct PJRT_Buffer_CopyToDevice_Args PJRT_Buffer_CopyToDevice_Args;
typedef struct PJRT_Buffer_CopyToMemory_Args PJRT_Buffer_CopyToMemory_Args;
typedef struct PJRT_Buffer_IsOnCpu_Args PJRT_Buffer_IsOnCpu_Args;
typedef struct PJRT_Buffer_Device_Args PJRT_Buffer_Device_Args;
typedef struct PJRT_Buffer_Memory_Args PJRT_Buffer_Memory_Args;
typedef struct PJRT_Buffer_ReadyEvent_Args PJRT_Buffer_ReadyEvent_Args;
typedef struct PJRT_Buffer_UnsafePointer_Args PJRT_Buffer_UnsafePointer_Args;
typedef struct PJRT_Buffer_IncreaseExternalReferenceCount_Args PJRT_Buffer_IncreaseExternalReferenceCount_Args;
typedef struct PJRT_Buffer_DecreaseExternalReferenceCount_Args PJRT_Buffer_DecreaseExternalReferenceCount_Args;
typedef struct PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args;
typedef struct PJRT_CopyToDeviceStream_Destroy_Args PJRT_CopyToDeviceStream_Destroy_Args;
typedef struct PJRT_CopyToDeviceStream_AddChunk_Args PJRT_CopyToDeviceStream_AddChunk_Args;
typedef struct PJRT_CopyToDeviceStream_TotalBytes_Args PJRT_CopyToDeviceStream_TotalBytes_Args;
typedef struct PJRT_CopyToDeviceStream_GranuleSize_Args PJRT_CopyToDeviceStream_GranuleSize_Args;
typedef struct PJRT_CopyToDeviceStream_CurrentBytes_Args PJRT_CopyToDeviceStream_CurrentBytes_Args;
typedef struct PJRT_TopologyDescription_Create_Args PJRT_TopologyDescription_Create_Args;
typedef struct PJRT_TopologyDescription_Destroy_Args PJRT_TopologyDescription_Destroy_Args;
typedef struct PJRT_TopologyDescription_PlatformVersion_Args PJRT_TopologyDescription_PlatformVersion_Args;
typedef struct PJRT_TopologyDescription_PlatformName_Args PJRT_TopologyDescription_PlatformName_Args;
typedef struct PJRT_TopologyDescription_GetDeviceDescriptions_Args PJRT_TopologyDescription_GetDeviceDescriptions_Args;
typedef struct PJRT_TopologyDescription_Serialize_Args PJRT_TopologyDescription_Serialize_Args;
typedef struct PJRT_TopologyDescription_Deserialize_Args PJRT_TopologyDescription_Deserialize_Args;
typedef struct PJRT_TopologyDescription_Attributes_Args PJRT_TopologyDescription_Attributes_Args;
typedef struct PJRT_Compile_Args PJRT_Compile_Args;

typedef PJRT_Error *(*PJRT_CallbackError)(PJRT_Error_Code code, const char *message, size_t message_size);
typedef void (*PJRT_Event_OnReadyCallback)(PJRT_Error *error, void *user_arg);
typedef void (*PJRT_KeyValueGetCallback_ValueDeleter)(char *value);
typedef PJRT_Error *(*PJRT_KeyValueGetCallback)(PJRT_KeyValueGetCallback_Args *args);
typedef void (*PJRT_KeyValueTryGetCallback_ValueDeleter)(char *value);
typedef PJRT_Error *(*PJRT_KeyValueTryGetCallback)(PJRT_KeyValueTryGetCallback_Args *args);
typedef PJRT_Error *(*PJRT_KeyValuePutCallback)(PJRT_KeyValuePutCallback_Args *args);
typedef PJRT_Error *(*PJRT_SendCallback)(PJRT_Chunk *chunk, PJRT_CallbackError *callback_error,
                                         size_t total_size_in_bytes, bool done, void *user_arg);
typedef void (*PJRT_RecvCallback)(PJRT_CopyToDeviceStream *stream, void *user_arg);

/* ---- what every structure begins with, and options ---- */

struct PJRT_Extension_Base {
    size_t struct_size;
    PJRT_Extension_Type type;
    PJRT_Extension_Base *next;
};

struct PJRT_Api_Version {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    int major_version;
    int minor_version;
};

struct PJRT_NamedValue {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const char *name;
    size_t name_size;
    PJRT_NamedValue_Type type;
    union {
        const char *string_value;
        int64_t int64_value;
        const int64_t *int64_array_value;
        float float_value;
        bool bool_value;
    };
    size_t value_size;
};

/* ---- errors ---- */

struct PJRT_Error_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Error *error;
};

struct PJRT_Error_Message_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_Error *error;
    const char *message;
    size_t message_size;
};

struct PJRT_Error_GetCode_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_Error *error;
    PJRT_Error_Code code;
};

/* ---- the plug-in ---- */

struct PJRT_Plugin_Initialize_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
};

struct PJRT_Plugin_Attributes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_NamedValue *attributes;
    size_t num_attributes;
};

/* ---- events ---- */

struct PJRT_Event_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Event *event;
};

struct PJRT_Event_IsReady_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Event *event;
    bool is_ready;
};

struct PJRT_Event_Error_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Event *event;
};

struct PJRT_Event_Await_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Event *event;
};

struct PJRT_Event_OnReady_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Event *event;
    PJRT_Event_OnReadyCallback callback;
    void *user_arg;
};

/* ---- client ---- */

struct PJRT_KeyValueGetCallback_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const char *key;
    size_t key_size;
    int timeout_in_ms;
    PJRT_CallbackError *callback_error;
    void *user_arg;
    char *value;
    size_t value_size;
    PJRT_KeyValueGetCallback_ValueDeleter value_deleter_callback;
};

struct PJRT_KeyValueTryGetCallback_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const char *key;
    size_t key_size;
    PJRT_CallbackError *callback_error;
    void *user_arg;
    char *value;
    size_t value_size;
    PJRT_KeyValueTryGetCallback_ValueDeleter value_deleter_callback;
};

struct PJRT_KeyValuePutCallback_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const char *key;
    size_t key_size;
    const char *value;
    size_t value_size;
    PJRT_CallbackError *callback_error;
    void *user_arg;
};

struct PJRT_Client_Create_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_NamedValue *create_options;
    size_t num_options;
    PJRT_KeyValueGetCallback kv_get_callback;
    void *kv_get_user_arg;
    PJRT_KeyValuePutCallback kv_put_callback;
    void *kv_put_user_arg;
    PJRT_Client *client;
    PJRT_KeyValueTryGetCallback kv_try_get_callback;
    void *kv_try_get_user_arg;
};

struct PJRT_Client_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
};

struct PJRT_Client_PlatformName_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    const char *platform_name;
    size_t platform_name_size;
};

struct PJRT_Client_ProcessIndex_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    int process_index;
};

struct PJRT_Client_PlatformVersion_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    const char *platform_version;
    size_t platform_version_size;
};

struct PJRT_Client_TopologyDescription_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_TopologyDescription *topology;
};

struct PJRT_Client_Devices_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_Device *const *devices;
    size_t num_devices;
};

struct PJRT_Client_AddressableDevices_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_Device *const *addressable_devices;
    size_t num_addressable_devices;
};

struct PJRT_Client_LookupDevice_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    int id;
    PJRT_Device *device;
};

struct PJRT_Client_LookupAddressableDevice_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    int local_hardware_id;
    PJRT_Device *addressable_device;
};

struct PJRT_ProcessInfo {
    size_t struct_size;
    int task_id;
    uint64_t incarnation_id;
    PJRT_ProcessState state;
    int error_code;
    const char *error_message;
    size_t error_message_size;
};

struct PJRT_Client_UpdateGlobalProcessInfo_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_ProcessInfo *process_infos;
    size_t num_process_infos;
};

struct PJRT_Client_AddressableMemories_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_Memory *const *addressable_memories;
    size_t num_addressable_memories;
};

struct PJRT_Program {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    char *code;
    size_t code_size;
    const char *format;
    size_t format_size;
};

struct PJRT_Client_Compile_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    const PJRT_Program *program;
    const char *compile_options;
    size_t compile_options_size;
    PJRT_LoadedExecutable *executable;
};

struct PJRT_Client_DefaultDeviceAssignment_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    int num_replicas;
    int num_partitions;
    size_t default_assignment_size;
    int *default_assignment;
};

struct PJRT_Client_DmaMap_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    void *data;
    size_t size;
};

struct PJRT_Client_DmaUnmap_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    void *data;
};

/* ---- devices and memories ---- */

struct PJRT_DeviceDescription_Id_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_DeviceDescription *device_description;
    int id;
};

struct PJRT_DeviceDescription_ProcessIndex_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_DeviceDescription *device_description;
    int process_index;
};

struct PJRT_DeviceDescription_Attributes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_DeviceDescription *device_description;
    size_t num_attributes;
    const PJRT_NamedValue *attributes;
};

struct PJRT_DeviceDescription_Kind_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_DeviceDescription *device_description;
    const char *device_kind;
    size_t device_kind_size;
};

struct PJRT_DeviceDescription_DebugString_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_DeviceDescription *device_description;
    const char *debug_string;
    size_t debug_string_size;
};

struct PJRT_DeviceDescription_ToString_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_DeviceDescription *device_description;
    const char *to_string;
    size_t to_string_size;
};

struct PJRT_Device_GetDescription_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Device *device;
    PJRT_DeviceDescription *device_description;
};

struct PJRT_Device_IsAddressable_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Device *device;
    bool is_addressable;
};

struct PJRT_Device_LocalHardwareId_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Device *device;
    int local_hardware_id;
};

struct PJRT_Device_AddressableMemories_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Device *device;
    PJRT_Memory *const *memories;
    size_t num_memories;
};

struct PJRT_Device_DefaultMemory_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Device *device;
    PJRT_Memory *memory;
};

struct PJRT_Device_MemoryStats_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Device *device;
    int64_t bytes_in_use;
    int64_t peak_bytes_in_use;
    bool peak_bytes_in_use_is_set;
    int64_t num_allocs;
    bool num_allocs_is_set;
    int64_t largest_alloc_size;
    bool largest_alloc_size_is_set;
    int64_t bytes_limit;
    bool bytes_limit_is_set;
    int64_t bytes_reserved;
    bool bytes_reserved_is_set;
    int64_t peak_bytes_reserved;
    bool peak_bytes_reserved_is_set;
    int64_t bytes_reservable_limit;
    bool bytes_reservable_limit_is_set;
    int64_t largest_free_block_bytes;
    bool largest_free_block_bytes_is_set;
    int64_t pool_bytes;
    bool pool_bytes_is_set;
    int64_t peak_pool_bytes;
    bool peak_pool_bytes_is_set;
};

struct PJRT_Memory_Id_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Memory *memory;
    int id;
};

struct PJRT_Memory_Kind_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Memory *memory;
    const char *kind;
    size_t kind_size;
};

struct PJRT_Memory_Kind_Id_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Memory *memory;
    int kind_id;
};

struct PJRT_Memory_DebugString_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Memory *memory;
    const char *debug_string;
    size_t debug_string_size;
};

struct PJRT_Memory_ToString_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Memory *memory;
    const char *to_string;
    size_t to_string_size;
};

struct PJRT_Memory_AddressableByDevices_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Memory *memory;
    PJRT_Device *const *devices;
    size_t num_devices;
};

/* ---- layouts and buffers ---- */

struct PJRT_Buffer_MemoryLayout_Tiled {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const int64_t *minor_to_major;
    size_t minor_to_major_size;
    const int64_t *tile_dims;
    const size_t *tile_dim_sizes;
    size_t num_tiles;
};

struct PJRT_Buffer_MemoryLayout_Strides {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const int64_t *byte_strides;
    size_t num_byte_strides;
};

struct PJRT_Buffer_MemoryLayout {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    union {
        PJRT_Buffer_MemoryLayout_Tiled tiled;
        PJRT_Buffer_MemoryLayout_Strides strides;
    };
    PJRT_Buffer_MemoryLayout_Type type;
};

struct PJRT_Client_CreateUninitializedBuffer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    const int64_t *shape_dims;
    size_t shape_num_dims;
    PJRT_Buffer_Type shape_element_type;
    PJRT_Buffer_MemoryLayout *shape_layout;
    PJRT_Device *device;
    PJRT_Memory *memory;
    PJRT_Buffer *buffer;
};

struct PJRT_Client_CreateAliasBuffer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_Memory *memory;
    const int64_t *shape_dims;
    size_t shape_num_dims;
    PJRT_Buffer_Type shape_element_type;
    PJRT_Buffer_MemoryLayout *shape_layout;
    PJRT_Buffer *alias_buffer;
    PJRT_FulfillAliasBufferCallback *fulfill_alias_buffer_cb;
};

struct PJRT_Client_FulfillAliasBuffer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_Buffer *buffer;
    PJRT_Error_Code status_code;
    const char *error_message;
    size_t error_message_size;
    PJRT_FulfillAliasBufferCallback *fulfill_alias_buffer_cb;
};

struct PJRT_Client_BufferFromHostBuffer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    const void *data;
    PJRT_Buffer_Type type;
    const int64_t *dims;
    size_t num_dims;
    const int64_t *byte_strides;
    size_t num_byte_strides;
    PJRT_HostBufferSemantics host_buffer_semantics;
    PJRT_Device *device;
    PJRT_Memory *memory;
    PJRT_Buffer_MemoryLayout *device_layout;
    PJRT_Event *done_with_host_buffer;
    PJRT_Buffer *buffer;
};

struct PJRT_Client_CreateViewOfDeviceBuffer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    void *device_buffer_ptr;
    const int64_t *dims;
    size_t num_dims;
    PJRT_Buffer_Type element_type;
    PJRT_Buffer_MemoryLayout *layout;
    PJRT_Device *device;
    void (*on_delete_callback)(void *device_buffer_ptr, void *user_arg);
    void *on_delete_callback_arg;
    intptr_t stream;
    PJRT_Buffer *buffer;
    PJRT_Memory *memory;
};

struct PJRT_ShapeSpec {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const int64_t *dims;
    size_t num_dims;
    PJRT_Buffer_Type element_type;
};

struct PJRT_Client_CreateBuffersForAsyncHostToDevice_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    PJRT_ShapeSpec *shape_specs;
    size_t num_shape_specs;
    PJRT_Buffer_MemoryLayout **device_layouts;
    size_t num_device_layouts;
    PJRT_Memory *memory;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
};

struct PJRT_Buffer_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
};

struct PJRT_Buffer_ElementType_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    PJRT_Buffer_Type type;
};

struct PJRT_Buffer_Dimensions_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    const int64_t *dims;
    size_t num_dims;
};

struct PJRT_Buffer_UnpaddedDimensions_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    const int64_t *unpadded_dims;
    size_t num_dims;
};

struct PJRT_Buffer_DynamicDimensionIndices_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    const size_t *dynamic_dim_indices;
    size_t num_dynamic_dims;
};

struct PJRT_Buffer_GetMemoryLayout_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    PJRT_Buffer_MemoryLayout layout;
};

struct PJRT_Buffer_ToHostBuffer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *src;
    PJRT_Buffer_MemoryLayout *host_layout;
    void *dst;
    size_t dst_size;
    PJRT_Event *event;
};

struct PJRT_Buffer_OnDeviceSizeInBytes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    size_t on_device_size_in_bytes;
};

struct PJRT_Buffer_Delete_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
};

struct PJRT_Buffer_IsDeleted_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    bool is_deleted;
};

struct PJRT_Buffer_CopyRawToHost_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    void *dst;
    int64_t offset;
    int64_t transfer_size;
    PJRT_Event *event;
};

struct PJRT_Buffer_CopyToDevice_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    PJRT_Device *dst_device;
    PJRT_Buffer *dst_buffer;
};

struct PJRT_Buffer_CopyToMemory_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    PJRT_Memory *dst_memory;
    PJRT_Buffer *dst_buffer;
};

struct PJRT_Buffer_IsOnCpu_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    bool is_on_cpu;
};

struct PJRT_Buffer_Device_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    PJRT_Device *device;
};

struct PJRT_Buffer_Memory_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    PJRT_Memory *memory;
};

struct PJRT_Buffer_ReadyEvent_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    PJRT_Event *event;
};

struct PJRT_Buffer_UnsafePointer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    uintptr_t buffer_pointer;
};

struct PJRT_Buffer_IncreaseExternalReferenceCount_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
};

struct PJRT_Buffer_DecreaseExternalReferenceCount_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
};

struct PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Buffer *buffer;
    void *device_memory_ptr;
};

/* ---- transfers in pieces ---- */

struct PJRT_AsyncHostToDeviceTransferManager_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
};

struct PJRT_AsyncHostToDeviceTransferManager_TransferData_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
    int buffer_index;
    const void *data;
    int64_t offset;
    int64_t transfer_size;
    bool is_last_transfer;
    PJRT_Event *done_with_h2d_transfer;
};

struct PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
    int buffer_index;
    PJRT_Buffer *buffer_out;
};

struct PJRT_AsyncHostToDeviceTransferManager_Device_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
    PJRT_Device *device_out;
};

struct PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
    size_t buffer_count;
};

struct PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
    int buffer_index;
    size_t buffer_size;
};

struct PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
    int buffer_index;
    PJRT_Error_Code error_code;
    const char *error_message;
    size_t error_message_size;
};

struct PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
    const PJRT_NamedValue *transfer_metadata;
    size_t num_metadata;
};

struct PJRT_Chunk {
    void *data;
    size_t size;
    void (*deleter)(void *data, void *deleter_arg);
    void *deleter_arg;
};

struct PJRT_CopyToDeviceStream_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_CopyToDeviceStream *stream;
};

struct PJRT_CopyToDeviceStream_AddChunk_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_CopyToDeviceStream *stream;
    PJRT_Chunk *chunk;
    PJRT_Event *transfer_complete;
};

struct PJRT_CopyToDeviceStream_TotalBytes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_CopyToDeviceStream *stream;
    int64_t total_bytes;
};

struct PJRT_CopyToDeviceStream_GranuleSize_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_CopyToDeviceStream *stream;
    int64_t granule_size_in_bytes;
};

struct PJRT_CopyToDeviceStream_CurrentBytes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_CopyToDeviceStream *stream;
    int64_t current_bytes;
};

/* ---- topologies ---- */

struct PJRT_TopologyDescription_Create_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const char *topology_name;
    size_t topology_name_size;
    const PJRT_NamedValue *create_options;
    size_t num_options;
    PJRT_TopologyDescription *topology;
};

struct PJRT_TopologyDescription_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_TopologyDescription *topology;
};

struct PJRT_TopologyDescription_PlatformVersion_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_TopologyDescription *topology;
    const char *platform_version;
    size_t platform_version_size;
};

struct PJRT_TopologyDescription_PlatformName_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_TopologyDescription *topology;
    const char *platform_name;
    size_t platform_name_size;
};

struct PJRT_TopologyDescription_GetDeviceDescriptions_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_TopologyDescription *topology;
    PJRT_DeviceDescription *const *descriptions;
    size_t num_descriptions;
};

struct PJRT_TopologyDescription_Serialize_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_TopologyDescription *topology;
    const char *serialized_bytes;
    size_t serialized_bytes_size;
    PJRT_SerializedTopology *serialized_topology;
    void (*serialized_topology_deleter)(PJRT_SerializedTopology *serialized_topology);
};

struct PJRT_TopologyDescription_Deserialize_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const char *serialized_topology;
    size_t serialized_topology_size;
    PJRT_TopologyDescription *topology;
};

struct PJRT_TopologyDescription_Attributes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_TopologyDescription *topology;
    const PJRT_NamedValue *attributes;
    size_t num_attributes;
};

/* ---- programs ---- */

struct PJRT_ExecuteContext_Create_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_ExecuteContext *context;
};

struct PJRT_ExecuteContext_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_ExecuteContext *context;
};

struct PJRT_Executable_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
};

struct PJRT_LoadedExecutable_Destroy_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *executable;
};

struct PJRT_LoadedExecutable_GetExecutable_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *loaded_executable;
    PJRT_Executable *executable;
};

struct PJRT_LoadedExecutable_GetDeviceAssignment_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *executable;
    const char *serialized_bytes;
    size_t serialized_bytes_size;
    PJRT_DeviceAssignmentSerialized *serialized_device_assignment;
    void (*serialized_device_assignment_deleter)(PJRT_DeviceAssignmentSerialized *da);
};

struct PJRT_Executable_Name_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    const char *executable_name;
    size_t executable_name_size;
};

struct PJRT_Executable_NumReplicas_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    size_t num_replicas;
};

struct PJRT_Executable_NumPartitions_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    size_t num_partitions;
};

struct PJRT_LoadedExecutable_AddressableDevices_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *executable;
    PJRT_Device *const *addressable_devices;
    size_t num_addressable_devices;
};

struct PJRT_Executable_OptimizedProgram_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    PJRT_Program *program;
};

struct PJRT_LoadedExecutable_Delete_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *executable;
};

struct PJRT_LoadedExecutable_IsDeleted_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *executable;
    bool is_deleted;
};

struct PJRT_Executable_NumOutputs_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    size_t num_outputs;
};

struct PJRT_Executable_SizeOfGeneratedCodeInBytes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    int64_t size_in_bytes;
};

struct PJRT_Executable_Fingerprint_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    const char *executable_fingerprint;
    size_t executable_fingerprint_size;
};

struct PJRT_Executable_GetCostAnalysis_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    size_t num_properties;
    const PJRT_NamedValue *properties;
};

struct PJRT_Executable_GetCompiledMemoryStats_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    int64_t generated_code_size_in_bytes;
    int64_t argument_size_in_bytes;
    int64_t output_size_in_bytes;
    int64_t alias_size_in_bytes;
    int64_t temp_size_in_bytes;
    int64_t host_generated_code_size_in_bytes;
    int64_t host_argument_size_in_bytes;
    int64_t host_output_size_in_bytes;
    int64_t host_alias_size_in_bytes;
    int64_t host_temp_size_in_bytes;
    int64_t peak_memory_in_bytes;
};

struct PJRT_Executable_OutputElementTypes_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    PJRT_Buffer_Type *output_types;
    size_t num_output_types;
};

struct PJRT_Executable_OutputDimensions_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    size_t num_outputs;
    const int64_t *dims;
    const size_t *dim_sizes;
};

struct PJRT_Executable_OutputMemoryKinds_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Executable *executable;
    size_t num_outputs;
    const char *const *memory_kinds;
    const size_t *memory_kind_sizes;
};

struct PJRT_Executable_Serialize_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_Executable *executable;
    const char *serialized_bytes;
    size_t serialized_bytes_size;
    PJRT_SerializedExecutable *serialized_executable;
    void (*serialized_executable_deleter)(PJRT_SerializedExecutable *exec);
};

struct PJRT_Executable_DeserializeAndLoad_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Client *client;
    const char *serialized_executable;
    size_t serialized_executable_size;
    PJRT_LoadedExecutable *loaded_executable;
    const char *overridden_serialized_compile_options;
    size_t overridden_serialized_compile_options_size;
};

struct PJRT_LoadedExecutable_Fingerprint_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *executable;
    const char *executable_fingerprint;
    size_t executable_fingerprint_size;
};

struct PJRT_Compile_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const PJRT_TopologyDescription *topology;
    const PJRT_Program *program;
    const char *compile_options;
    size_t compile_options_size;
    PJRT_Client *client;
    PJRT_Executable *executable;
};

/* ---- running ---- */

struct PJRT_SendCallbackInfo {
    int64_t channel_id;
    void *user_arg;
    PJRT_SendCallback send_callback;
};

struct PJRT_RecvCallbackInfo {
    int64_t channel_id;
    void *user_arg;
    PJRT_RecvCallback recv_callback;
};

struct PJRT_ExecuteOptions {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_SendCallbackInfo **send_callbacks;
    PJRT_RecvCallbackInfo **recv_callbacks;
    size_t num_send_ops;
    size_t num_recv_ops;
    int launch_id;
    const int64_t *non_donatable_input_indices;
    size_t num_non_donatable_input_indices;
    PJRT_ExecuteContext *context;
    const char *call_location;
    size_t num_tasks;
    int *task_ids;
    int64_t *incarnation_ids;
};

struct PJRT_LoadedExecutable_Execute_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_LoadedExecutable *executable;
    PJRT_ExecuteOptions *options;
    PJRT_Buffer *const *const *argument_lists;
    size_t num_devices;
    size_t num_args;
    PJRT_Buffer **const *output_lists;
    PJRT_Event **device_complete_events;
    PJRT_Device *execute_device;
};

/* ---- the extension for foreign functions ---- */

typedef struct PJRT_FFI_Type_Info {
    void (*deleter)(void *object);
    void (*serialize)(void);
    void (*deserialize)(void);
} PJRT_FFI_Type_Info;

typedef struct PJRT_FFI_Type_Register_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    const char *type_name;
    size_t type_name_size;
    int64_t type_id;
    PJRT_FFI_Type_Info *type_info;
} PJRT_FFI_Type_Register_Args;

typedef struct PJRT_FFI_UserData {
    int64_t type_id;
    void *data;
} PJRT_FFI_UserData;

typedef struct PJRT_FFI_UserData_Add_Args {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_ExecuteContext *context;
    PJRT_FFI_UserData user_data;
} PJRT_FFI_UserData_Add_Args;

typedef struct PJRT_FFI_Register_Handler_Args {
    size_t struct_size;
    const char *target_name;
    size_t target_name_size;
    void *handler;
    const char *platform_name;
    size_t platform_name_size;
    uint32_t traits;
} PJRT_FFI_Register_Handler_Args;

typedef struct PJRT_FFI_Extension {
    PJRT_Extension_Base base;
    PJRT_Error *(*type_register)(PJRT_FFI_Type_Register_Args *args);
    PJRT_Error *(*user_data_add)(PJRT_FFI_UserData_Add_Args *args);
    PJRT_Error *(*register_handler)(PJRT_FFI_Register_Handler_Args *args);
} PJRT_FFI_Extension;

/* ---- the table ---- */

typedef struct PJRT_Api {
    size_t struct_size;
    PJRT_Extension_Base *extension_start;
    PJRT_Api_Version pjrt_api_version;
#define PJRT_SLOT(name, last, handle) PJRT_Error *(*PJRT_##name)(PJRT_##name##_Args * args);
#define PJRT_SLOT_VOID(name, last, handle) void (*PJRT_##name)(PJRT_##name##_Args * args);
#include "functions.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID
} PJRT_Api;

#endif
