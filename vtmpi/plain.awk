# plain.awk - the MPI functions that are not states, and the roles of the others.

# Not states are functions that may be called before MPI_Init and after MPI_Finalize, read a clock, compute an address,
# or convert a handle between languages: pure local queries. MPI_Pcontrol has its own wrapper; MPI_T_ is the tools'
# interface, and callbacks such as MPI_COMM_DUP_FN are never called by programs. doc/mpi.md has the list.
function is_plain(name) {
    return name ~ /^MPI_(Initialized|Finalized|Get_version|Get_library_version|Wtime|Wtick|Aint_add|Aint_diff)$/ ||
           name ~ /^MPI_(Pcontrol|T_.*|Sizeof|.*_(c2f|f2c|c2f08|f082c|f2f08|f082f))$/ || tolower(name) ~ /_fn(_null)?$/
}

function role(name) {
    return name ~ /^MPI_(Init|Init_thread)$/ ? "VTMPI_STARTS" : name == "MPI_Finalize" ? "VTMPI_ENDS" : "VTMPI_WORKS"
}
