/* Number of programs in a job of MPICH, by the answers of a launcher that the test plays. */
#include "vtmpi/programs.h"
#include "tests/support/test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2]; /* sockets of the rank and of the launcher */
static const char *answers[4];

static void *launch(void *unused)
{
    char request[1024];
    (void)unused;
    for (int i = 0; answers[i] && recv(ends[1], request, sizeof request, 0) > 0; i++)
        for (const char *part = answers[i]; *part;) { /* parts are separated by | */
            size_t length = strcspn(part, "|");
            send(ends[1], part, length, 0);
            part += length + (part[length] == '|');
            usleep(1000);
        }
    return NULL;
}

static bool ask(void)
{
    pthread_t launcher;
    char number[16];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    snprintf(number, sizeof number, "%d", ends[0]);
    setenv("PMI_FD", number, 1);
    setenv("MPI_LOCALNRANKS", "1", 1);
    pthread_create(&launcher, NULL, launch, NULL);
    bool one = vtmpi_programs_are_one();
    shutdown(ends[0], SHUT_WR);
    pthread_join(launcher, NULL);
    close(ends[1]);
    return one;
}

/* Return the bytes that the rank left in its socket. */
static const char *left(void)
{
    static char bytes[1024];
    ssize_t count = recv(ends[0], bytes, sizeof bytes - 1, 0);
    bytes[count > 0 ? count : 0] = '\0';
    close(ends[0]);
    return bytes;
}

TEST(answers_are_read_whole_and_in_parts)
{
    answers[0] = "cmd=my_kvsname kvs|name=kvs_1_0|\n";
    answers[1] = "cmd=get_result rc=0 value=0\n";
    assert_true(ask());
    assert_string_equal(left(), "");
    answers[1] = "cmd=get_result rc=0 |value=1\n";
    assert_false(ask());
    assert_string_equal(left(), "");
}

TEST(bytes_after_an_answer_are_left_to_mpi)
{
    answers[0] = "cmd=my_kvsname kvsname=kvs_1_0\n";
    answers[1] = "cmd=get_result rc=0 value=0\ncmd=more\n";
    assert_true(ask());
    assert_string_equal(left(), "cmd=more\n");
}

TEST(launcher_that_does_not_answer_is_not_awaited_forever)
{
    answers[0] = NULL;
    assert_false(ask());
    left();
    answers[0] = "cmd=my_kvsname kvsname"; /* the rest does not come */
    answers[1] = NULL;
    assert_false(ask());
    left();
}

TEST(answer_that_is_too_long_is_refused)
{
    static char text[5000];
    memset(text, 'x', sizeof text - 1);
    answers[0] = text;
    answers[1] = NULL;
    assert_false(ask());
    left();
}
