#include "bindings/native/start.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/preloaded.h"
#include "bindings/native/filter.h"
#include "bindings/native/fork.h"
#include "bindings/native/messages.h"
#include "bindings/native/method.h"
#include "bindings/native/postpone.h"

int native_state;

static struct kit_settings settings = {.cover = KIT_COVER_UNSET};
static pid_t process; /* 0 = not started by `qii run` */

static bool is_child; /* the child of a recorded program */

static const char children_variable[] = "QII_RUN_CHILDREN"; /* settings of children, unset = they are not recorded */

/* Return the settings, to be freed, and restore the environment. If children are recorded, LD_PRELOAD and their
 * settings stay in the environment. */
static char *take_settings(void)
{
    static const char variable[] = "QII_RUN_SETTINGS";
    const char *children = getenv(children_variable);
    const char *own = getenv(variable);
    if (!children)
        return kit_preloaded_take(variable);
    is_child = !own;
    char *text = strdup(own ? own : children);
    kit_preloaded_unset(variable);
    return text;
}

static void stop(void)
{
    __atomic_store_n(&native_state, NATIVE_OFF, __ATOMIC_RELEASE);
}

/* This is a forked child, which is recorded or not. */
static void forked(bool recorded)
{
    if (!recorded)
        stop();
    process = recorded ? getpid() : 0;
    is_child = true;
    native_messages_close();
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
        free(text);
        bool samples = settings.texts[KIT_SAMPLE];
        if (!process || samples)
            stop();
        if (process)
            native_messages_keep();
        if (process) /* forked children are not sampled */
            native_fork_prepare(getenv(children_variable) != NULL && !samples, forked);
    }
    kit_library_unlock();
}

__attribute__((constructor)) static void loaded(void)
{
    prepare();
}

/* Return a descriptor for messages that nobody reads, -1 = none. */
static int mute(void)
{
    int nowhere = kit_library.qii.redirect_messages ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (nowhere >= 0)
        kit_library.qii.redirect_messages(nowhere);
    return nowhere;
}

/* Choose where the summary goes before the run ends: a child prints none. */
static void choose_messages(void)
{
    if (is_child)
        mute();
    else
        native_messages_redirect();
}

/* Return whether the program uses an OpenMP runtime without OMPT. */
static bool has_old_openmp(void)
{
    Dl_info file;
    void *function = dlsym(RTLD_DEFAULT, "omp_get_num_threads");
    void *runtime = function && dladdr(function, &file) ? dlopen(file.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    return runtime && !dlsym(runtime, "ompt_start_tool");
}

/* Print what would help to record a program that used no interface. */
static void print_hint(void)
{
    const char *tool = getenv("OMP_TOOL");
    const char *hint = "compile it with -finstrument-functions, or use --sample";
    if (has_old_openmp())
        hint = "its OpenMP runtime has no OMPT: use clang's libomp, or compile it with -finstrument-functions";
    else if (tool && strcasecmp(tool, "disabled") == 0)
        hint = "OMP_TOOL=disabled switches OpenMP's tool interface off";
    dprintf(native_messages_descriptor(), "qii run: the program used no interface that qii records; %s\n", hint);
}

/* The library ends its run itself when it is unloaded, after the program's destructors. A child prints no table. */
__attribute__((destructor)) static void unloaded(void)
{
    if (native_state == NATIVE_RECORDS)
        native_method_register_postponed();
    if (native_state == NATIVE_RECORDS)
        choose_messages();
    if (native_state == NATIVE_NEW && process == getpid() && !is_child)
        print_hint();
}

bool native_is_launched(void)
{
    if (!process && native_state == NATIVE_NEW)
        prepare();
    return process != 0;
}

static const char *lacks(const struct qii *qii)
{
    bool complete = qii->enter_method && qii->enter_function && qii->leave_function && qii->unwind &&
                    qii->enter_method_since && qii->follow_method && qii->leave_method && qii->retire_method_id &&
                    qii->begin_overhead && qii->end_overhead && qii->open_methods && qii->set_thread_name_vt &&
                    qii->vthread_suspend && qii->vthread_resume && qii->vthread_switch && qii->vthread_wake;
    return complete ? NULL : "the library lacks functions that qii run needs, such as qprof_enter_method";
}

/* Start the recorder. Children start it without messages: their data files get numbers, for example. */
static const char *join(const struct kit_binding *binding)
{
    const char *wrong = kit_library_load(binding, &settings);
    if (wrong)
        return wrong;
    int nowhere = is_child ? mute() : -1;
    wrong = kit_library_join(binding, &settings, false);
    if (nowhere >= 0) {
        kit_library.qii.redirect_messages(0);
        close(nowhere);
    }
    return wrong;
}

static void report(const char *wrong)
{
    if (wrong && !is_child)
        fprintf(stderr, "qii run: %s; the program runs without a profile\n", wrong);
}

bool native_begin(void)
{
    static const struct kit_binding binding = {
        .virtual_threads = true, .until_unload = true, .lacks = lacks, .unknown = native_method_register};
    static bool begins; /* true also if this thread, which holds the lock, is here already */
    int before = errno;
    if (native_is_in_handler()) /* it may have interrupted malloc; the next event outside of it begins */
        return false;
    kit_library_lock();
    if (native_is_launched() && native_state == NATIVE_NEW && !begins) {
        begins = true;
        native_filter_begin(&settings);
        const char *wrong = join(&binding);
        report(wrong);
        if (!wrong)
            native_fork_begin();
        __atomic_store_n(&native_state, wrong ? NATIVE_OFF : NATIVE_RECORDS, __ATOMIC_RELEASE);
    }
    kit_library_unlock();
    errno = before;
    return native_state == NATIVE_RECORDS;
}

const char *native_sampling(void)
{
    return native_is_launched() ? settings.texts[KIT_SAMPLE] : NULL;
}

bool native_begin_samples(const struct kit_binding *binding)
{
    const char *wrong = join(binding);
    report(wrong);
    return !wrong;
}

bool native_mute_child(void)
{
    if (is_child)
        mute();
    return is_child;
}

void native_end(void)
{
    bool records = __atomic_load_n(&native_state, __ATOMIC_ACQUIRE) == NATIVE_RECORDS || settings.texts[KIT_SAMPLE];
    if (!records || process != getpid() || native_is_in_handler())
        return;
    native_method_register_postponed();
    choose_messages();
    stop();
    kit_library_leave(0);
}

bool native_is_own_process(void)
{
    return process == getpid();
}

void native_end_before(const char *next)
{
    if (getenv(children_variable) || !native_is_own_process() || native_is_in_handler()) {
        native_end();
        return;
    }
    bool quiet = kit_library.qii.get_option && kit_library.qii.get_option("quiet");
    native_end();
    if (!quiet)
        dprintf(native_messages_descriptor(), "qii run: the program becomes %s, which only --children records\n", next);
}

void native_annotate(char *text)
{
    if (text)
        kit_library.qii.add_annotation(text);
    free(text);
}
