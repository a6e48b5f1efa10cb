/* The n-th allocation of the recorder fails, for every n; then all from the n-th on. The program lives, and what is
 * known goes on counting.
 *
 * The functions below stand in for the C library's in the whole process; a call counts when it comes from one of our
 * libraries. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#define MOST  2000 /* places; a whole run passes long before */
#define AGAIN 1000

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);

static uint64_t fail_at; /* 0 = never */
static int and_after;
static uint64_t places;

/* Whether the call from this address is to fail. */
static int is_to_fail(const void *caller)
{
    Dl_info info;
    if (fail_at == 0 || dladdr(caller, &info) == 0 || strstr(info.dli_fname, "/libq") == NULL)
        return 0;
    uint64_t place = ++places;
    return place == fail_at || (and_after && place > fail_at);
}

void *malloc(size_t size)
{
    return is_to_fail(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_to_fail(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_calloc(count, size);
}

char *strdup(const char *text)
{
    if (is_to_fail(__builtin_return_address(0)))
        return errno = ENOMEM, NULL;
    char *copy = __libc_malloc(strlen(text) + 1);
    return copy == NULL ? NULL : strcpy(copy, text);
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
    if (is_to_fail(__builtin_return_address(0)))
        return errno = ENOMEM, MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
}

static void *call_on_thread(void *data)
{
    (void)data;
    qprof_record_fn_entry(5, 1);
    qprof_record_fn_exit(0);
    return NULL;
}

static void call(unsigned long method)
{
    qprof_record_fn_entry(method, 2);
    qprof_record_bb_counts(0, 1);
    qprof_record_fn_exit(1);
}

/* numbers: 0 place to fail at, 1 and after it, 2 whether the run started, 3 places met, 4 whether method 1 was known
 * before the failure. */
static void record(struct stage *stage)
{
    const qprof_LineInfo lines[] = {{0, 1}, {1, 2}};
    pthread_t thread;
    stage_await(&stage->numbers[5], 1);
    fail_at = stage->numbers[0];
    and_after = stage->numbers[1] != 0;
    stage->numbers[2] = qprof_initialize("-data-file=run.qii -quiet", NULL) > 0;
    qprof_register_method_id(1, "known", "Class", 0, "some.toy", lines, 2);
    qprof_record_fn_entry(9, 1);
    call(1);
    stage->numbers[4] = stage->numbers[2] && places < fail_at;
    for (unsigned long i = 100; i < 150; i++) {
        qprof_register_method_id(i, "other", NULL, 0, "other.toy", lines, 2);
        call(i);
    }
    for (unsigned long deep = 2; deep < 200; deep++)
        qprof_record_fn_entry(3, deep);
    qprof_record_fn_exit(1);
    qprof_record_counts(1);
    qprof_register_source("chunk", "text", 4);
    qprof_exclude_lines("some.toy", 1, 2, "reason");
    if (pthread_create(&thread, NULL, call_on_thread, NULL) == 0)
        pthread_join(thread, NULL);
    qprof_new_phase_named("phase");
    qprof_add_annotation("note");
    qprof_save_data();
    for (int i = 0; i < AGAIN; i++)
        call(1);
    qprof_record_fn_exit(0);
    qprof_shutdown();
    stage->numbers[3] = places;
    fail_at = 0;
}

static void check(const struct stage *stage, uint64_t place)
{
    struct qp_profile profile;
    if (!stage->numbers[2])
        return;
    stage_read(stage, "run.qii", &profile);
    uint64_t calls = stage_calls(&profile, QP_QPROF, 1);
    if (stage->numbers[4] && calls != 1 + AGAIN)
        fail_msg("place %d: %d calls", (int)place, (int)calls);
    qp_profile_close(&profile);
}

static void fail_at_each_place(int after)
{
    int whole = 0;
    uint64_t known = 0;
    for (uint64_t place = 1; !whole && place < MOST; place++) {
        struct stage stage;
        stage_begin(&stage, record);
        stage.numbers[0] = place;
        stage.numbers[1] = (uint64_t)after;
        stage_add(&stage.numbers[5], 1);
        int status = stage_wait(&stage);
        if (status != 0)
            fail_msg("place %d: status %#x", (int)place, (unsigned)status);
        check(&stage, place);
        whole = stage.numbers[3] < place;
        known += stage.numbers[4];
        stage_close(&stage);
    }
    assert_true(whole && known > 10);
}

static void one_failing_allocation_does_no_harm(void **state)
{
    (void)state;
    fail_at_each_place(0);
}

static void all_failing_from_one_on_do_no_harm(void **state)
{
    (void)state;
    fail_at_each_place(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_failing_allocation_does_no_harm),
        cmocka_unit_test(all_failing_from_one_on_do_no_harm),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
