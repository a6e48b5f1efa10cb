#include "bindings/jvm/methods/loaded.h"

#include <stdlib.h>

#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/methods/wanted.h"

void qjvm_loaded_visit(jvmtiEnv *jvmti, JNIEnv *env, qjvm_loaded_visitor *visit, void *data)
{
    enum { REFERENCES = 65536 }; /* capacity for local references to all loaded classes; a JVM grants no more */
    jint count = 0;
    jclass *classes = NULL;
    if ((*env)->PushLocalFrame(env, REFERENCES) != JNI_OK)
        return;
    if ((*jvmti)->GetLoadedClasses(jvmti, &count, &classes) == JVMTI_ERROR_NONE)
        visit(jvmti, env, classes, count, data);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
    (*env)->PopLocalFrame(env, NULL);
}

static bool is_recorded(jvmtiEnv *jvmti, JNIEnv *env, jclass class)
{
    char *name = qjvm_wanted_name(jvmti, env, class);
    bool recorded = name;
    free(name);
    return recorded;
}

static bool has_allocations(jvmtiEnv *jvmti, jclass class)
{
    char *signature = NULL;
    bool hidden, has = false;
    if ((*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE)
        has = qjvm_wanted_for_allocations(qjvm_names_internal(signature, &hidden)) && !hidden;
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    return has;
}

/* Kinds of classes to rewrite. */
struct kinds {
    bool recorded, allocations;
};

static bool is_wanted(jvmtiEnv *jvmti, JNIEnv *env, jclass class, const struct kinds *kinds)
{
    jboolean modifiable = JNI_FALSE;
    bool wanted =
        (kinds->allocations && has_allocations(jvmti, class)) || (kinds->recorded && is_recorded(jvmti, env, class));
    return wanted && (*jvmti)->IsModifiableClass(jvmti, class, &modifiable) == JVMTI_ERROR_NONE && modifiable;
}

/* Retransform all classes at once, which stops the program only once. If the JVM refuses one of them, retransform each
 * class separately. */
static void retransform(jvmtiEnv *jvmti, jint count, const jclass *classes)
{
    if (count == 0 || (*jvmti)->RetransformClasses(jvmti, count, classes) == JVMTI_ERROR_NONE)
        return;
    for (jint i = 0; i < count; i++)
        (*jvmti)->RetransformClasses(jvmti, 1, &classes[i]);
}

static void rewrite(jvmtiEnv *jvmti, JNIEnv *env, jclass *classes, jint count, void *kinds)
{
    jint wanted = 0;
    for (jint i = 0; i < count; i++)
        if (is_wanted(jvmti, env, classes[i], kinds))
            classes[wanted++] = classes[i];
    retransform(jvmti, wanted, classes);
}

void qjvm_loaded_rewrite(jvmtiEnv *jvmti, JNIEnv *env, bool recorded, bool allocations)
{
    qjvm_loaded_visit(jvmti, env, rewrite, &(struct kinds){recorded, allocations});
}
