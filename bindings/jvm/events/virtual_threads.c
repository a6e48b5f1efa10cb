#include "bindings/jvm/events/virtual_threads.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/events/mount_events.h"
#include "bindings/jvm/insert/mounts.h"
#include "bindings/jvm/insert/rewrite.h"

/* ---- rewriting -------------------------------------------------------------------------------------------------- */

static const char *owner; /* name of the class whose methods the rewritten code calls; NULL = do not rewrite */

bool qjvm_virtual_threads_is(const char *class_name)
{
    return owner && strcmp(class_name, QJVM_MOUNTS_CLASS) == 0;
}

static bool rewritten;

/* Request an insertion if mounts.h has one for the method. In this case, decrement the number of methods that still
 * need one (`data`). */
static struct qjvm_answer answer(void *data, QJVM_UNUSED const struct qjvm_class_file *class,
                                 const struct qjvm_method *method)
{
    bool has = qjvm_mounts_has(method->name, method->descriptor);
    *(size_t *)data -= has;
    return (struct qjvm_answer){.insertion = has ? QJVM_MOUNTS : QJVM_NOTHING};
}

/* Called for a method that could not be rewritten: increment the number of methods that still need an insertion
 * (`data`). */
static void unchanged(void *data, QJVM_UNUSED const struct qjvm_class_file *class,
                      QJVM_UNUSED const struct qjvm_method *method, QJVM_UNUSED const char *why)
{
    ++*(size_t *)data;
}

unsigned char *qjvm_virtual_threads_rewrite(const unsigned char *bytes, size_t size, size_t *new_size)
{
    size_t left = qjvm_mounts_count;
    const struct qjvm_rewriting rewriting = {.owner = owner, .method = answer, .unchanged = unchanged, .data = &left};
    unsigned char *new_bytes = qjvm_rewrite(&rewriting, bytes, size, new_size);
    rewritten = new_bytes && left == 0;
    if (rewritten)
        return new_bytes;
    free(new_bytes);
    return NULL;
}

/* ---- start ------------------------------------------------------------------------------------------------------ */

static bool user_wants_events(void)
{
    const char *mounts = getenv("QII_JVM_MOUNTS");
    return mounts && strcmp(mounts, "events") == 0;
}

static bool rewrite(jvmtiEnv *jvmti, jclass class)
{
    return (*jvmti)->RetransformClasses(jvmti, 1, &class) == JVMTI_ERROR_NONE && rewritten;
}

/* Listen to the JVM's events. This is done once, since listeners stay installed as long as the process lives. */
static void listen(JNIEnv *env, const char *listener, jfieldID state)
{
    static bool listens;
    if (listens)
        return;
    listens = true;
    if (!qjvm_mount_events_begin(env, listener, state))
        qjvm_message("virtual threads cannot be distinguished on this JVM");
    else if (!user_wants_events())
        qjvm_message("this JVM does not report which functions create and wake virtual threads");
}

static jvmtiEnv *environment; /* of the agent */

/* Return java.lang.VirtualThread as a local reference, NULL if this JDK does not have the class. FindClass would
 * initialize the class, which reads properties of its scheduler that the program may set before it starts a virtual
 * thread. */
static jclass find_class(JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, "java/lang/Class");
    jmethodID for_name = (*env)->GetStaticMethodID(env, class, "forName",
                                                   "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;");
    jstring name = (*env)->NewStringUTF(env, "java.lang.VirtualThread"); /* with dots, unlike QJVM_MOUNTS_CLASS */
    jobject found = name ? (*env)->CallStaticObjectMethod(env, class, for_name, name, JNI_FALSE, NULL) : NULL;
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, name);
    (*env)->DeleteLocalRef(env, class);
    return found;
}

/* Return a field of the class, NULL if there is none. GetFieldID and GetStaticFieldID would initialize the class. */
static jfieldID find_field(jclass class, const char *wanted)
{
    jint count = 0;
    jfieldID *fields = NULL, found = NULL;
    (*environment)->GetClassFields(environment, class, &count, &fields);
    for (jint i = 0; i < count; i++) {
        char *name = NULL;
        (*environment)->GetFieldName(environment, class, fields[i], &name, NULL, NULL);
        if (name && strcmp(name, wanted) == 0)
            found = fields[i];
        (*environment)->Deallocate(environment, (unsigned char *)name);
    }
    (*environment)->Deallocate(environment, (unsigned char *)fields);
    return found;
}

/* Copy the numbers of the states, of which each JDK lacks some, into the receiver of the events. Reflection would
 * allocate objects in the name of the program. The last number makes the others visible to other threads. */
static void copy_states(JNIEnv *env, jclass class, jclass receiver)
{
    static const char *const states[][2] = {{"YIELDING", "yielding"},   {"BLOCKING", "blocking"},
                                            {"RUNNABLE", "runnable"},   {"UNPARKED", "unparked"},
                                            {"UNBLOCKED", "unblocked"}, {"RUNNING", "running"}};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        jfieldID from = find_field(class, states[i][0]);
        jfieldID to = (*env)->GetStaticFieldID(env, receiver, states[i][1], "I");
        if (from && to)
            (*env)->SetStaticIntField(env, receiver, to, (*env)->GetStaticIntField(env, class, from));
    }
}

QJVM_NATIVE(void, QiiVirtualThreads, findStates, jobject thread)
{
    jclass of_thread = (*env)->GetObjectClass(env, thread);
    copy_states(env, of_thread, class);
    (*env)->DeleteLocalRef(env, of_thread);
}

/* Copy the numbers of the states if there may be virtual threads, whose start was not reported. Otherwise they are
 * copied when the first one starts. */
static void find_states(JNIEnv *env, jclass class, const char *defined)
{
    jint status = 0;
    (*environment)->GetClassStatus(environment, class, &status);
    jclass receiver = defined && status & JVMTI_CLASS_STATUS_INITIALIZED ? (*env)->FindClass(env, defined) : NULL;
    if (receiver)
        copy_states(env, class, receiver);
    (*env)->DeleteLocalRef(env, receiver);
}

/* The states are looked up before events may need them, and again since the first virtual thread may have started just
 * before its start was reported. */
void qjvm_virtual_threads_begin(jvmtiEnv *jvmti, JNIEnv *env)
{
    environment = jvmti;
    jclass class = find_class(env);
    if (!class)
        return;
    const char *defined = qjvm_java_part_define(env, QJVM_VIRTUAL_THREADS);
    owner = user_wants_events() ? NULL : defined;
    find_states(env, class, defined);
    if (!owner || !rewrite(jvmti, class)) {
        owner = NULL;
        listen(env, defined, find_field(class, "state"));
    }
    find_states(env, class, defined);
    (*env)->DeleteLocalRef(env, class);
}

void qjvm_virtual_threads_end(jvmtiEnv *jvmti, JNIEnv *env)
{
    jclass class = owner ? find_class(env) : NULL;
    owner = NULL;
    if (class)
        (*jvmti)->RetransformClasses(jvmti, 1, &class);
    (*env)->DeleteLocalRef(env, class);
}
