/* Open MPI's mpirun passes the number of programs to all ranks. */
#include "vtmpi/programs.h"

#include "core/session/launcher.h"

void vtmpi_programs_announce(void)
{
}

bool vtmpi_programs_are_one(void)
{
    return qp_launcher_number("OMPI_NUM_APP_CTX") <= 1;
}
