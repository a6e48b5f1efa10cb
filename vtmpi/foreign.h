/* foreign.h - programs of another MPI, which libvtmpi cannot record. */
#pragma once

#include <stdbool.h>

/* true if the program's MPI is not the one for which libvtmpi was built. The handles of the program's MPI then mean
 * something else, so its calls are passed on, but not recorded. */
extern bool vtmpi_is_foreign;

/* Check which MPI is loaded, and print a line if it is another one. Call this before MPI is initialized. */
void vtmpi_foreign_check(void);

/* Check the MPI when libvtmpi is loaded, before the program runs. If libvtmpi was preloaded into a program of another
 * MPI, execute the program again without it, with the same arguments. */
void vtmpi_foreign_leave(char **arguments);
