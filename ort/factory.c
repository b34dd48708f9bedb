/* factory.c - what makes a provider for each session, and says on which device it runs. */
#include <stdlib.h>

#include "plugin.h"

static const grn_ort_api *api_of(const OrtEpFactory *self) { return &((const grn_ort_factory *)self)->api; }

static const char *name(const OrtEpFactory *self)
{
    (void)self;
    return GRN_ORT_PROVIDER;
}

static const char *vendor(const OrtEpFactory *self)
{
    (void)self;
    return "garner";
}

static uint32_t vendor_id(const OrtEpFactory *self)
{
    (void)self;
    return 0; /* none of PCI's */
}

static const char *version(const OrtEpFactory *self)
{
    (void)self;
    return GRN_VERSION;
}

/* One, which is the processor: its memory is what all tensors lie in. */
static OrtStatus *supported_devices(OrtEpFactory *self, const OrtHardwareDevice *const *devices, size_t ndevices,
                                    OrtEpDevice **out, size_t room, size_t *count)
{
    const grn_ort_api *api = api_of(self);
    *count = 0;
    for (size_t i = 0; i < ndevices && *count < room; i++) {
        if (api->HardwareDevice_Type(devices[i]) != OrtHardwareDeviceType_CPU)
            continue;
        OrtStatus *status = api->CreateEpDevice(self, devices[i], NULL, NULL, &out[*count]);
        if (status != NULL)
            return status;
        ++*count;
        break;
    }
    return NULL;
}

static OrtStatus *create(OrtEpFactory *self, const OrtHardwareDevice *const *devices,
                         const OrtKeyValuePairs *const *metadata, size_t ndevices, const OrtSessionOptions *options,
                         const OrtLogger *logger, OrtEp **out)
{
    (void)devices;
    (void)metadata;
    (void)ndevices;
    (void)logger;
    return grn_ort_provider_make(api_of(self), options, out);
}

static void release(OrtEpFactory *self, OrtEp *ep)
{
    (void)self;
    grn_ort_provider_destroy(ep);
}

/* ---- what a provider in the memory of the processor needs none of ---------------------------- */

static OrtStatus *no_allocator(OrtEpFactory *self, const OrtMemoryInfo *memory, const OrtKeyValuePairs *options,
                               struct OrtAllocator **out)
{
    (void)self;
    (void)memory;
    (void)options;
    *out = NULL;
    return NULL;
}

static void release_no_allocator(OrtEpFactory *self, struct OrtAllocator *allocator)
{
    (void)self;
    (void)allocator;
}

static OrtStatus *no_transfer(OrtEpFactory *self, OrtDataTransferImpl **out)
{
    (void)self;
    *out = NULL;
    return NULL;
}

static bool has_no_streams(const OrtEpFactory *self)
{
    (void)self;
    return false;
}

OrtStatus *grn_ort_factory_make(const grn_ort_api *api, OrtEpFactory **out)
{
    grn_ort_factory *made = malloc(sizeof *made);
    if (made == NULL)
        return api->CreateStatus(ORT_FAIL, "garner: memory refused");
    *made = (grn_ort_factory){.base = {.ort_version_supported = ORT_API_VERSION,
                                       .GetName = name,
                                       .GetVendor = vendor,
                                       .GetSupportedDevices = supported_devices,
                                       .CreateEp = create,
                                       .ReleaseEp = release,
                                       .GetVendorId = vendor_id,
                                       .GetVersion = version,
                                       .CreateAllocator = no_allocator,
                                       .ReleaseAllocator = release_no_allocator,
                                       .CreateDataTransfer = no_transfer,
                                       .IsStreamAware = has_no_streams},
                              .api = *api};
    *out = &made->base;
    return NULL;
}
