/*
 * api.c - GetPjrtApi: the table of functions. Each is first held against what its caller gives: a
 * structure that is there, and long enough. What garner has no function for says so, by its name.
 */
#include <string.h>

#include "ffi.h"

/* ---- what is not there ----------------------------------------------------------------------- */

#define MISSING(name)                                                                                               \
    PJRT_Error *grn_pjrt_##name(PJRT_##name##_Args *args)                                                           \
    {                                                                                                               \
        (void)args;                                                                                                 \
        return grn_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED, "PJRT_" #name " is not there in garner " GRN_VERSION); \
    }
MISSING(CopyToDeviceStream_Destroy)
MISSING(CopyToDeviceStream_AddChunk)
MISSING(CopyToDeviceStream_TotalBytes)
MISSING(CopyToDeviceStream_GranuleSize)
MISSING(CopyToDeviceStream_CurrentBytes)
MISSING(ExecuteContext_Create)
MISSING(ExecuteContext_Destroy)
MISSING(AsyncHostToDeviceTransferManager_Destroy)
MISSING(AsyncHostToDeviceTransferManager_TransferData)
MISSING(Client_CreateBuffersForAsyncHostToDevice)
MISSING(AsyncHostToDeviceTransferManager_RetrieveBuffer)
MISSING(AsyncHostToDeviceTransferManager_Device)
MISSING(AsyncHostToDeviceTransferManager_BufferCount)
MISSING(AsyncHostToDeviceTransferManager_BufferSize)
MISSING(AsyncHostToDeviceTransferManager_SetBufferError)
MISSING(AsyncHostToDeviceTransferManager_AddMetadata)
MISSING(Client_UpdateGlobalProcessInfo)
MISSING(Client_CreateAliasBuffer)
MISSING(Client_FulfillAliasBuffer)

/* ---- what every call is held against --------------------------------------------------------- */

/* `least` is where the last field ends that the call reads or writes in any version. */
static PJRT_Error *check(const void *args, size_t least, const char *name)
{
    size_t bytes;
    if (args == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_%s: args is NULL", name);
    memcpy(&bytes, args, sizeof bytes);
    if (bytes < least)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                              "PJRT_%s: struct_size is %zu, it has to be %zu or more in PJRT %d.%d", name, bytes, least,
                              PJRT_API_MAJOR, PJRT_API_MINOR);
    return NULL;
}

static PJRT_Error *no_handle(const char *name, const char *handle)
{
    return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_%s: %s is NULL", name, handle);
}

#define LEAST(name, last) (offsetof(PJRT_##name##_Args, last) + sizeof(((PJRT_##name##_Args *)0)->last))
#define PJRT_SLOT(name, last, handle)                              \
    static PJRT_Error *checked_##name(PJRT_##name##_Args *args)    \
    {                                                              \
        PJRT_Error *error = check(args, LEAST(name, last), #name); \
        if (error == NULL && args->handle == 0)                    \
            error = no_handle(#name, #handle);                     \
        return error != NULL ? error : grn_pjrt_##name(args);      \
    }
#define PJRT_SLOT_VOID(name, last, handle)                         \
    static void checked_##name(PJRT_##name##_Args *args)           \
    {                                                              \
        PJRT_Error *error = check(args, LEAST(name, last), #name); \
        grn_pjrt_error_free(error);                                \
        if (error == NULL)                                         \
            grn_pjrt_##name(args);                                 \
    }
#include "functions.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID

GRN_API const PJRT_Api *GetPjrtApi(void);

GRN_API const PJRT_Api *GetPjrtApi(void)
{
    static PJRT_Api api = {
        .struct_size = sizeof api,
        .pjrt_api_version = {.struct_size = sizeof(PJRT_Api_Version),
                             .major_version = PJRT_API_MAJOR,
                             .minor_version = PJRT_API_MINOR},
#define PJRT_SLOT(name, last, handle) .PJRT_##name = checked_##name,
#define PJRT_SLOT_VOID(name, last, handle) .PJRT_##name = checked_##name,
#include "functions.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID
    };
    api.extension_start = grn_pjrt_ffi_extension();
    return &api;
}
