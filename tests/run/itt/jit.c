/* A just-in-time compiler for x86-64 that announces its methods. It prints the calls that must be recorded. */
#include "tests/run/itt/part.h"

#include <stdint.h>
#include <sys/mman.h>

#include "bindings/itt/jit.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

static unsigned (*notify)(unsigned event, const void *data);
static unsigned char *memory;

static unsigned char *put(unsigned char *at, const void *bytes, size_t size)
{
    memcpy(at, bytes, size);
    return at + size;
}

/* rdi = object; call *function */
static unsigned char *put_call(unsigned char *at, const void *object, itt_function *function)
{
    at = put(at, (unsigned char[]){0x48, 0xBF}, 2);
    at = put(at, &object, 8);
    at = put(at, (unsigned char[]){0x48, 0xB8}, 2);
    at = put(at, &function, 8);
    return put(at, (unsigned char[]){0xFF, 0xD0}, 2);
}

enum { CALL = 22 /* bytes of put_call */ };

/* Generate a method that waits for an object at two of its addresses, then run it. */
static void generate(unsigned char *at)
{
    static char object;
    unsigned char *end = put(at, (unsigned char[]){0x48, 0x83, 0xEC, 8}, 4);
    for (int i = 0; i < 2; i++) {
        end = put_call(end, &object, places[F_sync_prepare]);
        end = put_call(end, &object, places[F_sync_acquired]);
    }
    put(end, (unsigned char[]){0x48, 0x83, 0xC4, 8, 0xC3}, 5);
}

static void run(unsigned char *at)
{
    __cyg_profile_func_enter(at, NULL);
    ((void (*)(void))at)();
    __cyg_profile_func_exit(at, NULL);
}

static void check(bool right, const char *what)
{
    if (!right)
        printf("wrong: %s\n", what);
}

int main(void)
{
    const struct jit_line lines[] = {{4 + CALL, 10}, {4 + 2 * CALL, 11}, {1000, 12}};
    const char *path = getenv("INTEL_JIT_PROFILER64");
    void *library = path ? dlopen(path, RTLD_LAZY) : NULL;
    void *begin = library ? dlsym(library, "Initialize") : NULL,
         *event = library ? dlsym(library, "NotifyEvent") : NULL;
    if (!begin || !event || ((unsigned (*)(void))begin)() != 1) {
        puts("no tool");
        return 0;
    }
    notify = (unsigned (*)(unsigned, const void *))event;
    initialize(-1);
    memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct jit_method method = {7, "first", memory, 200, 3, lines, 0, "Class", "first.js"};
    generate(memory);
    check(notify(JIT_LOADED, &method) == 1, "load");
    struct jit_inlined inlined = {8, 7, "inlined", memory + 4 + 2 * CALL, 2 * CALL, 1, lines, NULL, "inlined.js"};
    check(notify(JIT_INLINED, &inlined) == 1, "inlined");
    for (int i = 0; i < 10; i++)
        run(memory);
    check(notify(JIT_UPDATED, &method) == 1, "update");
    check(notify(JIT_UNLOADED, &method) == 1, "unload");
    struct jit_method_2 other = {9, "second", memory, 100, 0, NULL, NULL, NULL, "module"};
    check(notify(JIT_LOADED_2, &other) == 1, "load again");
    run(memory);
    struct jit_method_2 over = {10, "third", memory + 64, 100, 0, NULL, NULL, NULL, NULL}; /* replaces the second */
    generate(memory + 64);
    check(notify(JIT_LOADED_3, &over) == 1, "load over another");
    run(memory + 64);
    puts("10 Class.first first.js:10\n10 wait in first first.js:10\n10 wait in inlined inlined.js:10");
    puts("1 second\n1 wait in second\n1 wait in second\n1 wait in third\n1 wait in third\n1 third");
    struct jit_method nothing = {0};
    check(notify(JIT_LOADED, NULL) == 0 && notify(JIT_LOADED, &nothing) == 0 && notify(99, &nothing) == 0,
          "bad events");
    check(notify(JIT_INLINED, &(struct jit_inlined){1, 2, "x", &nothing, 1, 0, NULL, NULL, NULL}) == 0, "bad inlined");
    check(notify(JIT_UNLOADED, &nothing) == 1 && notify(JIT_SHUTDOWN, NULL) == 1, "end");
    return 0;
}
