/* interface.h - the part of OpenMP's tool interface (OMPT) that is used here, declared from the OpenMP specification,
 * versions 5.0 to 5.2. Building needs no header of an OpenMP runtime. */
#pragma once

#include <stdint.h>

/* A word of the tool in each thread, task and parallel region of the runtime, which sets it to 0. */
union ompt_data {
    uint64_t value;
    void *pointer;
};

typedef void (*ompt_function)(void);

/* Return a function of the runtime by its name, NULL if it has none. */
typedef ompt_function (*ompt_look_up)(const char *name);

/* Result of ompt_start_tool. `initialize` returns non-zero if the tool wants callbacks. */
struct ompt_tool {
    int (*initialize)(ompt_look_up look_up, int device, union ompt_data *tool);
    void (*finalize)(union ompt_data *tool);
    union ompt_data data;
};

/* Install a callback. Return one of OMPT_SET_*. */
typedef int (*ompt_set_callback)(int event, ompt_function callback);

enum {
    OMPT_SET_ERROR,
    OMPT_SET_NEVER,
    OMPT_SET_IMPOSSIBLE,
    OMPT_SET_SOMETIMES,
    OMPT_SET_SOMETIMES_PAIRED,
    OMPT_SET_ALWAYS,
};

enum ompt_event {
    OMPT_THREAD_BEGIN = 1,
    OMPT_THREAD_END = 2,
    OMPT_PARALLEL_BEGIN = 3,
    OMPT_PARALLEL_END = 4,
    OMPT_TASK_CREATE = 5,
    OMPT_TASK_SCHEDULE = 6,
    OMPT_IMPLICIT_TASK = 7,
    OMPT_SYNC_REGION_WAIT = 16,
    OMPT_MUTEX_RELEASED = 17,
    OMPT_TASK_DEPENDENCE = 19,
    OMPT_WORK = 20,
    OMPT_MASKED = 21, /* master, until 5.0 */
    OMPT_SYNC_REGION = 23,
    OMPT_MUTEX_ACQUIRE = 26,
    OMPT_MUTEX_ACQUIRED = 27,
    OMPT_NEST_LOCK = 28,
};

enum ompt_endpoint { OMPT_BEGIN = 1, OMPT_END = 2 };

enum ompt_thread_kind { OMPT_THREAD_INITIAL = 1, OMPT_THREAD_WORKER = 2 };

enum ompt_task_flags {
    OMPT_TASK_INITIAL = 1,
    OMPT_TASK_EXPLICIT = 4,
    OMPT_TASK_TARGET = 8,
    OMPT_TASK_TASKWAIT = 16, /* stands for a taskwait with dependences */
    OMPT_TASK_UNDEFERRED = 0x08000000,
    OMPT_TASK_UNTIED = 0x10000000,
};

/* Why a task left its thread. */
enum ompt_task_status {
    OMPT_TASK_COMPLETE = 1,
    OMPT_TASK_YIELD = 2,
    OMPT_TASK_CANCEL = 3,
    OMPT_TASK_DETACH = 4, /* ended, but its event is not fulfilled */
    OMPT_TASK_EARLY_FULFILL = 5,
    OMPT_TASK_LATE_FULFILL = 6, /* the event of a detached task is fulfilled */
    OMPT_TASK_SWITCH = 7,
    OMPT_TASKWAIT_COMPLETE = 8,
};

enum ompt_sync_kind {
    OMPT_SYNC_BARRIER = 1,
    OMPT_SYNC_BARRIER_IMPLICIT = 2,
    OMPT_SYNC_BARRIER_EXPLICIT = 3,
    OMPT_SYNC_BARRIER_IMPLEMENTATION = 4,
    OMPT_SYNC_TASKWAIT = 5,
    OMPT_SYNC_TASKGROUP = 6,
    OMPT_SYNC_REDUCTION = 7,
    OMPT_SYNC_BARRIER_IMPLICIT_WORKSHARE = 8,
    OMPT_SYNC_BARRIER_IMPLICIT_PARALLEL = 9,
    OMPT_SYNC_BARRIER_TEAMS = 10,
};

enum ompt_work_kind {
    OMPT_WORK_LOOP = 1,
    OMPT_WORK_SECTIONS = 2,
    OMPT_WORK_SINGLE_EXECUTOR = 3,
    OMPT_WORK_SINGLE_OTHER = 4,
    OMPT_WORK_WORKSHARE = 5,
    OMPT_WORK_DISTRIBUTE = 6,
    OMPT_WORK_TASKLOOP = 7,
    OMPT_WORK_SCOPE = 8,
    OMPT_WORK_LOOP_STATIC = 10,
    OMPT_WORK_LOOP_DYNAMIC = 11,
    OMPT_WORK_LOOP_GUIDED = 12,
    OMPT_WORK_LOOP_OTHER = 13,
};

enum ompt_mutex_kind {
    OMPT_MUTEX_LOCK = 1,
    OMPT_MUTEX_TEST_LOCK = 2,
    OMPT_MUTEX_NEST_LOCK = 3,
    OMPT_MUTEX_TEST_NEST_LOCK = 4,
    OMPT_MUTEX_CRITICAL = 5,
    OMPT_MUTEX_ATOMIC = 6,
    OMPT_MUTEX_ORDERED = 7,
};
