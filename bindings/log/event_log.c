/* event_log.c - a QII library that records nothing and prints each call. It helps to debug an interpreter that embeds
 * qii, and the tests of every binding compare its output.
 *
 * QII_LOG names the output file (default stderr). QII_LOG_SHOW contains a letter for each kind of event to print: i
 * start, end and control, m methods, c calls, d their callers, l lines, T times of lines, t threads, s sources, x
 * excluded lines, o other events.
 *
 * Each line about a thread begins with a number: that of the virtual thread or, in a run without virtual threads, of
 * the system thread, in the order in which system threads were first seen. Calls that a client must not make are marked
 * (WRONG). Any thread may call the functions.
 *
 * Built with LOG_COVERS, the library replaces libcprof, otherwise libqprof. */
#include "bindings/log/event_log_text.h"

#include <string.h>

#include "bindings/log/event_log_methods.h"
#include "bindings/log/event_log_threads.h"
#include "qprof_counters.h"

static bool running;

/* ---- life cycle and control ------------------------------------------------------------------------------------- */

EXPORT const char *qprof_version(void)
{
    return QPROF_VERSION;
}

EXPORT unsigned long qprof_abilities(void)
{
#ifdef LOG_COVERS
    return QPROF_ABILITY_COVERS;
#else
    return QPROF_ABILITY_TIMES;
#endif
}

EXPORT int qprof_initialize_ex(qprof_InitInfo *info)
{
    BEGIN;
    running = log_recording = true;
    log_virtual_threads = info->usingVirtualThreads;
    log_last_seen = 0;
    log_callback = info->callback_get_method_info;
    SAY('i', "start%s%s\n", *info->initial_options ? " " : "", info->initial_options);
    return strstr(info->initial_options, "granularity=line") ? QPROF_REPORT_BLOCKS : QPROF_METHODS_ONLY;
}

EXPORT int qprof_initialize(const char *options, void (*callback)(qprof_MethodID))
{
    return qprof_initialize_ex(&(qprof_InitInfo){0, options, callback, 0});
}

static void end_run(void)
{
    if (log_out)
        fflush(log_out);
    running = log_recording = false;
}

EXPORT void qprof_shutdown_vt(VthreadID vt)
{
    BEGIN;
    SAY('i', "%lu stop\n", (unsigned long)vt);
    end_run();
}

EXPORT void qprof_shutdown(void)
{
    BEGIN;
    SAY('i', "stop\n");
    end_run();
}

EXPORT void *qprof_get_option(const char *name)
{
    BEGIN;
    SAY('i', "option %s\n", name);
    return NULL;
}

EXPORT int qprof_is_running(void)
{
    return running;
}

EXPORT int qprof_is_recording_data(void)
{
    return log_recording;
}

EXPORT int qprof_start_recording_data(void)
{
    return log_recording = true;
}

EXPORT int qprof_stop_recording_data(void)
{
    log_recording = false;
    return 1;
}

EXPORT int qprof_disable_recording_data(void)
{
    BEGIN;
    SAY('i', "disable\n");
    return qprof_stop_recording_data();
}

/* Define a function without arguments that only prints a word. */
#define CONTROL(name, word)                                                                                            \
    EXPORT int name(void)                                                                                              \
    {                                                                                                                  \
        BEGIN;                                                                                                         \
        SAY('i', word "\n");                                                                                           \
        return 1;                                                                                                      \
    }

CONTROL(qprof_clear_data, "clear")
CONTROL(qprof_save_data, "save")
CONTROL(qprof_new_phase, "phase")

EXPORT int qprof_new_phase_named(const char *name)
{
    BEGIN;
    SAY('i', "phase %s\n", name);
    return 1;
}

static int log_context(const char *what, const char *name)
{
    BEGIN;
    SAY('i', "context %s%s\n", what, name ? name : "");
    return 0;
}

EXPORT int qprof_context(const char *name)
{
    return log_context("", name);
}

EXPORT int qprof_context_load(const char *source_file)
{
    return log_context("load of ", source_file);
}

EXPORT int qprof_context_vt(const char *name, VthreadID virtual_id)
{
    BEGIN;
    SAY('i', "%lu context %s\n", (unsigned long)virtual_id, name ? name : "");
    return 0;
}

EXPORT int qprof_return_to_context(int number)
{
    BEGIN;
    SAY('i', "context number %d\n", number);
    return 0;
}

EXPORT int qprof_context_within(const char *name, const char *outer)
{
    BEGIN;
    SAY('i', "context %s within %s\n", name, outer);
    return 0;
}

EXPORT int qprof_context_of_counters(const char *name, int is_load)
{
    BEGIN;
    SAY('i', "context of counters %s%s\n", is_load ? "load of " : "", name ? name : "");
    return 0;
}

EXPORT int qprof_context_hits(const char *name, int is_load, const void *const *counters, int count)
{
    BEGIN;
    (void)counters;
    SAY('i', "context %s%s, %d hits\n", is_load ? "load of " : "", name, count);
    return 0;
}

EXPORT int qprof_add_annotation(const char *text)
{
    BEGIN;
    SAY('i', "note %s\n", text);
    return (int)strlen(text);
}

EXPORT void qprof_set_break_on_event(unsigned long flags, void *data)
{
    BEGIN;
    SAY('i', "break on %lu of %p\n", flags, data);
}
