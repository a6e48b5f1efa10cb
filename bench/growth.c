/* Sizes: bench_growth DIRECTORY-OF-LIBRARIES DATA-DIRECTORY
 * What an idle virtual thread takes, what a short system thread adds to the file, and a file of a million nodes left
 * behind for the report (its name is printed last). */
#include "qii_load.h"
#include "row.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define VTHREADS 100000
#define THREADS  1000
#define DEPTH    15

static struct qii qii;
static char file[4096];

static void start(const char *library, const char *data, const char *name, int virtual_threads)
{
    char options[8192];
    snprintf(file, sizeof file, "%s/%s.qii", data, name);
    snprintf(options, sizeof options, "-quiet -data-file=%s", file);
    qprof_InitInfo info = {0, options, NULL, virtual_threads};
    remove(file);
    if (qii_load(&qii, library) != 0 || qii.initialize_ex(&info) < 0)
        exit(1);
}

static double file_size(void)
{
    struct stat status;
    return stat(file, &status) == 0 ? (double)status.st_size : 0;
}

/* Private memory of the process that is in use, in bytes. */
static double private_memory(void)
{
    char line[256];
    double kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kilobytes = atof(line + 8);
    if (status != NULL)
        fclose(status);
    return kilobytes * 1024;
}

static double used(void)
{
    return file_size() + private_memory();
}

/* Virtual threads at depth 15, all alive. */
static void fill(uintptr_t first)
{
    for (uintptr_t vthread = first; vthread < first + VTHREADS; vthread++)
        for (unsigned long depth = 1; depth <= DEPTH; depth++)
            qii.record_fn_entry_vt(depth, 100 + depth, vthread);
}

static void idle_virtual_threads(const char *library, const char *data)
{
    start(library, data, "vthreads", 1);
    fill(1000000);
    double before = used();
    fill(2000000);
    row_print("idle virtual thread, depth 15", "≤ 384 bytes", (used() - before) / VTHREADS, "bytes", "file and memory");
    for (uintptr_t vthread = 2000000; vthread < 2000000 + VTHREADS; vthread++)
        qii.thread_destroy_vt(vthread);
    fill(4000000); /* the 10,000 records of ended ones are in the file by now */
    for (uintptr_t vthread = 4000000; vthread < 4000000 + VTHREADS; vthread++)
        qii.thread_destroy_vt(vthread);
    before = file_size();
    fill(3000000);
    row_print("the same after as many were destroyed", "0 bytes", (file_size() - before) / VTHREADS, "bytes", "file");
    qii.shutdown();
}

static void *short_thread(void *unused)
{
    qii.record_fn_entry(1, 101);
    qii.record_fn_exit(0);
    return unused;
}

static void run_threads(void)
{
    pthread_t thread;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread, NULL, short_thread, NULL) == 0)
            pthread_join(thread, NULL);
}

static void short_threads(const char *library, const char *data)
{
    start(library, data, "threads", 0);
    run_threads();
    double before = file_size();
    run_threads();
    row_print("a short system thread, once the pool is warm", "0 bytes", (file_size() - before) / THREADS, "bytes",
              "file");
    qii.shutdown();
}

static void million_nodes(const char *library, const char *data)
{
    start(library, data, "million", 0);
    for (unsigned long a = 1; a <= 100; a++) {
        qii.record_fn_entry(a, 101);
        for (unsigned long b = 1; b <= 100; b++) {
            qii.record_fn_entry(b, 102);
            for (unsigned long c = 1; c <= 100; c++) {
                qii.record_fn_entry(c, 103);
                qii.record_fn_exit(102);
            }
            qii.record_fn_exit(101);
        }
        qii.record_fn_exit(0);
    }
    qii.shutdown();
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: bench_growth DIRECTORY-OF-LIBRARIES DATA-DIRECTORY\n", stderr);
        return 2;
    }
    char library[4096];
    snprintf(library, sizeof library, "%s/libqprof.so", argv[1]);
    idle_virtual_threads(library, argv[2]);
    short_threads(library, argv[2]);
    million_nodes(library, argv[2]);
    return 0;
}
