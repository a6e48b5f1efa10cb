/* control.c - pause, resume and detach; names of threads; clocks. */
#include "bindings/itt/control.h"

#include <stdlib.h>
#include <time.h>

#include "bindings/itt/clock.h"
#include "bindings/itt/functions.h"
#include "bindings/kit/strings.h"

bool itt_detached;
_Thread_local bool itt_ignored;

/* ---- the whole process ------------------------------------------------------------------------------------------ */

enum { SCOPE_HOST = 1 };

static void pause_recording(void)
{
    if (itt_records())
        kit_library.qii.stop_recording_data();
}

static void resume_recording(void)
{
    if (itt_records())
        kit_library.qii.start_recording_data();
}

static void pause_scope(int scope)
{
    if (scope & SCOPE_HOST)
        pause_recording();
}

static void resume_scope(int scope)
{
    if (scope & SCOPE_HOST)
        resume_recording();
}

/* End the recording for the rest of the run. */
static void detach(void)
{
    if (itt_records())
        kit_library.qii.disable_recording_data();
    __atomic_store_n(&itt_detached, true, __ATOMIC_RELAXED);
}

/* ---- the calling thread ----------------------------------------------------------------------------------------- */

static void name_thread(const char *name)
{
    if (name && itt_records())
        kit_library.qii.set_thread_name(name);
}

/* `length` is that of an older interface, whose names may lack a null byte. */
static int name_thread_by_length(const char *name, int length)
{
    char *copy = name && length > 0 ? kit_format("%.*s", length, name) : NULL;
    name_thread(copy);
    free(copy);
    return 0;
}

static void ignore_thread(void)
{
    itt_ignored = true;
}

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

uint64_t itt_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Events with times of such a clock are recorded at the time of their call. */
static struct itt_clock *make_clock(void (*get)(void *info, void *data), void *data)
{
    struct itt_clock *clock = calloc(1, sizeof *clock);
    if (clock)
        *clock = (struct itt_clock){.get = get, .data = data};
    return clock;
}

static const char *version(void)
{
    return "ITT-API-Version 3.0 (qii)";
}

const struct itt_named itt_controls[] = {ITT_NAMED(pause, pause_recording),
                                         ITT_NAMED(resume, resume_recording),
                                         ITT_NAMED(pause_scoped, pause_scope),
                                         ITT_NAMED(resume_scoped, resume_scope),
                                         ITT_NAMED(detach, detach),
                                         ITT_NAMED(thread_set_name, name_thread),
                                         ITT_NAMED(thr_name_set, name_thread_by_length),
                                         ITT_NAMED(thread_ignore, ignore_thread),
                                         ITT_NAMED(thr_ignore, ignore_thread),
                                         ITT_NAMED(get_timestamp, itt_now),
                                         ITT_NAMED(clock_domain_create, make_clock),
                                         ITT_NAMED(api_version, version),
                                         {NULL, NULL}};
