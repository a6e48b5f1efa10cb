/* Processes that are started by themselves, without MPI, as clients of a server that merged their traces. libvt needs
 * no server: each process writes its own file, and the numbers that the program gives tell the files apart. */
#include "vt/event.h"

#include "core/thread/run.h"
#include "core/session/session.h"

/* Programs send it around, and print it. */
static const char contact_of_all[] = "libvt";

/* A forked client has its server's numbers until here. What MPI told holds. */
static void join(uint32_t rank, uint32_t least, const char **contact)
{
    static uint32_t told; /* ranks, by this function */
    if (contact && !*contact)
        *contact = contact_of_all;
    if (qp_run_ranks != told)
        return;
    told = least > told ? least : told;
    qp_session_join(rank, told);
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
