/* A program that calls the functions of ITT. It prints what must be recorded: "CALLS NAME" for each method, "thread
 * COUNT NAME" for each group of virtual threads, "note TEXT" for each annotation. */
#include "tests/run/itt/part.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct itt_domain *domain_t;
typedef struct itt_string *string_t;
typedef struct itt_id id_t_;

static const struct itt_id none;
static domain_t domain;

static void begin(string_t name)
{
    ITT(task_begin, (domain_t, id_t_, id_t_, string_t), domain, none, none, name);
}

static void end(void)
{
    ITT(task_end, (domain_t), domain);
}

__attribute__((noinline)) void a_function(void)
{
    __asm__("");
}

/* ---- all functions ---------------------------------------------------------------------------------------------- */

static void tasks(void)
{
    string_t outer = make_string("outer"), inner = make_string("inner");
    struct itt_clock *clock = ITT_RESULT(clock_domain_create, struct itt_clock *, (void *, void *), NULL, NULL);
    for (int i = 0; i < 100; i++) {
        begin(outer);
        begin(inner);
        end();
        ITT(task_begin_ex, (domain_t, void *, unsigned long long, id_t_, id_t_, string_t), domain, clock, 7, none, none,
            inner);
        ITT(task_end_ex, (domain_t, void *, unsigned long long), domain, clock, 9);
        ITT(task_begin_fn, (domain_t, id_t_, id_t_, void *), domain, none, none, (void *)a_function);
        end();
        ITT(task_begin_fn_ex, (domain_t, void *, unsigned long long, id_t_, id_t_, void *), domain, clock, 7, none,
            none, (void *)a_function);
        end();
        end();
    }
    int event = ITT_RESULT(event_create, int, (const char *, int), "event and more", 5);
    for (int i = 0; i < 10; i++) {
        ITT_RESULT(event_start, int, (int), event);
        if (i % 2)
            ITT_RESULT(event_end, int, (int), event);
    }
    domain_t off = make_domain("off");
    off->flags = 0;
    ITT(task_begin, (domain_t, id_t_, id_t_, string_t), off, none, none, outer);
    ITT(task_end, (domain_t), off);
    puts("100 outer\n200 inner\n200 a_function\n10 event");
}

static void overlaps(void)
{
    string_t name = make_string("overlapped"), region = make_string("region");
    struct itt_id ids[50];
    for (int i = 0; i < 50; i++) {
        ids[i] = (struct itt_id){{(unsigned long long)i + 1, 5, 0}};
        if (i % 2)
            ITT(task_begin_overlapped, (domain_t, id_t_, id_t_, string_t), domain, ids[i], none, name);
        else
            ITT(task_begin_overlapped_ex, (domain_t, void *, unsigned long long, id_t_, id_t_, string_t), domain, NULL,
                3, ids[i], none, name);
    }
    for (int i = 0; i < 49; i++) /* the last one never ends */
        if (i % 2)
            ITT(task_end_overlapped, (domain_t, id_t_), domain, ids[i]);
        else
            ITT(task_end_overlapped_ex, (domain_t, void *, unsigned long long, id_t_), domain, NULL, 4, ids[i]);
    for (int i = 0; i < 3; i++)
        ITT(region_begin, (domain_t, id_t_, id_t_, string_t), domain, ids[0], none, region);
    for (int i = 0; i < 3; i++)
        ITT(region_end, (domain_t, id_t_), domain, ids[0]);
    puts("thread 49 overlapped\nthread 3 region");
}

static void frames(void)
{
    domain_t pictures = make_domain("pictures");
    struct itt_id id = {{1, 2, 3}};
    for (int i = 0; i < 20; i++) {
        ITT(frame_begin_v3, (domain_t, id_t_ *), pictures, NULL);
        ITT(frame_end_v3, (domain_t, id_t_ *), pictures, NULL);
    }
    for (int i = 0; i < 5; i++) {
        ITT(frame_begin_v3, (domain_t, id_t_ *), pictures, &id);
        ITT(frame_end_v3, (domain_t, id_t_ *), pictures, &id);
    }
    unsigned long long now = ITT_RESULT(get_timestamp, unsigned long long, (void));
    ITT(frame_submit_v3, (domain_t, id_t_ *, unsigned long long, unsigned long long), pictures, NULL, now - 3000000,
        now - 1000000);
    ITT(frame_submit_v3, (domain_t, id_t_ *, unsigned long long, unsigned long long), pictures, NULL, now - 5000000,
        now - 1000000);
    domain_t old = ITT_RESULT(frame_create, domain_t, (const char *), "old");
    ITT(frame_begin, (domain_t), old);
    ITT(frame_end, (domain_t), old);
    puts("22 frame pictures\n1 frame old\nthread 5 pictures");
    puts("note frames pictures: 2 submitted, 6.000 ms in total, 2.000 ms to 4.000 ms");
}

static void marks(void)
{
    string_t name = make_string("mark"), group = make_string("group");
    for (int scope = ITT_SCOPE_UNKNOWN; scope <= ITT_SCOPE_TASK; scope++)
        ITT(marker, (domain_t, id_t_, string_t, int), domain, none, name, scope);
    ITT(marker_ex, (domain_t, void *, unsigned long long, id_t_, string_t, int), domain, NULL, 1, none, name,
        ITT_SCOPE_THREAD);
    ITT(task_group, (domain_t, id_t_, id_t_, string_t), domain, none, none, group);
    int type = ITT_RESULT(mark_create, int, (const char *), "old mark");
    ITT_RESULT(mark, int, (int, const char *), type, "thread's");
    ITT_RESULT(mark_global, int, (int, const char *), type, "process's");
    puts("6 mark\n1 group\n2 old mark\nnote mark\nnote mark\nnote process's");
}

static void waits(void)
{
    char a, b;
    ITT(sync_create, (void *, const char *, const char *, int), &a, "mutex", "first", 2);
    for (int i = 0; i < 30; i++) {
        ITT(sync_prepare, (void *), &a);
        ITT(sync_acquired, (void *), &a);
        ITT(sync_releasing, (void *), &a);
    }
    ITT(sync_cancel, (void *), &a); /* no wait is open */
    ITT(sync_rename, (void *, const char *), &a, "second");
    ITT(sync_prepare, (void *), &a);
    ITT(sync_cancel, (void *), &a);
    ITT(sync_acquired, (void *), &a); /* was free */
    ITT(sync_destroy, (void *), &a);
    ITT_RESULT(notify_sync_name, int, (void *, const char *, int, const char *, int, int), &b, "barrier", 3, "long", 2,
               1);
    ITT(notify_sync_prepare, (void *), &b);
    ITT(notify_sync_acquired, (void *), &b);
    ITT(notify_sync_releasing, (void *), &b);
    ITT(sync_set_name, (void *, const char *, const char *, int), &b, "barrier", "", 1);
    ITT(notify_sync_prepare, (void *), &b);
    ITT(notify_sync_cancel, (void *), &b);
    puts("30 wait for mutex first\n1 wait for mutex second\n1 wait for bar lo\n1 wait for barrier");
    puts("note ITT: 1 ends of waits that had not begun");
}

static void counters(void)
{
    static struct itt_counter number = {.name = "number", .domain = "d", .type = ITT_S32},
                              real = {.name = "real", .type = ITT_DOUBLE};
    typedef struct itt_counter *counter_t;
    int value = -12;
    double half = 0.5;
    for (int i = 0; i < 1000; i++)
        ITT(counter_inc, (counter_t), &number);
    ITT(counter_inc_delta, (counter_t, unsigned long long), &number, 18446744073709550615u);
    ITT(counter_dec, (counter_t), &number);
    ITT(counter_dec_delta, (counter_t, unsigned long long), &number, 5);
    ITT(counter_set_value, (counter_t, void *), &number, &value);
    ITT(counter_set_value_ex, (counter_t, void *, unsigned long long, void *), &real, NULL, 1, &half);
    ITT(counter_set_value_v3, (counter_t, void *), &real, &half);
    ITT(counter_destroy, (counter_t), &number);
    ITT(counter_inc, (counter_t), &number);
    puts("note counter d: number: -12 at the end, 1004 updates, -12 to 18446744073709551615");
    puts("note counter real: 0.5 at the end, 2 updates, 0.5 to 0.5");
    puts("note counter d: number: 1 at the end, 1 updates, 1 to 1");
    string_t name = make_string("named");
    ITT(counter_inc_v3, (domain_t, string_t), domain, name);
    ITT(counter_inc_delta_v3, (domain_t, string_t, unsigned long long), domain, name, 9);
    ITT(counter_dec_v3, (domain_t, string_t), domain, name);
    ITT(counter_dec_delta_v3, (domain_t, string_t, unsigned long long), domain, name, 2);
    puts("note counter domain: named: 7 at the end, 4 updates, 1 to 10");
    static struct itt_histogram histogram = {.name = "sizes", .x_type = ITT_U16, .y_type = ITT_U64};
    histogram.domain = domain;
    ITT(histogram_submit, (void *, size_t, void *, void *), &histogram, 2, (uint16_t[]){8, 16}, (uint64_t[]){3, 1});
    ITT(histogram_submit, (void *, size_t, void *, void *), &histogram, 1, NULL, (uint64_t[]){6});
    puts("note histogram domain: sizes: total 10 in 3 buckets, at 0 to 16, mean 4");
}

/* Domains and the like that are made by the tool. */
static void makers(void)
{
    domain_t made = ITT_RESULT(domain_create, domain_t, (const char *), "domain");
    string_t name = ITT_RESULT(string_handle_create, string_t, (const char *), "made");
    for (int i = 0; i < 2; i++) {
        ITT(task_begin, (domain_t, id_t_, id_t_, string_t), made, none, none, name);
        ITT(task_end, (domain_t), ITT_RESULT(domain_create, domain_t, (const char *), "domain"));
    }
    float f = 1.5f;
    for (int i = 0; i < 3; i++) {
        ITT(counter_inc, (void *), ITT_RESULT(counter_create, void *, (const char *, const char *), "made", NULL));
        ITT(counter_set_value, (void *, void *),
            ITT_RESULT(counter_create_typed, void *, (const char *, const char *, int), "made", "m", ITT_FLOAT), &f);
        ITT(counter_dec, (void *),
            ITT_RESULT(counter_create_v3, void *, (domain_t, const char *, int), made, "made", ITT_S64));
        ITT(histogram_submit, (void *, size_t, void *, void *),
            ITT_RESULT(histogram_create, void *, (domain_t, const char *, int, int), made, "made", ITT_U64, ITT_S64), 1,
            NULL, (int64_t[]){4});
    }
    puts("2 made\nnote counter made: 3 at the end, 3 updates, 1 to 3");
    puts("note counter m: made: 1.5 at the end, 3 updates, 1.5 to 1.5");
    puts("note counter domain: made: -3 at the end, 3 updates, -3 to -1");
    puts("note histogram domain: made: total 12 in 3 buckets, at 0 to 0, mean 0");
}

static void metadata(void)
{
    string_t key = make_string("key"), text = make_string("text");
    ITT(metadata_add, (domain_t, id_t_, string_t, int, size_t, void *), domain, none, key, ITT_FLOAT, 2,
        (float[]){1, 2});
    ITT(metadata_add_with_scope, (domain_t, int, string_t, int, size_t, void *), domain, 1, key, ITT_S16, 1,
        (short[]){-3});
    ITT(metadata_str_add, (domain_t, id_t_, string_t, const char *, size_t), domain, none, text, "abc", 0);
    ITT(metadata_str_add_with_scope, (domain_t, int, string_t, const char *, size_t), domain, 1, text, "defghi", 3);
    puts("note metadata domain: key: 3 numbers, -3 to 2, mean 0");
    puts("note metadata domain: text: 2 texts, the last one \"def\"");
}

static void controls(void)
{
    string_t paused = make_string("paused"), late = make_string("late");
    ITT(thread_set_name, (const char *), "the first");
    ITT_RESULT(thr_name_set, int, (const char *, int), "the first thread", 9);
    ITT(pause, (void));
    begin(paused);
    end();
    ITT(resume, (void));
    ITT(pause_scoped, (int), 1);
    begin(paused);
    end();
    ITT(resume_scoped, (int), 1);
    begin(late);
    end();
    puts("1 late");
    if (!ITT_RESULT(api_version, const char *, (void)))
        puts("no version");
}

static void *ignored(void *old)
{
    if (old)
        ITT(thr_ignore, (void));
    else
        ITT(thread_ignore, (void));
    begin(make_string("ignored"));
    end();
    return NULL;
}

static void run_thread(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, NULL, function, argument);
    pthread_join(thread, NULL);
}

static void all(void)
{
    tasks();
    overlaps();
    frames();
    marks();
    waits();
    counters();
    metadata();
    makers();
    run_thread(ignored, NULL);
    run_thread(ignored, &domain);
    controls();
}

/* ---- bad conditions --------------------------------------------------------------------------------------------- */

/* NULL where there should be something, and pointers without a name. */
static void null_arguments(void)
{
    struct itt_domain nameless = {.flags = 1};
    struct itt_string empty = {0};
    struct itt_counter counter = {0};
    domain_t domains[] = {NULL, &nameless};
    string_t strings[] = {NULL, &empty};
    for (int i = 0; i < 4; i++) {
        domain_t d = domains[i / 2];
        string_t s = strings[i % 2];
        ITT(task_begin, (domain_t, id_t_, id_t_, string_t), d, none, none, s);
        ITT(task_end, (domain_t), d);
        ITT(task_begin_fn, (domain_t, id_t_, id_t_, void *), d, none, none, NULL);
        ITT(task_end, (domain_t), d);
        ITT(task_begin_overlapped, (domain_t, id_t_, id_t_, string_t), d, none, none, s);
        ITT(task_end_overlapped, (domain_t, id_t_), d, none);
        ITT(task_group, (domain_t, id_t_, id_t_, string_t), d, none, none, s);
        ITT(marker, (domain_t, id_t_, string_t, int), d, none, s, ITT_SCOPE_PROCESS);
        ITT(frame_begin_v3, (domain_t, id_t_ *), d, NULL);
        ITT(frame_end_v3, (domain_t, id_t_ *), d, NULL);
        ITT(frame_submit_v3, (domain_t, id_t_ *, unsigned long long, unsigned long long), d, NULL, -1ULL, 0);
        ITT(counter_inc_v3, (domain_t, string_t), d, s);
        ITT(metadata_add, (domain_t, id_t_, string_t, int, size_t, void *), d, none, s, 99, 1, &counter);
        ITT(metadata_add, (domain_t, id_t_, string_t, int, size_t, void *), d, none, s, ITT_U64, 1, NULL);
        ITT(metadata_str_add, (domain_t, id_t_, string_t, const char *, size_t), d, none, s, NULL, 5);
    }
    ITT_RESULT(domain_create, domain_t, (const char *), NULL);
    ITT_RESULT(string_handle_create, string_t, (const char *), NULL);
    ITT_RESULT(counter_create, void *, (const char *, const char *), NULL, NULL);
    ITT_RESULT(histogram_create, void *, (domain_t, const char *, int, int), NULL, NULL, 1, 1);
    ITT(counter_inc, (void *), NULL);
    ITT(counter_inc, (void *), &counter);
    ITT(counter_set_value, (void *, void *), &counter, NULL);
    ITT(counter_destroy, (void *), NULL);
    ITT(histogram_submit, (void *, size_t, void *, void *), NULL, 1, NULL, NULL);
    ITT(sync_create, (void *, const char *, const char *, int), NULL, NULL, NULL, 0);
    ITT(sync_create, (void *, const char *, const char *, int), &counter, NULL, NULL, 0);
    ITT(sync_rename, (void *, const char *), &counter, NULL);
    ITT(sync_prepare, (void *), &counter);
    ITT(sync_acquired, (void *), &counter);
    ITT(sync_prepare, (void *), NULL);
    ITT(sync_acquired, (void *), NULL);
    ITT(sync_releasing, (void *), NULL);
    ITT(sync_destroy, (void *), NULL);
    ITT(thread_set_name, (const char *), NULL);
    ITT_RESULT(thr_name_set, int, (const char *, int), NULL, 4);
    ITT_RESULT(event_create, int, (const char *, int), NULL, 4);
    ITT_RESULT(event_start, int, (int), 77);
    ITT_RESULT(event_end, int, (int), -1);
    ITT_RESULT(mark_create, int, (const char *), NULL);
    ITT_RESULT(mark, int, (int, const char *), 0, NULL);
    ITT(frame_begin, (domain_t), ITT_RESULT(frame_create, domain_t, (const char *), NULL));
    begin(make_string("after"));
    end();
    puts("1 after\n2 task in null_arguments\n2 task in null_arguments\n2 task group in null_arguments");
    puts("2 mark in null_arguments\n1 wait in null_arguments\n5 frame <unnamed>\nthread 2 <unnamed>");
    puts("note counter without a name: 1 at the end, 1 updates, 1 to 1");
    puts("note counter without a name: 1 at the end, 1 updates, 1 to 1");
    puts("note metadata without a name: 1 numbers, 0 to 0, mean 0");
    puts("note frames without a name: 2 submitted, 0.000 ms in total, 0.000 ms to 0.000 ms");
}

static void unbalanced(void)
{
    string_t open = make_string("open"), closed = make_string("closed");
    char object;
    for (int i = 0; i < 1000; i++)
        end();
    for (int i = 0; i < 1000; i++)
        begin(open);
    for (int i = 0; i < 400; i++)
        end();
    ITT(sync_cancel, (void *), &object);
    ITT(task_end_overlapped, (domain_t, id_t_), domain, none);
    domain_t other = make_domain("other");
    begin(closed);
    ITT(task_begin, (domain_t, id_t_, id_t_, string_t), other, none, none, closed);
    end(); /* ends the task above it as well */
    puts("1000 open\n2 closed\nnote ITT: 1000 ends of tasks that had not begun");
    puts("note ITT: 1 ends of waits that had not begun\nnote ITT: 1 ends of overlapped tasks or regions that had not "
         "begun");
}

static void detached(void)
{
    string_t before = make_string("before"), after = make_string("after");
    begin(before);
    ITT(detach, (void));
    end();
    begin(after);
    end();
    ITT(resume, (void));
    begin(after);
    end();
    ITT(counter_inc_v3, (domain_t, string_t), domain, after);
    puts("1 before");
}

static void forked(void)
{
    string_t name = make_string("before"), child = make_string("child");
    begin(name);
    end();
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        begin(child);
        tasks();
        counters();
        end();
        _exit(5); /* without printing */
    }
    int status;
    waitpid(pid, &status, 0);
    puts(WEXITSTATUS(status) == 5 ? "1 before" : "the child failed");
}

/* For a run with --children: what began before the fork ends in the child. */
static void followed(void)
{
    string_t name = make_string("task");
    begin(name);
    ITT(task_begin_overlapped, (domain_t, id_t_, id_t_, string_t), domain, none, none, name);
    pid_t pid = fork();
    ITT(task_end_overlapped, (domain_t, id_t_), domain, none);
    end();
    if (pid != 0)
        waitpid(pid, NULL, 0);
}

static pthread_barrier_t start;

static void *work(void *data)
{
    string_t *names = data;
    static char lock;
    pthread_barrier_wait(&start);
    for (int i = 0; i < 8000; i++) {
        begin(names[i % 4]);
        ITT(sync_prepare, (void *), &lock);
        ITT(sync_acquired, (void *), &lock);
        ITT(sync_releasing, (void *), &lock);
        ITT(counter_inc_v3, (domain_t, string_t), domain, names[i % 4]);
        struct itt_id id = {{(uintptr_t)&i, (unsigned long long)i, 0}};
        ITT(task_begin_overlapped, (domain_t, id_t_, id_t_, string_t), domain, id, none, names[0]);
        ITT(task_end_overlapped, (domain_t, id_t_), domain, id);
        end();
    }
    return NULL;
}

static void threads(void)
{
    pthread_t ids[4];
    pthread_barrier_init(&start, NULL, 4);
    string_t names[] = {make_string("a"), make_string("b"), make_string("c"), make_string("d")};
    for (int i = 0; i < 4; i++)
        pthread_create(&ids[i], NULL, work, names);
    for (int i = 0; i < 4; i++)
        pthread_join(ids[i], NULL);
    puts("32000 wait in work");
    for (int i = 0; i < 4; i++)
        printf("8000 %s\nthread 8000 a\nnote counter domain: %s: 8000 at the end, 8000 updates, 1 to 8000\n",
               names[i]->text, names[i]->text);
}

/* Return whether the tool has bound each function that it should have, and no other. */
static bool is_bound(void)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (i < FIRST_UNBOUND ? !places[i] || places[i] == do_nothing : places[i] != do_nothing) {
            printf("wrong: %s\n", entries[i].name);
            return false;
        }
    return true;
}

#ifdef LIBRARY

__attribute__((constructor)) static void load(void)
{
    domain = make_domain("domain");
    initialize(-1);
    begin(make_string("early"));
    end();
}

__attribute__((destructor)) static void unload(void)
{
    begin(make_string("last"));
    end();
    puts("1 early\n1 last");
}

#else

static const struct {
    const char *name;
    void (*run)(void);
} parts[] = {{"all", all},       {"null", null_arguments}, {"unbalanced", unbalanced}, {"detached", detached},
             {"forked", forked}, {"threads", threads},     {"followed", followed},     {"version", tasks},
             {"magic", tasks},   {"groups", tasks}};

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    domain = make_domain("domain"); /* before the initialization */
    if (strcmp(what, "version") == 0)
        global.major = 4;
    else if (strcmp(what, "magic") == 0)
        global.magic[0] = 0;
    if (!initialize(strcmp(what, "groups") == 0 ? 1 << 4 : -1))
        puts("no tool");
    if (strcmp(what, "all") == 0 && !is_bound())
        return 1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(what, parts[i].name) == 0)
            parts[i].run();
    return 0;
}

#endif
