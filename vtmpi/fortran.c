#include "vtmpi/fortran.h"

#ifdef OPEN_MPI
#include <mpif-c-constants-decl.h>
#endif

/* A status of Fortran has the size of a status of C. */
#define STATUS_SIZE (sizeof(MPI_Status) / sizeof(MPI_Fint))
_Static_assert(sizeof(MPI_Fint) == 4, "arrays of counts and indices are used without conversion");

#ifdef OPEN_MPI
bool vtmpi_fortran_in_place(const void *buffer)
{
    return OMPI_IS_FORTRAN_IN_PLACE(buffer);
}

bool vtmpi_fortran_ignores(const void *status)
{
    return OMPI_IS_FORTRAN_STATUS_IGNORE(status) || OMPI_IS_FORTRAN_STATUSES_IGNORE(status);
}
#else
/* MPICH's Fortran library stores the address of MPI_IN_PLACE of mpif.h and of the module mpi here, and defines the
 * function that finds such addresses. */
extern void *MPIR_F_MPI_IN_PLACE;
extern void mpirinitf_(void);

bool vtmpi_fortran_in_place(const void *buffer)
{
    return buffer && (buffer == MPIR_F_MPI_IN_PLACE || buffer == &MPIR_F08_MPI_IN_PLACE);
}

bool vtmpi_fortran_ignores(const void *status)
{
    if (!MPI_F_STATUS_IGNORE)
        mpirinitf_();
    return status == MPI_F_STATUS_IGNORE || status == MPI_F_STATUSES_IGNORE || status == MPI_F08_STATUS_IGNORE ||
           status == MPI_F08_STATUSES_IGNORE;
}
#endif

const MPI_Status *vtmpi_fortran_status(const void *from, MPI_Status *to)
{
    PMPI_Status_f2c(from, to);
    return to;
}

MPI_Request vtmpi_fortran_request(const void *requests, uint64_t index)
{
    return PMPI_Request_f2c(((const MPI_Fint *)requests)[index]);
}

MPI_Datatype vtmpi_fortran_type(const void *types, uint64_t index)
{
    return PMPI_Type_f2c(((const MPI_Fint *)types)[index]);
}

void *vtmpi_fortran_waits_begin(const struct vtmpi_call *call, struct vtmpi_waits *waits, int count,
                                const void *requests, vtmpi_request_at *request, void *statuses)
{
    vtmpi_waits_begin(call, waits, count, requests, request, NULL);
    return waits->count > 0 && vtmpi_fortran_ignores(statuses) ? waits->statuses : statuses;
}

/* The statuses may be in waits->statuses, if the program ignores them. */
void vtmpi_fortran_statuses(struct vtmpi_waits *waits, const MPI_Fint *statuses, int number)
{
    for (int i = 0; i < number && i < waits->count; i++) {
        MPI_Status status;
        waits->statuses[i] = *vtmpi_fortran_status(&statuses[(size_t)i * STATUS_SIZE], &status);
    }
}
