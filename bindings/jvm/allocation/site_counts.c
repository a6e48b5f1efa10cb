#include "bindings/jvm/allocation/site_counts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bindings/jvm/allocation/types.h"
#include "bindings/jvm/methods/counted_sites.h"
#include "bindings/jvm/methods/functions.h"
#include "bindings/jvm/methods/loaded.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/runtime/agent_loop.h"
#include "bindings/jvm/runtime/java_part.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"

#define PAUSE 1000 /* milliseconds; 20,000 sites take 3 ms */

static struct qjvm_agent_loop loop = QJVM_AGENT_LOOP_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* one thread records at a time */
static jvmtiEnv *jvmti;
static void *handle;               /* of the row of all threads' allocations; NULL = nothing is recorded */
static unsigned header, reference; /* bytes of an object's header, and of a reference */

/* ---- sizes of objects -------------------------------------------------------------------------------------------- */

static uint64_t size_of(JNIEnv *env, jclass class)
{
    jlong size = 0;
    jobject made = (*env)->AllocObject(env, class);
    if (made)
        (*jvmti)->GetObjectSize(jvmti, made, &size);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, made);
    return (uint64_t)size;
}

/* Return the hash of a class's name. That of a hidden class has a suffix in the JVM, and none in its class file. */
static uint64_t key_of(const char *signature)
{
    bool hidden;
    struct qjvm_text name = qjvm_names_internal(signature, &hidden);
    return kit_hash(name.bytes, name.size);
}

/* Find the sizes of objects of initialized classes, of which `sites` has one site each. Instances of other classes
 * cannot be made without waiting. */
static void find_sizes(QJVM_UNUSED jvmtiEnv *visitor, JNIEnv *env, jclass *classes, jint count, void *sites)
{
    for (jint i = 0; i < count; i++) {
        char *signature = NULL;
        jint status = 0;
        if ((*jvmti)->GetClassSignature(jvmti, classes[i], &signature, NULL) != JVMTI_ERROR_NONE)
            continue;
        struct qjvm_counted_site *site = kit_hashmap_get(sites, key_of(signature));
        if (site && site->size == 0 && (*jvmti)->GetClassStatus(jvmti, classes[i], &status) == JVMTI_ERROR_NONE &&
            status & JVMTI_CLASS_STATUS_INITIALIZED)
            site->size = size_of(env, classes[i]);
        (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    }
}

/* Return the size of a lambda, whose fields are the parameters of this descriptor: HotSpot fills the gap that the
 * header leaves before fields of eight bytes with smaller ones. */
static uint64_t size_of_lambda(const char *descriptor)
{
    uint64_t large = 0, small = 0;
    for (const char *at = descriptor + 1; *at && *at != ')'; at++) {
        size_t size = *at == 'J' || *at == 'D'   ? 8
                      : *at == 'S' || *at == 'C' ? 2
                      : *at == 'B' || *at == 'Z' ? 1
                      : *at == 'L' || *at == '[' ? reference
                                                 : 4;
        while (*at == '[')
            at++;
        at += *at == 'L' ? strcspn(at, ";") : 0;
        *(size == 8 ? &large : &small) += size;
    }
    uint64_t gap = large ? -header & 7 : 0;
    return (header + large + (small > gap ? small : gap) + 7) & ~UINT64_C(7);
}

/* Find the sizes of all objects that were counted. */
static void complete(JNIEnv *env, struct qjvm_counted_site *newest)
{
    struct kit_hashmap unknown = {0}; /* sites of objects of unknown size, by their class (key_of) */
    for (struct qjvm_counted_site *site = newest; site; site = site->next) {
        if (site->size != 0 || site->objects == 0)
            continue;
        if (site->kind == QJVM_SITE_LAMBDA)
            site->size = size_of_lambda(site->signature);
        else if (site->kind == QJVM_SITE_OBJECT)
            kit_hashmap_put(&unknown, key_of(site->signature), site);
    }
    if (unknown.count)
        qjvm_loaded_visit(jvmti, env, find_sizes, &unknown);
    for (struct qjvm_counted_site *site = newest; unknown.count && site; site = site->next) {
        const struct qjvm_counted_site *known = kit_hashmap_get(&unknown, key_of(site->signature));
        if (known && site->kind == QJVM_SITE_OBJECT && site->size == 0)
            site->size = known->size;
    }
    kit_hashmap_fini(&unknown);
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

/* Return the name of a site's type in reports, to be freed. A lambda's type is named after the class that makes it:
 * app.Main$$Lambda. */
static char *type_of(const struct qjvm_counted_site *site)
{
    if (site->kind != QJVM_SITE_LAMBDA)
        return qjvm_names_type(site->signature);
    char *class = qjvm_names_class(qjvm_text_of(site->method->class));
    char *name = class ? kit_format("%s$$Lambda", class) : NULL;
    free(class);
    return name;
}

static void record(struct qjvm_counted_site *site, uint64_t objects, uint64_t bytes)
{
    const struct qjvm_counted_method *method = site->method;
    struct kit_function *function =
        qjvm_functions_of_sample(qjvm_text_of(method->class), qjvm_text_of(method->name),
                                 qjvm_text_of(method->descriptor), &method->source, method->line_count);
    char *name = type_of(site);
    int block = function && site->line ? kit_function_block(function, site->line) : -1;
    unsigned long row = name ? qjvm_types_row(name) : 0;
    while (function && (objects || bytes)) {
        qprof_Counts part = objects < UINT32_MAX ? (qprof_Counts)objects : UINT32_MAX;
        kit_library.qii.record_stack_allocation(handle, &function->id, 1, row, bytes, part, block, 0);
        objects -= part;
        bytes = 0;
    }
    free(name);
}

/* Read all counters. If `records`, record what they have counted since the previous call. */
static void note_all(JNIEnv *env, bool records)
{
    pthread_mutex_lock(&lock);
    struct qjvm_counted_site *newest = handle ? qjvm_counted_sites() : NULL;
    for (struct qjvm_counted_site *site = newest; site; site = site->next)
        site->objects = qjvm_counted_site_objects(site);
    complete(env, newest);
    for (struct qjvm_counted_site *site = newest; site; site = site->next) {
        uint64_t bytes = site->kind == QJVM_SITE_ARRAY ? qjvm_counted_site_bytes(site) : site->objects * site->size;
        if (records && (site->objects != site->recorded_objects || bytes != site->recorded_bytes))
            record(site, site->objects - site->recorded_objects, bytes - site->recorded_bytes);
        site->recorded_objects = site->objects;
        site->recorded_bytes = bytes;
    }
    pthread_mutex_unlock(&lock);
}

/* ---- results of any class ---------------------------------------------------------------------------------------- */

/* Return the counters for objects of this class at a site. Return 0 for a hidden class: its objects are lambdas, which
 * are counted at their dynamic call. */
QJVM_NATIVE(jlong, QiiAllocations, counters, jobject made, jint site)
{
    jlong size = 0;
    char *signature = NULL;
    bool hidden = true;
    jclass type = (*env)->GetObjectClass(env, made);
    if ((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) == JVMTI_ERROR_NONE &&
        (*jvmti)->GetObjectSize(jvmti, made, &size) == JVMTI_ERROR_NONE)
        qjvm_names_internal(signature, &hidden);
    uint64_t *counters = hidden ? NULL : qjvm_counted_sites_of_class((unsigned)site, signature, (uint64_t)size);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    (*env)->DeleteLocalRef(env, type);
    return (jlong)(uintptr_t)counters;
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

const char *qjvm_site_counts_define(JNIEnv *env)
{
    static const struct qjvm_listener nothing;
    jvmti = jvmti ? jvmti : qjvm_listen(&nothing);
    const char *name = jvmti ? qjvm_java_part_define(env, QJVM_ALLOCATIONS) : NULL;
    jclass class = name ? (*env)->FindClass(env, name) : NULL;
    jmethodID layout = class ? (*env)->GetStaticMethodID(env, class, "layout", "()J") : NULL;
    if (layout) {
        jlong sizes = (*env)->CallStaticLongMethod(env, class, layout);
        header = (unsigned)sizes;
        reference = (unsigned)(sizes >> 32);
        qjvm_counted_sites_begin(reference);
    }
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
    return layout ? name : NULL;
}

static void JNICALL run(QJVM_UNUSED jvmtiEnv *agent, JNIEnv *env, QJVM_UNUSED void *data)
{
    while (qjvm_agent_loop_sleep(&loop, PAUSE))
        note_all(env, true);
    qjvm_agent_loop_done(&loop);
}

static void end(JNIEnv *env, bool records)
{
    note_all(env, records);
    pthread_mutex_lock(&lock);
    if (handle)
        kit_library.qii.end_stacks(handle, 0);
    handle = NULL;
    pthread_mutex_unlock(&lock);
}

const char *qjvm_site_counts_begin(JNIEnv *env)
{
    if (!kit_library.qii.record_stack_allocation || !kit_library.qii.hand_over_other)
        return "the library cannot record allocations";
    handle = kit_library.qii.hand_over_other((uint64_t)syscall(SYS_gettid), 0);
    if (!handle)
        return "no memory";
    kit_library.qii.name_stacks(handle, "(all threads)");
    note_all(env, false);
    if (qjvm_agent_loop_start(&loop, env, "qii allocations", run))
        return NULL;
    end(env, false);
    return "no memory";
}

void qjvm_site_counts_save(JNIEnv *env)
{
    note_all(env, true);
}

void qjvm_site_counts_end(JNIEnv *env)
{
    qjvm_agent_loop_end(&loop);
    end(env, true);
}
