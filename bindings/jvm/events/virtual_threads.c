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
static void listen(JNIEnv *env, const char *listener)
{
    static bool listens;
    if (listens)
        return;
    listens = true;
    if (!qjvm_mount_events_begin(env, listener))
        qjvm_message("virtual threads cannot be distinguished on this JVM");
    else if (!user_wants_events())
        qjvm_message("this JVM does not report which functions create and wake virtual threads");
}

/* Return java.lang.VirtualThread as a local reference, NULL if this JDK does not have the class. FindClass would
 * initialize the class, which reads properties of its scheduler that the program may set before it starts a virtual
 * thread. */
static jclass find_class(JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, "java/lang/Class");
    jmethodID for_name = (*env)->GetStaticMethodID(env, class, "forName",
                                                   "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;");
    jstring name = (*env)->NewStringUTF(env, "java.lang.VirtualThread");
    jobject found = name ? (*env)->CallStaticObjectMethod(env, class, for_name, name, JNI_FALSE, NULL) : NULL;
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, name);
    (*env)->DeleteLocalRef(env, class);
    return found;
}

/* Find the numbers of the states of virtual threads, if there may be virtual threads already. Otherwise the first one
 * that starts finds them. */
static void find_states(jvmtiEnv *jvmti, JNIEnv *env, jclass class, const char *defined)
{
    jint status = 0;
    (*jvmti)->GetClassStatus(jvmti, class, &status);
    if (!(status & JVMTI_CLASS_STATUS_INITIALIZED))
        return;
    jclass receiver = (*env)->FindClass(env, defined);
    (*env)->CallStaticVoidMethod(env, receiver, (*env)->GetStaticMethodID(env, receiver, "findStates", "()V"));
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, receiver);
}

void qjvm_virtual_threads_begin(jvmtiEnv *jvmti, JNIEnv *env)
{
    jclass class = find_class(env);
    const char *defined = class ? qjvm_java_part_define(env, QJVM_VIRTUAL_THREADS) : NULL;
    if (defined)
        find_states(jvmti, env, class, defined);
    owner = user_wants_events() ? NULL : defined;
    if (class && (!owner || !rewrite(jvmti, class))) {
        owner = NULL;
        listen(env, defined);
    }
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
