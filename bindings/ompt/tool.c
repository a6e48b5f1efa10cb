/* tool.c - the tool that OpenMP runtimes with OMPT, such as LLVM's libomp, look for when they start. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/ompt/depend.h"
#include "bindings/ompt/records.h"
#include "bindings/ompt/region.h"
#include "bindings/ompt/task.h"

/* Callbacks in pairs: if the runtime does not report the second one, the first one is not requested. */
static const struct {
    int events[2]; /* 0 = none */
    ompt_function callbacks[2];
} requests[] = {
#define CALLBACK(function) (ompt_function)(function)
    {{OMPT_THREAD_BEGIN, OMPT_THREAD_END}, {CALLBACK(ompt_thread_begin), CALLBACK(ompt_thread_end)}},
    {{OMPT_PARALLEL_BEGIN, OMPT_PARALLEL_END}, {CALLBACK(ompt_parallel_begin), CALLBACK(ompt_parallel_end)}},
    {{OMPT_TASK_CREATE, OMPT_TASK_SCHEDULE}, {CALLBACK(ompt_task_create), CALLBACK(ompt_task_schedule)}},
    {{OMPT_IMPLICIT_TASK}, {CALLBACK(ompt_implicit_task)}},
    {{OMPT_WORK}, {CALLBACK(ompt_work)}},
    {{OMPT_MASKED}, {CALLBACK(ompt_masked)}},
    {{OMPT_SYNC_REGION}, {CALLBACK(ompt_sync_region)}},
    {{OMPT_SYNC_REGION_WAIT}, {CALLBACK(ompt_sync_region_wait)}},
    {{OMPT_TASK_DEPENDENCE}, {CALLBACK(ompt_depend)}},
    {{OMPT_MUTEX_ACQUIRE, OMPT_MUTEX_ACQUIRED}, {CALLBACK(ompt_mutex_acquire), CALLBACK(ompt_mutex_acquired)}},
    {{OMPT_MUTEX_RELEASED}, {CALLBACK(ompt_mutex_released)}},
    {{OMPT_NEST_LOCK}, {CALLBACK(ompt_nest_lock)}},
#undef CALLBACK
};

static void forked(void)
{
    ompt_stopped = true;
}

static int initialize(ompt_look_up look_up, int device, union ompt_data *tool)
{
    (void)device, (void)tool;
    ompt_set_callback set = (ompt_set_callback)look_up("ompt_set_callback");
    if (!set) {
        fputs("qii run: the OpenMP runtime offers no callbacks, so OpenMP is not recorded\n", stderr);
        return 0;
    }
    Dl_info runtime;
    if (dladdr((void *)look_up, &runtime))
        ompt_runtime = runtime.dli_fbase;
    if (!native_records() || pthread_atfork(NULL, NULL, forked) != 0)
        return 0;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        for (int second = 1; second >= 0; second--)
            if (requests[i].events[second] &&
                set(requests[i].events[second], requests[i].callbacks[second]) < OMPT_SET_SOMETIMES)
                break;
    return 1;
}

static void finalize(union ompt_data *tool)
{
    (void)tool;
}

/* ---- other tools --------------------------------------------------------------------------------------------------
 */

typedef struct ompt_tool *start_tool(unsigned version, const char *runtime);

start_tool ompt_start_tool __attribute__((visibility("default")));

static bool asked; /* a runtime has called ompt_start_tool */

static start_tool *find(void *from)
{
    void *address = dlsym(from, "ompt_start_tool");
    start_tool *start;
    memcpy(&start, &address, sizeof start);
    return start;
}

static void warn(void)
{
    fputs("qii run: another tool uses OpenMP's tool interface, so OpenMP is not recorded\n", stderr);
}

/* The program may have a tool itself, which precedes this one. */
__attribute__((destructor)) static void unloaded(void)
{
    Dl_info first, own;
    if (!native_is_launched() || ompt_stopped || asked)
        return;
    start_tool *start = find(RTLD_DEFAULT);
    if (start && dladdr((void *)start, &first) && dladdr(&asked, &own) && first.dli_fbase != own.dli_fbase)
        warn();
}

/* Respect another library's tool, which the runtime would have found without this one, and the user's. */
struct ompt_tool *ompt_start_tool(unsigned version, const char *runtime)
{
    static struct ompt_tool own = {.initialize = initialize, .finalize = finalize};
    start_tool *next = find(RTLD_NEXT);
    struct ompt_tool *other = next ? next(version, runtime) : NULL;
    const char *libraries = getenv("OMP_TOOL_LIBRARIES");
    asked = true;
    if (!native_is_launched())
        return other;
    if (!other && (!libraries || !*libraries))
        return &own;
    warn();
    return other;
}
