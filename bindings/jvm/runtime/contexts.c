#include "bindings/jvm/runtime/contexts.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/class/class_file.h"
#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/kit/library.h"

static bool has_contexts; /* a context has begun in this process; accessed atomically */
static jclass contexts;   /* QiiContexts */
static jmethodID inherit;

static jvmtiEnv *jvmti;
static bool notes_hits; /* the bodies of QiiCounters' methods are exchanged; accessed atomically */

QJVM_NATIVE(void, QiiContexts, change, jstring name)
{
    const char *text = qjvm_java_part_text(env, name);
    __atomic_store_n(&has_contexts, true, __ATOMIC_RELAXED);
    if (kit_library.qii.context)
        kit_library.qii.context(text);
    qjvm_java_part_release(env, name, text);
}

QJVM_NATIVE(void, QiiContexts, changeToLoad, jstring file)
{
    const char *text = qjvm_java_part_text(env, file);
    if (text && kit_library.qii.context_load)
        kit_library.qii.context_load(text);
    qjvm_java_part_release(env, file, text);
}

QJVM_NATIVE(void, QiiContexts, within, jstring name, jstring outer)
{
    const char *text = qjvm_java_part_text(env, name), *around = qjvm_java_part_text(env, outer);
    if (kit_library.qii.context_within)
        kit_library.qii.context_within(text, around);
    qjvm_java_part_release(env, name, text);
    qjvm_java_part_release(env, outer, around);
}

QJVM_NATIVE(void, QiiContexts, changeOfCounters, jstring name, jboolean loads)
{
    const char *text = qjvm_java_part_text(env, name);
    if (kit_library.qii.context_of_counters)
        kit_library.qii.context_of_counters(text, loads);
    qjvm_java_part_release(env, name, text);
}

QJVM_NATIVE(void, QiiContexts, hits, jstring name, jboolean loads, jlongArray counters)
{
    _Static_assert(sizeof(jlong) == sizeof(void *), "an array of jlong is one of addresses");
    const char *text = qjvm_java_part_text(env, name);
    jlong *addresses = text ? (*env)->GetLongArrayElements(env, counters, NULL) : NULL;
    if (addresses && kit_library.qii.context_hits)
        kit_library.qii.context_hits(text, loads, (const void *const *)addresses,
                                     (*env)->GetArrayLength(env, counters));
    if (addresses)
        (*env)->ReleaseLongArrayElements(env, counters, addresses, JNI_ABORT);
    qjvm_java_part_release(env, name, text);
}

/* ---- hits -------------------------------------------------------------------------------------------------------- */

static const char *const exchanged[][2] = {
    {"count", "notes"}, {"countCall", "notesCall"}, {"countThrottled", "notesThrottled"}};

static void exchange(struct qjvm_text text)
{
    for (size_t i = 0; i < sizeof exchanged / sizeof *exchanged; i++)
        for (int k = 0; k < 2; k++)
            if (qjvm_text_is(text, exchanged[i][k])) {
                memcpy((unsigned char *)text.bytes, exchanged[i][1 - k], text.size);
                return;
            }
}

unsigned char *qjvm_contexts_rewrite(const char *class_name, const unsigned char *bytes, size_t size)
{
    if (!__atomic_load_n(&notes_hits, __ATOMIC_RELAXED) || strcmp(class_name, "java/lang/QiiCounters") != 0)
        return NULL;
    unsigned char *copy = malloc(size);
    struct qjvm_class_file class;
    if (!copy)
        return NULL;
    memcpy(copy, bytes, size);
    if (!qjvm_class_file_init(&class, copy, size))
        for (unsigned i = 1; i < class.pool.read; i++)
            exchange(qjvm_pool_utf8(&class.pool, i));
    qjvm_class_file_fini(&class);
    return copy;
}

/* Exchange the bodies of the methods of QiiCounters. Compiled code that contains them is compiled again. */
QJVM_NATIVE(void, QiiContexts, noteHits)
{
    jclass counters = (*env)->FindClass(env, "java/lang/QiiCounters");
    __atomic_store_n(&notes_hits, true, __ATOMIC_RELAXED);
    if (counters && (*jvmti)->RetransformClasses(jvmti, 1, &counters) != JVMTI_ERROR_NONE)
        qjvm_message("the counts of simultaneous contexts cannot be separated");
    (*env)->DeleteLocalRef(env, counters);
}

/* ---- start ------------------------------------------------------------------------------------------------------- */

const char *qjvm_contexts_define(jvmtiEnv *its, JNIEnv *env)
{
    jvmti = its;
    const char *name = qjvm_java_part_define(env, QJVM_HITS) ? qjvm_java_part_define(env, QJVM_CONTEXTS) : NULL;
    if (!name || contexts)
        return name;
    jclass class = (*env)->FindClass(env, name);
    inherit = class ? (*env)->GetStaticMethodID(env, class, "inherit", "()V") : NULL;
    contexts = inherit ? (*env)->NewGlobalRef(env, class) : NULL;
    return contexts ? name : NULL;
}

void qjvm_contexts_inherit(JNIEnv *env)
{
    if (__atomic_load_n(&has_contexts, __ATOMIC_RELAXED))
        (*env)->CallStaticVoidMethod(env, contexts, inherit);
}
