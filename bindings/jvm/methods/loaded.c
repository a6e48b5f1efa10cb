#include "bindings/jvm/methods/loaded.h"

#include <string.h>

#include "bindings/jvm/methods/wanted.h"

/* Return whether a class of this signature is to be recorded. "Lcom/acme/App;" is com/acme/App; arrays are ignored. */
static bool is_named(JNIEnv *env, jobject loader, char *signature)
{
    size_t length = strlen(signature);
    if (length < 3 || signature[0] != 'L' || signature[length - 1] != ';')
        return false;
    signature[length - 1] = '\0';
    return qjvm_wanted_is(env, loader, signature + 1);
}

static bool is_wanted(jvmtiEnv *jvmti, JNIEnv *env, jclass class)
{
    jboolean modifiable = JNI_FALSE;
    jobject loader = NULL;
    char *signature = NULL;
    if ((*jvmti)->GetClassLoader(jvmti, class, &loader) != JVMTI_ERROR_NONE)
        return false;
    bool wanted = qjvm_wanted_may_be(env, loader) &&
                  (*jvmti)->IsModifiableClass(jvmti, class, &modifiable) == JVMTI_ERROR_NONE && modifiable &&
                  (*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE &&
                  is_named(env, loader, signature);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    (*env)->DeleteLocalRef(env, loader);
    return wanted;
}

/* Retransform all in one stop of the program. If the JVM refuses one of them, retransform each separately. */
static void retransform(jvmtiEnv *jvmti, jint count, const jclass *classes)
{
    if (count == 0 || (*jvmti)->RetransformClasses(jvmti, count, classes) == JVMTI_ERROR_NONE)
        return;
    for (jint i = 0; i < count; i++)
        (*jvmti)->RetransformClasses(jvmti, 1, &classes[i]);
}

static void rewrite(jvmtiEnv *jvmti, JNIEnv *env)
{
    jint count = 0;
    jint wanted = 0;
    jclass *classes = NULL;
    if ((*jvmti)->GetLoadedClasses(jvmti, &count, &classes) != JVMTI_ERROR_NONE)
        return;
    for (jint i = 0; i < count; i++)
        if (is_wanted(jvmti, env, classes[i]))
            classes[wanted++] = classes[i];
    retransform(jvmti, wanted, classes);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
}

void qjvm_loaded_rewrite(jvmtiEnv *jvmti, JNIEnv *env)
{
    enum { REFERENCES = 65536 }; /* to all classes; the most that a JVM promises */
    if ((*env)->PushLocalFrame(env, REFERENCES) != JNI_OK)
        return;
    rewrite(jvmti, env);
    (*env)->PopLocalFrame(env, NULL);
}
