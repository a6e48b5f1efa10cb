/* A program that calls each function of Kokkos Tools, as Kokkos does, in order and out of order. It prints the calls
 * that a tool should record: "CALLS NAME" on each line. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct space {
    char name[64];
};

enum { THREADS = 4, ROUNDS = 1000 };

static void *tool; /* NULL = none: nothing is called */

static void *function(const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "kokkosp_%s", name);
    void *found = tool ? dlsym(tool, full) : NULL;
    if (tool && !found)
        printf("no %s\n", full);
    return found;
}

#define CALL(name, types, ...)                                                                                         \
    do {                                                                                                               \
        void(*called) types = (void(*) types)function(name);                                                           \
        if (called)                                                                                                    \
            called(__VA_ARGS__);                                                                                       \
    } while (0)
#define BEGIN(kind, label, number) CALL("begin_" kind, (const char *, uint32_t, uint64_t *), label, 0, number)
#define END(kind, number)          CALL("end_" kind, (uint64_t), number)
#define PUSH(name)                 CALL("push_profile_region", (const char *), name)
#define POP()                      CALL("pop_profile_region", (void))
#define SECTION(what, number)      CALL(what "_profile_section", (uint32_t), number)

static void begin_copy(const char *to, const char *from, uint64_t size)
{
    struct space host = {"Host"}, device;
    memset(device.name, 'D', sizeof device.name);
    CALL("begin_deep_copy",
         (struct space, const char *, const void *, struct space, const char *, const void *, uint64_t), host, to, NULL,
         device, from, NULL, size);
}

static void copy(void)
{
    begin_copy("to", "from", 500);
    CALL("end_deep_copy", (void));
}

static void memory(const char *what, const char *label, uint64_t size)
{
    struct space host = {"Host"};
    char name[32];
    snprintf(name, sizeof name, "%s_data", what);
    CALL(name, (struct space, const char *, const void *, uint64_t), host, label, host.name, size);
}

/* Kernels in kernels, a region and a fence, in several threads. */
static void *work(void *unused)
{
    uint64_t outer = 0, inner = 0, fence = 0;
    for (int i = 0; i < ROUNDS; i++) {
        PUSH("solve");
        BEGIN("parallel_for", "outer", &outer);
        BEGIN("parallel_reduce", "inner", &inner);
        END("parallel_reduce", inner);
        BEGIN("fence", "wait", &fence);
        END("fence", fence);
        END("parallel_for", outer);
        POP();
    }
    return unused;
}

static void threads(void)
{
    pthread_t all[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&all[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(all[i], NULL);
    printf("%d solve\n%d parallel_for outer\n", THREADS * ROUNDS, THREADS * ROUNDS);
    printf("%d parallel_reduce inner\n%d fence wait\n", THREADS * ROUNDS, THREADS * ROUNDS);
}

/* Names of types, and labels that look like them. */
static void names(void)
{
    static const char *const names[][2] = {{"4Work", "Work"},
                                           {"Z4mainEUliE_", "main::{lambda(int)#1}"},
                                           {"N5Space4WorkIdEE/N5Space3TagE", "Space::Work<double>/Space::Tag"},
                                           {"i", "i"},
                                           {"N", "N"},
                                           {"Zaxpy", "Zaxpy"},
                                           {"a/b", "a/b"},
                                           {"7", "7"},
                                           {"", ""},
                                           {NULL, NULL}};
    uint64_t number = 0;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        BEGIN("parallel_scan", names[i][0], &number);
        END("parallel_scan", number);
        if (names[i][1] && *names[i][1])
            printf("1 parallel_scan %s\n", names[i][1]);
    }
    printf("2 parallel_scan \n"); /* without a name */
}

/* End a region and a section that the caller began. */
static void stop_in_function(uint32_t section)
{
    uint64_t kernel = 0;
    POP();
    SECTION("stop", section);
    BEGIN("parallel_for", "after", &kernel);
    END("parallel_for", kernel);
    printf("1 outer\n1 parallel_for after\n");
}

/* Sections that overlap, with a kernel in both. */
static void sections(void)
{
    uint32_t first = 0, second = 0;
    uint64_t kernel = 0;
    CALL("create_profile_section", (const char *, uint32_t *), "first", &first);
    CALL("create_profile_section", (const char *, uint32_t *), "second", &second);
    SECTION("start", first);
    SECTION("start", second);
    SECTION("stop", first);
    BEGIN("parallel_for", "in second", &kernel);
    END("parallel_for", kernel);
    SECTION("stop", second);
    BEGIN("parallel_for", "in none", &kernel);
    END("parallel_for", kernel);
    PUSH("outer");
    SECTION("start", second);
    stop_in_function(second);
    SECTION("destroy", first);
    SECTION("start", first); /* is ignored */
    SECTION("destroy", first);
    SECTION("destroy", 12345);
    SECTION("start", 12345);
    printf("1 section first\n2 section second\n1 parallel_for in second\n1 parallel_for in none\n");
}

static void *end_kernel(void *number)
{
    END("parallel_for", *(uint64_t *)number);
    return NULL;
}

/* Five ends without a begin. */
static void unbalanced(void)
{
    uint64_t kernel = 0, lost = 0;
    pthread_t other;
    POP();
    CALL("end_deep_copy", (void));
    END("fence", 12345);
    PUSH("region");
    BEGIN("parallel_for", "lost", &lost); /* ended by an exception */
    BEGIN("parallel_for", "kernel", &kernel);
    pthread_create(&other, NULL, end_kernel, &kernel);
    pthread_join(other, NULL);
    POP();
    BEGIN("parallel_for", "below main", &kernel);
    END("parallel_for", kernel);
    END("parallel_for", lost); /* was ended with the region */
    printf("1 region\n1 parallel_for lost\n1 parallel_for kernel\n1 parallel_for below main\n");
}

int main(int argc, char **argv)
{
    const char *name = getenv(argc > 1 ? argv[1] : "KOKKOS_TOOLS_LIBS");
    tool = name ? dlopen(name, RTLD_NOW | RTLD_GLOBAL) : NULL;
    CALL("parse_args", (int, char **), argc, argv);
    CALL("init_library", (int, uint64_t, uint32_t, void *), 0, 20210225, 0, NULL);
    CALL("declare_metadata", (const char *, const char *), "key", "value");
    CALL("profile_event", (const char *), "mark");
    memory("allocate", "x", 100);
    memory("allocate", "x", 200);
    memory("deallocate", "x", 100);
    memory("allocate", "y", 1000);
    copy();
    copy();
    threads();
    names();
    sections();
    unbalanced();
    CALL("finalize_library", (void));
    copy();
    printf("1 event mark\n3 deep_copy Host to = ");
    for (int i = 0; i < 64; i++)
        putchar('D');
    puts(" from");
    begin_copy("never", "ended", 1);
    printf("1 deep_copy Host never = ");
    for (int i = 0; i < 64; i++)
        putchar('D');
    puts(" ended");
    return 3;
}
