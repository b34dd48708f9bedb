/* device.c - devices, their memories, and the topology that they make: a row of logical devices, all
 * of them this machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

static const char *const kinds[GRN_PJRT_MEMORY_KINDS] = {"device", "pinned_host", "unpinned_host"};

const char *grn_pjrt_memory_kind(int32_t kind) { return kinds[kind]; }

int32_t grn_pjrt_memory_kind_of(const char *name, size_t bytes)
{
    for (int32_t k = 0; k < GRN_PJRT_MEMORY_KINDS; k++)
        if (strlen(kinds[k]) == bytes && memcmp(kinds[k], name, bytes) == 0)
            return k;
    return -1;
}

/* ---- topologies ------------------------------------------------------------------------------ */

PJRT_Error *grn_pjrt_topology_init(PJRT_TopologyDescription *topology, int32_t count)
{
    *topology = (PJRT_TopologyDescription){
        .count = count,
        .descriptions = calloc((size_t)count, sizeof *topology->descriptions),
        .list = calloc((size_t)count, sizeof(void *)),
    };
    if (topology->descriptions == NULL || topology->list == NULL) {
        grn_pjrt_topology_end(topology);
        return grn_pjrt_no_memory();
    }
    for (int32_t i = 0; i < count; i++) {
        PJRT_DeviceDescription *d = &topology->descriptions[i];
        d->id = i;
        snprintf(d->text, sizeof d->text, "GarnerDevice(id=%d)", (int)i);
        topology->list[i] = d;
    }
    return NULL;
}

void grn_pjrt_topology_end(PJRT_TopologyDescription *topology)
{
    free(topology->descriptions);
    free(topology->list);
    *topology = (PJRT_TopologyDescription){.count = 0};
}

PJRT_Error *grn_pjrt_TopologyDescription_Create(PJRT_TopologyDescription_Create_Args *args)
{
    grn_pjrt_settings settings;
    PJRT_Error *error = grn_pjrt_settings_read(args->create_options, args->num_options, &settings);
    if (error != NULL)
        return error;
    args->topology = malloc(sizeof *args->topology);
    error = args->topology == NULL ? grn_pjrt_no_memory() : grn_pjrt_topology_init(args->topology, settings.devices);
    grn_pjrt_settings_end(&settings);
    if (error != NULL) {
        free(args->topology);
        args->topology = NULL;
    }
    return error;
}

PJRT_Error *grn_pjrt_TopologyDescription_Destroy(PJRT_TopologyDescription_Destroy_Args *args)
{
    if (args->topology != NULL)
        grn_pjrt_topology_end(args->topology);
    free(args->topology);
    return NULL;
}

PJRT_Error *grn_pjrt_TopologyDescription_PlatformName(PJRT_TopologyDescription_PlatformName_Args *args)
{
    args->platform_name = GRN_PJRT_PLATFORM;
    args->platform_name_size = strlen(GRN_PJRT_PLATFORM);
    return NULL;
}

PJRT_Error *grn_pjrt_TopologyDescription_PlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args *args)
{
    args->platform_version = GRN_VERSION;
    args->platform_version_size = strlen(GRN_VERSION);
    return NULL;
}

PJRT_Error *grn_pjrt_TopologyDescription_GetDeviceDescriptions(
    PJRT_TopologyDescription_GetDeviceDescriptions_Args *args)
{
    args->descriptions = args->topology->list;
    args->num_descriptions = (size_t)args->topology->count;
    return NULL;
}

PJRT_Error *grn_pjrt_TopologyDescription_Attributes(PJRT_TopologyDescription_Attributes_Args *args)
{
    args->attributes = NULL;
    args->num_attributes = 0;
    return NULL;
}

/* ---- descriptions ---------------------------------------------------------------------------- */

PJRT_Error *grn_pjrt_DeviceDescription_Id(PJRT_DeviceDescription_Id_Args *args)
{
    args->id = args->device_description->id;
    return NULL;
}

PJRT_Error *grn_pjrt_DeviceDescription_ProcessIndex(PJRT_DeviceDescription_ProcessIndex_Args *args)
{
    args->process_index = 0;
    return NULL;
}

PJRT_Error *grn_pjrt_DeviceDescription_Attributes(PJRT_DeviceDescription_Attributes_Args *args)
{
    args->num_attributes = 0;
    args->attributes = NULL;
    return NULL;
}

PJRT_Error *grn_pjrt_DeviceDescription_Kind(PJRT_DeviceDescription_Kind_Args *args)
{
    args->device_kind = GRN_PJRT_PLATFORM;
    args->device_kind_size = strlen(GRN_PJRT_PLATFORM);
    return NULL;
}

PJRT_Error *grn_pjrt_DeviceDescription_DebugString(PJRT_DeviceDescription_DebugString_Args *args)
{
    args->debug_string = args->device_description->text;
    args->debug_string_size = strlen(args->debug_string);
    return NULL;
}

PJRT_Error *grn_pjrt_DeviceDescription_ToString(PJRT_DeviceDescription_ToString_Args *args)
{
    args->to_string = args->device_description->text;
    args->to_string_size = strlen(args->to_string);
    return NULL;
}

/* ---- devices --------------------------------------------------------------------------------- */

static void memory_init(PJRT_Device *device, int32_t kind)
{
    PJRT_Memory *m = &device->memories[kind];
    m->id = device->description->id * GRN_PJRT_MEMORY_KINDS + kind;
    m->kind = kind;
    m->client = device->client;
    m->device = device;
    snprintf(m->text, sizeof m->text, "GarnerMemory(id=%d, kind=%s)", (int)m->id, kinds[kind]);
    device->memory_list[kind] = m;
}

PJRT_Error *grn_pjrt_devices_init(PJRT_Client *client)
{
    const size_t count = (size_t)client->topology.count;
    client->nmemories = count * GRN_PJRT_MEMORY_KINDS;
    client->devices = calloc(count, sizeof *client->devices);
    client->device_list = calloc(count, sizeof(void *));
    client->memory_list = calloc(client->nmemories, sizeof(void *));
    if (client->devices == NULL || client->device_list == NULL || client->memory_list == NULL)
        return grn_pjrt_no_memory();
    for (size_t i = 0; i < count; i++) {
        PJRT_Device *d = client->device_list[i] = &client->devices[i];
        d->description = client->topology.list[i];
        d->client = client;
        for (int32_t k = 0; k < GRN_PJRT_MEMORY_KINDS; k++) {
            memory_init(d, k);
            client->memory_list[i * GRN_PJRT_MEMORY_KINDS + (size_t)k] = &d->memories[k];
        }
    }
    return NULL;
}

void grn_pjrt_devices_end(PJRT_Client *client)
{
    free(client->devices);
    free(client->device_list);
    free(client->memory_list);
}

PJRT_Error *grn_pjrt_Device_GetDescription(PJRT_Device_GetDescription_Args *args)
{
    args->device_description = args->device->description;
    return NULL;
}

PJRT_Error *grn_pjrt_Device_IsAddressable(PJRT_Device_IsAddressable_Args *args)
{
    args->is_addressable = true;
    return NULL;
}

PJRT_Error *grn_pjrt_Device_LocalHardwareId(PJRT_Device_LocalHardwareId_Args *args)
{
    args->local_hardware_id = args->device->description->id;
    return NULL;
}

PJRT_Error *grn_pjrt_Device_AddressableMemories(PJRT_Device_AddressableMemories_Args *args)
{
    args->memories = args->device->memory_list;
    args->num_memories = GRN_PJRT_MEMORY_KINDS;
    return NULL;
}

PJRT_Error *grn_pjrt_Device_DefaultMemory(PJRT_Device_DefaultMemory_Args *args)
{
    args->memory = &args->device->memories[0];
    return NULL;
}

/* The devices share the machine: each tells what all of them hold. */
PJRT_Error *grn_pjrt_Device_MemoryStats(PJRT_Device_MemoryStats_Args *args)
{
    args->bytes_in_use = (int64_t)atomic_load(&args->device->client->live_bytes);
    if (!PJRT_HAS(args, peak_pool_bytes_is_set))
        return NULL;
    args->peak_bytes_in_use = (int64_t)atomic_load(&args->device->client->peak_bytes);
    args->peak_bytes_in_use_is_set = true;
    args->num_allocs_is_set = args->largest_alloc_size_is_set = args->bytes_limit_is_set = false;
    args->bytes_reserved_is_set = args->peak_bytes_reserved_is_set = args->bytes_reservable_limit_is_set = false;
    args->largest_free_block_bytes_is_set = args->pool_bytes_is_set = args->peak_pool_bytes_is_set = false;
    return NULL;
}

/* ---- memories -------------------------------------------------------------------------------- */

PJRT_Error *grn_pjrt_Memory_Id(PJRT_Memory_Id_Args *args)
{
    args->id = args->memory->id;
    return NULL;
}

PJRT_Error *grn_pjrt_Memory_Kind(PJRT_Memory_Kind_Args *args)
{
    args->kind = kinds[args->memory->kind];
    args->kind_size = strlen(args->kind);
    return NULL;
}

PJRT_Error *grn_pjrt_Memory_Kind_Id(PJRT_Memory_Kind_Id_Args *args)
{
    args->kind_id = args->memory->kind;
    return NULL;
}

PJRT_Error *grn_pjrt_Memory_DebugString(PJRT_Memory_DebugString_Args *args)
{
    args->debug_string = args->memory->text;
    args->debug_string_size = strlen(args->debug_string);
    return NULL;
}

PJRT_Error *grn_pjrt_Memory_ToString(PJRT_Memory_ToString_Args *args)
{
    args->to_string = args->memory->text;
    args->to_string_size = strlen(args->to_string);
    return NULL;
}

PJRT_Error *grn_pjrt_Memory_AddressableByDevices(PJRT_Memory_AddressableByDevices_Args *args)
{
    PJRT_Memory *m = args->memory;
    args->devices = m->client->device_list + m->device->description->id;
    args->num_devices = 1;
    return NULL;
}
