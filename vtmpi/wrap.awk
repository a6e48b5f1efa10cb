# wrap.awk - the parts that wrappers of C and of Fortran share: the code around the call of a PMPI function.
#
# wrap_c.awk and wrap_fortran.awk set, for each function,
#     argument[1..]  names of the wrapper's arguments
#     type[1..]      C types of the parameters, in the same order
# and define language(LETTER, NUMBER), which returns the C expression for the argument of that number, where LETTER is
# its type (messages.awk), or G for "the program ignores this status". `family` is the prefix of the function that
# copies the requests, vtmpi_waits_begin or vtmpi_fortran_waits_begin.

# Set argument[] and type[] from a list of C parameters. Return their number.
function list_arguments(list,    parts, i, n) {
    gsub(/^ +| +$/, "", list)
    if (list == "void" || list == "")
        return 0
    n = split(list, parts, ",")
    for (i = 1; i <= n; i++) {
        type[i] = parts[i]
        gsub(/ *\[[^]]*\]/, "", parts[i])
        match(parts[i], /[A-Za-z_][A-Za-z0-9_]* *$/)
        argument[i] = substr(parts[i], RSTART)
        gsub(/ /, "", argument[i])
    }
    return n
}

function join(n,    i, result) {
    for (i = 1; i <= n; i++)
        result = result (i > 1 ? ", " : "") argument[i]
    return result
}

# Return the name under which messages.awk describes a function: "Send" for MPI_Send and for MPI_Send_c. Return "" if it
# is not described.
function described(name) {
    name = substr(name, 5)
    sub(/_c$/, "", name)
    return name in code_of ? name : ""
}

# Return the position of a named parameter of a function, 0 if it has none of this name.
function place(short, wanted,    parts, i, n) {
    n = split(parameters_of[short], parts, " ")
    for (i = 1; i <= n; i++)
        if (parts[i] == wanted)
            return i
    return 0
}

# Return the position of the parameter in which a function returns a new communicator, 0 if there is none. The
# communicator of MPI_Comm_idup cannot be used yet when the call returns (vtmpi_duplicated).
function made(name, n,    i) {
    for (i = 1; i <= n && name !~ /idup/; i++)
        if (type[i] ~ /MPI_Comm *\*/)
            return i
    return 0
}

# Return code with each letter and name replaced by what language() returns.
function expand(short, code,    result, letter, word) {
    while (match(code, /[A-Z]\.[a-z_]+/)) {
        letter = substr(code, RSTART, 1)
        word = substr(code, RSTART + 2, RLENGTH - 2)
        result = result substr(code, 1, RSTART - 1) language(letter, place(short, word))
        code = substr(code, RSTART + RLENGTH)
    }
    return result code
}

# Return the position of a function's status or statuses, 0 if it has none.
function status_of(short) {
    return place(short, "statuses") ? place(short, "statuses") : place(short, "status")
}

# Return the code before the call: it copies the handles that the call replaces, and passes a status of the wrapper's
# own if the program ignores the status.
function before(short,    code, request, status) {
    status = status_of(short)
    if (code_of[short] ~ /waits/) {
        request = place(short, "requests") ? place(short, "requests") : place(short, "request")
        code = "    struct vtmpi_waits waits;\n    " (status ? argument[status] " = " : "") family "waits_begin(&call, &waits, " \
            (place(short, "requests") ? language("N", place(short, "count")) : "1") ", " language("Q", request) ", " \
            (status ? argument[status] : "NULL") ");\n"
    } else if (code_of[short] ~ /S\.status/) {
        code = sprintf("    MPI_Status own_status = {0};\n    if (%s && vtmpi_moves(&call))\n        %s = &own_status;\n",
            language("G", status), argument[status])
    }
    if (code_of[short] ~ /message_before/)
        code = code expand(short, "    MPI_Message message_before = vtmpi_moves(&call) ? M.message : MPI_MESSAGE_NULL;\n")
    return code
}

# Return the code after the call, whose result is `result`. It begins with the code `first`. `new` is the position of a new
# communicator.
function after(short, new, first,    code) {
    code = short != "" ? code_of[short] : ""
    return "    if (vtmpi_moves(&call)" (code ~ /status|waits/ ? "" : " && result == MPI_SUCCESS") ") {\n" first \
        (code != "" ? "        " expand(short, code) "\n" : "") \
        (new ? "        vtmpi_communicator_find(" language("C", new) ");\n" : "") "    }\n" \
        (code ~ /waits/ ? "    vtmpi_waits_end(&waits);\n" : "")
}
