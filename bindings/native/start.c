#include "bindings/native/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bindings/kit/preloaded.h"
#include "bindings/native/filter.h"
#include "bindings/native/hint.h"
#include "bindings/native/method.h"

int native_state;

static struct kit_settings settings = {.cover = KIT_COVER_UNSET};
static pid_t process; /* 0 = not started by `qii run` */

/* Read the settings, and restore the environment, unless that is done. An interface may be used by a constructor of
 * another library before the constructor of this one, so the first call may come from anywhere. */
static void prepare(void)
{
    static bool done; /* true also while it is being done: the program's malloc may be instrumented */
    kit_library_lock();
    if (!done) {
        done = true;
        char *text = kit_preloaded_take("QII_RUN_SETTINGS");
        if (text && kit_settings_read(&settings, text))
            process = getpid();
        else if (text)
            fputs("qii run: the settings are invalid\n", stderr);
        if (!process)
            __atomic_store_n(&native_state, NATIVE_OFF, __ATOMIC_RELEASE);
        free(text);
    }
    kit_library_unlock();
}

__attribute__((constructor)) static void loaded(void)
{
    prepare();
}

/* The library ends its run itself when it is unloaded, after the program's destructors. */
__attribute__((destructor)) static void unloaded(void)
{
    if (native_state == NATIVE_RECORDS)
        native_method_register_postponed();
    if (native_state == NATIVE_NEW && process == getpid())
        native_hint();
}

bool native_is_launched(void)
{
    if (!process && native_state == NATIVE_NEW)
        prepare();
    return process != 0;
}

static const char *lacks(const struct qii *qii)
{
    bool complete = qii->enter_method && qii->leave_method && qii->retire_method_id && qii->begin_overhead;
    return complete ? NULL : "the library lacks functions of QII since 0.2, such as qprof_enter_method";
}

bool native_begin(void)
{
    static const struct kit_binding binding = {
        .virtual_threads = true, .until_unload = true, .lacks = lacks, .unknown = native_method_register};
    static bool begins; /* true also if this thread, which holds the lock, is here already */
    kit_library_lock();
    if (native_is_launched() && !begins) {
        begins = true;
        native_filter_begin(&settings);
        const char *wrong = kit_library_join(&binding, &settings, false);
        if (wrong)
            fprintf(stderr, "qii run: %s\n", wrong);
        __atomic_store_n(&native_state, wrong ? NATIVE_OFF : NATIVE_RECORDS, __ATOMIC_RELEASE);
    }
    kit_library_unlock();
    return native_state == NATIVE_RECORDS;
}
