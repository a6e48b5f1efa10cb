! fortran_scene.f90 - scenes in Fortran for fortran.c. If a check fails, the subroutine ends the process by STOP with a
! number.
module checks
    implicit none
    include 'VT.inc'
contains
    subroutine check(number, good)
        integer, intent(in) :: number
        logical, intent(in) :: good
        if (.not. good) then
            print *, 'check ', number
            error stop 1
        end if
    end subroutine check
end module checks

! Use every form of a state, in the order of the tests of the C functions.
subroutine play_states()
    use checks
    integer :: class, f, scl, named = 0, truncated = 7, again, on, ierr = 77

    call VTCLASSDEF('Class', class, ierr)
    call check(1, ierr == VT_OK .and. class /= 0)
    call VTFUNCDEF('f', class, f, ierr)
    call check(2, ierr == VT_OK .and. f > VT_MAX_USERCODE)
    call VTSYMDEF(7, 'old', 'Class', ierr)
    call check(3, ierr == VT_OK)
    call VTSCLDEF('toy.f90', 12, scl, ierr)
    call check(4, ierr == VT_OK .and. scl == 1)

    call VTENTER(f, scl, ierr)
    call check(5, ierr == VT_OK)
    call VTBEGIN(7, ierr)
    call check(6, ierr == VT_OK)
    call VTLEAVE(VT_NOSCL, ierr)
    call check(7, ierr == VT_ERR_BADREQUEST)
    call VTEND(0, ierr)
    call check(8, ierr == VT_OK)
    call VTBEGINL(7, scl, ierr)
    call check(9, ierr == VT_OK)
    call VTENDL(7, scl, ierr)
    call check(10, ierr == VT_OK)
    call VTTHISL(scl, ierr)
    call check(11, ierr == VT_OK)
    call VTBEGIN(7, ierr)
    call VTEND(7, ierr)
    call VTLEAVE(scl, ierr)
    call check(12, ierr == VT_OK)

    call VTENTERSTATE('Class:named/part', named, truncated, ierr)
    call check(13, ierr == 0 .and. named /= 0 .and. truncated /= 0)
    again = named
    call VTENTERSTATE('Class:named/other', named, truncated, ierr)
    call check(14, ierr /= 0 .and. named == again)
    call VTLEAVE(VT_NOSCL, ierr)
    call check(15, ierr == VT_OK)
    call VTWAKEUP(ierr)
    call check(16, ierr == VT_OK)

    call VTSYMSTATE(f, on, ierr)
    call check(17, ierr == VT_OK .and. on == 1)
    call VTSYMSTATE(1234, on, ierr)
    call check(18, ierr == VT_ERR_BADSYMBOLID .and. on == 0)
    call VTENTER(1234, VT_NOSCL, ierr)
    call check(19, ierr == VT_ERR_BADSYMBOLID)
    call VTLEAVE(VT_NOSCL, ierr)
    call check(20, ierr == VT_OK)
end subroutine play_states

! Pass names as Fortran does: without a terminating NUL, padded with blanks.
subroutine play_names()
    use checks
    character(len=80) :: padded = 'padded'
    character(len=65536) :: long
    character(len=0) :: nothing
    integer :: handle, other, i, ierr

    call VTFUNCDEF(padded, VT_NOCLASS, handle, ierr)
    call VTFUNCDEF('padded', VT_NOCLASS, other, ierr)
    call check(1, ierr == VT_OK .and. handle == other)
    call VTFUNCDEF('padded' // char(0) // 'not a part of it', VT_NOCLASS, other, ierr)
    call check(2, ierr == VT_OK .and. handle == other)
    call VTFUNCDEF('padded  ' // char(0), VT_NOCLASS, other, ierr)
    call check(3, ierr == VT_OK .and. handle == other)
    call VTFUNCDEF(' padded', VT_NOCLASS, other, ierr)
    call check(4, ierr == VT_OK .and. handle /= other)

    other = 5
    call VTFUNCDEF(nothing, VT_NOCLASS, other, ierr)
    call check(5, ierr == VT_ERR_BADFORMAT .and. other == 0)
    call VTFUNCDEF('     ', VT_NOCLASS, other, ierr)
    call check(6, ierr == VT_ERR_BADFORMAT .and. other == 0)
    call VTFUNCDEF(char(0) // 'f', VT_NOCLASS, other, ierr)
    call check(7, ierr == VT_ERR_BADFORMAT)
    call VTCLASSDEF(nothing, other, ierr)
    call check(8, ierr == VT_ERR_BADFORMAT)
    call VTSYMDEF(1, nothing, 'Class', ierr)
    call check(9, ierr == VT_ERR_BADFORMAT)
    call VTSYMDEF(1, 'f', nothing, ierr) ! has no class
    call check(10, ierr == VT_OK)
    call VTENTER(1, VT_NOSCL, ierr)
    call VTLEAVE(VT_NOSCL, ierr)

    ! Names that are shorter than, as long as, and longer than the shortest name that needs allocated memory, and a name
    ! of 64 KB. All names are different.
    do i = 250, 260
        long = repeat('x', i)
        call VTFUNCDEF(long, VT_NOCLASS, handle, ierr)
        call VTFUNCDEF(long(1:i), VT_NOCLASS, other, ierr)
        call check(i, ierr == VT_OK .and. handle == other)
        call VTFUNCDEF(long(1:i - 1), VT_NOCLASS, other, ierr)
        call check(i, ierr == VT_OK .and. handle /= other)
    end do
    long = repeat('y', 65536)
    call VTFUNCDEF(long, VT_NOCLASS, handle, ierr)
    call check(11, ierr == VT_OK)
    call VTFUNCDEF(long(1:65535), VT_NOCLASS, other, ierr)
    call check(12, ierr == VT_OK .and. handle /= other)

    call VTFUNCDEF('Any:' // char(1) // char(9) // char(200) // '/%s', VT_NOCLASS, handle, ierr)
    call VTENTER(handle, VT_NOSCL, ierr)
    call VTLEAVE(VT_NOSCL, ierr)
    call check(13, ierr == VT_OK)
end subroutine play_names

! Log scopes, messages and comments.
subroutine play_notes()
    use checks
    integer :: scl, scope, seqnr, ierr, sent(1) = 1, received(1) = 2
    double precision :: begun(1) = 3

    call VTSCLDEF('toy.f90', 1, scl, ierr)
    call VTSCOPEDEF('scope  ', VT_NOCLASS, scl, VT_NOSCL, scope, ierr)
    call check(1, ierr == VT_OK .and. scope /= 0)
    call VTSCOPEBEGIN(scope, scl, seqnr, ierr)
    call check(2, ierr == VT_OK .and. seqnr == 1)
    call VTLOGSENDMSG(3, 100, 5, VT_COMM_WORLD, scl, ierr)
    call check(3, ierr == VT_OK)
    call VTLOGRECVMSG(4, 200, 6, VT_COMM_SELF, VT_NOSCL, ierr)
    call check(4, ierr == VT_OK)
    call VTLOGSENDMSG(-1, 100, 5, VT_COMM_WORLD, scl, ierr)
    call check(5, ierr == VT_ERR_BADARG)
    call VTSCOPEEND(scope, seqnr, VT_NOSCL, ierr)
    call check(6, ierr == VT_OK)
    call VTLOGCOMMENT('a line of text   ', ierr)
    call check(7, ierr == VT_OK)
    call VTLOGMSGEVENT(2, 0, 300, 3, VT_COMM_WORLD, 0d0, scl, VT_NOSCL, ierr)
    call check(8, ierr == VT_OK)
    call VTLOGOPEVENT(VT_OP_ALLTOALL, VT_COMM_WORLD, 0, 1, sent, received, begun, scl, ierr)
    call check(9, ierr == VT_ERR_NOTIMPLEMENTED)
    call VTBEGINUNORDERED(ierr)
    call check(10, ierr == VT_ERR_NOTIMPLEMENTED)
    call VTENDUNORDERED(ierr)
    call check(11, ierr == VT_ERR_NOTIMPLEMENTED)
end subroutine play_notes

! Log counters with values as pairs of integers. Counters with doubles are in fortran_fixed.f, since all calls in one
! file must pass values of one type.
subroutine play_pairs()
    use checks
    integer :: class, ids(2), group, pair, values(4), bounds(4), handles(2), ierr

    bounds = [-1, -1, 0, 100]
    call VTCLASSDEF('Class', class, ierr)
    call VTGETPROCID(0, ids(1), ierr)
    call check(1, ierr == VT_OK .and. ids(1) /= 0)
    call VTGETTHREADID(0, 0, ids(2), ierr)
    call check(2, ierr == VT_OK .and. ids(2) /= 0 .and. ids(1) /= ids(2))
    call VTGROUPDEF('all of it  ', 2, ids, group, ierr)
    call check(3, ierr == VT_OK .and. group /= 0)
    call VTCOUNTDEF('pair  ', class, VT_COUNT_INTEGER + VT_COUNT_ABSVAL + VT_COUNT_VALID_AFTER, VT_ME, bounds, &
                    'unit  ', pair, ierr)
    call check(4, ierr == VT_OK .and. pair /= 0)
    handles = pair
    values = [1, 2, -1, -3] ! the values 2**32 + 2 and -3
    call VTCOUNTVAL(2, handles, values, ierr)
    call check(5, ierr == VT_OK)
    call VTCOUNTVAL(1, [group], values, ierr)
    call check(6, ierr == VT_ERR_BADSYMBOLID)
end subroutine play_pairs

! Test start and end, threads, control and times.
subroutine play_control()
    use checks
    double precision, external :: VTSTAMP, VTTIMESTART, VTTIMEOFDAY
    double precision :: before, start
    integer :: f, rank, number, on, ierr

    call VTFUNCDEF('f', VT_NOCLASS, f, ierr)
    call VTENTER(f, VT_NOSCL, ierr)
    call check(1, ierr == VT_ERR_NOTINITIALIZED)
    before = VTSTAMP()
    call check(2, before > 1d9)
    call VTINIT(ierr)
    call check(3, ierr == VT_OK)
    start = VTTIMESTART()
    call check(4, start >= before - 1 .and. VTSTAMP() >= start .and. VTTIMEOFDAY() >= start)
    call VTGETRANK(rank, ierr)
    call check(5, ierr == VT_OK .and. rank == 0)
    call VTREGISTERNAMED('worker   ', 3, ierr)
    call check(6, ierr == VT_OK)
    call VTREGISTERTHREAD(3, ierr)
    call check(7, ierr == VT_OK)
    call VTGETTHRANK(number, ierr)
    call check(8, ierr == VT_OK .and. number == 3)
    call VTTRACEOFF(ierr)
    call VTTRACESTATE(on, ierr)
    call check(9, ierr == VT_OK .and. on == 0)
    call VTENTER(f, VT_NOSCL, ierr)
    call VTLEAVE(VT_NOSCL, ierr)
    call VTTRACEON(ierr)
    call VTTRACESTATE(on, ierr)
    call check(10, ierr == VT_OK .and. on == 1)
    call VTENTER(f, VT_NOSCL, ierr)
    call VTLEAVE(VT_NOSCL, ierr)
    call VTFLUSH(ierr)
    call check(11, ierr == VT_OK)
    call VTTIMESYNC(ierr)
    call check(12, ierr == VT_OK)
    call VTFINI(ierr)
    call check(13, ierr == VT_OK)
    call VTFINI(ierr)
    call check(14, ierr == VT_OK)
end subroutine play_control
