! heat.f90 - the heat equation on a rod, in free form; its states are defined in heat_states.f, in fixed form.
!
! The rod is at 0 degrees, its ends are held at 100. Each step is a state Heat:step with two regions, and logs two
! counters: the largest change (double precision) and the number of points done (two integers, the high one first).
!
! Look at the results:
!     qii report heat.qii          Heat:step and its regions, with their times
!     qii counters heat.qii        Heat:change, which decreases with each step
!     VT_PCTRACE=on ./heat         then qii trace heat.qii shows the lines in this file
program heat
    implicit none
    include 'VT.inc'
    include 'heat_states.inc'
    integer, parameter :: points = 100, steps = 200
    double precision :: rod(0:points + 1), next(0:points + 1), change(1)
    integer :: step, heat_class, change_counter, ierr

    call VTINIT(ierr)
    if (ierr /= VT_OK) stop 1
    call define_states()
    call VTCLASSDEF('Heat', heat_class, ierr)
    ! Bounds and values in one file have the same type: gfortran reports a mixture as an error.
    call VTCOUNTDEF('change', heat_class, VT_COUNT_FLOAT + VT_COUNT_ABSVAL + VT_COUNT_VALID_SAMPLE, VT_ME, &
                    [0d0, 100d0], 'degree', change_counter, ierr)

    rod = 0
    rod(0) = 100
    rod(points + 1) = 100
    next = rod
    do step = 1, steps
        call VTENTER(step_state, VT_NOSCL, ierr) ! here: step

        call VTBEGIN(stencil_state, ierr) ! here: stencil
        call stencil(rod, next)
        call VTEND(stencil_state, ierr)

        call VTBEGIN(update_state, ierr) ! here: update
        change(1) = maxval(abs(next - rod))
        rod = next
        call VTEND(update_state, ierr)

        call VTCOUNTVAL(1, change_counter, change, ierr)
        call count_points(step * points)
        call VTLEAVE(VT_NOSCL, ierr)
    end do
    print '(a, f8.4)', 'at a tenth: ', rod(points / 10)
    print '(a, f8.4)', 'in the middle: ', rod(points / 2)
    call VTFINI(ierr)

contains

    subroutine stencil(from, to)
        double precision, intent(in) :: from(0:)
        double precision, intent(inout) :: to(0:)
        integer :: i

        do i = 1, points
            to(i) = from(i) + 0.4d0 * (from(i - 1) - 2 * from(i) + from(i + 1))
        end do
    end subroutine stencil

end program heat
