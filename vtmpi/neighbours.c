#include "vtmpi/sizes.h"

#include <stdlib.h>

/* The neighbours at the ends of a grid are MPI_PROC_NULL. They have counts, but no data is moved. */

static int count_neighbours(MPI_Comm handle, int kind, enum vtmpi_direction direction)
{
    int in = 0, out = 0, weighted;
    if (kind == MPI_CART && PMPI_Cartdim_get(handle, &in) == MPI_SUCCESS)
        in = out = 2 * in;
    else if (kind == MPI_GRAPH && PMPI_Graph_neighbors_count(handle, vtmpi_rank(handle), &in) == MPI_SUCCESS)
        out = in;
    else if (kind == MPI_DIST_GRAPH)
        PMPI_Dist_graph_neighbors_count(handle, &in, &out, &weighted);
    return direction == VTMPI_SOURCES ? in : out;
}

/* Return the ranks of a process's neighbours, in memory that the caller frees. Return NULL if out of memory. */
static int *find_neighbours(MPI_Comm handle, enum vtmpi_direction direction, int *number)
{
    int kind = MPI_UNDEFINED;
    PMPI_Topo_test(handle, &kind);
    *number = count_neighbours(handle, kind, direction);
    int *ranks = malloc(((size_t)*number + 1) * sizeof *ranks);
    if (!ranks)
        return NULL;
    for (int i = 0; kind == MPI_CART && i < *number; i += 2)
        PMPI_Cart_shift(handle, i / 2, 1, &ranks[i], &ranks[i + 1]);
    for (int i = 0; kind != MPI_CART && i < *number; i++)
        ranks[i] = 0; /* graphs have no ends */
    return ranks;
}

uint64_t vtmpi_neighbours(const void *counts, size_t width, const void *types, vtmpi_type_at *type,
                          enum vtmpi_direction direction, MPI_Comm handle)
{
    int number;
    uint64_t sum = 0;
    int *ranks = find_neighbours(handle, direction, &number);
    for (int i = 0; ranks && i < number; i++) {
        MPI_Count count = counts ? vtmpi_nth(counts, width, i) : 1;
        if (ranks[i] != MPI_PROC_NULL)
            sum += types ? vtmpi_bytes(count, type(types, (uint64_t)i)) : (uint64_t)count;
    }
    free(ranks);
    return sum;
}
