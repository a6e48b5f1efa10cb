#include "bindings/jvm/methods/loaded.h"

#include <stdlib.h>

#include "bindings/jvm/methods/wanted.h"

void qjvm_loaded_visit(jvmtiEnv *jvmti, JNIEnv *env,
                       void (*visit)(jvmtiEnv *jvmti, JNIEnv *env, jclass *classes, jint count))
{
    enum { REFERENCES = 65536 }; /* capacity for local references to all loaded classes; a JVM grants no more */
    jint count = 0;
    jclass *classes = NULL;
    if ((*env)->PushLocalFrame(env, REFERENCES) != JNI_OK)
        return;
    if ((*jvmti)->GetLoadedClasses(jvmti, &count, &classes) == JVMTI_ERROR_NONE)
        visit(jvmti, env, classes, count);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
    (*env)->PopLocalFrame(env, NULL);
}

static bool is_wanted(jvmtiEnv *jvmti, JNIEnv *env, jclass class)
{
    jboolean modifiable = JNI_FALSE;
    char *name = qjvm_wanted_name(jvmti, env, class);
    bool wanted = name && (*jvmti)->IsModifiableClass(jvmti, class, &modifiable) == JVMTI_ERROR_NONE && modifiable;
    free(name);
    return wanted;
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

static void rewrite(jvmtiEnv *jvmti, JNIEnv *env, jclass *classes, jint count)
{
    jint wanted = 0;
    for (jint i = 0; i < count; i++)
        if (is_wanted(jvmti, env, classes[i]))
            classes[wanted++] = classes[i];
    retransform(jvmti, wanted, classes);
}

void qjvm_loaded_rewrite(jvmtiEnv *jvmti, JNIEnv *env)
{
    qjvm_loaded_visit(jvmti, env, rewrite);
}
