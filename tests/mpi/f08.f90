! This program uses the module mpi_f08, in which ierror may be omitted and handles have types.
program f08
    use mpi_f08
    implicit none
    integer :: rank, total, ierr, length
    character(len=mpi_max_processor_name) :: host
    type(MPI_Comm) :: own
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_dup(MPI_COMM_WORLD, own, ierr)
    call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, own)
    call MPI_Comm_free(own)
    call MPI_Get_processor_name(host, length)
    if (ierr /= MPI_SUCCESS .or. length < 1 .or. host(1:1) == ' ') stop 1
    write (*, '(i0, a)') rank, ' MPI_Init 1', rank, ' MPI_Comm_rank 1', rank, ' MPI_Comm_dup 1', rank, &
        ' MPI_Allreduce 1', rank, ' MPI_Comm_free 1', rank, ' MPI_Get_processor_name 1', rank, ' MPI_Finalize 1'
    call MPI_Finalize()
end program
