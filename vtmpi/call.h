/* call.h - a call of MPI as a state of class MPI, located at the program's call site.
 *
 * A generated wrapper begins with VTMPI_CALL and then calls the PMPI function. If MPI itself or a callback of the
 * program calls MPI functions during that call, these calls are part of the state, and are not recorded separately. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum vtmpi_role {
    VTMPI_WORKS,
    VTMPI_STARTS,  /* MPI_Init: starts tracing */
    VTMPI_ENDS,    /* MPI_Finalize: ends tracing */
    VTMPI_MEASURED /* no function of MPI: calibration measures its calls, which take the fast path only */
};

/* The libvt state of an MPI function. The wrapper of each MPI function has a static variable of this type. */
struct vtmpi_state {
    const char *name; /* "MPI:MPI_Send" */
    enum vtmpi_role role;
    int handle; /* 0 until the first recorded call; stored with memory order release */
};

struct vtmpi_call {
    struct vtmpi_state *state;
    const void *call_site; /* call site in the program; NULL if the call was made within another MPI call */
    bool open;             /* true if the state was opened */
    uint64_t begin;        /* tick at which it was opened */
    uint64_t requests;     /* vtmpi_requests_added before the call */
};

void vtmpi_call_begin(struct vtmpi_call *call, struct vtmpi_state *state, const void *call_site);

/* Add a message or request of the call (core/log/message.h), which is recorded when the call ends. */
struct qp_message;
void vtmpi_call_move(const struct vtmpi_call *call, const struct qp_message *message);

/* End a call. The compiler calls this function when the wrapper is left, by return or by an exception. */
void vtmpi_call_end(struct vtmpi_call *call);

#define VTMPI_CALL(text, role)                                                                                         \
    static struct vtmpi_state state = {"MPI:" text, role, 0};                                                          \
    __attribute__((cleanup(vtmpi_call_end))) struct vtmpi_call call;                                                   \
    vtmpi_call_begin(&call, &state, __builtin_return_address(0))
