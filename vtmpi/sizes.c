#include "vtmpi/sizes.h"

#include "vtmpi/communicator.h"

#include <string.h>

uint64_t vtmpi_bytes(MPI_Count count, MPI_Datatype type)
{
    MPI_Count size = 0;
    if (count <= 0 || type == MPI_DATATYPE_NULL || PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0)
        return 0;
    return (uint64_t)count * (uint64_t)size;
}

MPI_Count vtmpi_nth(const void *counts, size_t width, int index)
{
    MPI_Count wide;
    int narrow;
    if (!counts || index < 0)
        return 0;
    const char *place = (const char *)counts + (size_t)index * width;
    if (width == sizeof narrow)
        return memcpy(&narrow, place, sizeof narrow), narrow;
    return memcpy(&wide, place, sizeof wide), wide;
}

MPI_Count vtmpi_sum(const void *counts, size_t width, uint64_t number)
{
    MPI_Count sum = 0;
    for (uint64_t i = 0; i < number; i++)
        sum += vtmpi_nth(counts, width, (int)i);
    return sum;
}

MPI_Datatype vtmpi_type(const void *types, uint64_t index)
{
    return ((const MPI_Datatype *)types)[index];
}

uint64_t vtmpi_sum_types(const void *counts, size_t width, const void *types, vtmpi_type_at *type, uint64_t number)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; types && i < number; i++)
        sum += vtmpi_bytes(vtmpi_nth(counts, width, (int)i), type(types, i));
    return sum;
}

uint64_t vtmpi_size(MPI_Comm handle)
{
    const struct vtmpi_communicator *communicator = vtmpi_communicator_find(handle);
    return communicator ? (uint64_t)communicator->size : 0;
}

int vtmpi_rank(MPI_Comm handle)
{
    const struct vtmpi_communicator *communicator = vtmpi_communicator_find(handle);
    return communicator ? communicator->rank : -1;
}

uint64_t vtmpi_local_size(MPI_Comm handle)
{
    int size = 0;
    PMPI_Comm_size(handle, &size);
    return (uint64_t)size;
}

bool vtmpi_is_root(MPI_Comm handle, int root)
{
    const struct vtmpi_communicator *communicator = vtmpi_communicator_find(handle);
    return root == MPI_ROOT || (communicator && !communicator->inter && communicator->rank == root);
}

bool vtmpi_has_root(MPI_Comm handle, int root)
{
    const struct vtmpi_communicator *communicator = vtmpi_communicator_find(handle);
    return communicator && (!communicator->inter || root >= 0);
}

uint64_t vtmpi_moved(const MPI_Status *status)
{
    MPI_Count bytes = 0;
    int count;
    if (PMPI_Get_count(status, MPI_BYTE, &count) == MPI_SUCCESS && count != MPI_UNDEFINED) /* twice as fast */
        return count > 0 ? (uint64_t)count : 0;
    return PMPI_Get_elements_x(status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes > 0 ? (uint64_t)bytes : 0;
}
