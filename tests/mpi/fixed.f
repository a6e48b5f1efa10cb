C     With mpif.h, as programs of the nineties have it.
      PROGRAM FIXED
      INCLUDE 'mpif.h'
      INTEGER IERR, RANK, I, S
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_PCONTROL(0)
      CALL MPI_BARRIER(MPI_COMM_WORLD, IERR)
      CALL MPI_PCONTROL(1)
      DO 10 I = 1, 4
        CALL MPI_ALLREDUCE(RANK, S, 1, MPI_INTEGER, MPI_SUM,
     &                     MPI_COMM_WORLD, IERR)
   10 CONTINUE
      WRITE (*, 20) RANK, 'Init', 1
      WRITE (*, 20) RANK, 'Comm_rank', 1
      WRITE (*, 20) RANK, 'Allreduce', 4
      WRITE (*, 20) RANK, 'Finalize', 1
   20 FORMAT (I0, ' MPI_', A, ' ', I0)
      CALL MPI_FINALIZE(IERR)
      END
