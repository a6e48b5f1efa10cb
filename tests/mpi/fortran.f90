! This program uses the module mpi. Other files of this folder use mpif.h and the module mpi_f08.
program fortran
    use mpi
    implicit none
    integer :: rank, ranks, ierr, i, token, request, info, length
    logical :: flag
    character(len=20) :: value
    character(len=mpi_max_processor_name) :: host
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    do i = 1, 7
        call MPI_Isend(rank, 1, MPI_INTEGER, mod(rank + 1, ranks), 3, MPI_COMM_WORLD, request, ierr)
        call MPI_Recv(token, 1, MPI_INTEGER, mod(rank + ranks - 1, ranks), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
    end do
    ! Strings have hidden lengths, which must arrive.
    call MPI_Info_create(info, ierr)
    call MPI_Info_set(info, 'colour  ', '  blue', ierr)
    call MPI_Info_get(info, 'colour', len(value), value, flag, ierr)
    call MPI_Info_free(info, ierr)
    call MPI_Get_processor_name(host, length, ierr)
    if (.not. flag .or. value /= 'blue' .or. length < 1 .or. token /= mod(rank + ranks - 1, ranks)) stop 1
    call count_call('Init', 1)
    call count_call('Comm_rank', 1)
    call count_call('Comm_size', 1)
    call count_call('Isend', 7)
    call count_call('Recv', 7)
    call count_call('Wait', 7)
    call count_call('Info_create', 1)
    call count_call('Info_set', 1)
    call count_call('Info_get', 1)
    call count_call('Info_free', 1)
    call count_call('Get_processor_name', 1)
    call count_call('Finalize', 1)
    call MPI_Finalize(ierr)
contains
    subroutine count_call(name, calls)
        character(len=*), intent(in) :: name
        integer, intent(in) :: calls
        write (*, '(i0, a, a, a, i0)') rank, ' MPI_', name, ' ', calls
    end subroutine
end program
