! Module procedures and internal procedures.
module shapes
contains
  integer function area(n)
    integer, intent(in) :: n
    area = n * n
  end function
end module

program main
  use shapes
  integer :: i, total = 0
  do i = 1, 10
    call add(area(i))
  end do
  print *, total
contains
  subroutine add(n)
    integer, intent(in) :: n
    total = total + n
  end subroutine
end program
