/*
 * test_ort.c - garner as ONNX Runtime's provider, as a C program has it: libonnxruntime is loaded, the
 * library is registered by its path, and sessions run with it.
 *
 * GARNER_ONNXRUNTIME_LIBRARY is libonnxruntime.so, else that of the Python package in the environment
 * GARNER_PEERS or build/peers. Without one, or without libgarner_ort.so (-DGARNER_ORT=ON), the tests
 * are skipped.
 */
#include <dlfcn.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../ort/interface.h"
#include "model_bytes.h"

typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;

/* ---- what a client of ONNX Runtime calls ----------------------------------------------------- */

#define CLIENT_FUNCTIONS(F)                                                                                     \
    F(2, const char *, GetErrorMessage, (const OrtStatus *status))                                              \
    F(3, OrtStatus *, CreateEnv, (int level, const char *id, OrtEnv **out))                                     \
    F(8, OrtStatus *, CreateSessionFromArray,                                                                   \
      (const OrtEnv *env, const void *model, size_t bytes, const OrtSessionOptions *options, OrtSession **out)) \
    F(9, OrtStatus *, Run,                                                                                      \
      (OrtSession * session, const OrtRunOptions *options, const char *const *input_names,                      \
       const OrtValue *const *inputs, size_t ninputs, const char *const *output_names, size_t noutputs,         \
       OrtValue **outputs))                                                                                     \
    F(10, OrtStatus *, CreateSessionOptions, (OrtSessionOptions * *out))                                        \
    F(24, OrtStatus *, SetIntraOpNumThreads, (OrtSessionOptions * options, int threads))                        \
    F(49, OrtStatus *, CreateTensorWithDataAsOrtValue,                                                          \
      (const OrtMemoryInfo *memory, void *data, size_t bytes, const int64_t *extents, size_t rank, int type,    \
       OrtValue **out))                                                                                         \
    F(69, OrtStatus *, CreateCpuMemoryInfo, (int allocator, int kind, OrtMemoryInfo **out))                     \
    F(92, void, ReleaseEnv, (OrtEnv * env))                                                                     \
    F(93, void, ReleaseStatus, (OrtStatus * status))                                                            \
    F(94, void, ReleaseMemoryInfo, (OrtMemoryInfo * memory))                                                    \
    F(95, void, ReleaseSession, (OrtSession * session))                                                         \
    F(96, void, ReleaseValue, (OrtValue * value))                                                               \
    F(100, void, ReleaseSessionOptions, (OrtSessionOptions * options))                                          \
    F(301, OrtStatus *, RegisterExecutionProviderLibrary, (OrtEnv * env, const char *name, const char *path))   \
    F(302, OrtStatus *, UnregisterExecutionProviderLibrary, (OrtEnv * env, const char *name))                   \
    F(303, OrtStatus *, GetEpDevices, (const OrtEnv *env, const OrtEpDevice *const **out, size_t *count))       \
    F(304, OrtStatus *, SessionOptionsAppendExecutionProvider_V2,                                               \
      (OrtSessionOptions * options, OrtEnv * env, const OrtEpDevice *const *devices, size_t ndevices,           \
       const char *const *keys, const char *const *values, size_t noptions))                                    \
    F(312, const char *, EpDevice_EpName, (const OrtEpDevice *device))

#define MEMBER(place, result, name, parameters) result(*name) parameters;
static struct {
    CLIENT_FUNCTIONS(MEMBER)
} ort;
#undef MEMBER

static OrtEnv *env;
static OrtMemoryInfo *memory;
static const OrtEpDevice *device;

static void right(OrtStatus *status)
{
    if (status != NULL)
        fail_msg("%s", ort.GetErrorMessage(status));
}

static void wrong(OrtStatus *status, const char *part)
{
    assert_non_null(status);
    if (strstr(ort.GetErrorMessage(status), part) == NULL)
        fail_msg("'%s' is not in: %s", part, ort.GetErrorMessage(status));
    ort.ReleaseStatus(status);
}

/* ---- loading --------------------------------------------------------------------------------- */

static void *open_first(const char *pattern)
{
    glob_t found;
    void *library = NULL;
    if (glob(pattern, 0, NULL, &found) == 0)
        library = dlopen(found.gl_pathv[0], RTLD_NOW | RTLD_LOCAL);
    globfree(&found);
    return library;
}

static void *open_onnxruntime(void)
{
    const char *given = getenv("GARNER_ONNXRUNTIME_LIBRARY"), *peers = getenv("GARNER_PEERS");
    char pattern[1000];
    if (given != NULL)
        return dlopen(given, RTLD_NOW | RTLD_LOCAL);
    snprintf(pattern, sizeof pattern, "%s/lib/python3*/site-packages/onnxruntime/capi/libonnxruntime.so.*",
             peers != NULL ? peers : GARNER_BUILD_DIR "/peers");
    return open_first(pattern);
}

/* The environment for all tests. Without one they have no device. */
static int begin(void **state)
{
    (void)state;
    void *library = open_onnxruntime();
    const OrtApiBase *(*base)(void);
    if (library == NULL || access(GARNER_BUILD_DIR "/libgarner_ort.so", R_OK) != 0)
        return 0;
    *(void **)&base = dlsym(library, "OrtGetApiBase");
    const OrtApi *api = base != NULL ? base()->GetApi(ORT_API_VERSION) : NULL;
    if (api == NULL)
        return 0;
#define TAKE(at, result, name, parameters) ort.name = (result(*) parameters)api->place[at];
    CLIENT_FUNCTIONS(TAKE)
#undef TAKE
    right(ort.CreateEnv(4, "test_ort", &env));
    right(ort.CreateCpuMemoryInfo(0, 0, &memory));
    right(ort.RegisterExecutionProviderLibrary(env, "garner", GARNER_BUILD_DIR "/libgarner_ort.so"));
    const OrtEpDevice *const *devices;
    size_t count;
    right(ort.GetEpDevices(env, &devices, &count));
    for (size_t i = 0; i < count; i++)
        if (strcmp(ort.EpDevice_EpName(devices[i]), "GarnerExecutionProvider") == 0)
            device = devices[i];
    assert_non_null(device);
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (env == NULL)
        return 0;
    right(ort.UnregisterExecutionProviderLibrary(env, "garner"));
    ort.ReleaseMemoryInfo(memory);
    ort.ReleaseEnv(env);
    return 0;
}

static void need_device(void)
{
    if (device == NULL)
        skip();
}

/* ---- a session and a run --------------------------------------------------------------------- */

static OrtStatus *make_session(const message *model, const char *option, const char *value, OrtSession **out)
{
    OrtSessionOptions *options;
    const char *const keys[] = {"nodes", option}, *const values[] = {"all", value};
    right(ort.CreateSessionOptions(&options));
    right(ort.SetIntraOpNumThreads(options, 2));
    right(ort.SessionOptionsAppendExecutionProvider_V2(options, env, &device, 1, keys, values, option != NULL ? 2 : 1));
    OrtStatus *status = ort.CreateSessionFromArray(env, model->bytes, model->length, options, out);
    ort.ReleaseSessionOptions(options);
    return status;
}

typedef struct operand {
    const char *name;
    void *data;
    int type;
    size_t width, rank;
    int64_t extents[2];
} operand;

static OrtValue *value_of(const operand *o)
{
    OrtValue *value;
    size_t bytes = o->width;
    for (size_t d = 0; d < o->rank; d++)
        bytes *= (size_t)o->extents[d];
    right(ort.CreateTensorWithDataAsOrtValue(memory, o->data, bytes, o->extents, o->rank, o->type, &value));
    return value;
}

/* The output lies in memory of the caller. */
static OrtStatus *run(OrtSession *session, size_t ninputs, const operand *inputs, const operand *out)
{
    OrtValue *values[3], *output = value_of(out);
    const char *names[3], *out_name = "out";
    for (size_t i = 0; i < ninputs; i++) {
        names[i] = inputs[i].name;
        values[i] = value_of(&inputs[i]);
    }
    OrtStatus *status = ort.Run(session, NULL, names, (const OrtValue *const *)values, ninputs, &out_name, 1, &output);
    for (size_t i = 0; i < ninputs; i++)
        ort.ReleaseValue(values[i]);
    ort.ReleaseValue(output);
    return status;
}

#define FLOATS(name, data, ...)                                                 \
    {                                                                           \
        name, data, 1, 4, sizeof((int64_t[]){__VA_ARGS__}) / 8, { __VA_ARGS__ } \
    }
#define LONGS(name, data, ...)                                                  \
    {                                                                           \
        name, data, 7, 8, sizeof((int64_t[]){__VA_ARGS__}) / 8, { __VA_ARGS__ } \
    }

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_gather(void **state)
{
    (void)state;
    need_device();
    OrtSession *session;
    float data[] = {1, 2, 3, 4, 5, 6}, out[4];
    int64_t indices[] = {-1, 0}, outside[] = {0, 3};
    const message model = model_of("Gather", 13, 0, NULL, 2, 1, 2, 0);
    right(make_session(&model, NULL, NULL, &session));
    const operand inputs[] = {FLOATS("data", data, 3, 2), LONGS("indices", indices, 2)};
    const operand to = FLOATS("out", out, 2, 2);
    for (int i = 0; i < 3; i++) { /* the second and the third by a plan */
        memset(out, 0, sizeof out);
        right(run(session, 2, inputs, &to));
        assert_memory_equal(out, ((float[]){5, 6, 1, 2}), sizeof out);
    }
    const operand bad[] = {FLOATS("data", data, 3, 2), LONGS("indices", outside, 2)};
    wrong(run(session, 2, bad, &to), "Gather node 'the_node': indices element out of data bounds, idx=3");
    right(run(session, 2, inputs, &to));
    ort.ReleaseSession(session);
}

static void test_scatter_adds(void **state)
{
    (void)state;
    need_device();
    OrtSession *session;
    float data[] = {10, 20, 30, 40}, updates[] = {1, 2, 3, 4}, out[4];
    int64_t indices[] = {0, 1, 0, 0};
    const message model = model_of("ScatterElements", 18, 0, "add", 2, 2, 2, 1);
    right(make_session(&model, NULL, NULL, &session));
    const operand inputs[] = {FLOATS("data", data, 2, 2), LONGS("indices", indices, 2, 2),
                              FLOATS("updates", updates, 2, 2)};
    const operand to = FLOATS("out", out, 2, 2);
    right(run(session, 3, inputs, &to));
    assert_memory_equal(out, ((float[]){14, 24, 30, 42}), sizeof out);
    assert_memory_equal(data, ((float[]){10, 20, 30, 40}), sizeof data);
    ort.ReleaseSession(session);
}

/* Rows of one index go as rows, as other rows and elements do: any of the three, one after another. */
static void test_scatter_by_rows_and_elements(void **state)
{
    enum { ROWS = 3000, UPDATES = 5000, WIDTH = 16 };
    (void)state;
    need_device();
    OrtSession *session;
    float *data = calloc(ROWS * WIDTH, 4), *updates = calloc(UPDATES * WIDTH, 4), *out = calloc(ROWS * WIDTH, 4);
    float *want = calloc(ROWS * WIDTH, 4);
    int64_t *indices = calloc(UPDATES * WIDTH, 8);
    assert_true(data && updates && out && want && indices);
    const message model = model_of("ScatterElements", 18, 0, "add", 2, 2, 2, 1);
    right(make_session(&model, NULL, NULL, &session));
    const operand inputs[] = {FLOATS("data", data, ROWS, WIDTH), LONGS("indices", indices, UPDATES, WIDTH),
                              FLOATS("updates", updates, UPDATES, WIDTH)};
    const operand to = FLOATS("out", out, ROWS, WIDTH);
    for (int odd = 0; odd < 3; odd++) { /* none, the first, one in the middle is not the row's */
        memset(want, 0, ROWS * WIDTH * 4);
        for (int64_t i = 0; i < UPDATES * WIDTH; i++) {
            const int64_t r = i / WIDTH;
            indices[i] = r * 7919 % ROWS - (r % 2 ? ROWS : 0);
            updates[i] = (float)(i % 13);
        }
        if (odd == 1)
            indices[1] = 5;
        if (odd == 2)
            indices[UPDATES / 2 * WIDTH + 3] = 5;
        for (int64_t i = 0; i < UPDATES * WIDTH; i++)
            want[(indices[i] + ROWS) % ROWS * WIDTH + i % WIDTH] += updates[i];
        for (int again = 0; again < 2; again++) {
            right(run(session, 3, inputs, &to));
            assert_memory_equal(out, want, ROWS * WIDTH * 4);
        }
    }
    ort.ReleaseSession(session);
    free(data);
    free(updates);
    free(out);
    free(want);
    free(indices);
}

static void test_options(void **state)
{
    (void)state;
    need_device();
    OrtSession *session;
    float data[] = {1, 2, 3}, out[3];
    int64_t indices[] = {2, 3, -4};
    const message model = model_of("Gather", 13, 0, NULL, 1, 1, 1, 0);
    const operand inputs[] = {FLOATS("data", data, 3), LONGS("indices", indices, 3)};
    const operand to = FLOATS("out", out, 3);
    right(make_session(&model, "out_of_range", "zero", &session));
    right(run(session, 2, inputs, &to));
    assert_memory_equal(out, ((float[]){3, 0, 0}), sizeof out);
    ort.ReleaseSession(session);
    right(make_session(&model, "out_of_range", "clamp", &session));
    right(run(session, 2, inputs, &to));
    assert_memory_equal(out, ((float[]){3, 3, 1}), sizeof out);
    ort.ReleaseSession(session);
    wrong(make_session(&model, "out_of_range", "wrap", &session), "option out_of_range is 'wrap', it takes error");
    wrong(make_session(&model, "thread", "1", &session), "there is no option 'thread'; there are out_of_range");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gather),
        cmocka_unit_test(test_scatter_adds),
        cmocka_unit_test(test_scatter_by_rows_and_elements),
        cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
