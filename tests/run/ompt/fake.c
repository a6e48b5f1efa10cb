/* A runtime with fewer callbacks, which calls them with bad arguments and in the wrong order. usage: fake none|few|all
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef void (*function)(void);

struct tool {
    int (*initialize)(function (*look_up)(const char *), int, uint64_t *);
    void (*finalize)(uint64_t *);
    uint64_t data;
};

int main(int argc, char **argv);

static const char *mode;
static function callbacks[64];

/* Refuse some callbacks, as other versions of a runtime do. */
static int set_callback(int event, function callback)
{
    if (strcmp(mode, "few") == 0 && event % 2 == 0)
        return event % 4 == 0;
    callbacks[event] = callback;
    return 5;
}

static function look_up(const char *name)
{
    return strcmp(mode, "none") != 0 && strcmp(name, "ompt_set_callback") == 0 ? (function)set_callback : NULL;
}

static void tasks(void)
{
    typedef void create(uint64_t *, void *, uint64_t *, int, int, void *);
    typedef void schedule(uint64_t *, int, uint64_t *);
    typedef void depend(uint64_t *, uint64_t *);
    create *created = (create *)callbacks[5];
    schedule *switched = (schedule *)callbacks[6];
    depend *depends = (depend *)callbacks[19];
    uint64_t own = 0, a = 0, b = 0, none = 0;
    if (created) {
        created(&own, NULL, &a, 4, 1, (void *)main);
        created(&a, NULL, &b, 4, 1, NULL); /* an event of a task that does not run yet */
        created(NULL, NULL, NULL, 4, 1, NULL);
        created(&own, NULL, &none, 2, 0, NULL);
    }
    if (depends) {
        depends(&a, &b);
        depends(NULL, &b);
        depends(&a, NULL);
        depends(&none, &b);
    }
    if (switched) {
        switched(&own, 7, &a);
        switched(&b, 1, NULL); /* ends before it runs */
        switched(&b, 1, NULL);
        switched(NULL, 7, NULL);
        switched(&none, 8, &none);
        switched(&own, 99, &a);
        switched(&a, 6, NULL);
        switched(&a, 3, &own);
    }
}

static void regions(void)
{
    typedef void region(int, int, uint64_t *, uint64_t *, void *);
    typedef void work(int, int, uint64_t *, uint64_t *, uint64_t, void *);
    typedef void begin(uint64_t *, void *, uint64_t *, unsigned, int, void *);
    typedef void end(uint64_t *, uint64_t *, int, void *);
    typedef void implicit(int, uint64_t *, uint64_t *, unsigned, unsigned, int);
    typedef void mutex(int, uint64_t, void *);
    for (int kind = -1; kind < 20; kind++)
        for (int point = 4; point-- > 0;) {
            if (callbacks[16])
                ((region *)callbacks[16])(kind, point, NULL, NULL, NULL);
            if (callbacks[23])
                ((region *)callbacks[23])(kind, point, NULL, NULL, (void *)main);
            if (callbacks[20])
                ((work *)callbacks[20])(kind, point, NULL, NULL, 0, NULL);
            if (callbacks[27])
                ((mutex *)callbacks[27])(kind, 0, NULL);
        }
    if (callbacks[4])
        ((end *)callbacks[4])(NULL, NULL, 0, NULL);
    if (callbacks[3])
        ((begin *)callbacks[3])(NULL, NULL, NULL, 0, 0, NULL);
    if (callbacks[7]) {
        ((implicit *)callbacks[7])(1, NULL, NULL, 0, 1, 2);
        ((implicit *)callbacks[7])(2, NULL, NULL, 0, 1, 2);
    }
}

int main(int argc, char **argv)
{
    struct tool *(*start)(unsigned, const char *);
    void *address = dlsym(RTLD_DEFAULT, "ompt_start_tool");
    if (argc != 2 || !address)
        return 1;
    mode = argv[1];
    memcpy(&start, &address, sizeof start);
    struct tool *tool = start(201811, "fake");
    if (!tool || !tool->initialize(look_up, 0, &tool->data))
        return 2;
    tasks();
    regions();
    tool->finalize(&tool->data);
    return 0;
}
