! Rows of a table that the ranks of MPI share, gathered by garner from Fortran.
!
! Each rank has four rows of the table, and asks for three rows of the whole of it. The communicator goes to C as the integer
! that Fortran has for it. A row is contiguous in Fortran when it is a column: table(column, row).
!
!   mpifort dist_fortran.f90 dist_fortran.o $(pkg-config --libs garner) -lgarner-mpi && mpirun -n 4 ./a.out
program dist_fortran
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none

  interface
    integer(c_int) function gather_rows(comm, nrows, ncolumns, rows, nindices, indices, taken) bind(c)
      import :: c_int, c_float, c_int32_t
      integer(c_int), value :: comm, nrows, ncolumns, nindices
      real(c_float), intent(in) :: rows(ncolumns, nrows)
      integer(c_int32_t), intent(in) :: indices(nindices)
      real(c_float), intent(out) :: taken(ncolumns, nindices)
    end function
  end interface

  integer, parameter :: nrows = 4, ncolumns = 2, nindices = 3
  integer :: rank, ranks, provided, error, row, i
  real(c_float) :: rows(ncolumns, nrows), taken(ncolumns, nindices)
  integer(c_int32_t) :: indices(nindices)
  logical :: right
  logical, allocatable :: each_right(:)

  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)

  do row = 1, nrows ! row r of the whole table is (r, r + 0.5), counted from 0
    rows(1, row) = real(rank * nrows + row - 1, c_float)
    rows(2, row) = rows(1, row) + 0.5
  end do
  indices = [ranks * nrows - 1, rank, 0]

  error = gather_rows(MPI_COMM_WORLD, nrows, ncolumns, rows, nindices, indices, taken)
  if (error /= 0) call MPI_Abort(MPI_COMM_WORLD, 1, error)

  allocate(each_right(ranks))
  right = .true.
  do i = 1, nindices
    right = right .and. taken(1, i) == real(indices(i)) .and. taken(2, i) == real(indices(i)) + 0.5
  end do
  ! mpirun mixes what several ranks print, within lines too, so one rank prints for all.
  call MPI_Gather(right, 1, MPI_LOGICAL, each_right, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD, error)
  do i = 1, merge(ranks, 0, rank == 0)
    if (each_right(i)) print '(a, i0, a)', 'rank ', i - 1, ': right'
  end do
  call MPI_Finalize(error)
  if (.not. right) stop 1
end program
