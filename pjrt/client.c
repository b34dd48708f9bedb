/* client.c - the client: made of its options, asked for its devices. */
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

/* What JAX asks a plug-in for before it makes a client: the versions of StableHLO that programs may
 * be written in. */
PJRT_Error *grn_pjrt_Plugin_Initialize(PJRT_Plugin_Initialize_Args *args)
{
    (void)args;
    return NULL;
}

PJRT_Error *grn_pjrt_Plugin_Attributes(PJRT_Plugin_Attributes_Args *args)
{
    static const int64_t current[] = {1, 20, 0}, minimum[] = {0, 9, 0};
#define VERSION(text, numbers)                                                              \
    {                                                                                       \
        .struct_size = sizeof(PJRT_NamedValue), .name = text, .name_size = sizeof text - 1, \
        .type = PJRT_NamedValue_kInt64List, .int64_array_value = numbers, .value_size = 3   \
    }
    static const PJRT_NamedValue attributes[] = {VERSION("stablehlo_current_version", current),
                                                 VERSION("stablehlo_minimum_version", minimum)};
#undef VERSION
    args->attributes = attributes;
    args->num_attributes = sizeof attributes / sizeof *attributes;
    return NULL;
}

static void client_free(PJRT_Client *c)
{
    grn_pjrt_worker_destroy(c->worker); /* what was given runs to its end */
    while (c->compiled != NULL) {
        PJRT_Executable *e = c->compiled;
        c->compiled = e->next;
        grn_pjrt_executable_release(e);
    }
    grn_pjrt_watch_destroy(c->watch);
    grn_pool_destroy(c->pool);
    grn_pjrt_devices_end(c);
    grn_pjrt_topology_end(&c->topology);
    grn_pjrt_settings_end(&c->settings);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static PJRT_Error *make_parts(PJRT_Client *c, const PJRT_NamedValue *options, size_t noptions)
{
    PJRT_Error *error = grn_pjrt_settings_read(options, noptions, &c->settings);
    if (error == NULL)
        error = grn_pjrt_topology_init(&c->topology, c->settings.devices);
    if (error == NULL)
        error = grn_pjrt_devices_init(c);
    if (error == NULL && c->settings.threads > 1) {
        const grn_status status = grn_pool_create(c->settings.threads, NULL, &c->pool);
        error = grn_pjrt_error_of(status, &(grn_pjrt_messages){.module = NULL});
    }
    if (error == NULL && (c->worker = grn_pjrt_worker_new()) == NULL)
        error = grn_pjrt_no_memory();
    if (error == NULL && c->settings.indices != GRN_PJRT_INDICES_OFF)
        error = grn_pjrt_watch_new(&c->settings, &c->watch);
    return error;
}

PJRT_Error *grn_pjrt_Client_Create(PJRT_Client_Create_Args *args)
{
    PJRT_Client *c = malloc(sizeof *c);
    if (c == NULL)
        return grn_pjrt_no_memory();
    *c = (PJRT_Client){.pool = NULL};
    pthread_mutex_init(&c->lock, NULL);
    PJRT_Error *error = make_parts(c, args->create_options, args->num_options);
    if (error != NULL) {
        client_free(c);
        return error;
    }
    grn_pjrt_follow_interrupts();
    args->client = c;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_Destroy(PJRT_Client_Destroy_Args *args)
{
    if (args->client != NULL)
        client_free(args->client);
    return NULL;
}

PJRT_Error *grn_pjrt_Client_PlatformName(PJRT_Client_PlatformName_Args *args)
{
    args->platform_name = GRN_PJRT_PLATFORM;
    args->platform_name_size = strlen(GRN_PJRT_PLATFORM);
    return NULL;
}

PJRT_Error *grn_pjrt_Client_PlatformVersion(PJRT_Client_PlatformVersion_Args *args)
{
    static const char version[] = "garner " GRN_VERSION;
    args->platform_version = version;
    args->platform_version_size = sizeof version - 1;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_ProcessIndex(PJRT_Client_ProcessIndex_Args *args)
{
    args->process_index = 0;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_TopologyDescription(PJRT_Client_TopologyDescription_Args *args)
{
    args->topology = &args->client->topology;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_Devices(PJRT_Client_Devices_Args *args)
{
    args->devices = args->client->device_list;
    args->num_devices = (size_t)args->client->topology.count;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_AddressableDevices(PJRT_Client_AddressableDevices_Args *args)
{
    args->addressable_devices = args->client->device_list;
    args->num_addressable_devices = (size_t)args->client->topology.count;
    return NULL;
}

static PJRT_Error *find_device(PJRT_Client *c, int id, PJRT_Device **out)
{
    if (id < 0 || id >= c->topology.count)
        return grn_pjrt_error(PJRT_Error_Code_NOT_FOUND, "there is no device %d, there are %d", id,
                              (int)c->topology.count);
    *out = c->device_list[id];
    return NULL;
}

PJRT_Error *grn_pjrt_Client_LookupDevice(PJRT_Client_LookupDevice_Args *args)
{
    return find_device(args->client, args->id, &args->device);
}

PJRT_Error *grn_pjrt_Client_LookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args *args)
{
    return find_device(args->client, args->local_hardware_id, &args->addressable_device);
}

PJRT_Error *grn_pjrt_Client_AddressableMemories(PJRT_Client_AddressableMemories_Args *args)
{
    args->addressable_memories = args->client->memory_list;
    args->num_addressable_memories = args->client->nmemories;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_DefaultDeviceAssignment(PJRT_Client_DefaultDeviceAssignment_Args *args)
{
    const int64_t count = (int64_t)args->num_replicas * args->num_partitions;
    if (args->num_replicas < 1 || args->num_partitions < 1 || count > args->client->topology.count ||
        (size_t)count > args->default_assignment_size)
        return grn_pjrt_error(
            PJRT_Error_Code_INVALID_ARGUMENT,
            "%d replicas of %d partitions need as many devices and places for them: there are %d and %zu",
            args->num_replicas, args->num_partitions, (int)args->client->topology.count, args->default_assignment_size);
    for (int i = 0; i < count; i++)
        args->default_assignment[i] = i;
    return NULL;
}

/* All memory is the host's: there is nothing to map. */
PJRT_Error *grn_pjrt_Client_DmaMap(PJRT_Client_DmaMap_Args *args)
{
    (void)args;
    return NULL;
}

PJRT_Error *grn_pjrt_Client_DmaUnmap(PJRT_Client_DmaUnmap_Args *args)
{
    (void)args;
    return NULL;
}
