#include "bindings/python/functions/waiting.h"

#include <stddef.h>
#include <string.h>

#include "bindings/kit/library.h"

/* Names as in reports. Locks and semaphores are blocked, everything else waits. */
static const struct {
    const char *class_name;
    const char *names; /* separated and surrounded by blanks */
    int flags;
} waiting[] = {
    {"time", " sleep ", QPROF_METHOD_FLAGS_WAITS},
    {"select", " select ", QPROF_METHOD_FLAGS_WAITS},
    {"select.epoll", " poll ", QPROF_METHOD_FLAGS_WAITS},
    {"select.poll", " poll ", QPROF_METHOD_FLAGS_WAITS},
    {"posix", " wait wait3 wait4 waitid waitpid ", QPROF_METHOD_FLAGS_WAITS},
    {"signal", " pause sigtimedwait sigwait sigwaitinfo ", QPROF_METHOD_FLAGS_WAITS},
    {"_queue.SimpleQueue", " get ", QPROF_METHOD_FLAGS_WAITS},
    {"_socket", " getaddrinfo gethostbyaddr gethostbyname gethostbyname_ex getnameinfo ", QPROF_METHOD_FLAGS_WAITS},
    {"_socket.socket",
     " _accept connect connect_ex recv recv_into recvfrom recvfrom_into recvmsg recvmsg_into send sendall sendmsg "
     "sendto ",
     QPROF_METHOD_FLAGS_WAITS},
    {"_ssl._SSLSocket", " do_handshake read shutdown write ", QPROF_METHOD_FLAGS_WAITS},
    {"_thread.lock", " __enter__ acquire acquire_lock ", QPROF_METHOD_FLAGS_BLOCKS},
    {"_thread.RLock", " __enter__ acquire ", QPROF_METHOD_FLAGS_BLOCKS},
    {"_thread._ThreadHandle", " join ", QPROF_METHOD_FLAGS_BLOCKS}, /* since CPython 3.13 */
    {"_multiprocessing.SemLock", " __enter__ acquire ", QPROF_METHOD_FLAGS_BLOCKS},
    {"gevent.libev.corecext.loop", " run ", QPROF_METHOD_FLAGS_WAITS},
    {"fcntl", " flock lockf ", QPROF_METHOD_FLAGS_BLOCKS},
};

int qpy_waiting_flags(const char *class_name, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; class_name && i < sizeof waiting / sizeof *waiting; i++) {
        const char *found = strcmp(waiting[i].class_name, class_name) == 0 ? strstr(waiting[i].names, name) : NULL;
        for (; found; found = strstr(found + 1, name))
            if (found[-1] == ' ' && found[length] == ' ')
                return waiting[i].flags;
    }
    return 0;
}
