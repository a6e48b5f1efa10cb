#include "bindings/jvm/agent/hidden.h"

#include <stdbool.h>
#include <stdlib.h>

#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/natives.h"

#define HIDDEN 2 /* flag of a hidden class; for others the JVM has the event */

static qjvm_hidden_rewriter *current; /* atomic */
static struct qjvm_binding define;

/* Return the rewritten class file, NULL if it is unchanged or the heap has no room for it. */
static jbyteArray rewritten(JNIEnv *env, qjvm_hidden_rewriter *rewrite, jbyteArray file, jint offset, jint length)
{
    jbyteArray made = NULL;
    size_t size = 0;
    unsigned char *bytes = length > 0 ? malloc((size_t)length) : NULL;
    if (!bytes)
        return NULL;
    (*env)->GetByteArrayRegion(env, file, offset, length, (jbyte *)bytes);
    unsigned char *changed = (*env)->ExceptionCheck(env) ? NULL : rewrite(bytes, (size_t)length, &size);
    if (changed && (made = (*env)->NewByteArray(env, (jsize)size)))
        (*env)->SetByteArrayRegion(env, made, 0, (jsize)size, (const jbyte *)changed);
    (*env)->ExceptionClear(env);
    free(changed);
    free(bytes);
    return made;
}

static jclass JNICALL define_class(JNIEnv *env, jclass class, jobject loader, jclass lookup, jstring name,
                                   jbyteArray file, jint offset, jint length, jobject domain, jboolean initialize,
                                   jint flags, jobject data)
{
    __typeof__(&define_class) theirs = (__typeof__(&define_class))qjvm_binding_theirs(&define);
    qjvm_hidden_rewriter *rewrite = file && flags & HIDDEN ? __atomic_load_n(&current, __ATOMIC_ACQUIRE) : NULL;
    jbyteArray changed = rewrite ? rewritten(env, rewrite, file, offset, length) : NULL;
    if (!changed)
        return theirs(env, class, loader, lookup, name, file, offset, length, domain, initialize, flags, data);
    return theirs(env, class, loader, lookup, name, changed, 0, (*env)->GetArrayLength(env, changed), domain,
                  initialize, flags, data);
}

void qjvm_hidden_rewrite(qjvm_hidden_rewriter *rewrite)
{
    static const struct qjvm_native native = {
        "java/lang/ClassLoader", "defineClass0",
        "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/ProtectionDomain;ZI"
        "Ljava/lang/Object;)Ljava/lang/Class;",
        (void *)define_class, &define};
    static struct qjvm_natives natives = {.items = &native, .count = 1};
    static bool added;
    __atomic_store_n(&current, rewrite, __ATOMIC_RELEASE);
    if (!added)
        qjvm_natives_add(&natives);
    added = true;
}
