#include "bindings/jvm/runtime/contexts.h"

#include "bindings/jvm/runtime/java_part.h"
#include "bindings/kit/library.h"

static bool has_contexts; /* a context has begun in this process; accessed atomically */
static jclass contexts;   /* QiiContexts */
static jmethodID inherit;

/* Return the characters of a string; NULL for no string. */
static const char *characters(JNIEnv *env, jstring text)
{
    return text ? (*env)->GetStringUTFChars(env, text, NULL) : NULL;
}

static void release(JNIEnv *env, jstring text, const char *characters)
{
    if (characters)
        (*env)->ReleaseStringUTFChars(env, text, characters);
}

QJVM_NATIVE(void, QiiContexts, change, jstring name)
{
    const char *text = characters(env, name);
    __atomic_store_n(&has_contexts, true, __ATOMIC_RELAXED);
    if (kit_library.qii.context)
        kit_library.qii.context(text);
    release(env, name, text);
}

QJVM_NATIVE(void, QiiContexts, within, jstring name, jstring outer)
{
    const char *text = characters(env, name), *around = characters(env, outer);
    if (kit_library.qii.context_within)
        kit_library.qii.context_within(text, around);
    release(env, name, text);
    release(env, outer, around);
}

QJVM_NATIVE(void, QiiContexts, changeOfCounters, jstring name)
{
    const char *text = characters(env, name);
    if (kit_library.qii.context_of_counters)
        kit_library.qii.context_of_counters(text);
    release(env, name, text);
}

QJVM_NATIVE(void, QiiContexts, hits, jstring name, jlongArray counters)
{
    _Static_assert(sizeof(jlong) == sizeof(void *), "an array of jlong is one of addresses");
    const char *text = characters(env, name);
    jlong *addresses = text ? (*env)->GetLongArrayElements(env, counters, NULL) : NULL;
    if (addresses && kit_library.qii.context_hits)
        kit_library.qii.context_hits(text, (const void *const *)addresses, (*env)->GetArrayLength(env, counters));
    if (addresses)
        (*env)->ReleaseLongArrayElements(env, counters, addresses, JNI_ABORT);
    release(env, name, text);
}

bool qjvm_contexts_define(JNIEnv *env)
{
    const char *name = qjvm_java_part_define(env, QJVM_CONTEXTS);
    if (!name || contexts)
        return name;
    jclass class = (*env)->FindClass(env, name);
    inherit = class ? (*env)->GetStaticMethodID(env, class, "inherit", "()V") : NULL;
    contexts = inherit ? (*env)->NewGlobalRef(env, class) : NULL;
    return contexts;
}

void qjvm_contexts_inherit(JNIEnv *env)
{
    if (__atomic_load_n(&has_contexts, __ATOMIC_RELAXED))
        (*env)->CallStaticVoidMethod(env, contexts, inherit);
}
