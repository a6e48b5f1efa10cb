#include "bindings/jvm/agent/main_class.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/runtime/messages.h"
#include "bindings/kit/strings.h"

/* Return a copy of a system property, which the caller frees; NULL if it is not set. */
static char *property(jvmtiEnv *jvmti, const char *name)
{
    char *value = NULL;
    if ((*jvmti)->GetSystemProperty(jvmti, name, &value) != JVMTI_ERROR_NONE)
        return NULL;
    char *copy = strdup(value);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)value);
    return copy;
}

/* Return true if the command line of the launcher begins with the name of a class, not of a jar, module or source
 * file. */
static bool names_class(const char *launcher, const char *command, const char *class_path, const char *own_loader)
{
    return launcher && strcmp(launcher, "SUN_STANDARD") == 0 && command && *command && !own_loader &&
           !memchr(command, '/', strcspn(command, " ")) &&
           !(class_path && *class_path && strncmp(command, class_path, strlen(class_path)) == 0);
}

/* Return true if the class loader for applications finds no class file of this class. */
static bool is_missing(JNIEnv *env, const char *class)
{
    char *file = kit_format("%s.class", class);
    for (char *dot = file; dot && (dot = strchr(dot, '.')) && strcmp(dot, ".class") != 0;)
        *dot = '/';
    jclass loaders = file ? (*env)->FindClass(env, "java/lang/ClassLoader") : NULL;
    jmethodID get =
        loaders ? (*env)->GetStaticMethodID(env, loaders, "getSystemClassLoader", "()Ljava/lang/ClassLoader;") : NULL;
    jmethodID find =
        get ? (*env)->GetMethodID(env, loaders, "getResource", "(Ljava/lang/String;)Ljava/net/URL;") : NULL;
    jobject loader = find ? (*env)->CallStaticObjectMethod(env, loaders, get) : NULL;
    jstring name = loader && !(*env)->ExceptionCheck(env) ? (*env)->NewStringUTF(env, file) : NULL;
    jobject found = name ? (*env)->CallObjectMethod(env, loader, find, name) : NULL;
    bool missing = name && !found && !(*env)->ExceptionCheck(env);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, found);
    (*env)->DeleteLocalRef(env, name);
    (*env)->DeleteLocalRef(env, loader);
    (*env)->DeleteLocalRef(env, loaders);
    free(file);
    return missing;
}

bool qjvm_main_class_is_missing(jvmtiEnv *jvmti, JNIEnv *env)
{
    char *launcher = property(jvmti, "sun.java.launcher"), *command = property(jvmti, "sun.java.command");
    char *class_path = property(jvmti, "java.class.path"), *loader = property(jvmti, "java.system.class.loader");
    bool missing = false;
    if (names_class(launcher, command, class_path, loader)) {
        command[strcspn(command, " ")] = '\0';
        missing = is_missing(env, command);
    }
    if (missing)
        qjvm_message("there is no class %s in the class path; name its directory or jar with -cp; nothing is recorded",
                     command);
    free(launcher);
    free(command);
    free(class_path);
    free(loader);
    return missing;
}
