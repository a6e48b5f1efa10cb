/* A rank under MPICH's launcher Hydra knows the index of its own program, but not the number of programs. Hydra has a
 * store of keys and values for the ranks of a job. So the last rank stores the index of its program before MPI_Init.
 * MPI_Init contains a barrier, after which all ranks can read the index. If the last rank does not have libvtmpi, there
 * is no index.
 *
 * Requests and answers are lines of the PMI-1 protocol. MPI_Init later uses the same socket for its own requests. */
#include "vtmpi/programs.h"

#include "core/session/launcher.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define LINE_SIZE 1024 /* more than any line used here needs; the name of a store has up to 256 bytes */
#define NAME_SIZE 512

/* Time to wait for data, in milliseconds. A launcher of many ranks may be slow, and MPI_Init would take a late answer
 * for its own. So give up only when MPI_Init is most likely to wait forever, too. */
#ifndef ANSWER_MS
#define ANSWER_MS 10000
#endif

/* Return the socket to Hydra, or -1 without Hydra. Only Hydra sets MPI_LOCALNRANKS, on all hosts. */
static int find_hydra(void)
{
    return getenv("MPI_LOCALNRANKS") ? qp_launcher_number("PMI_FD") : -1;
}

/* Return true if the launcher's answer, or a part of it, arrives in time. */
static bool await(int socket)
{
    struct pollfd wanted = {.fd = socket, .events = POLLIN};
    int found;
    do
        found = poll(&wanted, 1, ANSWER_MS);
    while (found < 0 && errno == EINTR);
    return found > 0;
}

/* Read the data that has arrived, but not beyond the end of a line: what follows is MPI's. */
static ssize_t read_part(int socket, char *to, size_t size)
{
    ssize_t there = recv(socket, to, size, MSG_PEEK | MSG_DONTWAIT);
    const char *end = there > 0 ? memchr(to, '\n', (size_t)there) : NULL;
    return there > 0 ? recv(socket, to, end ? (size_t)(end + 1 - to) : (size_t)there, 0) : there;
}

static bool receive(char line[LINE_SIZE])
{
    int socket = find_hydra();
    for (size_t size = 0; size < LINE_SIZE && await(socket);) {
        ssize_t got = read_part(socket, &line[size], LINE_SIZE - size);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return false;
        size += (size_t)got;
        if (line[size - 1] == '\n') {
            line[size - 1] = '\0';
            return true;
        }
    }
    return false;
}

/* Send the request in a line, and replace it by the answer. Return the value of a field of the answer, such as
 * " kvsname=" in "cmd=my_kvsname kvsname=kvs_1_0". Return NULL if there is no such field, or no answer. */
static const char *ask(char line[LINE_SIZE], const char *field)
{
    size_t length = strlen(line);
    if (send(find_hydra(), line, length, MSG_NOSIGNAL) != (ssize_t)length || !receive(line))
        return NULL;
    char *found = strstr(line, field);
    if (!found)
        return NULL;
    found += strlen(field);
    found[strcspn(found, " ")] = '\0';
    return found;
}

/* Find the name of the job's store. */
static bool find_store(char name[NAME_SIZE])
{
    char line[LINE_SIZE] = "cmd=get_my_kvsname\n";
    const char *found = ask(line, " kvsname=");
    if (!found || strlen(found) >= NAME_SIZE)
        return false;
    strcpy(name, found);
    return true;
}

/* Hydra may clear its store at the first cmd=init of a host, so send one. MPI_Init will repeat it. */
void vtmpi_programs_announce(void)
{
    char name[NAME_SIZE], line[LINE_SIZE] = "cmd=init pmi_version=1 pmi_subversion=1\n", request[LINE_SIZE];
    if (find_hydra() < 0 || qp_launcher_number("PMI_RANK") != qp_launcher_number("PMI_SIZE") - 1)
        return;
    if (!ask(line, "cmd=response_to_init") || !find_store(name))
        return;
    strcpy(line, "cmd=get_appnum\n");
    const char *program = ask(line, " appnum=");
    if (!program)
        return;
    snprintf(request, sizeof request, "cmd=put kvsname=%s key=qii-last-program value=%.10s\n", name, program);
    ask(request, " rc=");
}

/* Without Hydra, assume one program. */
bool vtmpi_programs_are_one(void)
{
    char name[NAME_SIZE], line[LINE_SIZE];
    if (!getenv("MPI_LOCALNRANKS"))
        return true;
    if (find_hydra() < 0 || !find_store(name))
        return false;
    snprintf(line, sizeof line, "cmd=get kvsname=%s key=qii-last-program\n", name);
    const char *program = ask(line, " value=");
    return program && strcmp(program, "0") == 0;
}
