C fortran_fixed.f - counters of doubles, in a program of the old form,
C for fortran.c. The result is 0, or the number of the call that failed.
      INTEGER FUNCTION PLAY_DOUBLES()
      IMPLICIT NONE
      INCLUDE 'VT.inc'
      INTEGER REAL8, IERR
      DOUBLE PRECISION VALUES(1), BOUNDS(2)
      DATA BOUNDS /0D0, 10D0/

      PLAY_DOUBLES = 1
      CALL VTCOUNTDEF('real8', VT_NOCLASS,
     &     VT_COUNT_FLOAT + VT_COUNT_RATE + VT_COUNT_VALID_SAMPLE,
     &     VT_GROUP_THREAD, BOUNDS, '', REAL8, IERR)
      IF (IERR .NE. VT_OK) RETURN
      PLAY_DOUBLES = 2
      VALUES(1) = 2.5D0
      CALL VTCOUNTVAL(1, REAL8, VALUES, IERR)
      IF (IERR .NE. VT_OK) RETURN
      PLAY_DOUBLES = 0
      END
