/* Recording on file systems without unnamed files (O_TMPFILE) or without preallocation. This program's open and
 * syscall replace those of the C library. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool no_nameless;
static bool no_room_beforehand;

int open(const char *path, int flags, ...)
{
    static int (*next)(const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "open");
    if (no_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return next(path, flags, mode);
}

long syscall(long number, ...)
{
    static long (*next)(long, ...);
    long given[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        given[i] = va_arg(arguments, long);
    va_end(arguments);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "syscall");
    if (no_room_beforehand && number == SYS_fallocate) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return next(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

static void record(const char *options)
{
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
    for (unsigned long i = 1; i <= 5000; i++) {
        qprof_record_fn_entry(i, 1);
        qprof_record_fn_exit(0);
    }
    STAGE_CHECK(qprof_save_data());
    qprof_shutdown();
}

static void record_with_a_hidden_name(struct stage *stage)
{
    (void)stage;
    no_nameless = true;
    record("-data-file=run.qii -quiet");
    STAGE_CHECK(qprof_initialize("-data-file=too/small.qii -quiet -max-data-size=1K", NULL) < 0);
}

static void record_without_room(struct stage *stage)
{
    (void)stage;
    no_room_beforehand = true;
    record("-data-file=run.qii -quiet");
}

static void check_both(const struct stage *stage)
{
    static const char *const names[] = {"run.qii", "run.1.qii"};
    for (int i = 0; i < 2; i++) {
        struct qp_profile profile;
        stage_read(stage, names[i], &profile);
        assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 5000);
        qp_profile_close(&profile);
    }
    assert_int_equal(stage_run(stage, "test -z \"$(ls -A | grep '^[.]qii')\""), 0);
}

TEST(without_unnamed_files_the_file_has_a_hidden_name)
{
    struct stage stage;
    stage_play(&stage, record_with_a_hidden_name);
    check_both(&stage);
    stage_close(&stage);
}

TEST(without_preallocation_zeros_are_written)
{
    struct stage stage;
    stage_play(&stage, record_without_room);
    check_both(&stage);
    assert_int_equal(stage_lines(&stage, "err", ""), 0);
    stage_close(&stage);
}
