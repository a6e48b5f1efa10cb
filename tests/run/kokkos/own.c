/* A tool of the user for Kokkos. */
#include <stdio.h>

void kokkosp_finalize_library(void)
{
    puts("own tool");
}
