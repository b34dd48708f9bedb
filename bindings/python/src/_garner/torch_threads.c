/*
 * torch_threads.c - torch's thread pool as a grn_parallel, by torch's stable C interface
 * (torch/csrc/stable/c/shim.h, from 2.10 on), whose functions are found where torch is loaded.
 */
#define _GNU_SOURCE 1 /* RTLD_NOLOAD; as pyconfig.h has it */
#include <dlfcn.h>
#include <string.h>

#include "ffi_handlers.h"
#include "torch_kernels.h"

typedef void (*range_fn)(int64_t begin, int64_t end, void *context);
static int32_t (*parallel_for)(int64_t begin, int64_t end, int64_t grain, range_fn run, void *context);
static int32_t (*get_num_threads)(uint32_t *out);

static grn_parallel by_threads[MAX_THREADS + 1]; /* plans keep pointers to them */

typedef struct tasks {
    void (*task)(void *context, int32_t i);
    void *context;
} tasks;

static void run_range(int64_t begin, int64_t end, void *context)
{
    const tasks *t = context;
    for (int64_t i = begin; i < end; i++)
        t->task(t->context, (int32_t)i);
}

/* The work is many thousand elements for each task: one is enough for a thread. */
static void for_each(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    tasks t = {task, context};
    (void)user;
    parallel_for(0, ntasks, 1, run_range, &t);
}

/* ISO C has no conversion between pointers to functions and to objects; POSIX has. */
static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static bool find_torch(void)
{
    void *library = dlopen("libtorch_cpu.so", RTLD_NOLOAD | RTLD_LAZY);
    return library != NULL && find(library, "torch_get_num_threads", &get_num_threads) &&
           find(library, "torch_parallel_for", &parallel_for);
}

const grn_parallel *torch_parallel(void)
{
    static bool looked, found;
    uint32_t threads = 1;
    if (!looked)
        found = find_torch();
    looked = true;
    if (!found || get_num_threads(&threads) != 0 || threads < 2)
        return NULL;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    by_threads[threads] = (grn_parallel){for_each, NULL, (int32_t)threads};
    return &by_threads[threads];
}
