# messages.awk - a table of MPI functions: the code with which their wrappers record messages, requests and collective
# operations.
#
# define(FUNCTIONS, PARAMETERS, CODE) describes functions whose names, without "MPI_", are listed in FUNCTIONS.
# PARAMETERS names their parameters in order. The wrapper runs CODE after the PMPI function; CODE calls the functions of
# moves.h. It refers to a parameter by a letter for its type, a dot and its name, which wrap_c.awk and wrap_fortran.awk
# replace by an expression of their language:
#     N.name  a number                      X.name  an index, counted from 0
#     C.name  a communicator                T.name  a data type
#     W.name  a window                      R.name  a request
#     M.name  a message                     S.name  a status
#     I.name  true if a buffer is MPI_IN_PLACE
#     O.name  true if an operation is MPI_NO_OP
# These letters stand for two arguments:
#     A.name  an array of counts, the size of a count
#     V.name  an array of indices, the smallest index
#     L.name  an array of data types, the function that returns one of them
#     Q.name  an array of requests, the function that returns one of them
# `waits` has the requests that a function completes, and `message_before` a message handle, as they were before the
# call.

BEGIN {
    message = "count type peer tag comm"
    define("Send Bsend Rsend Ssend", "buf " message, sent("count", "type", "peer", "tag"))
    define("Isend Ibsend Irsend Issend", "buf " message " request", send_request("VTMPI_ONCE", "N.count"))
    define("Send_init Bsend_init Rsend_init Ssend_init", "buf " message " request",
           send_request("VTMPI_PERSISTENT", "N.count"))
    define("Psend_init", "buf partitions count type peer tag comm info request",
           send_request("VTMPI_PERSISTENT", "(MPI_Count)N.partitions * N.count"))
    define("Recv", "buf " message " status", received())
    define("Irecv", "buf " message " request", receive_request("VTMPI_ONCE"))
    define("Recv_init", "buf " message " request", receive_request("VTMPI_PERSISTENT"))
    define("Precv_init", "buf partitions " message " info request", receive_request("VTMPI_PERSISTENT"))
    define("Sendrecv", "buf count type peer tag buffer number kind source wanted comm status",
           sent("count", "type", "peer", "tag") " " received())
    define("Sendrecv_replace", "buf count type peer tag source wanted comm status",
           sent("count", "type", "peer", "tag") " " received())
    define("Mprobe", "source tag comm message status", "vtmpi_probed(&call, result, C.comm, M.message);")
    define("Improbe", "source tag comm flag message status",
           "if (N.flag) vtmpi_probed(&call, result, C.comm, M.message);")
    define("Mrecv", "buf count type message status",
           "vtmpi_received_message(&call, result, message_before, S.status);")
    define("Imrecv", "buf count type message request",
           "vtmpi_receive_message_request(&call, result, message_before, R.request);")

    define("Start", "request", "vtmpi_started(&call, result, &waits, Q.request);")
    define("Startall", "count requests", "vtmpi_started(&call, result, &waits, Q.requests);")
    define("Request_free", "request", "vtmpi_freed(&call, result, waits.handles[0]);")
    define("Wait", "request status", "vtmpi_completed(&call, result, &waits, 0, 0);")
    define("Test", "request flag status", "if (N.flag) vtmpi_completed(&call, result, &waits, 0, 0);")
    define("Waitany", "count requests index status", "vtmpi_completed(&call, result, &waits, X.index, 0);")
    define("Testany", "count requests index flag status",
           "if (N.flag) vtmpi_completed(&call, result, &waits, X.index, 0);")
    define("Waitall", "count requests statuses", "vtmpi_all_completed(&call, result, &waits);")
    define("Testall", "count requests flag statuses", "if (N.flag || vtmpi_has_failed_in_part(result)) vtmpi_all_completed(&call, result, &waits);")
    define("Waitsome Testsome", "count requests number indices statuses",
           "vtmpi_some_completed(&call, result, &waits, N.number, V.indices);")

    own = "vtmpi_bytes(N.count, T.type)"
    out = "vtmpi_bytes(N.count, T.type)"
    got = "vtmpi_bytes(N.number, T.kind)"
    one = "vtmpi_bytes(1, T.kind)"
    size = "vtmpi_size(C.comm)"
    rank = "vtmpi_rank(C.comm)"
    root = "vtmpi_is_root(C.comm, N.root)"
    peer = "vtmpi_has_root(C.comm, N.root)"
    locals = "vtmpi_local_size(C.comm)"
    sources = ", VTMPI_SOURCES, C.comm)"
    destinations = ", VTMPI_DESTINATIONS, C.comm)"
    all = "vtmpi_sum(A.numbers, " size ") * " one
    both = "buf count type buffer number kind"
    vector = "buf counts displs type buffer numbers displacements kind"
    collective("Barrier", "comm", "0", "0")
    collective("Bcast", "buf count type root comm", root " ? " own " : 0", root " || !" peer " ? 0 : " own)
    collective("Gather", both " root comm", "!" peer " ? 0 : I.buf ? " got " : " out, root " ? " size " * " got " : 0")
    collective("Gatherv", "buf count type buffer numbers displs kind root comm",
               "!" peer " ? 0 : I.buf ? vtmpi_nth(A.numbers, " rank ") * " one " : " out, root " ? " all " : 0")
    collective("Scatter", both " root comm", root " ? " size " * " out " : 0", "!" peer " ? 0 : I.buffer ? " out " : " got)
    collective("Scatterv", "buf counts displs type buffer number kind root comm",
               root " ? vtmpi_sum(A.counts, " size ") * vtmpi_bytes(1, T.type) : 0",
               "!" peer " ? 0 : I.buffer ? vtmpi_nth(A.counts, " rank ") * vtmpi_bytes(1, T.type) : " got)
    collective("Allgather", both " comm", "I.buf ? " got " : " out, size " * " got)
    collective("Allgatherv", "buf count type buffer numbers displs kind comm",
               "I.buf ? vtmpi_nth(A.numbers, " rank ") * " one " : " out, all)
    collective("Alltoall", both " comm", size " * (I.buf ? " got " : " out ")", size " * " got)
    collective("Alltoallv", vector " comm",
               "I.buf ? " all " : vtmpi_sum(A.counts, " size ") * vtmpi_bytes(1, T.type)", all)
    collective("Alltoallw", "buf counts displs types buffer numbers displacements kinds comm",
               "I.buf ? vtmpi_sum_types(A.numbers, L.kinds, " size ") : vtmpi_sum_types(A.counts, L.types, " size ")",
               "vtmpi_sum_types(A.numbers, L.kinds, " size ")")
    collective("Reduce", "buf buffer count type op root comm", peer " ? " own " : 0", root " ? " own " : 0")
    collective("Allreduce Scan", "buf buffer count type op comm", own, own)
    collective("Exscan", "buf buffer count type op comm", own, rank " == 0 ? 0 : " own)
    collective("Reduce_scatter", "buf buffer counts type op comm",
               "vtmpi_sum(A.counts, " locals ") * vtmpi_bytes(1, T.type)",
               "vtmpi_nth(A.counts, " rank ") * vtmpi_bytes(1, T.type)")
    collective("Reduce_scatter_block", "buf buffer count type op comm", locals " * " own, own)
    collective("Neighbor_allgather", both " comm", out, "vtmpi_neighbours(NULL, 0, NULL, NULL" sources " * " got)
    collective("Neighbor_allgatherv", "buf count type buffer numbers displs kind comm", out,
               "vtmpi_neighbours(A.numbers, NULL, NULL" sources " * " one)
    collective("Neighbor_alltoall", both " comm", "vtmpi_neighbours(NULL, 0, NULL, NULL" destinations " * " out,
               "vtmpi_neighbours(NULL, 0, NULL, NULL" sources " * " got)
    collective("Neighbor_alltoallv", vector " comm",
               "vtmpi_neighbours(A.counts, NULL, NULL" destinations " * vtmpi_bytes(1, T.type)",
               "vtmpi_neighbours(A.numbers, NULL, NULL" sources " * " one)
    collective("Neighbor_alltoallw", "buf counts displs types buffer numbers displacements kinds comm",
               "vtmpi_neighbours(A.counts, L.types" destinations, "vtmpi_neighbours(A.numbers, L.kinds" sources)

    target = "peer disp target_count target_type"
    put = "vtmpi_put(&call, result, N.count, T.type, N.peer, W.window);"
    get = "vtmpi_get(&call, result, N.count, T.type, N.peer, W.window);"
    other = "vtmpi_other_request(&call, result, VTMPI_ONCE, R.request);"
    define("Put", "buf count type " target " window", put)
    define("Rput", "buf count type " target " window request", put " " other)
    define("Get", "buf count type " target " window", get)
    define("Rget", "buf count type " target " window request", get " " other)
    define("Accumulate", "buf count type " target " op window", put)
    define("Raccumulate", "buf count type " target " op window request", put " " other)
    exchange = "vtmpi_get(&call, result, N.number, T.kind, N.peer, W.window); if (!O.op) " put
    define("Get_accumulate", both " " target " op window", exchange)
    define("Rget_accumulate", both " " target " op window request", exchange " " other)
    single = "vtmpi_put(&call, result, 1, T.type, N.peer, W.window);"
    fetched = "vtmpi_get(&call, result, 1, T.type, N.peer, W.window);"
    define("Fetch_and_op", "buf buffer type peer disp op window", fetched " if (!O.op) " single)
    define("Compare_and_swap", "buf compared buffer type peer disp window", fetched " " single)

    file("read write", "file buf count type status")
    file("read_all write_all read_shared write_shared read_ordered write_ordered", "file buf count type status")
    file("read_at write_at read_at_all write_at_all", "file offset buf count type status")
    file("iread iwrite iread_all iwrite_all iread_shared iwrite_shared", "file buf count type request")
    file("iread_at iwrite_at iread_at_all iwrite_at_all", "file offset buf count type request")
    file("read_all_end write_all_end read_ordered_end write_ordered_end", "file buf status")
    file("read_at_all_end write_at_all_end", "file buf status")
    define("Comm_idup", "comm copy request", "vtmpi_duplicated(&call, result, C.comm, C.copy, R.request);")
    define("Comm_idup_with_info", "comm info copy request",
           "vtmpi_duplicated(&call, result, C.comm, C.copy, R.request);")
    define("Comm_set_name", "comm name", "vtmpi_communicator_name(C.comm);")
}

function define(functions, parameters, code,    name, i, n) {
    n = split(functions, name, " ")
    for (i = 1; i <= n; i++) {
        parameters_of[name[i]] = parameters
        code_of[name[i]] = code
    }
}

# A collective operation in its blocking form, its nonblocking form with a request, and the persistent one of MPI 4.
function collective(functions, parameters, bytes, bytes_received,    name, i, n, sizes) {
    sizes = ", C.comm, " (parameters ~ /root/ ? "N.root" : "VTMPI_NO_ROOT") ", " bytes ", " bytes_received
    n = split(functions, name, " ")
    for (i = 1; i <= n; i++) {
        define(name[i], parameters, "vtmpi_collective(&call, result" sizes ");")
        define("I" tolower(substr(name[i], 1, 1)) substr(name[i], 2), parameters " request",
               "vtmpi_collective_request(&call, result, VTMPI_ONCE" sizes ", R.request);")
        define(name[i] "_init", parameters " info request",
               "vtmpi_collective_request(&call, result, VTMPI_PERSISTENT" sizes ", R.request);")
    }
}

# File operations. A blocking one, or the end of one, has a status. A write by request is counted when it starts.
function file(functions, parameters,    name, i, n, requested, code) {
    requested = "(&call, result, vtmpi_bytes(N.count, T.type)"
    n = split(functions, name, " ")
    for (i = 1; i <= n; i++) {
        if (parameters ~ /status/)
            code = "vtmpi_" (name[i] ~ /read/ ? "read" : "written") "(&call, result, vtmpi_moved(S.status));"
        else
            code = name[i] ~ /read/ ? "vtmpi_read_request" requested ", R.request);" \
                                    : "vtmpi_written" requested "); " other
        define("File_" name[i], parameters, code)
    }
}

function sent(count, type, peer, tag) {
    return "vtmpi_sent(&call, result, N." count ", T." type ", N." peer ", N." tag ", C.comm);"
}
function received() {
    return "vtmpi_received(&call, result, C.comm, S.status);"
}
function send_request(life, count) {
    return "vtmpi_send_request(&call, result, " life ", " count ", T.type, N.peer, N.tag, C.comm, R.request);"
}
function receive_request(life) {
    return "vtmpi_receive_request(&call, result, " life ", N.peer, C.comm, R.request);"
}
