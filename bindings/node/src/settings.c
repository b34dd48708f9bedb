/* settings.c - what session options and run options say, a row each. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* What a setting takes. */
typedef struct arguments {
    char *text[2];
    int32_t number;
    void *data;
    size_t bytes;
} arguments;

typedef OrtStatus *setter(const grn_node_runtime *ort, void *options, const arguments *a);

/* ---- of sessions ------------------------------------------------------------------------------- */

#define SETS(name, call) \
    static OrtStatus *name(const grn_node_runtime *ort, void *options, const arguments *a) { return ort->call; }
SETS(intra_threads, SetIntraOpNumThreads(options, a->number))
SETS(inter_threads, SetInterOpNumThreads(options, a->number))
SETS(optimization, SetSessionGraphOptimizationLevel(options, a->number))
SETS(execution, SetSessionExecutionMode(options, a->number))
SETS(severity, SetSessionLogSeverityLevel(options, a->number))
SETS(log_id, SetSessionLogId(options, a->text[0]))
SETS(optimized_model, SetOptimizedModelFilePath(options, a->text[0]))
SETS(profile, EnableProfiling(options, a->text[0]))
SETS(entry, AddSessionConfigEntry(options, a->text[0], a->text[1]))
SETS(external, AddExternalInitializersFromFilesInMemory(options, (const char *const *)&a->text[0],
                                                        (char *const *)&a->data, &a->bytes, 1))
SETS(run_severity, RunOptionsSetRunLogSeverityLevel(options, a->number))
SETS(run_tag, RunOptionsSetRunTag(options, a->text[0]))

static OrtStatus *arena(const grn_node_runtime *ort, void *options, const arguments *a)
{
    return a->number != 0 ? ort->EnableCpuMemArena(options) : ort->DisableCpuMemArena(options);
}

static OrtStatus *pattern(const grn_node_runtime *ort, void *options, const arguments *a)
{
    return a->number != 0 ? ort->EnableMemPattern(options) : ort->DisableMemPattern(options);
}

/* ---- rows -------------------------------------------------------------------------------------- */

/* `takes` has a letter for each argument: a number, a text, or data. */
typedef struct row {
    const char *name, *takes;
    setter *set;
} row;

static const row session_rows[] = {
    {"intraOpNumThreads", "n", intra_threads},
    {"interOpNumThreads", "n", inter_threads},
    {"graphOptimizationLevel", "n", optimization},
    {"executionMode", "n", execution},
    {"enableCpuMemArena", "n", arena},
    {"enableMemPattern", "n", pattern},
    {"logSeverityLevel", "n", severity},
    {"logId", "t", log_id},
    {"optimizedModelFilePath", "t", optimized_model},
    {"profileFilePrefix", "t", profile},
    {"extra", "tt", entry},
    {"externalData", "td", external},
    {0},
};

static const row run_rows[] = {
    {"logSeverityLevel", "n", run_severity},
    {"tag", "t", run_tag},
    {0},
};

static bool read_argument(napi_env env, napi_value value, char takes, arguments *out)
{
    if (takes == 'n')
        return grn_node_ok(env, napi_get_value_int32(env, value, &out->number));
    if (takes == 'd')
        return grn_node_bytes(env, value, &out->data, &out->bytes);
    char **text = &out->text[out->text[0] != NULL];
    *text = grn_node_text(env, value);
    return *text != NULL;
}

static bool read_arguments(napi_env env, napi_value setting, const char *takes, arguments *out)
{
    bool good = true;
    for (uint32_t i = 0; good && takes[i] != '\0'; i++) {
        napi_value value;
        good =
            grn_node_ok(env, napi_get_element(env, setting, i + 1, &value)) && read_argument(env, value, takes[i], out);
    }
    return good;
}

static const row *find_row(const row *rows, const char *name)
{
    while (rows->name != NULL && strcmp(rows->name, name) != 0)
        rows++;
    return rows->name != NULL ? rows : NULL;
}

static bool apply(napi_env env, const grn_node_runtime *ort, const row *rows, napi_value setting, void *options)
{
    napi_value value;
    arguments found = {0};
    if (!grn_node_ok(env, napi_get_element(env, setting, 0, &value)))
        return false;
    char *name = grn_node_text(env, value);
    if (name == NULL)
        return false;
    const row *asked = find_row(rows, name);
    const bool good = asked == NULL ? grn_node_fail(env, "there is no such setting")
                                    : read_arguments(env, setting, asked->takes, &found) &&
                                          grn_node_went_well(env, ort, asked->set(ort, options, &found));
    free(found.text[0]);
    free(found.text[1]);
    free(name);
    return good;
}

static bool apply_all(napi_env env, const grn_node_runtime *ort, const row *rows, napi_value settings, void *options)
{
    uint32_t count;
    bool good = grn_node_ok(env, napi_get_array_length(env, settings, &count));
    for (uint32_t i = 0; good && i < count; i++) {
        napi_value setting;
        good =
            grn_node_ok(env, napi_get_element(env, settings, i, &setting)) && apply(env, ort, rows, setting, options);
    }
    return good;
}

bool grn_node_session_settings(napi_env env, const grn_node_runtime *ort, napi_value settings,
                               OrtSessionOptions *options)
{
    return apply_all(env, ort, session_rows, settings, options);
}

bool grn_node_run_settings(napi_env env, const grn_node_runtime *ort, napi_value settings, OrtRunOptions *options)
{
    return apply_all(env, ort, run_rows, settings, options);
}
