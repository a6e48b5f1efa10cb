#include "bindings/jvm/events/locks.h"

#include "bindings/jvm/events/holders.h"
#include "bindings/jvm/events/waits.h"
#include "bindings/jvm/runtime/listener.h"

static jvmtiEnv *tool;

/* Classes and fields of the JDK; NULL if this JDK does not have them. */
static jclass ownable;  /* superclass of all synchronizers */
static jclass latch;    /* the synchronizer of CountDownLatch, which is no lock; Thread.join waits for it, too */
static jclass readable; /* the synchronizer of read-write locks */
static jfieldID parked_for, owner, first_reader;

/* ---- start ------------------------------------------------------------------------------------------------------- */

static jclass find_class(JNIEnv *env, const char *name)
{
    jclass class = (*env)->FindClass(env, name);
    jclass global = class ? (*env)->NewGlobalRef(env, class) : NULL;
    (*env)->DeleteLocalRef(env, class);
    (*env)->ExceptionClear(env);
    return global;
}

static jfieldID find_field(JNIEnv *env, jclass class, const char *name, const char *type)
{
    jfieldID field = class ? (*env)->GetFieldID(env, class, name, type) : NULL;
    (*env)->ExceptionClear(env);
    return field;
}

#define THREAD "java/lang/Thread"

void qjvm_locks_begin(JNIEnv *env)
{
    tool = qjvm_listen(&(struct qjvm_listener){0});
    ownable = find_class(env, "java/util/concurrent/locks/AbstractOwnableSynchronizer");
    latch = find_class(env, "java/util/concurrent/CountDownLatch$Sync");
    readable = find_class(env, "java/util/concurrent/locks/ReentrantReadWriteLock$Sync");
    jclass thread = find_class(env, THREAD);
    parked_for = find_field(env, thread, "parkBlocker", "Ljava/lang/Object;");
    owner = find_field(env, ownable, "exclusiveOwnerThread", "L" THREAD ";");
    first_reader = find_field(env, readable, "firstReader", "L" THREAD ";");
    (*env)->DeleteGlobalRef(env, thread);
}

/* ---- waits ------------------------------------------------------------------------------------------------------- */

/* Return the thread or virtual thread that holds the lock, as a local reference; NULL if there is none, or the lock
 * does not note it. Of many threads that read, the lock notes the first one. */
static jthread find_holder(JNIEnv *env, jobject lock)
{
    jthread holder = owner ? (*env)->GetObjectField(env, lock, owner) : NULL;
    if (!holder && first_reader && (*env)->IsInstanceOf(env, lock, readable))
        holder = (*env)->GetObjectField(env, lock, first_reader);
    return holder;
}

static void record_holder(JNIEnv *env, jobject lock)
{
    jthread holder = find_holder(env, lock);
    if (holder && qjvm_holder_begin_query())
        qjvm_holder_end_query(tool, env, QJVM_ROW_LOCK_HOLDER, holder);
    (*env)->DeleteLocalRef(env, holder);
}

static bool is_lock(JNIEnv *env, jobject object)
{
    return ownable && (*env)->IsInstanceOf(env, object, ownable) &&
           !(latch && (*env)->IsInstanceOf(env, object, latch));
}

bool qjvm_park_begin(JNIEnv *env, jobject object)
{
    if (!tool || !qjvm_wait_is_recorded())
        return false;
    enum qjvm_row_kind row = is_lock(env, object) ? QJVM_ROW_LOCK : QJVM_ROW_PARK;
    bool begun = qjvm_row_begin(row, tool, env, object);
    if (begun && row == QJVM_ROW_LOCK)
        record_holder(env, object);
    return begun;
}

bool qjvm_park_begin_noted(JNIEnv *env)
{
    jthread thread = NULL;
    if (!parked_for || !qjvm_wait_is_recorded() || (*tool)->GetCurrentThread(tool, &thread) != JVMTI_ERROR_NONE)
        return false;
    jobject object = (*env)->GetObjectField(env, thread, parked_for);
    bool begun = object && qjvm_park_begin(env, object);
    (*env)->DeleteLocalRef(env, object);
    (*env)->DeleteLocalRef(env, thread);
    return begun;
}
