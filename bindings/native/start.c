#include "bindings/native/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/preloaded.h"
#include "bindings/native/filter.h"
#include "bindings/native/method.h"
#include "bindings/native/postpone.h"

int native_state;

static struct kit_settings settings = {.cover = KIT_COVER_UNSET};
static pid_t process; /* 0 = not started by `qii run` */

static bool is_child; /* the child of a recorded program */

/* Return the settings, to be freed, and restore the environment. If children are recorded, LD_PRELOAD and their
 * settings stay in the environment. */
static char *take_settings(void)
{
    const char *children = getenv("QII_RUN_CHILDREN");
    const char *own = getenv("QII_RUN_SETTINGS");
    if (!children)
        return kit_preloaded_take("QII_RUN_SETTINGS");
    is_child = !own;
    char *text = strdup(own ? own : children);
    unsetenv("QII_RUN_SETTINGS");
    return text;
}

/* Read the settings, and restore the environment, unless that is done. An interface may be used by a constructor of
 * another library before the constructor of this one, so the first call may come from anywhere. */
static void prepare(void)
{
    static bool done; /* true also while it is being done: the program's malloc may be instrumented */
    kit_library_lock();
    if (!done) {
        done = true;
        char *text = take_settings();
        if (text && kit_settings_read(&settings, text))
            process = getpid();
        else if (text)
            fputs("qii run: the settings are invalid\n", stderr);
        if (!process || settings.texts[KIT_SAMPLE])
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
    if (native_state == NATIVE_NEW && process == getpid() && !is_child)
        fputs("qii run: the program used no interface that qii records; compile it with -finstrument-functions, "
              "or use --sample\n",
              stderr);
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

static bool join(const struct kit_binding *binding)
{
    const char *wrong = kit_library_join(binding, &settings, false);
    if (wrong)
        fprintf(stderr, "qii run: %s\n", wrong);
    return !wrong;
}

bool native_begin(void)
{
    static const struct kit_binding binding = {
        .virtual_threads = true, .until_unload = true, .lacks = lacks, .unknown = native_method_register};
    static bool begins; /* true also if this thread, which holds the lock, is here already */
    kit_library_lock();
    if (native_is_launched() && native_state == NATIVE_NEW && !begins) {
        begins = true;
        native_filter_begin(&settings);
        __atomic_store_n(&native_state, join(&binding) ? NATIVE_RECORDS : NATIVE_OFF, __ATOMIC_RELEASE);
    }
    kit_library_unlock();
    return native_state == NATIVE_RECORDS;
}

const char *native_sampling(void)
{
    return native_is_launched() ? settings.texts[KIT_SAMPLE] : NULL;
}

bool native_begin_samples(const struct kit_binding *binding)
{
    return join(binding);
}

void native_end(void)
{
    bool records = __atomic_load_n(&native_state, __ATOMIC_ACQUIRE) == NATIVE_RECORDS || settings.texts[KIT_SAMPLE];
    if (!records || process != getpid() || native_is_in_handler())
        return;
    native_method_register_postponed();
    __atomic_store_n(&native_state, NATIVE_OFF, __ATOMIC_RELEASE);
    kit_library_leave(0);
}
