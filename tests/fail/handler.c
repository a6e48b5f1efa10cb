/* An event in a signal handler may have interrupted the program's malloc, fork or dlopen. So no event may call a
 * function that takes a lock of the C library. A thread must not call such a function either while it holds a lock that
 * events need. This file replaces such functions of the C library in the whole process, and counts their calls. */
#include "tests/support/stage.h"

#include "VT.h"
#include "core/store/process.h"
#include "qprof_counters.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

/* Elements of the scene's `numbers`, which count calls of replaced functions. IN_HANDLER counts the calls in a
 * signal handler, WITH_LOCK the calls while a lock of the recorder is held or events are held back, and AT_ALL all
 * calls. */
enum { IN_HANDLER, WITH_LOCK, AT_ALL };

static struct qp_process **process; /* variable qp_process of the library; NULL = count no calls */
static uint64_t *numbers;
static _Thread_local bool is_in_handler;

static bool is_held(pthread_mutex_t *lock)
{
    if (pthread_mutex_trylock(lock) != 0)
        return true;
    pthread_mutex_unlock(lock);
    return false;
}

static void look(void)
{
    if (!process)
        return;
    bool is_locked = is_held(&(*process)->cold) || is_held(&(*process)->trace) || is_held(&(*process)->growth) ||
                     __atomic_load_n(&(*process)->held, __ATOMIC_ACQUIRE) != 0;
    numbers[IN_HANDLER] += is_in_handler;
    numbers[WITH_LOCK] += is_locked;
    numbers[AT_ALL]++;
}

void *malloc(size_t size)
{
    look();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    look();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    look();
    return __libc_realloc(memory, size);
}

void free(void *memory)
{
    look();
    __libc_free(memory);
}

/* Return the C library's function of this name, which is the next one after ours. */
static void *next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    STAGE_CHECK(function);
    return function;
}

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library);
int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library)
{
    int (*call)(void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&call = next("__register_atfork");
    look();
    return call(prepare, parent, child, library);
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *),
                   void *restrict data)
{
    int (*call)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&call = next("pthread_create");
    look();
    return call(thread, attributes, body, data);
}

int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *info, size_t size, void *data), void *data)
{
    int (*call)(int (*)(struct dl_phdr_info *, size_t, void *), void *);
    *(void **)&call = next("dl_iterate_phdr");
    look();
    return call(visit, data);
}

void *dlopen(const char *file, int mode)
{
    void *(*call)(const char *, int);
    *(void **)&call = next("dlopen");
    look();
    return call(file, mode);
}

static void begin_to_look(struct stage *stage)
{
    numbers = stage->numbers;
    process = dlsym(dlopen("libqpcore.so.0", RTLD_NOLOAD | RTLD_NOW), "qp_process");
    STAGE_CHECK(process);
}

static void (*events)(void);

static void handle(int signal)
{
    (void)signal;
    is_in_handler = true;
    events();
    is_in_handler = false;
}

static void report_in_handler(void (*what)(void))
{
    events = what;
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
}

/* ---- libqprof ------------------------------------------------------------------------------------------------ */

static const qprof_LineInfo lines[] = {{0, 1}, {2, 3}};

/* Define a method. The library calls this client callback in the middle of an event. */
static void define(qprof_MethodID id)
{
    struct qprof_BlockCounters counters = {.stride = QPROF_COUNTER_VALUE};
    qprof_register_method_id(id, "asked", "Class", 0, "Makefile", lines, 2);
    qprof_register_branches(id, &(const qprof_BranchInfo){1, 2, 2}, 1);
    qprof_block_counters(id, &counters);
}

/* Report so many events of each kind that every growing data structure grows. */
static void report_first_events(void)
{
    static unsigned long id;
    for (int i = 0; i < 3000; i++) {
        VthreadID thread = 1 + ++id;
        qprof_thread_create_vt(id, thread);
        qprof_set_thread_name_vt(id % 2 ? "one" : "other", thread);
        qprof_record_fn_entry_vt(id, 1, thread);
        qprof_record_bb_counts_vt(1, 1, thread);
        qprof_record_bb_time_vt(1, thread);
        qprof_record_counts_vt(1, thread);
        qprof_vthread_suspend(thread, QPROF_REASON_BLOCKED);
        qprof_vthread_switch(thread, QPROF_REASON_WAITING, 1);
        qprof_record_fn_entry_vt(id, id, 1);
        qprof_record_monitor_acquired();
        if (id % 3 == 0)
            qprof_thread_destroy_vt(thread);
    }
    qprof_set_thread_name("name");
    qprof_execute_byte_code(1, NULL, 2);
}

static void *report_on_thread(void *data)
{
    (void)data;
    report_in_handler(report_first_events);
    return NULL;
}

static void report_in_handlers(struct stage *stage)
{
    pthread_t thread;
    qprof_InitInfo info = {0, "-data-file=run.qii -quiet", define, 1};
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
    begin_to_look(stage);
    report_in_handler(report_first_events);
    qprof_new_phase();
    report_in_handler(report_first_events);
    STAGE_CHECK(pthread_create(&thread, NULL, report_on_thread, NULL) == 0);
    pthread_join(thread, NULL);
    qprof_shutdown();
}

static void define_and_control(struct stage *stage)
{
    qprof_InitInfo info = {0, "-data-file=run.qii -quiet", NULL, 1};
    begin_to_look(stage);
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
    for (unsigned long id = 1; id < 3000; id++)
        define(id);
    qprof_register_source("chunk", "text", 4);
    qprof_exclude_lines("chunk", 1, 2, "reason");
    report_first_events();
    for (unsigned long id = 1; id < 100; id++)
        qprof_retire_method_id(id);
    qprof_new_phase_named("phase");
    qprof_add_annotation("note");
    qprof_stop_recording_data();
    qprof_start_recording_data();
    STAGE_CHECK(qprof_save_data());
    qprof_shutdown();
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
    qprof_shutdown();
}

/* ---- libvt --------------------------------------------------------------------------------------------------- */

static int state, scope, counter;

static void report_first_vt_events(void)
{
    INT64 value = 1;
    VT_registernamed("worker", -1);
    for (int i = 0; i < 3000; i++) {
        int number;
        VT_enter(state, VT_NOSCL);
        VT_begin(state);
        VT_log_sendmsg(i, 1, i, VT_COMM_WORLD, VT_NOSCL);
        VT_log_comment("comment");
        VT_countval(1, &counter, &value);
        VT_scopebegin(scope, VT_NOSCL, &number);
        VT_scopeend(scope, number, VT_NOSCL);
        VT_end(state);
    }
}

static void *report_vt_on_thread(void *data)
{
    (void)data;
    report_in_handler(report_first_vt_events);
    return NULL;
}

static void start_vt(void)
{
    setenv("VT_OPTIONS", "-data-file=run.qii -quiet", 1);
    setenv("VT_STATE", "**:hidden off", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

static void define_for_vt(void)
{
    int handle, location;
    char name[32];
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "A%d:f%d", i % 5, i);
        VT_classdef(name, &handle);
        VT_funcdef(name, VT_NOCLASS, &state);
        VT_symdef(i + 1, name, "old");
        VT_scldef(name, i, &location);
        VT_scopedef(name, VT_NOCLASS, location, VT_NOSCL, &scope);
        VT_countdef(name, VT_NOCLASS, VT_COUNT_INTEGER64 | VT_COUNT_ABSVAL | VT_COUNT_VALID_AFTER, VT_ME, NULL, "#",
                    &counter);
        VT_groupdef(name, 1, &(int){VT_ME}, &handle);
    }
}

static void report_vt_in_handlers(struct stage *stage)
{
    pthread_t thread;
    start_vt();
    define_for_vt();
    begin_to_look(stage);
    report_in_handler(report_first_vt_events);
    STAGE_CHECK(pthread_create(&thread, NULL, report_vt_on_thread, NULL) == 0);
    pthread_join(thread, NULL);
    VT_finalize();
}

static void define_and_start_vt(struct stage *stage)
{
    begin_to_look(stage);
    define_for_vt();
    start_vt();
    define_for_vt();
    report_first_vt_events();
    VT_timesync();
    VT_flush();
    VT_finalize();
}

/* ---- the tests ----------------------------------------------------------------------------------------------- */

static void expect_none(void (*scene)(struct stage *stage))
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, scene);
    stage_read(&stage, "run.qii", &profile);
    assert_true(stage_calls(&profile, QP_QPROF, 0) + stage_calls(&profile, QP_VT, 0) > 3000);
    qp_profile_close(&profile);
    assert_true(stage.numbers[AT_ALL] > 0);
    assert_int_equal(stage.numbers[IN_HANDLER], 0);
    assert_int_equal(stage.numbers[WITH_LOCK], 0);
    stage_close(&stage);
}

TEST(first_events_in_a_handler_do_not_call_malloc)
{
    expect_none(report_in_handlers);
}

TEST(first_events_of_libvt_in_a_handler_do_not_call_malloc)
{
    expect_none(report_vt_in_handlers);
}

TEST(malloc_is_not_called_with_a_lock_that_events_need)
{
    expect_none(define_and_control);
}

TEST(malloc_is_not_called_in_libvt_with_a_lock_that_events_need)
{
    expect_none(define_and_start_vt);
}
