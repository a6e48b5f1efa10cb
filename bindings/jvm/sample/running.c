#include "bindings/jvm/sample/running.h"

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bindings/jvm/runtime/listener.h"

/* A Java thread. JVMTI knows its name but not its id in the system. So all threads of the process get a timer, and when
 * the first signal arrives, the JNIEnv of the interrupted thread shows which Java thread it is. */
struct thread {
    const JNIEnv *env;
    char *name;
};

struct found {
    int count;
    struct thread threads[]; /* sorted by env */
};

static struct found *found; /* an earlier one is not freed, since a handler may read it */

static int by_env(const void *left, const void *right)
{
    const struct thread *a = left, *b = right;
    return (a->env > b->env) - (a->env < b->env);
}

/* ---- the JVM's threads ------------------------------------------------------------------------------------------- */

/* Thread.eetop is the address of HotSpot's struct of the thread, which contains its JNIEnv, in all threads at the same
 * offset. It is 0 in a thread that has ended. */
static const char *struct_of(JNIEnv *env, jfieldID field, jthread thread)
{
    return (const char *)(uintptr_t)(*env)->GetLongField(env, thread, field);
}

static jfieldID find_field(JNIEnv *env)
{
    jclass class = (*env)->FindClass(env, "java/lang/Thread");
    jfieldID field = class ? (*env)->GetFieldID(env, class, "eetop", "J") : NULL;
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
    return field;
}

static void add(jvmtiEnv *jvmti, JNIEnv *env, struct found *all, jthread thread, const JNIEnv *its_env)
{
    jvmtiThreadInfo info;
    if ((*jvmti)->GetThreadInfo(jvmti, thread, &info) != JVMTI_ERROR_NONE)
        return;
    all->threads[all->count++] = (struct thread){its_env, strdup(info.name)};
    (*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
    (*env)->DeleteLocalRef(env, info.thread_group);
    (*env)->DeleteLocalRef(env, info.context_class_loader);
}

static bool fill(jvmtiEnv *jvmti, JNIEnv *env, jthread *threads, jint count, const JNIEnv *recorder)
{
    jthread own = NULL;
    struct found *all = malloc(sizeof *all + (size_t)count * sizeof *all->threads);
    jfieldID field = find_field(env);
    if (!all || !field || (*jvmti)->GetCurrentThread(jvmti, &own) != JVMTI_ERROR_NONE) {
        free(all);
        return false;
    }
    ptrdiff_t offset = (const char *)env - struct_of(env, field, own);
    all->count = 0;
    for (jint i = 0; i < count; i++) {
        const char *address = struct_of(env, field, threads[i]);
        const JNIEnv *its_env = (const void *)(address + offset);
        if (address && its_env != env && its_env != recorder)
            add(jvmti, env, all, threads[i], its_env);
    }
    qsort(all->threads, (size_t)all->count, sizeof *all->threads, by_env);
    __atomic_store_n(&found, all, __ATOMIC_RELEASE);
    return true;
}

bool qjvm_running_find(jvmtiEnv *jvmti, JNIEnv *env, const JNIEnv *recorder)
{
    jint count = 0;
    jthread *threads = NULL;
    if ((*jvmti)->GetAllThreads(jvmti, &count, &threads) != JVMTI_ERROR_NONE)
        return false;
    bool filled = fill(jvmti, env, threads, count, recorder);
    for (jint i = 0; i < count; i++)
        (*env)->DeleteLocalRef(env, threads[i]);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)threads);
    return filled;
}

/* ---- the system's threads ---------------------------------------------------------------------------------------- */

void qjvm_running_visit(void (*begin)(pid_t system_id))
{
    DIR *directory = opendir("/proc/self/task");
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        pid_t system_id = (pid_t)atoi(entry->d_name);
        if (system_id > 0 && system_id != (pid_t)syscall(SYS_gettid))
            begin(system_id);
    }
    if (directory)
        closedir(directory);
}

/* ---- which thread it is ------------------------------------------------------------------------------------------ */

static const struct thread *find(const JNIEnv *env)
{
    const struct found *all = __atomic_load_n(&found, __ATOMIC_ACQUIRE);
    const struct thread key = {.env = env};
    return all ? bsearch(&key, all->threads, (size_t)all->count, sizeof *all->threads, by_env) : NULL;
}

JNIEnv *qjvm_running_env(void)
{
    JNIEnv *env = NULL;
    bool attached = (*qjvm_machine)->GetEnv(qjvm_machine, (void **)&env, JNI_VERSION_1_8) == JNI_OK;
    return attached && find(env) ? env : NULL;
}

const char *qjvm_running_name(const JNIEnv *env)
{
    const struct thread *thread = find(env);
    return thread ? thread->name : NULL;
}
