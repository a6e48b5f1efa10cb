# wrap_fortran.awk - the same for Fortran, from Open MPI's list of its Fortran bindings, in all spellings of a name.
# usage: awk -f plain.awk -f wrap_fortran.awk SYMBOLS prototypes_mpi.h
#
# SYMBOLS has a name a line that the Fortran libraries define: pmpi_send_, and of mpi_f08 pmpi_send_f08_, whose
# arguments are the same. A line of the other is
#     PN2(void, MPI_Send, mpi_send, MPI_SEND, (char *buf, ..., MPI_Fint *ierr, int length));
# All arguments are pointers but the lengths of strings, which take as much room in a call.

BEGIN {
    print "/* Made by vtmpi/wrap_fortran.awk. */"
    print "#include \"vtmpi/call.h\""
    print "#pragma GCC visibility push(default)"
    print "#define ALIAS(name) __attribute__((alias(name)))"
}

/^pmpi_/ { defined[$1] = 1 }

/^PN2\(void, / {
    list = $0
    sub(/^PN2\(void, /, "", list)
    split(list, word, /, */)
    sub(/^[^(]*\(/, "", list)
    sub(/\).*/, "", list)
    sub(/_cptr$/, "", word[1])
    if (!is_plain(word[1]))
        wrap(word[1], word[2], word[3], list == "void" ? 0 : split(list, ignored, ","))
}

function wrap(name, lower, upper, count,    parameters, arguments, i) {
    for (i = 1; i <= count; i++) {
        parameters = parameters (i > 1 ? ", " : "") "void *a" i
        arguments = arguments (i > 1 ? ", " : "") "a" i
    }
    if (forward(name, lower "_", parameters, arguments)) {
        spell(lower, lower "_", parameters)
        spell(lower "__", lower "_", parameters)
        spell(upper, lower "_", parameters)
    }
    forward(name, lower "_f08_", parameters, arguments)
}

function spell(symbol, other, parameters) {
    printf "void %s(%s);\nvoid %s(%s) ALIAS(\"%s\");\n", symbol, parameters, symbol, parameters, other
}

# Returns whether there is such a function.
function forward(name, symbol, parameters, arguments) {
    if (!(("p" symbol) in defined))
        return 0
    printf "\nvoid p%s(%s);\nvoid %s(%s);\nvoid %s(%s)\n{\n    VTMPI_CALL(\"%s\", %s);\n    p%s(%s);\n}\n", symbol, \
        parameters, symbol, parameters, symbol, parameters, name, role(name), symbol, arguments
    return 1
}
