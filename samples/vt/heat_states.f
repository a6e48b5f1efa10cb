C heat_states.f - the states of heat.f90 and a counter, in fixed form,
C as most programs with VT were written.
      SUBROUTINE DEFINE_STATES()
      IMPLICIT NONE
      INCLUDE 'VT.inc'
      INCLUDE 'heat_states.inc'
      INTEGER CLASS, IERR
      INTEGER BOUNDS(4)
      DATA BOUNDS /0, 0, 0, 1000000/

      CALL VTCLASSDEF('Heat', CLASS, IERR)
      CALL VTFUNCDEF('step', CLASS, STEP_STATE, IERR)
      CALL VTFUNCDEF('stencil', CLASS, STENCIL_STATE, IERR)
      CALL VTFUNCDEF('update', CLASS, UPDATE_STATE, IERR)
      IF (IERR .NE. VT_OK) PRINT *, 'VTFUNCDEF: ', IERR

      CALL VTCOUNTDEF('points', CLASS,
     &     VT_COUNT_INTEGER + VT_COUNT_RATE + VT_COUNT_VALID_BEFORE,
     &     VT_ME, BOUNDS, 'points', POINTS_COUNTER, IERR)
      IF (IERR .NE. VT_OK) PRINT *, 'VTCOUNTDEF: ', IERR
      END

C Log a counter of pairs of integers: the high one first.
      SUBROUTINE COUNT_POINTS(DONE)
      IMPLICIT NONE
      INCLUDE 'VT.inc'
      INCLUDE 'heat_states.inc'
      INTEGER DONE, VALUES(2), IERR

      VALUES(1) = 0
      VALUES(2) = DONE
      CALL VTCOUNTVAL(1, POINTS_COUNTER, VALUES, IERR)
      IF (IERR .NE. VT_OK) PRINT *, 'VTCOUNTVAL: ', IERR
      END
