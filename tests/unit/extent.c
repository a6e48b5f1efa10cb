/* extent.h - growth of the file if the system fails: a file system without fallocate, interruptions, partial writes,
 * a full disk. The linker replaces functions of the C library by the functions below (--wrap). */
#include "core/store/extent.h"

#include "format/record.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST 1u
#define COUNT 3u
#define BYTES ((size_t)COUNT * QP_EXTENT_SIZE)
#define PART  5000u

long __real_syscall(long number, ...);
ssize_t __real_pwrite(int fd, const void *data, size_t size, off_t offset);
long __wrap_syscall(long number, int fd, int mode, off_t offset, off_t size);
ssize_t __wrap_pwrite(int fd, const void *data, size_t size, off_t offset);

static struct {
    int fallocate_error; /* errno of fallocate; 0 = success */
    int write_error;     /* errno of every second write, beginning with the first; 0 = success */
    bool in_parts;       /* each write writes only PART bytes */
    size_t room;         /* number of bytes that can still be written; at 0, a write fails with ENOSPC */
    bool stuck;          /* writes return 0 */
} system_says;

static struct {
    unsigned fallocates;
    unsigned writes;
    int mode; /* arguments of the last fallocate */
    off_t offset, size;
} asked;

long __wrap_syscall(long number, int fd, int mode, off_t offset, off_t size)
{
    if (number != SYS_fallocate)
        abort();
    asked.fallocates++;
    asked.mode = mode;
    asked.offset = offset;
    asked.size = size;
    if (system_says.fallocate_error == 0)
        return __real_syscall(number, fd, mode, offset, size);
    errno = system_says.fallocate_error;
    return -1;
}

ssize_t __wrap_pwrite(int fd, const void *data, size_t size, off_t offset)
{
    if (asked.writes++ % 2 == 0 && system_says.write_error != 0)
        return errno = system_says.write_error, -1;
    if (system_says.stuck)
        return 0;
    if (system_says.in_parts && size > PART)
        size = PART;
    if (size > system_says.room)
        size = system_says.room;
    if (size == 0)
        return errno = ENOSPC, -1;
    system_says.room -= size;
    return __real_pwrite(fd, data, size, offset);
}

static int file = -1;

/* Fill a file with data: the part that the new extents replace, and bytes before and after that part, which must not
 * change. */
static void fill_file(void)
{
    static unsigned char old[QP_EXTENT_SIZE];
    memset(old, 'o', sizeof old);
    file = memfd_create("extents", MFD_CLOEXEC);
    assert_true(file >= 0);
    for (uint32_t i = 0; i < FIRST + COUNT + 1; i++)
        assert_int_equal(__real_pwrite(file, old, sizeof old, (off_t)i * QP_EXTENT_SIZE), sizeof old);
    memset(&asked, 0, sizeof asked);
}

static void expect_zeros_in_their_place(void)
{
    static unsigned char bytes[(FIRST + COUNT + 1) * QP_EXTENT_SIZE];
    size_t zeros = 0;
    assert_int_equal(pread(file, bytes, sizeof bytes, 0), sizeof bytes);
    assert_int_equal(lseek(file, 0, SEEK_END), sizeof bytes);
    for (size_t i = 0; i < BYTES; i++)
        zeros += bytes[FIRST * QP_EXTENT_SIZE + i] == 0;
    assert_int_equal(zeros, BYTES);
    assert_int_equal(bytes[FIRST * QP_EXTENT_SIZE - 1], 'o');
    assert_int_equal(bytes[(FIRST + COUNT) * QP_EXTENT_SIZE], 'o');
    close(file);
}

static int prepare_with(int fallocate_error)
{
    fill_file();
    system_says.fallocate_error = fallocate_error;
    errno = 0;
    return qp_extent_prepare(file, FIRST, COUNT);
}

TEST(extents_are_allocated_at_once_and_then_written)
{
    memset(&system_says, 0, sizeof system_says);
    system_says.room = BYTES;
    assert_int_equal(prepare_with(0), 0);
    assert_int_equal(asked.fallocates, 1);
    assert_int_equal(asked.mode, 0); /* in mode 0, fallocate increases the file's size */
    assert_int_equal(asked.offset, FIRST * QP_EXTENT_SIZE);
    assert_int_equal(asked.size, BYTES);
    assert_int_equal(asked.writes, COUNT);
    expect_zeros_in_their_place();
}

TEST(without_fallocate_writes_find_out_whether_there_is_space)
{
    static const int errors[] = {EOPNOTSUPP, ENOSYS, EINTR};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        memset(&system_says, 0, sizeof system_says);
        system_says.room = BYTES;
        assert_int_equal(prepare_with(errors[i]), 0);
        assert_int_equal(asked.writes, COUNT);
        expect_zeros_in_their_place();
        system_says.room = BYTES - 1;
        assert_int_equal(prepare_with(errors[i]), -1);
        assert_int_equal(errno, ENOSPC);
        close(file);
    }
}

TEST(full_disk_is_not_written_to)
{
    static const int errors[] = {ENOSPC, EFBIG, EDQUOT, EIO, EBADF};
    memset(&system_says, 0, sizeof system_says);
    system_says.room = BYTES;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        assert_int_equal(prepare_with(errors[i]), -1);
        assert_int_equal(errno, errors[i]);
        assert_int_equal(asked.writes, 0);
        close(file);
    }
}

TEST(writes_may_be_interrupted_or_partial)
{
    memset(&system_says, 0, sizeof system_says);
    system_says.room = BYTES;
    system_says.in_parts = true;
    system_says.write_error = EINTR;
    assert_int_equal(prepare_with(0), 0);
    assert_int_equal(asked.writes, 2 * COUNT * ((QP_EXTENT_SIZE + PART - 1) / PART));
    expect_zeros_in_their_place();
}

TEST(failed_or_empty_write_is_an_error)
{
    memset(&system_says, 0, sizeof system_says);
    system_says.room = BYTES;
    system_says.write_error = EIO;
    assert_int_equal(prepare_with(0), -1);
    assert_int_equal(errno, EIO);
    assert_int_equal(asked.writes, 1);
    close(file);
    system_says.write_error = 0;
    system_says.stuck = true;
    assert_int_equal(prepare_with(0), -1);
    assert_int_equal(asked.writes, 1);
    close(file);
}
