/* A program that forks while its threads begin kernels with new names. Each child runs a kernel of its own. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3, CHILDREN = 60 };

static void (*begin)(const char *, uint32_t, uint64_t *);
static void (*end)(uint64_t);
static int stop; /* written atomically */

static void kernel(const char *kind, int number)
{
    char name[64];
    uint64_t id;
    snprintf(name, sizeof name, "%s %d", kind, number);
    begin(name, 0, &id);
    end(id);
}

static void *work(void *kind)
{
    for (int i = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++)
        kernel(kind, i);
    return NULL;
}

int main(void)
{
    static char *kinds[THREADS] = {"a", "b", "c"};
    const char *name = getenv("KOKKOS_TOOLS_LIBS");
    void *tool = name ? dlopen(name, RTLD_NOW) : NULL;
    pthread_t threads[THREADS];
    if (!tool)
        return 1;
    begin = (void (*)(const char *, uint32_t, uint64_t *))dlsym(tool, "kokkosp_begin_parallel_for");
    end = (void (*)(uint64_t))dlsym(tool, "kokkosp_end_parallel_for");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, kinds[i]);
    for (int i = 0; i < CHILDREN; i++) {
        if (fork() == 0) {
            alarm(20);
            kernel("child", i);
            exit(0);
        }
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0, status; i < CHILDREN; i++)
        if (wait(&status) < 0 || status != 0)
            return 2;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
