/* mpi_function.h - role and collective operation of an MPI function in OTF2, by its name. */
#pragma once

#include "base/text.h"

#include <otf2/otf2.h>

struct qp_otf2_function {
    OTF2_RegionRole role;
    bool collective; /* `operation` is valid */
    OTF2_CollectiveOp operation;
};

/* Return the properties of a function such as MPI_Ibcast. The role of a function without one of its own is that of any
 * function. */
struct qp_otf2_function qp_otf2_function_of(struct qp_text name);
