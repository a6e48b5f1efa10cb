#include "bindings/jvm/agent/run.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/agent/hidden.h"
#include "bindings/jvm/agent/unloaded.h"
#include "bindings/jvm/allocation/allocations.h"
#include "bindings/jvm/allocation/site_counts.h"
#include "bindings/jvm/events/blocking.h"
#include "bindings/jvm/events/collections.h"
#include "bindings/jvm/events/locks.h"
#include "bindings/jvm/events/monitors.h"
#include "bindings/jvm/events/notifiers.h"
#include "bindings/jvm/events/threads.h"
#include "bindings/jvm/events/virtual_threads.h"
#include "bindings/jvm/methods/loaded.h"
#include "bindings/jvm/methods/methods.h"
#include "bindings/jvm/methods/wanted.h"
#include "bindings/jvm/runtime/contexts.h"
#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/runtime/natives.h"
#include "bindings/jvm/sample/samples.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/jvm/throttle/stripes.h"
#include "bindings/jvm/throttle/table.h"
#include "bindings/jvm/throttle/throttle.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"

static bool recording;
static bool counts_nothing; /* samples are taken, and neither calls nor lines are counted */
static struct qjvm_method_options options;

/* ---- callbacks of the library ----------------------------------------------------------------------------------- */

/* Called when the library has been loaded, before it is started. From now on the library may print messages, so
 * redirect its messages here. */
static const char *lacks(const struct qii *qii)
{
    qjvm_messages_of(qii);
    if (!qii->enter_method || !qii->leave_method || !qii->return_to_method)
        return "the library lacks qprof_enter_method, qprof_leave_method or qprof_return_to_method";
    if (!qii->block_counters)
        return "the library lacks qprof_block_counters";
    return NULL;
}

static const struct kit_binding binding = {.virtual_threads = true, .other_library = "", .lacks = lacks};

/* ---- events of the JVM ------------------------------------------------------------------------------------------ */

/* Begin to attribute time to the recorder, instead of the method that loads a class, until end_overhead. Only runs
 * whose threads report calls need this. */
static int begin_overhead(void)
{
    return kit_library.qii.begin_overhead && options.calls ? kit_library.qii.begin_overhead() : 0;
}

static void end_overhead(int begun)
{
    if (kit_library.qii.end_overhead && options.calls)
        kit_library.qii.end_overhead(begun);
}

/* Insert what records a class, if it is to be recorded. Return NULL if the class is unchanged. */
static unsigned char *rewrite_recorded(JNIEnv *env, jobject loader, const char *name, const unsigned char *bytes,
                                       jint size, size_t *new_size)
{
    bool recorded = !counts_nothing && qjvm_wanted_is(env, loader, name);
    if (!recorded && !(options.allocations && qjvm_wanted_for_allocations(qjvm_text_of(name))))
        return NULL;
    int begun = begin_overhead();
    unsigned char *rewritten = qjvm_methods_rewrite(&options, recorded, bytes, (size_t)size, new_size);
    end_overhead(begun);
    return rewritten;
}

/* Insert the call of QiiNotifiers into JUnit 4's RunNotifier, which may be recorded, too. */
static unsigned char *rewrite_notifier(JNIEnv *env, jobject loader, const char *name, const unsigned char *bytes,
                                       jint size, size_t *new_size)
{
    size_t recorded_size = 0;
    unsigned char *recorded = rewrite_recorded(env, loader, name, bytes, size, &recorded_size);
    unsigned char *rewritten = recorded ? qjvm_notifiers_rewrite(env, recorded, recorded_size, new_size)
                                        : qjvm_notifiers_rewrite(env, bytes, (size_t)size, new_size);
    if (rewritten) {
        free(recorded);
        return rewritten;
    }
    *new_size = recorded_size;
    return recorded;
}

static unsigned char *rewrite(JNIEnv *env, jobject loader, const char *name, const unsigned char *bytes, jint size,
                              size_t *new_size)
{
    if (name && qjvm_virtual_threads_is(name))
        return qjvm_virtual_threads_rewrite(bytes, (size_t)size, new_size);
    unsigned char *counters = recording && name ? qjvm_contexts_rewrite(name, bytes, (size_t)size) : NULL;
    if (counters) {
        *new_size = (size_t)size;
        return counters;
    }
    if (!recording || !name)
        return NULL;
    return qjvm_notifiers_is(name) ? rewrite_notifier(env, loader, name, bytes, size, new_size)
                                   : rewrite_recorded(env, loader, name, bytes, size, new_size);
}

void JNICALL qjvm_run_class_is_read(jvmtiEnv *jvmti, JNIEnv *env, QJVM_UNUSED jclass redefined, jobject loader,
                                    const char *name, QJVM_UNUSED jobject domain, jint size, const unsigned char *bytes,
                                    jint *new_size, unsigned char **new_bytes)
{
    size_t rewritten_size = 0;
    unsigned char *rewritten = rewrite(env, loader, name, bytes, size, &rewritten_size);
    unsigned char *given;
    if (rewritten && (*jvmti)->Allocate(jvmti, (jlong)rewritten_size, &given) == JVMTI_ERROR_NONE) {
        memcpy(given, rewritten, rewritten_size);
        *new_bytes = given;
        *new_size = (jint)rewritten_size;
    }
    free(rewritten);
}

/* Rewrite a hidden class, of which only allocations are recorded. Return NULL if it is unchanged. */
static unsigned char *rewrite_hidden(const unsigned char *bytes, size_t size, size_t *new_size)
{
    return qjvm_methods_rewrite(&options, false, bytes, size, new_size);
}

/* ---- a run ------------------------------------------------------------------------------------------------------ */

/* Return true if the run measures no time, only coverage. */
static bool covers(const struct kit_settings *settings)
{
    return !settings->texts[KIT_SAMPLE] && kit_library.lines && !kit_library.times;
}

/* Return true if no call is reported: the run measures no time, or takes samples, and counters in the byte code count
 * what it counts. */
static bool counts(const struct kit_settings *settings)
{
    return settings->texts[KIT_SAMPLE] || covers(settings);
}

/* Return true if counters at allocation sites count all objects. */
static bool counts_allocations(const struct kit_settings *settings)
{
    return settings->texts[KIT_SAMPLE] && kit_library.times && kit_is(kit_library.qii.get_option("alloc"), "exact");
}

static const char *define_classes(jvmtiEnv *jvmti, JNIEnv *env, jthread first, const struct kit_settings *settings)
{
    counts_nothing = kit_is(settings->texts[KIT_COUNT], "none");
    if (!qjvm_stripes_begin(env, first))
        return "no memory for the table of threads";
    options = (struct qjvm_method_options){
        .counters = qjvm_java_part_define(env, QJVM_COUNTERS),
        .calls = counts(settings) ? NULL : qjvm_java_part_define_calls(jvmti, env, qjvm_wanted_of_jdk()),
        .loads = qjvm_contexts_define(jvmti, env),
        .allocations = counts_allocations(settings) ? qjvm_site_counts_define(env) : NULL,
        .timed_ids = QJVM_TABLE_METHODS,
        .lines = counts(settings) && !kit_is(settings->texts[KIT_COUNT], "call"),
        .exact_calls = !covers(settings),
        .branches = kit_library.branches,
        .filter = covers(settings) || kit_library.branches,
        .leaf_times = kit_is(settings->texts[KIT_LEAF], "time")};
    bool defined = options.counters && (counts(settings) || (options.calls && qjvm_table_reset(jvmti, env))) &&
                   options.loads && qjvm_java_part_define(env, QJVM_PHASES);
    return defined ? NULL : "the agent's classes cannot be defined";
}

/* Record the names of platform threads. The listener stays installed as long as the process lives; between runs the
 * library ignores its events. Call this function before virtual threads are recorded, because they start platform
 * threads, whose names must be recorded, too. */
static void listen_to_threads(JNIEnv *env, jthread first)
{
    static bool listens;
    if (!listens)
        qjvm_threads_begin(env, first);
    listens = true;
}

static void listen(jvmtiEnv *jvmti, JNIEnv *env, const struct kit_settings *settings)
{
    static bool listens;
    static bool listens_to_waits, listens_to_collections; /* not needed by runs that only count */
    if (!counts(settings) || qjvm_virtuals_are_sampled())
        qjvm_virtual_threads_begin(jvmti, env);
    if ((!counts(settings) || qjvm_virtuals_are_sampled()) && !listens_to_waits) {
        qjvm_blocking_begin();
        qjvm_monitors_begin();
        qjvm_locks_begin(env);
        listens_to_waits = true;
    }
    if (!counts(settings) && !listens_to_collections) {
        qjvm_collections_begin();
        listens_to_collections = true;
    }
    qjvm_hidden_rewrite(options.allocations ? rewrite_hidden : NULL);
    if (!listens)
        qjvm_natives_begin(env);
    listens = true;
}

static void begin_samples(JNIEnv *env, unsigned samples_per_second, bool attached)
{
    const char *wrong = qjvm_samples_begin(env, samples_per_second, attached);
    if (!wrong)
        return;
    qjvm_virtuals_leave();
    qjvm_message("%s: %s", wrong,
                 counts_nothing  ? "nothing is recorded"
                 : options.lines ? "only calls and lines are counted"
                                 : "only calls are counted");
}

/* Begin to record allocations if the library's options request it. */
static void begin_allocations(JNIEnv *env, const struct kit_settings *settings)
{
    const char *kind = kit_library.times ? kit_library.qii.get_option("alloc") : NULL;
    const char *wrong = NULL;
    if (!kind || kit_is(kind, "no"))
        return;
    if (counts_allocations(settings))
        wrong = options.allocations ? qjvm_site_counts_begin(env) : "the agent's class cannot be defined";
    else if (settings->texts[KIT_SAMPLE] && !qjvm_virtuals_are_sampled())
        wrong = "no stacks are sampled";
    else
        wrong = qjvm_allocations_begin(env, kit_is(kind, "exact"));
    if (wrong)
        qjvm_message("%s; no allocations are recorded", wrong);
}

bool qjvm_run_begin(jvmtiEnv *jvmti, JNIEnv *env, jthread first, const struct kit_settings *settings)
{
    bool branches = settings->cover == KIT_COVER_BRANCHES || kit_is(settings->texts[KIT_COUNT], "branch");
    const char *wrong = kit_library_join(&binding, settings, branches);
    bool joined = !wrong;
    if (joined) {
        qjvm_wanted_begin(env, settings);
        wrong = define_classes(jvmti, env, first, settings);
    }
    if (wrong) {
        qjvm_message("%s; the program runs without a profile", wrong);
        if (joined)
            kit_library_leave(0);
        return false;
    }
    recording = true;
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
    listen_to_threads(env, first);
    unsigned rate = settings->texts[KIT_SAMPLE] ? (unsigned)(uintptr_t)kit_library.qii.get_option("sample") : 0;
    if (rate > 0)
        qjvm_virtuals_start();
    int begun = begin_overhead();
    listen(jvmti, env, settings);
    if (!counts_nothing || options.allocations)
        qjvm_loaded_rewrite(jvmti, env, !counts_nothing, options.allocations);
    if (covers(settings))
        qjvm_unloaded_register(jvmti, env, settings->texts[KIT_CLASSES], &options);
    end_overhead(begun);
    if (rate > 0)
        begin_samples(env, rate, !first);
    begin_allocations(env, settings);
    if (options.calls)
        qjvm_throttle_begin(env);
    return true;
}

void qjvm_run_end(jvmtiEnv *jvmti, JNIEnv *env, bool stays)
{
    if (!recording)
        return;
    recording = false;
    qjvm_hidden_rewrite(NULL);
    qjvm_throttle_end();
    qjvm_allocations_end();
    qjvm_site_counts_end(env);
    qjvm_samples_end();
    if (stays) {
        qjvm_virtual_threads_end(jvmti, env);
        qjvm_loaded_rewrite(jvmti, env, true, options.allocations);
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_DISABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
    }
    kit_library_leave(0);
    qjvm_virtuals_leave();
}

bool qjvm_run_records(void)
{
    return recording;
}

bool qjvm_run_save(JNIEnv *env)
{
    if (recording) {
        qjvm_samples_save();
        qjvm_site_counts_save(env);
    }
    return recording && kit_library.qii.save_data() != 0;
}
