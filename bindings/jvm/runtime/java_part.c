#include "bindings/jvm/runtime/java_part.h"

#include <stdlib.h>

#include "bindings/jvm/runtime/java_classes.h"
#include "bindings/kit/library.h"

/* ---- strings ---------------------------------------------------------------------------------------------------- */

const char *qjvm_java_part_text(JNIEnv *env, jstring string)
{
    return string ? (*env)->GetStringUTFChars(env, string, NULL) : NULL;
}

void qjvm_java_part_release(JNIEnv *env, jstring string, const char *text)
{
    if (text)
        (*env)->ReleaseStringUTFChars(env, string, text);
}

/* ---- native methods --------------------------------------------------------------------------------------------- */

QJVM_NATIVE(void, QiiCalls, reportEntry, jint method)
{
    kit_library.qii.enter_method((uint32_t)method);
}

QJVM_NATIVE(void, QiiCalls, reportExit, jint method)
{
    kit_library.qii.leave_method((uint32_t)method);
}

QJVM_NATIVE(void, QiiCalls, reportCatch, jint method)
{
    kit_library.qii.return_to_method((uint32_t)method);
}

static bool is_foreign; /* calls reach the library through the foreign-function interface */

QJVM_NATIVE(jboolean, QiiCalls, isForeign)
{
    return is_foreign;
}

static void record_nothing(__attribute__((unused)) qprof_MethodID method)
{
}

QJVM_NATIVE(jlong, QiiForeignCalls, address, jint function)
{
    void (*const functions[])(qprof_MethodID) = {kit_library.qii.enter_method, kit_library.qii.leave_method,
                                                 record_nothing};
    return (jlong)(uintptr_t)functions[function];
}

QJVM_NATIVE(void, QiiPhases, begin, jstring name)
{
    const char *text = qjvm_java_part_text(env, name);
    if (text && kit_library.qii.new_phase_named)
        kit_library.qii.new_phase_named(text);
    else
        kit_library.qii.new_phase();
    qjvm_java_part_release(env, name, text);
}

/* ---- the classes ------------------------------------------------------------------------------------------------ */

/* Class to define, and a static method that it must have. */
static const struct part {
    const char *name;
    const struct qjvm_java_class *file;
    const char *method;
    const char *descriptor;
} parts[] = {
    [QJVM_COUNTERS] = {"java/lang/QiiCounters", &qjvm_java_class_counters, "count", "(J)V"},
    [QJVM_ALLOCATIONS] = {"java/lang/QiiAllocations", &qjvm_java_class_allocations, "count", "(J)V"},
    [QJVM_CALL_REPORTS] = {"java/lang/QiiCalls", &qjvm_java_class_calls, "enter", "(I)I"},
    [QJVM_CALIBRATION] = {"java/lang/QiiCalibration", &qjvm_java_class_calibration, "play", "(II)I"},
    [QJVM_FOREIGN_CALLS] = {"java/lang/QiiForeignCalls", &qjvm_java_class_foreign_calls, "enter", "(I)V"},
    [QJVM_PHASES] = {"java/lang/QiiPhases", &qjvm_java_class_phases, "begin", "(Ljava/lang/String;)V"},
    [QJVM_HITS] = {"java/lang/QiiHits", &qjvm_java_class_hits, "set", "([ZJ)V"},
    [QJVM_CONTEXTS] = {"java/lang/QiiContexts", &qjvm_java_class_contexts, "end", "()V"},
    [QJVM_VIRTUAL_THREADS] = {"java/lang/QiiVirtualThreads", &qjvm_java_class_virtual_threads, "mounted",
                              "(Ljava/lang/Thread;)V"},
    [QJVM_NATIVES] = {"java/lang/QiiNatives", &qjvm_java_class_natives, "bind", "()V"},
    [QJVM_NOTIFIERS] = {"java/lang/QiiNotifiers", &qjvm_java_class_notifiers, "created", "(Ljava/lang/Object;)V"},
    [QJVM_CLASS_FILES] = {"java/lang/QiiClassFiles", &qjvm_java_class_class_files, "readAll",
                          "(Ljava/lang/String;)Ljava/lang/String;"},
};

/* Define a class if an earlier run has not defined it. The lookup of its method initializes the class. */
const char *qjvm_java_part_define(JNIEnv *env, enum qjvm_java_part number)
{
    const struct part *part = &parts[number];
    jclass class = (*env)->FindClass(env, part->name);
    (*env)->ExceptionClear(env);
    if (!class)
        class = (*env)->DefineClass(env, part->name, NULL, (const jbyte *)part->file->bytes, part->file->size);
    bool ready = class && (*env)->GetStaticMethodID(env, class, part->method, part->descriptor);
    if ((*env)->ExceptionCheck(env))
        (*env)->ExceptionDescribe(env);
    return ready ? part->name : NULL;
}

static int java_version(jvmtiEnv *jvmti)
{
    char *text = NULL;
    if ((*jvmti)->GetSystemProperty(jvmti, "java.vm.specification.version", &text) != JVMTI_ERROR_NONE)
        return 0;
    int version = atoi(text);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)text);
    return version;
}

const char *qjvm_java_part_define_calls(jvmtiEnv *jvmti, JNIEnv *env, bool of_jdk)
{
    is_foreign = !of_jdk && java_version(jvmti) >= 22;
    bool defined = !is_foreign || qjvm_java_part_define(env, QJVM_FOREIGN_CALLS);
    return defined ? qjvm_java_part_define(env, QJVM_CALL_REPORTS) : NULL;
}

void qjvm_java_part_bind_natives(JNIEnv *env)
{
    const char *name = qjvm_java_part_define(env, QJVM_NATIVES);
    jclass class = name ? (*env)->FindClass(env, name) : NULL;
    if (class)
        (*env)->CallStaticVoidMethod(env, class, (*env)->GetStaticMethodID(env, class, "bind", "()V"));
    if ((*env)->ExceptionCheck(env))
        (*env)->ExceptionDescribe(env);
    (*env)->DeleteLocalRef(env, class);
}
