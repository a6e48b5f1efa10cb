! heat_mpi.f90 - heat.f90 as an MPI program: the heat equation on a rod, of which each process has a part. In each step it
! exchanges the ends of its part with its neighbours, and all processes agree on the largest change.
!
! Run it with four processes, in the folder for the data files:
!     mpirun -np 4 ./heat_mpi
program heat_mpi
    implicit none
    include 'mpif.h'
    include 'VT.inc'
    integer, parameter :: points = 100, steps = 200
    double precision, allocatable :: rod(:), next(:)
    double precision :: whole(points), change, largest
    integer :: rank, ranks, own, left, right, line, step, stencil_state, ierr

    call MPI_INIT(ierr)
    call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
    call MPI_CART_CREATE(MPI_COMM_WORLD, 1, [ranks], [.false.], .false., line, ierr)
    call MPI_COMM_SET_NAME(line, 'rod', ierr)
    call MPI_COMM_RANK(line, rank, ierr)
    call MPI_CART_SHIFT(line, 0, 1, left, right, ierr)
    call VTFUNCDEF('Heat:stencil', VT_NOCLASS, stencil_state, ierr)
    if (mod(points, ranks) /= 0) then
        print *, 'the number of processes does not divide ', points
        call MPI_ABORT(MPI_COMM_WORLD, 1, ierr)
    end if

    own = points / ranks
    allocate (rod(0:own + 1), next(0:own + 1))
    rod = 0
    if (rank == 0) rod(0) = 100
    if (rank == ranks - 1) rod(own + 1) = 100
    do step = 1, steps
        call MPI_SENDRECV(rod(1), 1, MPI_DOUBLE_PRECISION, left, 1, &
                          rod(own + 1), 1, MPI_DOUBLE_PRECISION, right, 1, line, MPI_STATUS_IGNORE, ierr)
        call MPI_SENDRECV(rod(own), 1, MPI_DOUBLE_PRECISION, right, 2, &
                          rod(0), 1, MPI_DOUBLE_PRECISION, left, 2, line, MPI_STATUS_IGNORE, ierr)
        call VTBEGIN(stencil_state, ierr)
        call stencil(rod, next)
        change = maxval(abs(next(1:own) - rod(1:own)))
        rod(1:own) = next(1:own)
        call VTEND(stencil_state, ierr)
        call MPI_ALLREDUCE(change, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, line, ierr)
    end do

    call MPI_GATHER(rod(1), own, MPI_DOUBLE_PRECISION, whole, own, MPI_DOUBLE_PRECISION, 0, line, ierr)
    if (rank == 0) then
        print '(a, f8.4)', 'at a tenth: ', whole(points / 10)
        print '(a, f8.4)', 'in the middle: ', whole(points / 2)
    end if
    call MPI_COMM_FREE(line, ierr)
    call MPI_FINALIZE(ierr)

contains

    subroutine stencil(from, to)
        double precision, intent(in) :: from(0:)
        double precision, intent(inout) :: to(0:)
        integer :: i

        do i = 1, own
            to(i) = from(i) + 0.4d0 * (from(i - 1) - 2 * from(i) + from(i + 1))
        end do
    end subroutine stencil

end program heat_mpi
