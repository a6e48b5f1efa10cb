#include "bindings/jvm/methods/wanted.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/methods/names.h"
#include "bindings/kit/filter.h"

/* Classes of the JDK that are never recorded: classes that run when an event is reported, and those that switch virtual
 * threads. An event in such a class would cause another event, without end. */
static const char never[] = "java.lang.Qii*;java.lang.VirtualThread;java.lang.Object;java.lang.invoke.*;"
                            "java.lang.foreign.*;jdk.internal.*;java.lang.Thread;java.lang.ThreadLocal*;"
                            "java.lang.InheritableThreadLocal;java.lang.ref.Reference;java.lang.ref.WeakReference";

/* Classes of qii-junit.jar. They are not recorded, although the program's class loader loads them. */
static const char ours[] = "qii.Phases;qii.Contexts;qii.junit.*;qii.testng.*";

static char *only;
static char *except;
static jobject platform_loader; /* class loader for those classes of the JDK that the boot loader does not load */

static jobject find_platform_loader(JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, "java/lang/ClassLoader");
    jmethodID get = (*env)->GetStaticMethodID(env, class, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
    jobject loader = (*env)->CallStaticObjectMethod(env, class, get);
    (*env)->ExceptionClear(env);
    return (*env)->NewGlobalRef(env, loader);
}

/* Return the patterns reduced to patterns of class names, to be freed. If a pattern is a function name with parameters,
 * as reports show it, keep only its class. */
static char *classes_of(const char *patterns)
{
    char *classes = patterns ? strdup(patterns) : NULL, *to = classes;
    while (classes && *patterns) {
        size_t length = strcspn(patterns, ";");
        const char *parameters = memchr(patterns, '(', length);
        const char *dot = parameters ? memrchr(patterns, '.', (size_t)(parameters - patterns)) : NULL;
        to = mempcpy(to, patterns, dot ? (size_t)(dot - patterns) : length);
        patterns += length;
        if (*patterns)
            *to++ = *patterns++;
    }
    if (classes)
        *to = '\0';
    return classes;
}

void qjvm_wanted_begin(JNIEnv *env, const struct kit_settings *settings)
{
    free(only);
    free(except);
    only = classes_of(settings->texts[KIT_FILTER]);
    except = classes_of(settings->texts[KIT_EXCLUDE]);
    if (!platform_loader)
        platform_loader = find_platform_loader(env);
}

bool qjvm_wanted_of_jdk(void)
{
    return only != NULL;
}

static bool is_of_jdk(JNIEnv *env, jobject loader)
{
    return !loader || (*env)->IsSameObject(env, loader, platform_loader);
}

/* Return whether the patterns select a class. */
static bool matches(const char *class_name, bool of_jdk)
{
    char *name = qjvm_names_class(qjvm_text_of(class_name));
    bool wanted = name && (!only || kit_filter_matches(only, name)) && !kit_filter_matches(except, name) &&
                  !kit_filter_matches(ours, name) && !(of_jdk && kit_filter_matches(never, name));
    free(name);
    return wanted;
}

bool qjvm_wanted_is(JNIEnv *env, jobject loader, const char *class_name)
{
    bool of_jdk = is_of_jdk(env, loader);
    return (only || !of_jdk) && matches(class_name, of_jdk);
}

bool qjvm_wanted_unloaded(const char *class_name)
{
    return matches(class_name, false);
}

/* VirtualThread is rewritten in another way (mounts.h). */
bool qjvm_wanted_for_allocations(struct qjvm_text class_name)
{
    return class_name.size && !qjvm_text_begins(class_name, "java/lang/Qii") &&
           !qjvm_text_is(class_name, "java/lang/VirtualThread");
}

char *qjvm_wanted_name(jvmtiEnv *jvmti, JNIEnv *env, jclass class)
{
    jobject loader = NULL;
    char *signature = NULL, *name = NULL;
    if ((*jvmti)->GetClassLoader(jvmti, class, &loader) != JVMTI_ERROR_NONE)
        return NULL;
    if ((only || !is_of_jdk(env, loader)) &&
        (*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
        bool hidden;
        struct qjvm_text internal = qjvm_names_internal(signature, &hidden);
        if (internal.size && !hidden)
            name = strndup((const char *)internal.bytes, internal.size);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    if (name && !qjvm_wanted_is(env, loader, name)) {
        free(name);
        name = NULL;
    }
    (*env)->DeleteLocalRef(env, loader);
    return name;
}
