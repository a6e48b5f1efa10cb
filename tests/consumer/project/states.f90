! states.f90 - the program states.c in Fortran.
program states
    implicit none
    include 'VT.inc'
    integer :: state, region, place, by_name = 0, truncated, ierr
    character(len=8) :: what
    logical :: records
    double precision, external :: VTSTAMP, VTTIMESTART, VTTIMEOFDAY

    call get_command_argument(1, what)
    records = what == 'records'
    call VTINIT(ierr)
    if (ierr /= VT_OK) stop 1
    if ((VTSTAMP() > 0) .neqv. records) stop 1
    if ((VTTIMESTART() > 0) .neqv. records) stop 1
    if ((VTTIMEOFDAY() > 0) .neqv. records) stop 1
    call VTFUNCDEF('Work:step', VT_NOCLASS, state, ierr)
    if (ierr /= VT_OK .or. (state /= 0) .neqv. records) stop 1
    call VTENTER(state, VT_NOSCL, ierr)
    if (ierr /= VT_OK) stop 1
    call VTLEAVE(VT_NOSCL, ierr)
    if (ierr /= VT_OK) stop 1
    call VTSCLDEF('states.f90', 1, place, ierr)
    call VTFUNCDEF('Work:region', VT_NOCLASS, region, ierr)
    call VTBEGINL(region, place, ierr)
    if (ierr /= VT_OK) stop 1
    call VTEND(region, ierr)
    if (.not. records) then
        call VTENTERSTATE('Work:by name', by_name, truncated, ierr)
        if (ierr == 0) stop 1 ! the state would have to be left
    end if
    call VTFINI(ierr)
    if (ierr /= VT_OK) stop 1
end program states
