#include "bindings/jvm/runtime/natives.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/kit/strings.h"

struct bound {
    jmethodID method;
    void *function;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct bound *early; /* methods that were bound before qjvm_natives_begin */
static size_t early_count;

static jvmtiEnv *jvmti;
static struct qjvm_natives *wanted;
static bool begun; /* qjvm_natives_begin was called: `wanted` is complete */

/* ---- identification --------------------------------------------------------------------------------------------- */

/* Return whether a signature "Lpackage/Class;" is that of the named class. */
static bool is_class(const char *signature, const char *name)
{
    size_t length = strlen(name);
    return strncmp(signature + 1, name, length) == 0 && strcmp(signature + 1 + length, ";") == 0;
}

static const struct qjvm_native *search(const char *class_signature, const char *name, const char *descriptor)
{
    for (const struct qjvm_natives *natives = wanted; natives; natives = natives->next)
        for (const struct qjvm_native *at = natives->items; at < natives->items + natives->count; at++)
            if (strcmp(name, at->name) == 0 && strcmp(descriptor, at->descriptor) == 0 &&
                is_class(class_signature, at->class_name))
                return at;
    return NULL;
}

/* Return the entry of `wanted` for a method; NULL if the method is not to be replaced. */
static const struct qjvm_native *find(JNIEnv *env, jmethodID method)
{
    char *name = NULL;
    char *descriptor = NULL;
    char *class_signature = NULL;
    jclass class = NULL;
    const struct qjvm_native *found = NULL;
    if ((*jvmti)->GetMethodName(jvmti, method, &name, &descriptor, NULL) == JVMTI_ERROR_NONE &&
        (*jvmti)->GetMethodDeclaringClass(jvmti, method, &class) == JVMTI_ERROR_NONE &&
        (*jvmti)->GetClassSignature(jvmti, class, &class_signature, NULL) == JVMTI_ERROR_NONE)
        found = search(class_signature, name, descriptor);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)class_signature);
    (*env)->DeleteLocalRef(env, class);
    return found;
}

/* ---- replacement ------------------------------------------------------------------------------------------------ */

static void note(jmethodID method, void *function)
{
    struct bound *more = kit_array_more(early, early_count, sizeof *more);
    if (!more)
        return;
    early = more;
    early[early_count++] = (struct bound){method, function};
}

/* Store the JDK's function of a native method. Return our function, which is to be bound instead. */
static void *replace(const struct qjvm_native *native, void *function)
{
    native->binding->native = native;
    __atomic_store_n(&native->binding->theirs, function, __ATOMIC_RELEASE);
    return native->ours;
}

static void JNICALL native_is_bound(QJVM_UNUSED jvmtiEnv *its, JNIEnv *env, QJVM_UNUSED jthread thread,
                                    jmethodID method, void *function, void **new_function)
{
    pthread_mutex_lock(&lock);
    bool replaces = begun;
    if (!replaces)
        note(method, function);
    pthread_mutex_unlock(&lock);
    const struct qjvm_native *native = replaces ? find(env, method) : NULL;
    if (native && function != native->ours)
        *new_function = replace(native, function);
}

/* Bind the methods of `early` again. Java code (QiiNatives.java) calls this function, since the JVM warns if code
 * outside the JDK rebinds native methods of the JDK. */
QJVM_NATIVE(void, QiiNatives, bindAgain)
{
    for (size_t i = 0; i < early_count; i++) {
        const struct qjvm_native *native = find(env, early[i].method);
        jclass its = native ? (*env)->FindClass(env, native->class_name) : NULL;
        if (!its)
            continue;
        const JNINativeMethod again = {(char *)native->name, (char *)native->descriptor,
                                       replace(native, early[i].function)};
        (*env)->RegisterNatives(env, its, &again, 1);
        (*env)->DeleteLocalRef(env, its);
    }
}

/* ---- start ------------------------------------------------------------------------------------------------------ */

void qjvm_natives_load(void)
{
    static const struct qjvm_listener listener = {.capabilities = {.can_generate_native_method_bind_events = 1},
                                                  .callbacks = {.NativeMethodBind = native_is_bound},
                                                  .events = {JVMTI_EVENT_NATIVE_METHOD_BIND}};
    jvmti = qjvm_listen(&listener);
}

void qjvm_natives_add(struct qjvm_natives *natives)
{
    natives->next = wanted;
    wanted = natives;
}

void qjvm_natives_begin(JNIEnv *env)
{
    if (!jvmti)
        return;
    pthread_mutex_lock(&lock);
    begun = true;
    pthread_mutex_unlock(&lock);
    qjvm_java_part_bind_natives(env);
    free(early);
    early = NULL;
}
