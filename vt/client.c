/* client.c - processes that are started separately, without MPI, as clients of a server.
 *
 * In Intel's trace collector, the server merged their traces. libvt needs no server: each process writes its own file,
 * and the numbers that the program passes distinguish the files. */
#include "vt/event.h"

#include "core/thread/run.h"
#include "core/session/session.h"

/* Contact of every server and client. Programs pass this text to each other and print it. */
static const char contact_of_all[] = "libvt";

/* Set the process's rank and the minimum number of ranks. Until this call, a forked client has the numbers of its
 * server. If MPI set the numbers, they stay. */
static void join(uint32_t rank, uint32_t least, const char **contact)
{
    static uint32_t joined; /* number of ranks that this function set */
    if (contact && !*contact)
        *contact = contact_of_all;
    if (qp_run_ranks != joined)
        return;
    joined = least > joined ? least : joined;
    qp_session_join(rank, joined);
}

int VT_clientinit(int procid, const char *clientname, const char **contact)
{
    (void)clientname;
    if (procid < 0)
        return VT_ERR_BADARG;
    join((uint32_t)procid, (uint32_t)procid + 1, contact);
    return VT_OK;
}

int VT_serverinit(const char *servername, int numcontacts, const char *contacts[], const char **contact)
{
    (void)servername, (void)contacts;
    if (numcontacts < 0)
        return VT_ERR_BADARG;
    join(0, (uint32_t)numcontacts + 1, contact);
    return VT_OK;
}

int VT_get_parent(int *parentcomm)
{
    if (!parentcomm)
        return VT_ERR_BADARG;
    *parentcomm = VT_COMM_INVALID;
    return VT_OK;
}
