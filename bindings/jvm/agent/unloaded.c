#include "bindings/jvm/agent/unloaded.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/methods/registration.h"
#include "bindings/jvm/methods/wanted.h"
#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/kit/strings.h"

static const char none[] = "none";

static const struct qjvm_method_options *options;

/* ---- classes ----------------------------------------------------------------------------------------------------- */

static bool is_registered(struct qjvm_text class)
{
    kit_library_lock();
    bool registered = qjvm_registration_has_class(class);
    kit_library_unlock();
    return registered;
}

/* Return whether to register a class file. If the class has another name than `expected`, which may be NULL, the
 * program cannot load it from its directory. If several files have a class of one name, the program loads the first
 * one. A damaged file without a name is to be registered, which reports it. */
static bool is_wanted(const unsigned char *bytes, size_t size, const char *expected)
{
    struct qjvm_class_file file;
    qjvm_class_file_init(&file, bytes, size);
    char *name = kit_format("%.*s", QJVM_SHOWN(file.name));
    bool wanted = name && (!*name || ((!expected || strcmp(name, expected) == 0) && qjvm_wanted_unloaded(name) &&
                                      !is_registered(file.name)));
    free(name);
    qjvm_class_file_fini(&file);
    return wanted;
}

QJVM_NATIVE(void, QiiClassFiles, pass, jbyteArray content, jstring name)
{
    jsize size = (*env)->GetArrayLength(env, content);
    unsigned char *bytes = malloc((size_t)size + 1);
    const char *expected = qjvm_java_part_text(env, name);
    if (bytes) {
        (*env)->GetByteArrayRegion(env, content, 0, size, (jbyte *)bytes);
        if (is_wanted(bytes, (size_t)size, expected))
            qjvm_methods_register(options, bytes, (size_t)size);
    }
    qjvm_java_part_release(env, name, expected);
    free(bytes);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Return the value of a system property as a Java string, NULL if it is not set. */
static jstring property(jvmtiEnv *jvmti, JNIEnv *env, const char *name)
{
    char *value = NULL;
    if ((*jvmti)->GetSystemProperty(jvmti, name, &value) != JVMTI_ERROR_NONE)
        return NULL;
    jstring text = (*env)->NewStringUTF(env, value);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)value);
    return text;
}

static void read_class_path(jvmtiEnv *jvmti, JNIEnv *env, jclass reader)
{
    jmethodID read = (*env)->GetStaticMethodID(env, reader, "readPaths", "(Ljava/lang/String;Ljava/lang/String;)V");
    jstring class_path = property(jvmti, env, "java.class.path");
    jstring module_path = property(jvmti, env, "jdk.module.path");
    if (read)
        (*env)->CallStaticVoidMethod(env, reader, read, class_path, module_path);
    (*env)->DeleteLocalRef(env, class_path);
    (*env)->DeleteLocalRef(env, module_path);
}

static void read_path(JNIEnv *env, jclass reader, const char *path)
{
    jmethodID read = (*env)->GetStaticMethodID(env, reader, "readAll", "(Ljava/lang/String;)Ljava/lang/String;");
    jstring name = (*env)->NewStringUTF(env, path);
    jstring wrong = read && name ? (*env)->CallStaticObjectMethod(env, reader, read, name) : NULL;
    const char *text = (*env)->ExceptionCheck(env) ? NULL : qjvm_java_part_text(env, wrong);
    if (text)
        qjvm_message("classes of %s are not counted: %s", path, text);
    qjvm_java_part_release(env, wrong, text);
    (*env)->DeleteLocalRef(env, name);
    (*env)->DeleteLocalRef(env, wrong);
}

/* Describe and clear an exception, such as one for lack of memory. */
static void end_exception(JNIEnv *env)
{
    if ((*env)->ExceptionCheck(env))
        (*env)->ExceptionDescribe(env);
}

static bool is_none(const char *path, size_t length)
{
    return length == strlen(none) && memcmp(path, none, length) == 0;
}

/* Return the start of the next path of a list separated by ':', and its length. At the end, return NULL. */
static const char *next_path(const char *at, size_t *length)
{
    at += strspn(at, ":");
    *length = strcspn(at, ":");
    return *length ? at : NULL;
}

static bool has_none(const char *paths)
{
    size_t length;
    while ((paths = next_path(paths, &length)) && !is_none(paths, length))
        paths += length;
    return paths;
}

void qjvm_unloaded_register(jvmtiEnv *jvmti, JNIEnv *env, const char *classes,
                            const struct qjvm_method_options *method_options)
{
    const char *name = qjvm_java_part_define(env, QJVM_CLASS_FILES);
    jclass reader = name ? (*env)->FindClass(env, name) : NULL;
    size_t length;
    options = method_options;
    classes = classes ? classes : "";
    if (reader && !has_none(classes))
        read_class_path(jvmti, env, reader);
    end_exception(env);
    for (const char *at = classes; reader && (at = next_path(at, &length)); at += length) {
        char *path = is_none(at, length) ? NULL : strndup(at, length);
        if (path)
            read_path(env, reader, path);
        end_exception(env);
        free(path);
    }
    (*env)->DeleteLocalRef(env, reader);
}
