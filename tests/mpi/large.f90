! With the module mpi_f08 of MPI-4, a count may have more than 32 bits.
program large
    use mpi_f08
    implicit none
    integer(MPI_COUNT_KIND) :: one = 1, bytes
    integer :: rank, ranks, total, got
    type(MPI_Request) :: requests(2)
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call MPI_Isend(rank, one, MPI_INTEGER, mod(rank + 1, ranks), 3, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(got, 1, MPI_INTEGER, mod(rank + ranks - 1, ranks), 3, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    call MPI_Allreduce(rank, total, one, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call MPI_Type_size(MPI_INTEGER, bytes)
    if (got /= mod(rank + ranks - 1, ranks) .or. total /= ranks * (ranks - 1) / 2 .or. bytes /= 4) stop 1
    write (*, '(i0, a)') rank, ' MPI_Init 1', rank, ' MPI_Comm_rank 1', rank, ' MPI_Comm_size 1', rank, &
        ' MPI_Isend_c 1', rank, ' MPI_Irecv 1', rank, ' MPI_Waitall 1', rank, ' MPI_Allreduce_c 1', rank, &
        ' MPI_Type_size_c 1', rank, ' MPI_Finalize 1'
    call MPI_Finalize()
end program
