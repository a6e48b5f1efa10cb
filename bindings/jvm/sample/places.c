#include "bindings/jvm/sample/places.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/methods/functions.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/kit/hashmap.h"

/* Class whose method `run` is the outermost one of a virtual thread. */
#define CONTINUATION "java/lang/VirtualThread$VThreadContinuation$1"

/* A sampled method. */
struct method {
    struct kit_function *function; /* NULL = the method has no row */
    bool mounts, begins;           /* as in struct qjvm_place */
    int count;
    jvmtiLineNumberEntry *lines; /* sorted by byte code */
};

static jvmtiEnv *jvmti;
static struct kit_hashmap methods; /* maps jmethodIDs to struct method */

bool qjvm_places_begin(void)
{
    static const struct qjvm_listener listener = {
        .capabilities = {.can_get_line_numbers = 1, .can_get_source_file_name = 1}};
    if (!jvmti)
        jvmti = qjvm_listen(&listener);
    return jvmti;
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

static int by_code(const void *left, const void *right)
{
    const jvmtiLineNumberEntry *a = left, *b = right;
    return (a->start_location > b->start_location) - (a->start_location < b->start_location);
}

static void read_lines(struct method *method, jmethodID id)
{
    jint count = 0;
    jvmtiLineNumberEntry *entries = NULL;
    if ((*jvmti)->GetLineNumberTable(jvmti, id, &count, &entries) != JVMTI_ERROR_NONE)
        return;
    method->lines = count > 0 ? malloc((size_t)count * sizeof *entries) : NULL;
    if (method->lines) {
        memcpy(method->lines, entries, (size_t)count * sizeof *entries);
        method->count = count;
        qsort(method->lines, (size_t)count, sizeof *entries, by_code);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)entries);
}

/* Return the internal name of a class from its signature "Ljava/util/Map;". Hidden classes, such as those of lambdas,
 * have a '.' in it, and no name that stays the same. */
static struct qjvm_text class_name(const char *signature)
{
    size_t length = strlen(signature);
    bool is_class = *signature == 'L' && length > 2 && !strchr(signature, '.');
    return is_class ? (struct qjvm_text){(const unsigned char *)signature + 1, length - 2}
                    : (struct qjvm_text){NULL, 0};
}

static struct kit_function *find_function(struct method *method, jclass class, struct qjvm_text name, jmethodID id)
{
    char *method_name = NULL, *descriptor = NULL, *file = NULL;
    struct kit_function *function = NULL;
    if ((*jvmti)->GetMethodName(jvmti, id, &method_name, &descriptor, NULL) == JVMTI_ERROR_NONE) {
        bool enters = strncmp(method_name, "enter", 5) == 0, runs = strcmp(method_name, "run") == 0;
        method->mounts = qjvm_text_is(name, "jdk/internal/vm/Continuation") && (enters || runs);
        method->begins = runs && (qjvm_text_is(name, "java/lang/VirtualThread") || qjvm_text_is(name, CONTINUATION));
        (*jvmti)->GetSourceFileName(jvmti, class, &file);
        int *lines = calloc((size_t)method->count + 1, sizeof *lines);
        for (int i = 0; lines && i < method->count; i++)
            lines[i] = method->lines[i].line_number;
        if (lines)
            function = qjvm_functions_of_sample(name, qjvm_text_of(method_name), qjvm_text_of(descriptor),
                                                qjvm_text_of(file ? file : ""), lines, method->count);
        free(lines);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)method_name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)file);
    return function;
}

static void read_method(JNIEnv *env, struct method *method, jmethodID id)
{
    jclass class;
    char *signature = NULL;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, id, &class) != JVMTI_ERROR_NONE)
        return; /* unloaded since */
    if ((*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
        struct qjvm_text name = class_name(signature);
        if (name.size) {
            read_lines(method, id);
            method->function = find_function(method, class, name, id);
        }
        (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    }
    (*env)->DeleteLocalRef(env, class);
}

static struct method *method_of(JNIEnv *env, jmethodID id)
{
    uint64_t key = (uint64_t)(uintptr_t)id;
    struct method *method = kit_hashmap_get(&methods, key);
    if (method)
        return method;
    method = calloc(1, sizeof *method);
    if (method)
        read_method(env, method, id);
    if (method && kit_hashmap_put(&methods, key, method) == 0)
        return method;
    free(method);
    return NULL;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static int block_of(const struct method *method, int code)
{
    int line = 0;
    for (int i = 0; i < method->count && method->lines[i].start_location <= code; i++)
        line = method->lines[i].line_number;
    return code >= 0 && line > 0 ? kit_function_block(method->function, line) : -1;
}

static unsigned long named(struct kit_function **function, const char *name)
{
    kit_library_lock();
    if (!*function)
        *function = kit_function_new(sizeof **function);
    if (*function && !(*function)->name)
        (*function)->name = strdup(name);
    if (*function && !kit_function_is_registered(*function))
        kit_function_register(*function, &(struct kit_definition){.flags = QPROF_METHOD_FLAGS_NONE});
    kit_library_unlock();
    return *function ? (*function)->id : 0;
}

struct qjvm_place qjvm_places_find(JNIEnv *env, struct qjvm_frame frame)
{
    static struct kit_function *replaced;
    if (!frame.method)
        return (struct qjvm_place){named(&replaced, "(replaced method)"), -1, false, false};
    const struct method *method = method_of(env, frame.method);
    if (!method || !method->function)
        return (struct qjvm_place){0, -1, false, false};
    return (struct qjvm_place){method->function->id, block_of(method, frame.code), method->mounts, method->begins};
}

/* ---- stacks that are unknown ------------------------------------------------------------------------------------- */

unsigned long qjvm_places_without_stack(int result)
{
    static struct kit_function *collector, *compiled, *machine;
    switch (result) {
    case QJVM_COLLECTS:
        return named(&collector, "(garbage collector)");
    case QJVM_UNKNOWN_CODE:
    case QJVM_UNKNOWN_FRAMES:
    case QJVM_DEOPTIMIZES:
        return named(&compiled, "(JVM stub)");
    default: /* code of the JVM: class loading, compilation, the beginning and the end of a thread */
        return named(&machine, "(JVM)");
    }
}

unsigned long qjvm_places_outer(void)
{
    static struct kit_function *outer;
    return named(&outer, "(outer frames unknown)");
}
