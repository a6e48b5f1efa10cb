# plain.awk - the MPI functions that are not recorded as states, and the roles of the others.

# Return true if a function is not recorded as a state. These functions are local queries: they may be called before
# MPI_Init and after MPI_Finalize, read a clock, compute an address, or convert a handle between languages. MPI_Pcontrol
# has its own wrapper, functions with MPI_T_ are an interface for tools, and programs never call callbacks such as
# MPI_COMM_DUP_FN. doc/mpi.md has the list.
function is_plain(name) {
    return name ~ /^MPI_(Initialized|Finalized|Get_version|Get_library_version|Wtime|Wtick|Aint_add|Aint_diff)$/ ||
           name ~ /^MPI_(Pcontrol|T_.*|Sizeof|.*_(c2f|f2c|c2f08|f082c|f2f08|f082f))$/ || tolower(name) ~ /_fn(_null)?$/
}

function role(name) {
    return name ~ /^MPI_(Init|Init_thread)$/ ? "VTMPI_STARTS" : name == "MPI_Finalize" ? "VTMPI_ENDS" : "VTMPI_WORKS"
}
