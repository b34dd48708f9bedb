/* executable.c - what executables answer about themselves; kept as bytes, and read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire.h"

/* ---- loaded on devices ----------------------------------------------------------------------- */

/* The devices of the assignment, row by row; the first ones where none is given. */
static PJRT_Error *assign(PJRT_Client *client, const PJRT_Executable *e, PJRT_LoadedExecutable *l)
{
    grn_pjrt_compile_options options;
    PJRT_Error *error = grn_pjrt_compile_options_read(e->options, e->options_bytes, &options);
    if (error != NULL)
        return error;
    for (size_t i = 0; error == NULL && i < l->ndevices; i++) {
        const int32_t id = options.ndevices == l->ndevices ? options.devices[i] : (int32_t)i;
        if (id < 0 || id >= client->topology.count)
            error =
                grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the program is assigned to device %d, there are %d",
                               (int)id, (int)client->topology.count);
        else
            l->devices[i] = client->device_list[id];
    }
    grn_pjrt_compile_options_end(&options);
    return error;
}

PJRT_Error *grn_pjrt_load(PJRT_Client *client, PJRT_Executable *executable, PJRT_LoadedExecutable **out)
{
    const size_t ndevices = (size_t)(executable->replicas * executable->partitions);
    PJRT_LoadedExecutable *l = calloc(1, sizeof *l);
    PJRT_Device **devices = calloc(ndevices, sizeof(void *));
    if (l == NULL || devices == NULL) {
        free(l);
        free(devices);
        return grn_pjrt_no_memory();
    }
    l->client = client;
    l->ndevices = ndevices;
    l->devices = devices;
    atomic_init(&l->is_deleted, false);
    PJRT_Error *error = assign(client, executable, l);
    if (error != NULL) {
        free(devices);
        free(l);
        return error;
    }
    l->executable = grn_pjrt_executable_share(executable);
    *out = l;
    return NULL;
}

PJRT_Error *grn_pjrt_LoadedExecutable_Destroy(PJRT_LoadedExecutable_Destroy_Args *args)
{
    PJRT_LoadedExecutable *l = args->executable;
    if (l == NULL)
        return NULL;
    grn_pjrt_executable_release(l->executable);
    free(l->devices);
    free(l);
    return NULL;
}

PJRT_Error *grn_pjrt_LoadedExecutable_GetExecutable(PJRT_LoadedExecutable_GetExecutable_Args *args)
{
    args->executable = grn_pjrt_executable_share(args->loaded_executable->executable);
    return NULL;
}

PJRT_Error *grn_pjrt_LoadedExecutable_AddressableDevices(PJRT_LoadedExecutable_AddressableDevices_Args *args)
{
    args->addressable_devices = args->executable->devices;
    args->num_addressable_devices = args->executable->ndevices;
    return NULL;
}

PJRT_Error *grn_pjrt_LoadedExecutable_Delete(PJRT_LoadedExecutable_Delete_Args *args)
{
    atomic_store(&args->executable->is_deleted, true);
    return NULL;
}

PJRT_Error *grn_pjrt_LoadedExecutable_IsDeleted(PJRT_LoadedExecutable_IsDeleted_Args *args)
{
    args->is_deleted = atomic_load(&args->executable->is_deleted);
    return NULL;
}

PJRT_Error *grn_pjrt_LoadedExecutable_Fingerprint(PJRT_LoadedExecutable_Fingerprint_Args *args)
{
    args->executable_fingerprint = args->executable->executable->fingerprint;
    args->executable_fingerprint_size = strlen(args->executable_fingerprint);
    return NULL;
}

/* ---- questions ------------------------------------------------------------------------------- */

PJRT_Error *grn_pjrt_Executable_Destroy(PJRT_Executable_Destroy_Args *args)
{
    grn_pjrt_executable_release(args->executable);
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_Name(PJRT_Executable_Name_Args *args)
{
    args->executable_name = args->executable->name;
    args->executable_name_size = strlen(args->executable->name);
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_NumReplicas(PJRT_Executable_NumReplicas_Args *args)
{
    args->num_replicas = (size_t)args->executable->replicas;
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_NumPartitions(PJRT_Executable_NumPartitions_Args *args)
{
    args->num_partitions = (size_t)args->executable->partitions;
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_NumOutputs(PJRT_Executable_NumOutputs_Args *args)
{
    args->num_outputs = args->executable->noutputs;
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_SizeOfGeneratedCodeInBytes(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args *args)
{
    args->size_in_bytes = (int64_t)args->executable->program_bytes;
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_Fingerprint(PJRT_Executable_Fingerprint_Args *args)
{
    args->executable_fingerprint = args->executable->fingerprint;
    args->executable_fingerprint_size = strlen(args->executable_fingerprint);
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_GetCostAnalysis(PJRT_Executable_GetCostAnalysis_Args *args)
{
    args->num_properties = 1;
    args->properties = args->executable->costs;
    return NULL;
}

static int64_t bytes_of(size_t count, const grn_pjrt_value *values, bool donated_only)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t bytes = values[i].dtype == GRN_NO_DTYPE ? 0 : (int64_t)grn_dtype_bytes(values[i].dtype);
        for (int32_t d = 0; d < values[i].rank; d++)
            bytes *= values[i].local[d] < 0 ? 0 : values[i].local[d];
        sum += donated_only && !values[i].is_donated ? 0 : bytes;
    }
    return sum;
}

/* What is between arguments and results depends on the run, and is not known here. */
PJRT_Error *grn_pjrt_Executable_GetCompiledMemoryStats(PJRT_Executable_GetCompiledMemoryStats_Args *args)
{
    const PJRT_Executable *e = args->executable;
    args->generated_code_size_in_bytes = (int64_t)e->program_bytes;
    args->argument_size_in_bytes = bytes_of(e->ninputs, e->inputs, false);
    args->output_size_in_bytes = bytes_of(e->noutputs, e->outputs, false);
    args->alias_size_in_bytes = bytes_of(e->ninputs, e->inputs, true);
    args->temp_size_in_bytes = 0;
    if (PJRT_HAS(args, host_temp_size_in_bytes)) {
        args->host_generated_code_size_in_bytes = args->host_argument_size_in_bytes = 0;
        args->host_output_size_in_bytes = args->host_alias_size_in_bytes = args->host_temp_size_in_bytes = 0;
    }
    if (PJRT_HAS(args, peak_memory_in_bytes))
        args->peak_memory_in_bytes = args->argument_size_in_bytes + args->output_size_in_bytes;
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_OutputElementTypes(PJRT_Executable_OutputElementTypes_Args *args)
{
    args->output_types = args->executable->output_types;
    args->num_output_types = args->executable->noutputs;
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_OutputDimensions(PJRT_Executable_OutputDimensions_Args *args)
{
    args->num_outputs = args->executable->noutputs;
    args->dims = args->executable->output_dims;
    args->dim_sizes = args->executable->output_ranks;
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_OutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args *args)
{
    args->num_outputs = args->executable->noutputs;
    args->memory_kinds = args->executable->output_kinds;
    args->memory_kind_sizes = args->executable->output_kind_bytes;
    return NULL;
}

/* The program's text; of several devices a module of XLA's, which says how values lie on them. */
static PJRT_Error *write_program(const PJRT_Executable *e, grn_pjrt_text *text)
{
    const grn_sink sink = {grn_pjrt_text_add, text};
    if (e->partitions > 1) {
        grn_pjrt_write_hlo(text, e);
        return text->failed ? grn_pjrt_no_memory() : NULL;
    }
    return grn_pjrt_error_of(grn_module_print(e->module, NULL, &sink), &(grn_pjrt_messages){.module = NULL});
}

/* First its size, then its bytes. */
PJRT_Error *grn_pjrt_Executable_OptimizedProgram(PJRT_Executable_OptimizedProgram_Args *args)
{
    const PJRT_Executable *e = args->executable;
    PJRT_Program *program = args->program;
    if (program == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_Executable_OptimizedProgram: program is NULL");
    grn_pjrt_text text = {.text = NULL};
    PJRT_Error *error = write_program(e, &text);
    program->format = e->partitions > 1 ? "hlo_with_config" : "mlir";
    program->format_size = strlen(program->format);
    if (error == NULL && program->code != NULL && program->code_size < text.bytes)
        error = grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the program has %zu bytes, there is room for %zu",
                               text.bytes, program->code_size);
    if (error == NULL && program->code != NULL)
        memcpy(program->code, text.text, text.bytes);
    program->code_size = text.bytes;
    free(text.text);
    return error;
}

/* ---- device assignments as bytes ------------------------------------------------------------- */

struct PJRT_DeviceAssignmentSerialized {
    grn_pjrt_text text;
};

static void free_assignment(PJRT_DeviceAssignmentSerialized *assignment)
{
    free(assignment->text.text);
    free(assignment);
}

/* DeviceAssignmentProto: replica_count = 1, computation_count = 2, and for each computation
 * computation_devices = 3 with replica_device_ids = 1. */
static void write_assignment(grn_pjrt_text *text, const PJRT_LoadedExecutable *l)
{
    const size_t replicas = (size_t)l->executable->replicas, partitions = (size_t)l->executable->partitions;
    grn_pjrt_put_number(text, 1, replicas);
    grn_pjrt_put_number(text, 2, partitions);
    for (size_t p = 0; p < partitions; p++) {
        grn_pjrt_text ids = {.text = NULL}, message = {.text = NULL};
        for (size_t r = 0; r < replicas; r++)
            grn_pjrt_put_varint(&ids, (uint64_t)l->devices[r * partitions + p]->description->id);
        grn_pjrt_put_message(&message, 1, &ids);
        grn_pjrt_put_message(text, 3, &message);
    }
}

PJRT_Error *grn_pjrt_LoadedExecutable_GetDeviceAssignment(PJRT_LoadedExecutable_GetDeviceAssignment_Args *args)
{
    PJRT_DeviceAssignmentSerialized *a = calloc(1, sizeof *a);
    if (a == NULL)
        return grn_pjrt_no_memory();
    write_assignment(&a->text, args->executable);
    if (a->text.failed) {
        free_assignment(a);
        return grn_pjrt_no_memory();
    }
    args->serialized_bytes = a->text.text;
    args->serialized_bytes_size = a->text.bytes;
    args->serialized_device_assignment = a;
    args->serialized_device_assignment_deleter = free_assignment;
    return NULL;
}

/* ---- executables as bytes -------------------------------------------------------------------- */

/* The version's line, the sizes of options and program as text, then both. Whoever reads it compiles
 * it again, which takes less than a link would. */
#define MARK "garner executable "

struct PJRT_SerializedExecutable {
    grn_pjrt_text text;
};

static void free_serialized(PJRT_SerializedExecutable *serialized)
{
    free(serialized->text.text);
    free(serialized);
}

PJRT_Error *grn_pjrt_Executable_Serialize(PJRT_Executable_Serialize_Args *args)
{
    const PJRT_Executable *e = args->executable;
    PJRT_SerializedExecutable *s = calloc(1, sizeof *s);
    if (s == NULL)
        return grn_pjrt_no_memory();
    grn_pjrt_text_print(&s->text, MARK GRN_VERSION "\n%zu %zu\n", e->options_bytes, e->program_bytes);
    (void)!grn_pjrt_text_add(&s->text, e->options, e->options_bytes);
    (void)!grn_pjrt_text_add(&s->text, e->program, e->program_bytes);
    if (s->text.failed) {
        free_serialized(s);
        return grn_pjrt_no_memory();
    }
    args->serialized_bytes = s->text.text;
    args->serialized_bytes_size = s->text.bytes;
    args->serialized_executable = s;
    args->serialized_executable_deleter = free_serialized;
    return NULL;
}

typedef struct parts {
    const char *options, *program;
    size_t options_bytes, program_bytes;
} parts;

static const char *line_end(const char *at, const char *end)
{
    return at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
}

static PJRT_Error *read_parts(const char *bytes, size_t count, parts *out)
{
    const char *const end = bytes + count, *first = line_end(bytes, end);
    const size_t mark = sizeof MARK - 1;
    if (first == NULL || (size_t)(first - bytes) < mark || memcmp(bytes, MARK, mark) != 0)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "these bytes are no executable of garner's");
    const char *version = bytes + mark;
    if ((size_t)(first - version) != strlen(GRN_VERSION) || memcmp(version, GRN_VERSION, strlen(GRN_VERSION)) != 0)
        return grn_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION,
                              "the executable was kept by garner %.*s, this is garner " GRN_VERSION,
                              (int)(first - version < 32 ? first - version : 32), version);
    const char *second = line_end(first + 1, end);
    char sizes[64];
    const size_t length = second != NULL ? (size_t)(second - first - 1) : sizeof sizes;
    unsigned long long options_bytes = 0, program_bytes = 0;
    bool is_right = length < sizeof sizes;
    if (is_right) {
        memcpy(sizes, first + 1, length);
        sizes[length] = 0;
        is_right = sscanf(sizes, "%20llu %20llu", &options_bytes, &program_bytes) == 2;
    }
    const size_t rest = is_right ? (size_t)(end - second - 1) : 0;
    if (!is_right || options_bytes > rest || program_bytes != rest - options_bytes)
        return grn_pjrt_error(PJRT_Error_Code_DATA_LOSS, "the bytes of an executable are cut, or more were added");
    *out = (parts){second + 1, second + 1 + options_bytes, (size_t)options_bytes, (size_t)program_bytes};
    return NULL;
}

PJRT_Error *grn_pjrt_Executable_DeserializeAndLoad(PJRT_Executable_DeserializeAndLoad_Args *args)
{
    parts p = {.program = NULL};
    PJRT_Error *error = args->serialized_executable == NULL
                            ? grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "there is no executable to read")
                            : read_parts(args->serialized_executable, args->serialized_executable_size, &p);
    if (error != NULL)
        return error;
    if (PJRT_HAS(args, overridden_serialized_compile_options_size) &&
        args->overridden_serialized_compile_options != NULL) {
        p.options = args->overridden_serialized_compile_options;
        p.options_bytes = args->overridden_serialized_compile_options_size;
    }
    PJRT_Executable *e = NULL;
    error = grn_pjrt_compile(args->client, p.program, p.program_bytes, p.options, p.options_bytes, &e);
    if (error == NULL)
        error = grn_pjrt_load(args->client, e, &args->loaded_executable);
    grn_pjrt_executable_release(e);
    return error;
}

/* ---- topologies as bytes --------------------------------------------------------------------- */

struct PJRT_SerializedTopology {
    char text[64];
};

static void free_topology(PJRT_SerializedTopology *topology) { free(topology); }

#define TOPOLOGY_MARK "garner topology "

PJRT_Error *grn_pjrt_TopologyDescription_Serialize(PJRT_TopologyDescription_Serialize_Args *args)
{
    PJRT_SerializedTopology *t = malloc(sizeof *t);
    if (t == NULL)
        return grn_pjrt_no_memory();
    snprintf(t->text, sizeof t->text, TOPOLOGY_MARK "%d", (int)args->topology->count);
    args->serialized_bytes = t->text;
    args->serialized_bytes_size = strlen(t->text);
    args->serialized_topology = t;
    args->serialized_topology_deleter = free_topology;
    return NULL;
}

PJRT_Error *grn_pjrt_TopologyDescription_Deserialize(PJRT_TopologyDescription_Deserialize_Args *args)
{
    char text[64];
    int count = 0;
    const size_t bytes = args->serialized_topology_size;
    if (args->serialized_topology != NULL && bytes < sizeof text) {
        memcpy(text, args->serialized_topology, bytes);
        text[bytes] = 0;
        if (sscanf(text, TOPOLOGY_MARK "%4d", &count) != 1)
            count = 0;
    }
    if (count < 1 || count > 1024)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "these bytes are no topology of garner's");
    args->topology = malloc(sizeof *args->topology);
    PJRT_Error *error = args->topology == NULL ? grn_pjrt_no_memory() : grn_pjrt_topology_init(args->topology, count);
    if (error != NULL) {
        free(args->topology);
        args->topology = NULL;
    }
    return error;
}
