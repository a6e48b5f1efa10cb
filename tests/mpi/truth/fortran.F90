! fortran.F90 - the messages of a Fortran program, which counts them itself as tally.h describes. It is compiled with mpif.h
! (MPIF), with the module mpi, and with the module mpi_f08 (F08), in which handles have types and ierr may be absent. With
! LARGE it also calls the functions of MPI-4 with large counts, which Open MPI does not have yet. Run it with 4 ranks.
#ifdef F08
#define HANDLE(kind) type(kind)
#define ADDRESS type(c_ptr)
#define STATUS(name) type(MPI_Status) :: name
#define STATUSES(name, n) type(MPI_Status) :: name(n)
#define SOURCE(status) status%MPI_SOURCE
#define NTH_SOURCE(statuses, n) statuses(n)%MPI_SOURCE
#define E
#else
#define HANDLE(kind) integer
#define ADDRESS integer(kind=MPI_ADDRESS_KIND)
#define STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define STATUSES(name, n) integer :: name(MPI_STATUS_SIZE, n)
#define SOURCE(status) status(MPI_SOURCE)
#define NTH_SOURCE(statuses, n) statuses(MPI_SOURCE, n)
#define E , ierr
#endif

module tally
    implicit none
    integer, parameter :: none = -1 ! the root of an operation without one
    character(len=*), parameter :: world = 'MPI_COMM_WORLD'
    integer, private :: unit
contains
    subroutine tally_open(rank)
        integer, intent(in) :: rank
        character(len=10) :: name
        write (name, '(a, i4.4)') 'tally.', rank
        open (newunit=unit, file=name, action='write')
    end subroutine

    subroutine sent(communicator, peer, tag, bytes)
        character(len=*), intent(in) :: communicator
        integer, intent(in) :: peer, tag, bytes
        write (unit, '(a, 1x, a, 3(1x, i0), a)') 'message sent', communicator, peer, tag, bytes, ' 0'
    end subroutine

    subroutine received(communicator, peer, tag, bytes)
        character(len=*), intent(in) :: communicator
        integer, intent(in) :: peer, tag, bytes
        write (unit, '(a, 1x, a, 3(1x, i0), a)') 'message received', communicator, peer, tag, bytes, ' 0'
    end subroutine

    subroutine collective(communicator, root, bytes, got)
        character(len=*), intent(in) :: communicator
        integer, intent(in) :: root, bytes, got
        write (unit, '(a, 1x, a, 1x, i0, a, 2(1x, i0))') 'collective both', communicator, root, ' 0', bytes, got
    end subroutine

    subroutine accessed(kind_and_way, peer, bytes)
        character(len=*), intent(in) :: kind_and_way
        integer, intent(in) :: peer, bytes
        write (unit, '(a, a, i0, a, i0, a)') kind_and_way, ' - ', peer, ' 0 ', bytes, ' 0'
    end subroutine

    subroutine expect(condition, what)
        logical, intent(in) :: condition
        character(len=*), intent(in) :: what
        if (condition) return
        print *, 'not ', what
        error stop
    end subroutine
end module

program fortran
    use tally
    use, intrinsic :: iso_c_binding, only: c_int, c_null_ptr, c_ptr
#if defined F08
    use mpi_f08
#elif !defined MPIF
    use mpi
#endif
    implicit none
#ifdef MPIF
    include 'mpif.h'

    ! As if the main program were in C: the first call of one of Fortran's functions ignores a status.
    interface
        integer(c_int) function c_init(argc, argv) bind(c, name='MPI_Init')
            import :: c_int, c_ptr
            type(c_ptr), value :: argc, argv
        end function
    end interface
#endif
    integer, parameter :: most = 20
    integer :: rank, ranks, left, right, i, n, index, indices(most)
    integer, asynchronous :: own(10), got(10), many(10, most)
    double precision, asynchronous :: real_own(10), real_got(10)
    logical :: flag
    HANDLE(MPI_Request) :: request, requests(most)
    HANDLE(MPI_Message) :: message
    STATUS(state)
    STATUSES(states, most)
    integer :: ierr

#ifdef MPIF
    ierr = c_init(c_null_ptr, c_null_ptr)
    call MPI_Sendrecv(own, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE, ierr)
#else
    call MPI_Init(ierr)
#endif
    call MPI_Comm_rank(MPI_COMM_WORLD, rank E)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks E)
    call expect(ranks == 4, '4 ranks')
    call tally_open(rank)
#ifdef MPIF
    call sent('MPI_COMM_SELF', rank, 0, 4)
    call received('MPI_COMM_SELF', rank, 0, 4)
#endif
    right = mod(rank + 1, ranks)
    left = mod(rank + ranks - 1, ranks)
    own = rank
    real_own = rank
    call blocking()
    call nonblocking()
    call some()
    call any_source()
    call persistent()
    call probed()
    call collectives()
    call vectors()
    call communicators()
    call windows_and_files()
#ifdef LARGE
    call large()
#endif
    call MPI_Finalize(ierr)

contains

    subroutine blocking()
        if (mod(rank, 2) == 0) then
            call MPI_Send(own, 5, MPI_INTEGER, right, 1, MPI_COMM_WORLD E)
            call MPI_Recv(got, 10, MPI_INTEGER, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE E)
        else
            call MPI_Recv(got, 10, MPI_INTEGER, left, 1, MPI_COMM_WORLD, state E)
            call expect(SOURCE(state) == left, 'the source of a receive')
            call MPI_Ssend(own, 5, MPI_INTEGER, right, 1, MPI_COMM_WORLD E)
        end if
        call sent(world, right, 1, 20)
        call received(world, left, 1, 20)

        call MPI_Sendrecv(real_own, 7, MPI_DOUBLE_PRECISION, left, 2, real_got, 10, MPI_DOUBLE_PRECISION, right, 2, &
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE E)
        call expect(real_got(7) == right, 'the message of MPI_Sendrecv')
        call sent(world, left, 2, 56)
        call received(world, right, 2, 56)
        call MPI_Sendrecv_replace(got, 3, MPI_INTEGER, right, 3, left, 3, MPI_COMM_WORLD, state E)
        call sent(world, right, 3, 12)
        call received(world, left, 3, 12)

        call MPI_Send(own, 5, MPI_INTEGER, MPI_PROC_NULL, 1, MPI_COMM_WORLD E)
        call MPI_Recv(got, 5, MPI_INTEGER, MPI_PROC_NULL, 1, MPI_COMM_WORLD, state E)
    end subroutine

    subroutine nonblocking()
        do i = 1, most / 2
            call MPI_Irecv(many(1, i), 10, MPI_INTEGER, left, 4, MPI_COMM_WORLD, requests(i) E)
        end do
        do i = 1, most / 2
            call MPI_Isend(own, i, MPI_INTEGER, right, 4, MPI_COMM_WORLD, requests(most / 2 + i) E)
            call sent(world, right, 4, 4 * i)
            call received(world, left, 4, 4 * i)
        end do
        call MPI_Waitall(most, requests, MPI_STATUSES_IGNORE E)
        call expect(many(1, 7) == left, 'the messages of MPI_Waitall')

        call MPI_Irecv(got, 10, MPI_INTEGER, left, 5, MPI_COMM_WORLD, requests(1) E)
        call MPI_Isend(own, 9, MPI_INTEGER, right, 5, MPI_COMM_WORLD, requests(2) E)
        call MPI_Irecv(real_got, 10, MPI_DOUBLE_PRECISION, right, 6, MPI_COMM_WORLD, requests(3) E)
        call MPI_Issend(real_own, 8, MPI_DOUBLE_PRECISION, left, 6, MPI_COMM_WORLD, requests(4) E)
        call MPI_Waitall(4, requests, states E)
        call expect(NTH_SOURCE(states, 1) == left .and. NTH_SOURCE(states, 3) == right, 'the sources of MPI_Waitall')
        call sent(world, right, 5, 36)
        call received(world, left, 5, 36)
        call sent(world, left, 6, 64)
        call received(world, right, 6, 64)

        call MPI_Irecv(got, 10, MPI_INTEGER, left, 7, MPI_COMM_WORLD, request E)
        call MPI_Send(own, 2, MPI_INTEGER, right, 7, MPI_COMM_WORLD E)
        call MPI_Wait(request, MPI_STATUS_IGNORE E)
        call MPI_Wait(request, MPI_STATUS_IGNORE E) ! MPI_REQUEST_NULL
        call sent(world, right, 7, 8)
        call received(world, left, 7, 8)

        call MPI_Irecv(got, 10, MPI_INTEGER, left, 8, MPI_COMM_WORLD, request E)
        call MPI_Test(request, flag, MPI_STATUS_IGNORE E)
        call MPI_Barrier(MPI_COMM_WORLD E)
        call collective(world, none, 0, 0)
        call MPI_Send(own, 4, MPI_INTEGER, right, 8, MPI_COMM_WORLD E)
        do while (.not. flag)
            call MPI_Test(request, flag, state E)
        end do
        call sent(world, right, 8, 16)
        call received(world, left, 8, 16)
    end subroutine

    ! The first request is complete last, so a wrong index is another message. MPICH 4.0 returns wrong indices itself:
    ! https://github.com/pmodels/mpich/issues/6270 and 6402.
    subroutine some()
        do i = 1, 4
            call MPI_Irecv(many(1, i), 10, MPI_INTEGER, left, 10 + i, MPI_COMM_WORLD, requests(i) E)
        end do
        do i = 2, 4
            call MPI_Send(own, i, MPI_INTEGER, right, 10 + i, MPI_COMM_WORLD E)
            call sent(world, right, 10 + i, 4 * i)
            call received(world, left, 10 + i, 4 * i)
        end do
        call MPI_Waitany(4, requests, index, MPI_STATUS_IGNORE E)
        call MPI_Waitsome(4, requests, n, indices, MPI_STATUSES_IGNORE E)
        flag = n == 2
        do while (.not. flag)
            call MPI_Testany(4, requests, index, flag, state E)
        end do
        call MPI_Testany(4, requests, index, flag, MPI_STATUS_IGNORE E)
        call expect(.not. flag, 'no other request is complete')
        call MPI_Barrier(MPI_COMM_WORLD E)
        call collective(world, none, 0, 0)
        call MPI_Send(own, 1, MPI_INTEGER, right, 11, MPI_COMM_WORLD E)
        call sent(world, right, 11, 4)
        call received(world, left, 11, 4)
        n = 0
        do while (n == 0)
            call MPI_Testsome(4, requests, n, indices, states E)
        end do
        call expect(n == 1 .and. NTH_SOURCE(states, 1) == left, 'the last request')
        call MPI_Waitany(4, requests, index, state E) ! all are MPI_REQUEST_NULL
        call MPI_Waitany(0, requests, index, MPI_STATUS_IGNORE E)
        call MPI_Waitsome(4, requests, n, indices, states E)
        call expect(n == MPI_UNDEFINED, 'no requests')
        call MPI_Testall(0, requests, flag, MPI_STATUSES_IGNORE E)

        call MPI_Irecv(got, 10, MPI_INTEGER, left, 9, MPI_COMM_WORLD, request E)
        call MPI_Cancel(request E)
        call MPI_Wait(request, state E)
    end subroutine

    ! The sender is known from the message itself.
    subroutine any_source()
        if (rank /= 0) then
            call MPI_Send(own, rank, MPI_INTEGER, 0, 20, MPI_COMM_WORLD E)
            call MPI_Send(own, rank + 1, MPI_INTEGER, 0, 20 + rank, MPI_COMM_WORLD E)
            call sent(world, 0, 20, 4 * rank)
            call sent(world, 0, 20 + rank, 4 * (rank + 1))
        else
            do i = 1, ranks - 1
                call MPI_Recv(got, 10, MPI_INTEGER, MPI_ANY_SOURCE, 20, MPI_COMM_WORLD, MPI_STATUS_IGNORE E)
                call received(world, got(1), 20, 4 * got(1))
            end do
            do i = 1, ranks - 1
                call MPI_Irecv(many(1, i), 10, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, requests(i) E)
            end do
            call MPI_Waitall(ranks - 1, requests, MPI_STATUSES_IGNORE E)
            do i = 1, ranks - 1
                call received(world, many(1, i), 20 + many(1, i), 4 * (many(1, i) + 1))
            end do
        end if
        call MPI_Barrier(MPI_COMM_WORLD E)
        call collective(world, none, 0, 0)
    end subroutine

    subroutine persistent()
        call MPI_Send_init(own, 6, MPI_INTEGER, right, 30, MPI_COMM_WORLD, requests(1) E)
        call MPI_Recv_init(got, 10, MPI_INTEGER, left, 30, MPI_COMM_WORLD, requests(2) E)
        do i = 1, 3
            call MPI_Startall(2, requests, ierr)
            call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE E)
            call sent(world, right, 30, 24)
            call received(world, left, 30, 24)
        end do
        call MPI_Start(requests(2) E)
        call MPI_Start(requests(1) E)
        call MPI_Wait(requests(2), state E)
        call MPI_Wait(requests(1), MPI_STATUS_IGNORE E)
        call sent(world, right, 30, 24)
        call received(world, left, 30, 24)
        call MPI_Request_free(requests(1) E)
        call MPI_Request_free(requests(2) E)
    end subroutine

    subroutine probed()
        call MPI_Isend(own, 3, MPI_INTEGER, right, 40, MPI_COMM_WORLD, requests(1) E)
        call MPI_Isend(own, 4, MPI_INTEGER, right, 41, MPI_COMM_WORLD, requests(2) E)
        call MPI_Mprobe(MPI_ANY_SOURCE, 40, MPI_COMM_WORLD, message, MPI_STATUS_IGNORE E)
        call MPI_Mrecv(got, 10, MPI_INTEGER, message, MPI_STATUS_IGNORE E)
        flag = .false.
        do while (.not. flag)
            call MPI_Improbe(left, MPI_ANY_TAG, MPI_COMM_WORLD, flag, message, state E)
        end do
        call MPI_Imrecv(got, 10, MPI_INTEGER, message, requests(3) E)
        call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE E)
        call sent(world, right, 40, 12)
        call received(world, left, 40, 12)
        call sent(world, right, 41, 16)
        call received(world, left, 41, 16)
    end subroutine

    integer function at_root(bytes)
        integer, intent(in) :: bytes
        at_root = merge(bytes, 0, rank == 1)
    end function

    subroutine collectives()
        integer, parameter :: root = 1
        call MPI_Bcast(own, 3, MPI_INTEGER, root, MPI_COMM_WORLD E)
        call collective(world, root, at_root(12), 12 - at_root(12))
        own = rank
        call MPI_Allreduce(own, got, 5, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD E)
        call collective(world, none, 20, 20)
        call MPI_Allreduce(MPI_IN_PLACE, real_got, 5, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD E)
        call collective(world, none, 40, 40)
        if (rank == root) then
            call MPI_Reduce(MPI_IN_PLACE, got, 5, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD E)
            call MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, many, 3, MPI_INTEGER, root, MPI_COMM_WORLD E)
            call MPI_Scatter(many, 2, MPI_INTEGER, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD E)
        else
            call MPI_Reduce(own, got, 5, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD E)
            call MPI_Gather(own, 3, MPI_INTEGER, many, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD E)
            call MPI_Scatter(many, 0, MPI_DATATYPE_NULL, got, 2, MPI_INTEGER, root, MPI_COMM_WORLD E)
        end if
        call collective(world, root, 20, at_root(20))
        call collective(world, root, 12, at_root(4 * 12))
        call collective(world, root, at_root(4 * 8), 8)
        call MPI_Allgather(own, 2, MPI_INTEGER, many, 2, MPI_INTEGER, MPI_COMM_WORLD E)
        call collective(world, none, 8, 32)
        call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, many, 3, MPI_INTEGER, MPI_COMM_WORLD E)
        call collective(world, none, 12, 48)
        call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, many, 1, MPI_INTEGER, MPI_COMM_WORLD E)
        call collective(world, none, 16, 16)
        call MPI_Scan(own, got, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD E)
        call collective(world, none, 16, 16)
        call MPI_Reduce_scatter_block(many, got, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD E)
        call collective(world, none, 32, 8)
        call MPI_Ibarrier(MPI_COMM_WORLD, requests(1) E)
        call MPI_Iallreduce(MPI_IN_PLACE, got, 6, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, requests(2) E)
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE E)
        call collective(world, none, 0, 0)
        call collective(world, none, 24, 24)
    end subroutine

    subroutine vectors()
        integer :: counts(4), displacements(4), bytes(4)
        HANDLE(MPI_Datatype) :: types(4), kinds(4), pair
        counts = [1, 2, 3, 4]
        displacements = [0, 10, 20, 30]
        if (rank == 2) then
            call MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INTEGER, many, counts, displacements, MPI_INTEGER, 2, MPI_COMM_WORLD E)
        else
            call MPI_Gatherv(own, rank + 1, MPI_INTEGER, many, counts, displacements, MPI_INTEGER, 2, MPI_COMM_WORLD E)
        end if
        call collective(world, 2, 4 * (rank + 1), merge(40, 0, rank == 2))
        call MPI_Allgatherv(own, rank + 1, MPI_INTEGER, many, counts, displacements, MPI_INTEGER, MPI_COMM_WORLD E)
        call collective(world, none, 4 * (rank + 1), 40)
        call MPI_Reduce_scatter(many, got, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD E)
        call collective(world, none, 40, 4 * (rank + 1))

        ! Ranks 0 and 2 receive pairs of integers, the others integers.
        call MPI_Type_contiguous(2, MPI_INTEGER, pair E)
        call MPI_Type_commit(pair E)
        types = [pair, MPI_INTEGER, pair, MPI_INTEGER]
        kinds = types(rank + 1)
        counts = [0, 1, 2, 3] + rank
        bytes = displacements * 4
        call MPI_Alltoallw(many, counts, bytes, types, many(:, 11:), counts, bytes, kinds, MPI_COMM_WORLD E)
        call collective(world, none, 4 * sum(counts * [2, 1, 2, 1]), merge(8, 4, mod(rank, 2) == 0) * sum(counts))
        call MPI_Type_free(pair E)
    end subroutine

    ! The ranks 0 and 2, and 1 and 3, in the opposite order.
    subroutine communicators()
        HANDLE(MPI_Comm) :: half, copy, line
        character(len=4) :: name
        integer :: other, up, down
        name = merge('even', 'odd ', mod(rank, 2) == 0)
        call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half E)
        call MPI_Comm_set_name(half, name E)
        other = mod(rank + 2, 4)
        call MPI_Comm_rank(half, i E)
        call MPI_Send(own, 1, MPI_INTEGER, 1 - i, 50, half E)
        call MPI_Recv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 50, half, MPI_STATUS_IGNORE E)
        call expect(got(1) == other, 'the message in a part of the ranks')
        call sent(trim(name), other, 50, 4)
        call received(trim(name), other, 50, 4)
        call MPI_Bcast(own, 2, MPI_INTEGER, 0, half E)
        call collective(trim(name), max(rank, other), merge(8, 0, rank > 1), merge(0, 8, rank > 1))
        own = rank
        call MPI_Comm_idup(half, copy, request E)
        call MPI_Wait(request, MPI_STATUS_IGNORE E)
        call MPI_Comm_set_name(copy, 'copy' E)
        call MPI_Exscan(own, got, 3, MPI_INTEGER, MPI_SUM, copy E)
        call collective('copy', none, 12, merge(12, 0, rank < 2))
        call MPI_Comm_free(copy E)
        call MPI_Comm_free(half E)

        call MPI_Cart_create(MPI_COMM_WORLD, 1, [4], [.false.], .false., line E)
        call MPI_Comm_set_name(line, 'line' E)
        call MPI_Cart_shift(line, 0, 1, down, up E)
        call MPI_Sendrecv(own, 2, MPI_INTEGER, up, 51, got, 2, MPI_INTEGER, down, 51, line, MPI_STATUS_IGNORE E)
        if (up /= MPI_PROC_NULL) call sent('line', up, 51, 8)
        if (down /= MPI_PROC_NULL) call received('line', down, 51, 8)
        call MPI_Neighbor_allgather(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, line E)
        call collective('line', none, 4, merge(4, 8, rank == 0 .or. rank == 3))
        call MPI_Comm_free(line E)
    end subroutine

    subroutine windows_and_files()
        HANDLE(MPI_Win) :: window
        ADDRESS :: memory
        HANDLE(MPI_File) :: file
        integer(kind=MPI_ADDRESS_KIND), parameter :: size = 80, first = 0
        integer(kind=MPI_OFFSET_KIND), parameter :: start = 0
        call MPI_Win_allocate(size, 8, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window E)
        call MPI_Win_fence(0, window E)
        call MPI_Put(real_own, 2, MPI_DOUBLE_PRECISION, right, first, 2, MPI_DOUBLE_PRECISION, window E)
        call MPI_Win_fence(0, window E)
        call MPI_Get(real_own, 3, MPI_DOUBLE_PRECISION, left, first, 3, MPI_DOUBLE_PRECISION, window E)
        call MPI_Win_fence(0, window E)
        call MPI_Win_free(window E)
        call accessed('one-sided sent', right, 16)
        call accessed('one-sided received', left, 24)
        call MPI_File_open(MPI_COMM_SELF, 'data.' // achar(48 + rank), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file E)
        call MPI_File_write(file, own, 5, MPI_INTEGER, MPI_STATUS_IGNORE E)
        call MPI_File_read_at(file, start, many, 2, MPI_INTEGER, state E)
        call MPI_File_close(file E)
        call accessed('file sent', none, 20)
        call accessed('file received', none, 8)
    end subroutine

#ifdef LARGE
    ! Functions whose counts may have more than 32 bits.
    subroutine large()
        integer(kind=MPI_COUNT_KIND) :: five = 5, ten = 10, counts(4)
        integer(kind=MPI_ADDRESS_KIND) :: displacements(4)
        counts = [1, 2, 3, 4]
        displacements = [0, 10, 20, 30]
        call MPI_Irecv(got, ten, MPI_INTEGER, left, 60, MPI_COMM_WORLD, request)
        call MPI_Send(own, five, MPI_INTEGER, right, 60, MPI_COMM_WORLD)
        call MPI_Wait(request, MPI_STATUS_IGNORE)
        call sent(world, right, 60, 20)
        call received(world, left, 60, 20)
        call MPI_Allreduce(MPI_IN_PLACE, got, five, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
        call collective(world, none, 20, 20)
        call MPI_Gatherv(own, counts(rank + 1), MPI_INTEGER, many, counts, displacements, MPI_INTEGER, 2, MPI_COMM_WORLD)
        call collective(world, 2, 4 * (rank + 1), merge(40, 0, rank == 2))
    end subroutine
#endif
end program
