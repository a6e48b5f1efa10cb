! Lines that tests/locate/whole expects by number.
module heat
contains
  subroutine step(n)
    integer, intent(in) :: n
    call here()
  contains
    subroutine here()
      interface
        subroutine locate_here() bind(c)
        end subroutine
      end interface
      call locate_here()
    end subroutine
  end subroutine
end module
program main_program
  use heat
  call step(3)
end program
