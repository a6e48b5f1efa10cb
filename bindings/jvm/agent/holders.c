#include "bindings/jvm/agent/holders.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bindings/jvm/agent/names.h"
#include "bindings/jvm/agent/waits.h"
#include "bindings/jvm/agent/wanted.h"
#include "bindings/kit/strings.h"

/* ---- holders that were met --------------------------------------------------------------------------------------- */

struct holder {
    struct qjvm_wait wait;
    struct holder *next;
};

/* Never less: whoever looks needs no lock. */
static struct holder *holders;

static struct holder *find(const char *name)
{
    struct holder *holder = __atomic_load_n(&holders, __ATOMIC_ACQUIRE);
    while (holder && strcmp(holder->wait.name, name) != 0)
        holder = holder->next;
    return holder;
}

/* The holder of this name, which it takes; NULL without memory. By one thread at a time. */
static struct holder *meet(char *name)
{
    struct holder *holder = find(name), *met = holder ? NULL : malloc(sizeof *met);
    if (!met) {
        free(name);
        return holder;
    }
    *met = (struct holder){{.name = name, .flags = QPROF_METHOD_FLAGS_BLOCKS}, holders};
    __atomic_store_n(&holders, met, __ATOMIC_RELEASE);
    return met;
}

bool qjvm_holder_is_awaited(void)
{
    const struct holder *holder = __atomic_load_n(&holders, __ATOMIC_ACQUIRE);
    while (holder && !qjvm_wait_is_open(&holder->wait))
        holder = holder->next;
    return holder;
}

/* ---- where a thread is ------------------------------------------------------------------------------------------- */

/* The internal name of the method's class where it is the application's, else NULL; to be freed. */
static char *wanted_class(jvmtiEnv *jvmti, JNIEnv *env, jmethodID method)
{
    jclass class;
    jobject loader;
    char *signature, *name = NULL;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, method, &class) != JVMTI_ERROR_NONE ||
        (*jvmti)->GetClassLoader(jvmti, class, &loader) != JVMTI_ERROR_NONE ||
        (*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) != JVMTI_ERROR_NONE)
        return NULL;
    if (signature[0] == 'L')
        name = strndup(signature + 1, strlen(signature) - 2);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    if (name && qjvm_wanted_is(env, loader, name))
        return name;
    free(name);
    return NULL;
}

/* "(held in app.Store.get(int))"; NULL where the method is not the application's, or without memory. */
static char *describe(jvmtiEnv *jvmti, JNIEnv *env, jmethodID method)
{
    char *class_name = wanted_class(jvmti, env, method);
    char *name, *descriptor, *described = NULL;
    if (class_name && (*jvmti)->GetMethodName(jvmti, method, &name, &descriptor, NULL) == JVMTI_ERROR_NONE) {
        char *class_shown = qjvm_names_class(class_name);
        char *shown = qjvm_names_method(class_name, name, descriptor);
        if (class_shown && shown)
            described = kit_format("(held in %s.%s)", class_shown, shown);
        free(class_shown);
        free(shown);
        (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
        (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    }
    free(class_name);
    return described;
}

static char *describe_place(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    enum { DEPTH = 32 };
    jvmtiFrameInfo frames[DEPTH];
    jint count = 0;
    char *described = NULL;
    if ((*jvmti)->GetStackTrace(jvmti, thread, 0, DEPTH, frames, &count) != JVMTI_ERROR_NONE)
        return NULL;
    for (jint i = 0; i < count && !described; i++)
        described = describe(jvmti, env, frames[i].method);
    return described;
}

/* ---- asked ------------------------------------------------------------------------------------------------------- */

static uint64_t now_in_nanoseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Two questions take 50 to 100 microseconds, in which the holder stands still for a part: 100 a second are 1 %. What
 * was not asked in the last second is made up for, since threads come to wait together. */
static bool is_time_to_ask(void)
{
    enum { APART = 10000000, LATEST = 1000000000 };
    static uint64_t next;
    uint64_t now = now_in_nanoseconds();
    if (next + LATEST < now)
        next = now - LATEST;
    bool is = next <= now;
    next += is ? APART : 0;
    return is;
}

static jthread owner_of(jvmtiEnv *jvmti, jobject object)
{
    jvmtiMonitorUsage usage;
    if ((*jvmti)->GetObjectMonitorUsage(jvmti, object, &usage) != JVMTI_ERROR_NONE)
        return NULL;
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.waiters);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.notify_waiters);
    return usage.owner;
}

/* The name of where the holder is, NULL: nobody knows. */
static char *ask(jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    enum { REFERENCES = 128 }; /* two for each frame, and all who wait */
    char *name = NULL;
    if ((*env)->PushLocalFrame(env, REFERENCES) != JNI_OK)
        return NULL;
    jthread owner = owner_of(jvmti, object);
    if (owner)
        name = describe_place(jvmti, env, owner);
    (*env)->PopLocalFrame(env, NULL);
    return name;
}

/* One thread at a time: of a hundred that ask together nearly all find that the holder is gone. */
void qjvm_holder_begin(jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    static bool is_busy;
    if (__atomic_exchange_n(&is_busy, true, __ATOMIC_ACQUIRE))
        return;
    char *name = is_time_to_ask() ? ask(jvmti, env, object) : NULL;
    struct holder *holder = name ? meet(name) : NULL;
    __atomic_store_n(&is_busy, false, __ATOMIC_RELEASE);
    if (holder)
        qjvm_wait_begin(&holder->wait);
}
