#include "bindings/kit/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bindings/kit/strings.h"

struct kit_library kit_library = {.generation = 1};

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char *name; /* name with which the library was loaded, NULL = not loaded */
static int users;  /* number of interpreters that record */

void kit_library_lock(void)
{
    pthread_mutex_lock(&lock);
}

void kit_library_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

static __thread bool forks; /* holds the lock for a fork */

void kit_library_before_fork(void)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    forks = pthread_mutex_timedlock(&lock, &end) == 0;
}

/* In the child, the thread has another number, so it does not own the lock. */
void kit_library_after_fork(bool is_child)
{
    if (is_child)
        lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    else if (forks)
        pthread_mutex_unlock(&lock);
    forks = false;
}

VthreadID kit_library_new_thread(void)
{
    static VthreadID last;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

/* Copy a text owned by the dynamic loader. The loader's lock orders this read after the load in another thread, but the
 * thread sanitizer does not see that lock and would report a race. */
static __attribute__((no_sanitize_thread)) char *copy_of_loader(const char *text)
{
    const volatile char *from = text;
    size_t size = 1;
    while (from[size - 1])
        size++;
    char *copy = malloc(size);
    for (size_t i = 0; copy && i < size; i++)
        copy[i] = from[i];
    return copy;
}

/* Return the name of the file to load for a library, to be freed; NULL if out of memory. If the library's name contains
 * '.' or '/', it is a file name already. Otherwise search the folder of the binding and the two folders above it, so
 * that a binding uses the library with which it was installed. If the library is in none of them, return its name. */
static char *find_file(const char *wanted)
{
    static const char *const folders[] = {"", "../", "../../"};
    static const char here;
    Dl_info file;
    if (strpbrk(wanted, "./") || !dladdr(&here, &file) || !file.dli_fname)
        return strdup(wanted);
    char *own = copy_of_loader(file.dli_fname);
    if (!own)
        return NULL;
    const char *slash = strrchr(own, '/');
    for (size_t i = 0; slash && i < sizeof folders / sizeof *folders; i++) {
        char *path = kit_format("%.*s%slib%s.so.0", (int)(slash + 1 - own), own, folders[i], wanted);
        if (!path || access(path, R_OK) == 0) {
            free(own);
            return path;
        }
        free(path);
    }
    free(own);
    return strdup(wanted);
}

/* Load a library, unless it is loaded already. Registrations with an earlier library become invalid. Return NULL or an
 * error message. */
static const char *load(const char *wanted, const char *(*lacks)(const struct qii *qii))
{
    if (name && strcmp(name, wanted) == 0)
        return NULL;
    char *path = find_file(wanted);
    if (!path)
        return "not enough memory";
    kit_library.generation++;
    free(name);
    name = NULL;
    int loaded = qii_load(&kit_library.qii, path);
    free(path);
    if (loaded != QII_LOADED)
        return kit_library.qii.error;
    const char *missing = lacks ? lacks(&kit_library.qii) : NULL;
    if (missing)
        return missing;
    name = strdup(wanted);
    return name ? NULL : "not enough memory";
}

/* ---- start and end ---------------------------------------------------------------------------------------------- */

static const char *why(int code)
{
    return code == QPROF_ERR_RUNNING  ? "the library is already running"
           : code == QPROF_ERR_FILE   ? "the data file cannot be created"
           : code == QPROF_ERR_MEMORY ? "not enough memory"
                                      : "the library cannot be started";
}

static void end(VthreadID caller)
{
    __atomic_store_n(&kit_library.run, 0, __ATOMIC_SEQ_CST);
    if (kit_library.binding->ends)
        kit_library.binding->ends();
    if (kit_library.binding->virtual_threads)
        kit_library.qii.shutdown_vt(caller);
    else
        kit_library.qii.shutdown();
}

/* End the run when the process exits, because interpreters may still be open then. Any thread may exit the process. */
static void process_exits(void)
{
    kit_library_lock();
    if (users > 0)
        end(0);
    users = 0;
    kit_library_unlock();
}

static const char *start(const struct kit_settings *settings, bool branches)
{
    static bool exit_is_watched;
    static unsigned runs;
    struct kit_library *l = &kit_library;
    const char *wrong = load(kit_settings_library(settings), l->binding->lacks);
    if (wrong)
        return wrong;
    char *options = kit_format("%s%s", settings->cover == KIT_COVER_HITS ? "-hits " : "",
                               settings->options ? settings->options : "");
    if (!options)
        return "not enough memory";
    int result = l->qii.initialize_ex(&(qprof_InitInfo){0, options, l->binding->unknown, l->binding->virtual_threads});
    free(options);
    if (result < 0)
        return why(result);
    if (!exit_is_watched && !l->binding->until_unload)
        exit_is_watched = atexit(process_exits) == 0;
    l->lines = result == QPROF_REPORT_BLOCKS;
    /* A library without `abilities` is assumed to time events. */
    l->times = !l->qii.abilities || (l->qii.abilities() & QPROF_ABILITY_TIMES);
    bool counts = settings->texts[KIT_SAMPLE] || (l->lines && !l->times); /* or else, the binding reports calls */
    branches = branches && counts && l->qii.register_branches;
    l->generation += l->branches != branches;
    l->branches = branches;
    if (l->binding->begins)
        l->binding->begins(settings);
    __atomic_store_n(&l->run, ++runs, __ATOMIC_RELAXED);
    return NULL;
}

const char *kit_library_load(const struct kit_binding *binding, const struct kit_settings *settings)
{
    kit_library_lock();
    const char *wrong = users == 0 ? load(kit_settings_library(settings), binding->lacks) : NULL;
    kit_library_unlock();
    return wrong;
}

const char *kit_library_join(const struct kit_binding *binding, const struct kit_settings *settings, bool branches)
{
    const char *wrong = NULL;
    if (settings->no_memory)
        return "not enough memory";
    kit_library_lock();
    bool any_library = !settings->library && settings->cover == KIT_COVER_UNSET;
    if (users == 0) {
        kit_library.binding = binding;
        wrong = start(settings, branches);
    } else if (!any_library && strcmp(name, kit_settings_library(settings)) != 0) {
        wrong = kit_library.binding->other_library ? kit_library.binding->other_library
                                                   : "another library is already recording in this process";
    }
    users += !wrong;
    kit_library_unlock();
    return wrong;
}

bool kit_library_leave(VthreadID caller)
{
    kit_library_lock();
    bool last = users == 1;
    users -= users > 0;
    if (last)
        end(caller);
    kit_library_unlock();
    return !last;
}
