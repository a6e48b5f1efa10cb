#include "bindings/jvm/sample/places.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/class/source_lines.h"
#include "bindings/jvm/methods/functions.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/kit/hashmap.h"

/* Class whose method `run` is the outermost one of a virtual thread. */
#define CONTINUATION "java/lang/VirtualThread$VThreadContinuation$1"

/* A sampled method. */
struct method {
    struct kit_function *function;   /* NULL = the method has no row */
    bool mounts, begins;             /* as in struct qjvm_place */
    struct qjvm_source_map map;      /* of the class; its texts stay allocated */
    struct qjvm_source_lines source; /* file and lines with which the function was registered */
};

/* Line table of a method. */
struct table {
    struct qjvm_line *lines;
    int count;
};

static jvmtiEnv *jvmti;
static bool has_all;                  /* each method has a function, not only those whose calls are reported */
static struct kit_hashmap methods[2]; /* by has_all: maps jmethodIDs to struct method */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects `methods` */

void qjvm_places_load(void)
{
    static const struct qjvm_listener listener = {.capabilities = {.can_get_line_numbers = 1,
                                                                   .can_get_source_file_name = 1,
                                                                   .can_get_source_debug_extension = 1}};
    jvmti = qjvm_listen(&listener);
}

bool qjvm_places_begin(bool all)
{
    static const struct qjvm_listener listener = {
        .capabilities = {.can_get_line_numbers = 1, .can_get_source_file_name = 1}};
    has_all = all;
    if (!jvmti)
        jvmti = qjvm_listen(&listener);
    return jvmti;
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

static struct table read_table(jmethodID id)
{
    struct table table = {0};
    jint count = 0;
    jvmtiLineNumberEntry *entries = NULL;
    if ((*jvmti)->GetLineNumberTable(jvmti, id, &count, &entries) != JVMTI_ERROR_NONE)
        return table;
    table.lines = malloc(((size_t)count + 1) * sizeof *table.lines);
    for (; table.lines && table.count < count; table.count++)
        table.lines[table.count] =
            (struct qjvm_line){(int)entries[table.count].start_location, entries[table.count].line_number};
    (*jvmti)->Deallocate(jvmti, (unsigned char *)entries);
    return table;
}

/* Find the source file of a method, and its lines there. Return false if out of memory. */
static bool find_source(struct method *method, jclass class, struct qjvm_text name, jmethodID id, int *count)
{
    char *file = NULL, *extension = NULL; /* not deallocated: the map refers to them */
    (*jvmti)->GetSourceFileName(jvmti, class, &file);
    (*jvmti)->GetSourceDebugExtension(jvmti, class, &extension);
    struct table table = read_table(id);
    *count = table.count;
    bool found = qjvm_source_map_init(&method->map, qjvm_text_of(extension ? extension : ""),
                                      qjvm_source_file_of(name, qjvm_text_of(file ? file : ""))) &&
                 qjvm_source_lines_init(&method->source, &method->map, table.lines, table.count);
    free(table.lines);
    return found;
}

static struct kit_function *find_function(struct method *method, jclass class, struct qjvm_text name, jmethodID id)
{
    char *method_name = NULL, *descriptor = NULL;
    struct kit_function *function = NULL;
    int count;
    if ((*jvmti)->GetMethodName(jvmti, id, &method_name, &descriptor, NULL) == JVMTI_ERROR_NONE) {
        bool enters = strncmp(method_name, "enter", 5) == 0, runs = strcmp(method_name, "run") == 0;
        method->mounts = qjvm_text_is(name, "jdk/internal/vm/Continuation") && (enters || runs);
        method->begins = runs && (qjvm_text_is(name, "java/lang/VirtualThread") || qjvm_text_is(name, CONTINUATION));
        bool wanted = has_all || qjvm_functions_has(name, qjvm_text_of(method_name), qjvm_text_of(descriptor));
        if (wanted && find_source(method, class, name, id, &count))
            function = qjvm_functions_of_sample(name, qjvm_text_of(method_name), qjvm_text_of(descriptor),
                                                &method->source, count);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)method_name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    return function;
}

/* Frames of hidden classes and of counting code get no function, and so are not shown: their time is their caller's. */
static void read_method(JNIEnv *env, struct method *method, jmethodID id)
{
    jclass class;
    char *signature = NULL;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, id, &class) != JVMTI_ERROR_NONE)
        return; /* unloaded since */
    if ((*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
        bool hidden;
        struct qjvm_text name = qjvm_names_internal(signature, &hidden);
        if (name.size && !hidden && !qjvm_text_begins(name, "java/lang/Qii"))
            method->function = find_function(method, class, name, id);
        else
            (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    }
    (*env)->DeleteLocalRef(env, class);
}

static struct method *new_method(JNIEnv *env, jmethodID id)
{
    struct method *method = calloc(1, sizeof *method);
    if (method)
        read_method(env, method, id);
    if (method && kit_hashmap_put(&methods[has_all], (uint64_t)(uintptr_t)id, method) == 0)
        return method;
    free(method);
    return NULL;
}

static const struct method *method_of(JNIEnv *env, jmethodID id)
{
    pthread_mutex_lock(&lock);
    struct method *method = kit_hashmap_get(&methods[has_all], (uint64_t)(uintptr_t)id);
    if (!method)
        method = new_method(env, id);
    pthread_mutex_unlock(&lock);
    return method;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

/* The line table is read for each sample, since an agent may have redefined the class. */
int qjvm_places_block(JNIEnv *env, struct qjvm_frame frame)
{
    const struct method *method = frame.method && frame.code >= 0 ? method_of(env, frame.method) : NULL;
    if (!method || !method->function)
        return -1;
    struct table table = read_table(frame.method);
    struct qjvm_line found = {-1, 0};
    for (int i = 0; i < table.count; i++) {
        if (table.lines[i].offset <= frame.code && table.lines[i].offset > found.offset)
            found = table.lines[i];
    }
    free(table.lines);
    int line = found.line ? qjvm_source_lines_sampled(&method->source, &method->map, found.line) : 0;
    return line ? kit_function_block(method->function, line) : -1;
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
        return (struct qjvm_place){.method = named(&replaced, "(replaced method)")};
    const struct method *method = method_of(env, frame.method);
    if (!method || !method->function)
        return (struct qjvm_place){0};
    return (struct qjvm_place){method->function->id, method->mounts, method->begins};
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
