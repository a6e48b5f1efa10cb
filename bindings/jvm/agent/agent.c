/* agent.c - the agent as the JVM sees it: -agentpath:/.../libqiijvm.so[=SETTINGS] (bindings/kit/settings.h). */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/agent/java_part.h"
#include "bindings/jvm/agent/methods.h"
#include "bindings/jvm/agent/virtual_threads.h"
#include "bindings/kit/library.h"

static struct kit_settings settings;
static bool recording;
static const char *owner;       /* the class that rewritten code calls */
static jobject platform_loader; /* of the JDK's own classes that the boot loader does not have */

/* ---- what the library hears of us ------------------------------------------------------------------------------- */

static const char *lacks(const struct qii *qii)
{
    if (!qii->enter_method || !qii->leave_method)
        return "the library lacks qprof_enter_method or qprof_leave_method";
    if (!qii->block_counters)
        return "the library lacks qprof_block_counters";
    return NULL;
}

static void run_begins(const struct kit_settings *wanted)
{
    (void)wanted;
}

static void run_ends(void)
{
}

static const struct kit_binding binding = {
    .virtual_threads = true, .other_library = "", .lacks = lacks, .begins = run_begins, .ends = run_ends};

/* Lines are counted, and not timed. */
static bool covers(void)
{
    return kit_library.lines && !kit_library.times;
}

/* ---- events of the JVM ------------------------------------------------------------------------------------------ */

/* The application's own classes, and not the JDK's: these come from the boot loader and the platform loader. */
static bool is_wanted(JNIEnv *env, jobject loader)
{
    return loader && !(*env)->IsSameObject(env, loader, platform_loader);
}

static void JNICALL class_is_read(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader, const char *name,
                                  jobject domain, jint size, const unsigned char *bytes, jint *new_size,
                                  unsigned char **new_bytes)
{
    (void)domain;
    bool virtual_threads = name && qjvm_virtual_threads_is(name);
    if (!virtual_threads && (redefined || !name || !is_wanted(env, loader)))
        return;
    size_t rewritten_size = 0;
    unsigned char *rewritten = virtual_threads
                                   ? qjvm_virtual_threads_rewrite(bytes, (size_t)size, &rewritten_size)
                                   : qjvm_methods_rewrite(owner, covers(), bytes, (size_t)size, &rewritten_size);
    unsigned char *given;
    if (rewritten && (*jvmti)->Allocate(jvmti, (jlong)rewritten_size, &given) == JVMTI_ERROR_NONE) {
        memcpy(given, rewritten, rewritten_size);
        *new_bytes = given;
        *new_size = (jint)rewritten_size;
    }
    free(rewritten);
}

static void JNICALL thread_starts(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    jvmtiThreadInfo info;
    if ((*jvmti)->GetThreadInfo(jvmti, thread, &info) != JVMTI_ERROR_NONE)
        return;
    if (strcmp(info.name, "DestroyJavaVM") != 0) /* the main thread, called so when main() has returned */
        kit_library.qii.set_thread_name(info.name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
    (*env)->DeleteLocalRef(env, info.thread_group);
    (*env)->DeleteLocalRef(env, info.context_class_loader);
}

static jobject find_platform_loader(JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, "java/lang/ClassLoader");
    jmethodID get = (*env)->GetStaticMethodID(env, class, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
    return (*env)->NewGlobalRef(env, (*env)->CallStaticObjectMethod(env, class, get));
}

static void begin(jvmtiEnv *jvmti, JNIEnv *env)
{
    const char *wrong = kit_library_join(&binding, &settings, false);
    recording = !wrong;
    if (!wrong && !(owner = qjvm_java_part_define(jvmti, env, covers())))
        wrong = "the agent's classes cannot be defined";
    if (wrong) {
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
        return;
    }
    platform_loader = find_platform_loader(env);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
    if (!covers())
        qjvm_virtual_threads_begin(jvmti, env);
}

/* The program has not begun: what the JVM did until now is not recorded. */
static void JNICALL machine_is_ready(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    begin(jvmti, env);
    if (recording)
        thread_starts(jvmti, env, thread);
}

static void JNICALL machine_ends(jvmtiEnv *jvmti, JNIEnv *env)
{
    (void)jvmti;
    (void)env;
    if (recording)
        kit_library_leave(0);
    recording = false;
}

/* ---- loaded ----------------------------------------------------------------------------------------------------- */

static bool read_settings(const char *text)
{
    if (text && *text)
        return kit_settings_read(&settings, text);
    kit_settings_read_cover(&settings);
    return true;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *machine, char *text, void *reserved)
{
    (void)reserved;
    jvmtiEnv *jvmti;
    if ((*machine)->GetEnv(machine, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) {
        fprintf(stderr, "qii: this JVM has no tool interface of version 11; the program runs without a profile\n");
        return JNI_OK;
    }
    if (!read_settings(text)) {
        fprintf(stderr, "qii: the settings cannot be read; the program runs without a profile\n");
        return JNI_OK;
    }
    kit_settings_read_environment(&settings);
    static const jvmtiCapabilities capabilities = {.can_retransform_classes = 1};
    (*jvmti)->AddCapabilities(jvmti, &capabilities);
    static const jvmtiEventCallbacks callbacks = {.VMInit = machine_is_ready,
                                                  .VMDeath = machine_ends,
                                                  .ThreadStart = thread_starts,
                                                  .ClassFileLoadHook = class_is_read};
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
    return JNI_OK;
}
