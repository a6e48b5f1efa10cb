/* Programs that close the library's descriptor and reuse its number for a file of their own: their file is not
 * touched, and the data file is found again. This test is built once for each library. */
#include "tests/support/stage.h"

#ifdef WITH_VT
#include "VT.h"
#else
#include "qprof.h"
#endif

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EVENTS 3000 /* number of call paths of 40 states or methods each; they fill several extents */
#define TEXT   "nine byte"

/* ---- the library under test ------------------------------------------------------------------------------ */

#ifdef WITH_VT
static const enum qp_product product = QP_VT;

static void begin(bool in_memory)
{
    setenv("VT_LOGFILE_NAME", in_memory ? "none" : "run.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

/* Follow a new path through 40 states. */
static void walk(unsigned number)
{
    static int states[2];
    if (states[0] == 0)
        STAGE_CHECK(VT_funcdef("a", VT_NOCLASS, &states[0]) == VT_OK &&
                    VT_funcdef("b", VT_NOCLASS, &states[1]) == VT_OK);
    for (unsigned i = 0; i < 40; i++)
        VT_enter(states[i < 20 ? number >> i & 1 : i & 1], VT_NOSCL);
    for (unsigned i = 0; i < 40; i++)
        VT_leave(VT_NOSCL);
}

static void end(void)
{
    VT_finalize();
}
#else
static const enum qp_product product = WITH_PRODUCT;

static void begin(bool in_memory)
{
    STAGE_CHECK(qprof_initialize(in_memory ? "-data-file=none -quiet" : "-data-file=run.qii -quiet", NULL) > 0);
}

static void walk(unsigned number)
{
    for (unsigned i = 0; i < 40; i++)
        qprof_record_fn_entry(i < 20 ? 1 + (number >> i & 1) : 3, i + 1);
    qprof_record_fn_exit(0);
}

static void end(void)
{
    qprof_shutdown();
}
#endif

/* ---- the program ------------------------------------------------------------------------------------------ */

static bool is_data_file(int fd, bool in_memory)
{
    struct stat status, named;
    char entry[64], target[512] = "";
    snprintf(entry, sizeof entry, "/proc/self/fd/%d", fd);
    if (in_memory)
        return readlink(entry, target, sizeof target - 1) > 0 && strstr(target, "memfd:qii");
    return fstat(fd, &status) == 0 && stat("run.qii", &named) == 0 && status.st_ino == named.st_ino &&
           status.st_dev == named.st_dev;
}

static int find_descriptor(bool in_memory)
{
    for (int fd = 3; fd < 2000; fd++)
        if (is_data_file(fd, in_memory))
            return fd;
    return -1;
}

static bool is_own_text(int fd)
{
    struct stat status;
    char text[16] = "";
    return fstat(fd, &status) == 0 && status.st_size == (off_t)strlen(TEXT) && pread(fd, text, sizeof text, 0) > 0 &&
           strcmp(text, TEXT) == 0;
}

/* Close the library's descriptor, and open a file of the program under the same number. */
static int take_number(bool in_memory)
{
    int ours = find_descriptor(in_memory);
    STAGE_CHECK(ours >= 0);
    int own = open("own", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    STAGE_CHECK(own >= 0 && write(own, TEXT, strlen(TEXT)) == (ssize_t)strlen(TEXT) && dup2(own, ours) == ours);
    close(own);
    return ours;
}

static void go_on(struct stage *stage, bool in_memory, bool gone)
{
    (void)stage;
    begin(in_memory);
    for (unsigned i = 0; i < EVENTS / 2; i++)
        walk(i);
    int own = take_number(in_memory);
    if (gone)
        STAGE_CHECK(unlink("run.qii") == 0);
    for (unsigned i = EVENTS / 2; i < EVENTS; i++)
        walk(i);
    STAGE_CHECK(is_own_text(own));
    end();
    STAGE_CHECK(is_own_text(own));
}

static void lose_a_file(struct stage *stage)
{
    go_on(stage, false, false);
}

static void lose_memory(struct stage *stage)
{
    go_on(stage, true, false);
}

static void lose_a_file_that_is_gone(struct stage *stage)
{
    go_on(stage, false, true);
}

TEST(file_that_gets_our_number_is_not_touched)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, lose_a_file);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, product, 0), 40 * EVENTS);
    assert_int_equal(profile.reader.header.folded, 0);
    qp_profile_close(&profile);
    assert_int_equal(stage_lines(&stage, "err", "cannot be opened again"), 0);
    stage_close(&stage);
}

TEST(data_file_that_cannot_be_found_again_does_not_grow)
{
    struct stage stage;
    stage_play(&stage, lose_memory);
    assert_int_equal(stage_lines(&stage, "err", "cannot be opened again"), 1);
    stage_close(&stage);
    stage_play(&stage, lose_a_file_that_is_gone);
    assert_int_equal(stage_lines(&stage, "err", "cannot be opened again"), 1);
    stage_close(&stage);
}

/* Check that the number of the library's descriptor is not the lowest free number, which a program would get first. */
static void look_at_the_number(struct stage *stage)
{
    (void)stage;
    begin(false);
    STAGE_CHECK(find_descriptor(false) > 100);
    end();
}

TEST(our_number_is_high)
{
    struct stage stage;
    stage_play(&stage, look_at_the_number);
    stage_close(&stage);
}
