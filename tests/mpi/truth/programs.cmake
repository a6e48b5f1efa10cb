# Programs that count what they send and receive, for the current MPI. Their counts must equal what is recorded.
foreach(name collectives file inter point random requests stencil tags types window)
  qp_mpi_program(${name} truth/${name}.c ${library} Threads::Threads)
  target_include_directories(${tests}_${name} PRIVATE ${PROJECT_SOURCE_DIR})
endforeach()
foreach(name collectives file inter point requests stencil types window)
  qp_mpi_test(${name} $<TARGET_FILE:${tests}_${name}> truth)
endforeach()
qp_mpi_test(tags $<TARGET_FILE:${tests}_tags> tags)
qp_mpi_test(random $<TARGET_FILE:${tests}_random> random)

# One Fortran program, with each way to declare MPI.
if(QP_MPIFORT_${mpi} AND QP_MPI_FORTRAN_${mpi})
  set(options_mpif -DMPIF)
  set(options_mpi "")
  set(options_f08 -DF08)
  if(mpi STREQUAL mpich)
    list(APPEND options_f08 -DLARGE)
  endif()
  foreach(name mpif mpi f08)
    qp_mpi_fortran_program(fortran_${name} truth/fortran.F90 ${library} ${options_${name}} -ffree-line-length-none -w
                           -fallow-argument-mismatch)
    qp_mpi_test(fortran_${name} ${CMAKE_CURRENT_BINARY_DIR}/${mpi}/fortran_${name} truth)
  endforeach()
endif()

# Bad conditions. The program is not linked with libvtmpi, so that it also runs without.
qp_mpi_program(bad truth/bad.c)
target_include_directories(${tests}_bad PRIVATE ${PROJECT_SOURCE_DIR})
foreach(scene disk tmpfs ends errors forked logs many)
  qp_mpi_test(${scene} $<TARGET_FILE:${tests}_bad> ${scene})
endforeach()
qp_long(${tests}.many)

# A library that calls MPI, and a program that is not linked with MPI and loads it.
add_library(${tests}_guest SHARED truth/guest.c)
set_target_properties(${tests}_guest PROPERTIES OUTPUT_NAME guest C_VISIBILITY_PRESET default
                                                LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${mpi})
target_include_directories(${tests}_guest PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(${tests}_guest PRIVATE qp_mpi_${mpi})
add_executable(${tests}_host truth/host.c)
set_target_properties(${tests}_host PROPERTIES OUTPUT_NAME host
                                               RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${mpi})
target_link_libraries(${tests}_host PRIVATE ${CMAKE_DL_LIBS})
qp_mpi_test(library $<TARGET_FILE:${tests}_host> library)
