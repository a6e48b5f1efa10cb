/* VT.h - the VT interface of libvt for C and C++: source locations, states, counters and messages.
 *
 * A program marks what it does (it enters and leaves states), logs quantities (counters), and gives source locations.
 * libvt keeps totals per state and thread, and a log of all events with their times, in one data file that is complete
 * at every moment; `qii report`, `qii counters` and `qii trace` show it. With libqprof in the same process, both write
 * one file with one time line.
 *
 *     #include <VT.h>
 *     int main(int argc, char **argv)
 *     {
 *         int solve;
 *         VT_initialize(&argc, &argv);
 *         VT_funcdef("Solver:Step", VT_NOCLASS, &solve);
 *         for (int i = 0; i < 10; i++) {
 *             VT_enter(solve, VT_NOSCL);
 *             VT_leave(VT_NOSCL);
 *         }
 *         return VT_finalize();
 *     }
 *
 * Link with -lvt (or -lVT), or with -lVTnull, in which every function does nothing. An MPI program calls neither
 * VT_initialize nor VT_finalize: libvtmpi does, in MPI_Init and MPI_Finalize.
 *
 * Functions return VT_OK or an error, a negative number, unless their comment differs. A pointer to a result may be
 * NULL. A function that fails records nothing, and sets a handle that it should return to 0.
 *
 * There are three kinds of functions:
 *   definitions  Any thread may call these at any time, even before VT_initialize, but not in signal handlers (except
 *                VT_sclstack). Names may have any bytes and length; a NULL name returns VT_ERR_BADARG. Definitions take
 *                a lock.
 *   events       These record something at the time of the call. Before VT_initialize and after VT_finalize they return
 *                VT_ERR_NOTINITIALIZED. Any thread, registered or not, and any signal handler may call them. If an
 *                event interrupts another event of its own thread, it is dropped and counted, and returns
 *                VT_ERR_BADREQUEST. Once a thread has used a state or counter, events with it take no lock. The comment
 *                of each function states its cost.
 *   control      Any thread may call these, but not in signal handlers.
 *
 * A comment ends with the origin of its function: "VT" is the interface of Intel's trace collector, and "ours" marks
 * what this project added or decided. doc/vt.md lists the options. */
#ifndef VT_H
#define VT_H

#define VT_VERSION               4000 /* version of this header; VT_version() returns the library's version */
#define VT_VERSION_COMPATIBILITY 3000 /* programs written for this version still compile */

/* Types of counter values. A program that has its own types of these names defines VT_NO_TYPEDEFS, since the
 * preprocessor cannot detect them. */
#ifndef VT_NO_TYPEDEFS
typedef unsigned int UINT32;
typedef long long INT64;
typedef double FLOAT64;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- errors ---------------------------------------------------------------------------------------------- */

#define VT_OK                 0
#define VT_ERR_NOTINITIALIZED (-1) /* an event before VT_initialize or after VT_finalize */
#define VT_ERR_BADARG         (-2) /* NULL for a required pointer, or a number out of range */
#define VT_ERR_BADINDEX       (-3) /* a process or thread that does not exist */
#define VT_ERR_BADSYMBOLID    (-4) /* a handle of a class, state, scope or counter that does not exist */
#define VT_ERR_BADSCLID       (-5) /* a location handle that does not exist */
#define VT_ERR_BADREQUEST     (-6) /* no state is open, the handle has another name, or the event interrupts an event */
#define VT_ERR_BADFORMAT      (-7) /* a name without a usable part */
#define VT_ERR_BADKIND        (-8) /* not used: for a handle of another kind, libvt returns VT_ERR_BADSYMBOLID */
#define VT_ERR_NOMEMORY       (-9)
#define VT_ERR_BADFILE        (-10) /* the data file cannot be created */
#define VT_ERR_NOTIMPLEMENTED (-11) /* the function has no meaning in libvt */

/* ---- life ------------------------------------------------------------------------------------------------ */

/* Read the configuration, create the data file, begin to record. argc and argv may be NULL and are not changed. While
 * libvt records, and after VT_finalize, this does nothing and returns VT_OK; in a forked child it begins a separate run
 * for the child. Errors: VT_ERR_BADFILE, VT_ERR_NOMEMORY; the program continues without recording. VT. */
int VT_initialize(int *argc, char ***argv);

/* End the run: close open states, complete the file. At a normal exit libvt does this by itself. Return VT_OK, even if
 * called again. VT. */
int VT_finalize(void);

/* Get the rank of this process in the MPI program, 0 if it runs alone. Control. VT. */
int VT_getrank(int *rank);

/* Return VT_VERSION of the library. VT. */
int VT_version(void);

/* Set this process's rank among processes that run together without MPI. Call this before VT_initialize. The server
 * has rank 0, and a client has the rank procid. The data file's name and VT_getrank show the rank. Each process writes
 * its own file, so none contacts another: names and contacts are ignored, and if *contact is NULL, it is set to a text
 * owned by libvt. The number of processes is the smallest that fits all calls. A rank given by MPI takes precedence.
 * Errors: VT_ERR_BADARG (a number below 0). Control. VT; running without a server is ours. */
int VT_clientinit(int procid, const char *clientname, const char **contact);
int VT_serverinit(const char *servername, int numcontacts, const char *contacts[], const char **contact);

/* Get the communicator with the processes that started this process. The result is always VT_COMM_INVALID, because
 * libvt has no such communicator. Control. VT. */
int VT_get_parent(int *parentcomm);

/* ---- threads --------------------------------------------------------------------------------------------- */

/* Give the calling thread a number and a name in reports. If thindex is below 0, the thread gets the next free number.
 * Threads need not be registered. Errors: VT_ERR_BADINDEX if another thread has the number. Event. VT. */
int VT_registerthread(int thindex);
int VT_registernamed(const char *threadname, int thindex);

/* Get the calling thread's number. If the thread has no number, it gets one. The thread that called VT_initialize
 * has the number 0. Event. VT. */
int VT_getthrank(int *thindex);

/* ---- control --------------------------------------------------------------------------------------------- */

/* Stop or resume logging events of the calling thread, even before VT_initialize. While logging is off, the thread's
 * states are still tracked, so that VT_leave stays correct. If a state was logged when it began, its end is logged too.
 * VT; the handling of open states is ours. */
int VT_traceoff(void);
int VT_traceon(void);

/* Set *on to 1 if events of the calling thread (VT_tracestate) or of the state (VT_symstate) are logged, otherwise
 * to 0. VT. */
int VT_tracestate(int *on);
int VT_symstate(int statehandle, int *on);

/* Do nothing, because the data file is always complete. Return VT_OK. VT. */
int VT_flush(void);

/* Read the tick clock and the monotonic clock once more, to measure the length of a tick. VT. */
int VT_timesync(void);

/* Return seconds since 1970 on the clock of the trace. VT_timestamp and VT_timeofday return the current time;
 * VT_timestart returns the time at which the data file begins, 0 before VT_initialize. VT. */
double VT_timestamp(void);
double VT_timestart(void);
double VT_timeofday(void);

/* ---- source locations ------------------------------------------------------------------------------------ */

#define VT_NOSCL 0 /* no location */

/* Get a handle for a line (from 1) of a file. The same line returns the same handle. Definition. VT. */
int VT_scldef(const char *file, int line_nr, int *sclhandle);

/* Get a handle for the current call stack; the same stack returns the same handle. Definition. With pc and stackframe,
 * signal handlers may call this, too.
 *   pc          NULL, or an address that becomes the innermost frame
 *   stackframe  NULL = the stack of this call; or a frame pointer (RBP) of the calling thread, whose return address is
 *               taken first, followed by the return addresses above it. Any pointer is safe, even an invalid one
 *   skip        return addresses to leave out; -1 = as PCTRACE specifies
 *   trace       return addresses to take, at most 256; 0 = none (the handle of pc, or VT_NOSCL); -1 = as PCTRACE
 *               specifies
 * *sclhandle is VT_NOSCL if nothing could be found. Errors: VT_ERR_BADARG (skip or trace below -1). Cost: one
 * unwinding; addresses become lines when the file is read. VT. */
int VT_sclstack(void *pc, void *stackframe, int skip, int trace, int *sclhandle);

/* Set the location of the calling thread's next logged state change, scope, message or comment. With VT_NOSCL that
 * event has no location, even if PCTRACE would find one. If the call of that event passes a location, the passed
 * location takes precedence. Errors: VT_ERR_BADSCLID. Event. VT. */
int VT_thisloc(int sclhandle);

/* ---- classes and states ---------------------------------------------------------------------------------- */

#define VT_NOCLASS      0     /* class "Application", unless the name contains its own */
#define VT_MAX_USERCODE 32767 /* handles for VT_symdef: 1 .. VT_MAX_USERCODE */

/* Define a class of states and counters; "A:B" is class B in class A. The same name returns the same handle. Errors:
 * VT_ERR_BADFORMAT (the name has only colons, or is empty). Definition. VT. */
int VT_classdef(const char *classname, int *classhandle);

/* Define a state in a class; "A:B:f" also defines the classes A and B, within the given class. Leading, trailing and
 * repeated colons are ignored. The same name in the same class returns the same handle. Errors: VT_ERR_BADSYMBOLID
 * (class), VT_ERR_BADFORMAT (the name has only colons, or is empty). Definition. VT. */
int VT_funcdef(const char *symname, int classhandle, int *statehandle);

/* Define a state the old way: the caller chooses the handle. Repeating a definition is no error. If the handle has
 * another name already, the result is VT_ERR_BADREQUEST. activity is the class, NULL = none. Other errors:
 * VT_ERR_BADSYMBOLID (handle out of range), VT_ERR_BADFORMAT. Definition. VT. */
int VT_symdef(int statehandle, const char *symname, const char *activity);

/* ---- states ---------------------------------------------------------------------------------------------- */

/* Begin and end a region: a part of a function. Only VT_end closes what VT_begin opened. VT_end takes any handle, and
 * returns VT_OK whether anything was open or not. VT_beginl and VT_endl also give the location. Errors:
 * VT_ERR_BADSYMBOLID, VT_ERR_BADSCLID. Even after these errors the state is open and must be ended, but a state with a
 * bad handle is not logged. Cost: about one clock read. Event. VT. */
int VT_begin(int statehandle);
int VT_beginl(int statehandle, int sclhandle);
int VT_end(int statehandle);
int VT_endl(int statehandle, int sclhandle);

/* Enter and leave a function. Call both within the function. Errors of VT_leave: VT_ERR_BADREQUEST if the open state
 * was begun by VT_begin, or none is open. Event. VT. */
int VT_enter(int statehandle, int sclhandle);
int VT_leave(int sclhandle);

/* Enter a state by its name, which is looked up only at the first call. *statehandle must be 0 at the first call,
 * and keep its value between calls. Slashes in the name separate levels of detail, selected by DETAILED-STATES. Return
 * 0 if the state was entered and VT_leave must follow. Any other result means that the state was not entered. It is 1
 * if the state is not logged, or if the name was cut (then *truncated is set) and the state of the cut name is open
 * already. Otherwise it is an error. Several threads may make the first call at once. The first call is a definition,
 * so a signal handler must not make it. Later calls are events. VT. */
int VT_enterstate(const char *name, int *statehandle, int *truncated);

/* Charge time to the open state, and sample counters that are due, as every event does. Event. VT. */
int VT_wakeup(void);

/* ---- scopes ---------------------------------------------------------------------------------------------- */

/* Define, begin and end scopes: regions that may overlap. scl1 and scl2 are the locations of a scope's begin and
 * end, or VT_NOSCL. VT_scopebegin sets *seqnr to a number, which must be passed to VT_scopeend; seqnr may be NULL.
 * Errors: VT_ERR_BADSYMBOLID (class, scope), VT_ERR_BADFORMAT, VT_ERR_BADSCLID, VT_ERR_BADARG (no scope with this
 * number is open). Definition; events. VT. */
int VT_scopedef(const char *scopename, int classhandle, int scl1, int scl2, int *scopehandle);
int VT_scopebegin(int scopehandle, int scl, int *seqnr);
int VT_scopeend(int scopehandle, int seqnr, int scl);

/* ---- counters -------------------------------------------------------------------------------------------- */

/* Genre of a counter: one value of each of the three enums below, or-ed together. If the genre has no value of an
 * enum, the enum's first value applies. If it has two values of one enum, VT_countdef returns VT_ERR_BADARG. */
enum VT_CountData {
    VT_COUNT_INTEGER = 0x001,   /* two 32-bit integers, the high one first on every platform */
    VT_COUNT_FLOAT = 0x002,     /* double */
    VT_COUNT_INTEGER64 = 0x004, /* 64-bit integer */
    VT_COUNT_DATA = 0x00f       /* mask */
};

enum VT_CountDisplay {
    VT_COUNT_ABSVAL = 0x010, /* the value itself */
    VT_COUNT_RATE = 0x020,   /* its change per second */
    VT_COUNT_DISPLAY = 0x0f0
};

enum VT_CountScope {
    VT_COUNT_VALID_BEFORE = 0x100, /* the value is valid from the previous value up to now */
    VT_COUNT_VALID_POINT = 0x200,  /* only at this moment */
    VT_COUNT_VALID_AFTER = 0x400,  /* from now on */
    VT_COUNT_VALID_SAMPLE = 0x800, /* as a point of a curve */
    VT_COUNT_SCOPE = 0xf00
};

/* Target of a counter. If the target is a group, each member of the group has its own instance of the counter. Ids of
 * processes and threads, and handles of groups, differ from these numbers and from each other. */
#define VT_ME            (-1) /* this process */
#define VT_GROUP_THREAD  (-2) /* each thread */
#define VT_GROUP_PROCESS (-3) /* each process */
#define VT_GROUP_CLUSTER (-4) /* each host */

/* Define a counter, identified by its name alone: a second definition returns the first handle. bounds is NULL or two
 * values in the counter's format, 16 bytes; unreadable or unordered values mean no bounds. unit may be NULL. Errors:
 * VT_ERR_BADSYMBOLID (class), VT_ERR_BADARG (genre, target), VT_ERR_BADFORMAT (no name). Definition. VT. */
int VT_countdef(const char *name, int classhandle, int genre, int target, const void *bounds, const char *unit,
                int *counterhandle);

/* Log the values of ncounters counters at one tick. Each value has 8 bytes, in the format of its counter. Errors:
 * VT_ERR_BADSYMBOLID (the other values are logged), VT_ERR_BADARG. Cost: about one clock read. Event. VT. */
int VT_countval(int ncounters, int *handles, void *values);

/* Define a group of processes, threads and groups, by their ids. Errors: VT_ERR_BADARG, VT_ERR_BADINDEX. Definition.
 * VT. */
int VT_groupdef(const char *name, int n_members, int *ids, int *grouphandle);

/* Get ids for VT_groupdef and VT_countdef: the id of the process with rank procindex, and the id of thread thindex in
 * that process. Errors: VT_ERR_BADINDEX. Definition. VT. */
int VT_getprocid(int procindex, int *procid);
int VT_getthreadid(int procindex, int thindex, int *threadid);

/* ---- messages -------------------------------------------------------------------------------------------- */

#define VT_COMM_WORLD   0
#define VT_COMM_SELF    1
#define VT_COMM_INVALID (-1)

/* Log a message of count bytes, sent to or received from the process other_rank. Errors: VT_ERR_BADARG (negative rank
 * or count), VT_ERR_BADSCLID. Event. VT. */
int VT_log_sendmsg(int other_rank, int count, int tag, int commid, int sclhandle);
int VT_log_recvmsg(int other_rank, int count, int tag, int commid, int sclhandle);

/* Log both ends of a message of count bytes that has arrived. The process with rank `from` logs that it sent the
 * message to `to`, at sendscl; any other process logs that it received the message from `from`, at recvscl, and where
 * it was sent (sendscl). Both log the time at which it was sent: sendts, on the clock of VT_timestamp, 0 = unknown.
 * Errors: VT_ERR_BADARG (negative rank or count), VT_ERR_BADSCLID. Event. VT; the rule which process logs which end is
 * ours. */
int VT_log_msgevent(int from, int to, int count, int tag, int commid, double sendts, int sendscl, int recvscl);

/* Log a line of text. Event. VT. */
int VT_log_comment(const char *comment);

/* Return VT_ERR_NOTIMPLEMENTED, because the log has messages but no collective operations, and its events are always
 * ordered. These functions exist only so that programs that call them can be built. The arrays of VT_log_opevent have
 * one element per process. VT. */
#define VT_OP_ALLTOALL 1

int VT_log_opevent(int opid, int commid, int rootrank, int n_processes, int *bytes_sent, int *bytes_received,
                   double *begin, int sclhandle);
int VT_begin_unordered(void);
int VT_end_unordered(void);

#ifdef __cplusplus
} /* extern "C" */

/* ---- C++ ------------------------------------------------------------------------------------------------- */

/* A state, defined when its handle is first requested: a static object costs nothing until then. VT. */
class VT_FuncDef
{
  public:
    VT_FuncDef(const char *symbol, const char *class_) : symbol_(symbol), class_name_(class_), handle_(0)
    {
    }

    int GetHandle()
    {
        int handle = __atomic_load_n(&handle_, __ATOMIC_ACQUIRE);
        return handle != 0 ? handle : define();
    }

  private:
    int define()
    {
        int parent = VT_NOCLASS;
        int handle = 0;
        if (class_name_ != 0)
            VT_classdef(class_name_, &parent);
        VT_funcdef(symbol_, parent, &handle);
        __atomic_store_n(&handle_, handle, __ATOMIC_RELEASE);
        return handle;
    }

    const char *symbol_;
    const char *class_name_;
    int handle_;
};

/* A line of a file, defined when its handle is first requested. VT. */
class VT_SclDef
{
  public:
    VT_SclDef(const char *file, int line) : file_(file), line_(line), handle_(VT_NOSCL)
    {
    }

    int GetHandle()
    {
        int handle = __atomic_load_n(&handle_, __ATOMIC_ACQUIRE);
        if (handle == VT_NOSCL) {
            VT_scldef(file_, line_, &handle);
            __atomic_store_n(&handle_, handle, __ATOMIC_RELEASE);
        }
        return handle;
    }

  private:
    const char *file_;
    int line_;
    int handle_;
};

/* Return true if VT_enter or VT_begin opened a state, which must then be ended. A bad handle opens a state, too. Ours,
 * since 0.2. */
inline bool VT_Opened(int result)
{
    return result != VT_ERR_NOTINITIALIZED && result != VT_ERR_BADREQUEST;
}

/* A function, from the object's declaration to the end of the block. VT. */
class VT_Function
{
  public:
    VT_Function(const char *symbol, const char *class_)
    {
        enter(VT_FuncDef(symbol, class_).GetHandle(), VT_NOSCL);
    }
    VT_Function(const char *symbol, const char *class_, const char *file, int line)
    {
        enter(VT_FuncDef(symbol, class_).GetHandle(), VT_SclDef(file, line).GetHandle());
    }
    explicit VT_Function(VT_FuncDef &function)
    {
        enter(function.GetHandle(), VT_NOSCL);
    }
    VT_Function(VT_FuncDef &function, VT_SclDef &place)
    {
        enter(function.GetHandle(), place.GetHandle());
    }
    ~VT_Function()
    {
        if (entered_)
            VT_leave(VT_NOSCL);
    }

  private:
    VT_Function(const VT_Function &);
    VT_Function &operator=(const VT_Function &);

    void enter(int handle, int place)
    {
        entered_ = VT_Opened(VT_enter(handle, place));
    }

    bool entered_;
};

/* A region that may begin and end several times. If it is open when the object is destroyed, it ends there. If it is
 * open when begin() is called, it ends first. VT; the last rule is ours. */
class VT_Region
{
  public:
    VT_Region() : open_(false)
    {
    }
    VT_Region(const char *symbol, const char *class_) : open_(false)
    {
        begin(symbol, class_);
    }
    VT_Region(const char *symbol, const char *class_, const char *file, int line) : open_(false)
    {
        begin(symbol, class_, file, line);
    }
    explicit VT_Region(VT_FuncDef &function) : open_(false)
    {
        begin(function);
    }
    VT_Region(VT_FuncDef &function, VT_SclDef &place) : open_(false)
    {
        begin(function, place);
    }
    ~VT_Region()
    {
        end();
    }

    void begin(const char *symbol, const char *class_)
    {
        open(VT_FuncDef(symbol, class_).GetHandle(), VT_NOSCL);
    }
    void begin(const char *symbol, const char *class_, const char *file, int line)
    {
        open(VT_FuncDef(symbol, class_).GetHandle(), VT_SclDef(file, line).GetHandle());
    }
    void begin(VT_FuncDef &function)
    {
        open(function.GetHandle(), VT_NOSCL);
    }
    void begin(VT_FuncDef &function, VT_SclDef &place)
    {
        open(function.GetHandle(), place.GetHandle());
    }

    void end()
    {
        close(VT_NOSCL);
    }
    void end(const char *file, int line)
    {
        close(VT_SclDef(file, line).GetHandle());
    }
    void end(VT_SclDef &place)
    {
        close(place.GetHandle());
    }

  private:
    VT_Region(const VT_Region &);
    VT_Region &operator=(const VT_Region &);

    void open(int handle, int place)
    {
        end();
        open_ = VT_Opened(VT_beginl(handle, place));
    }
    void close(int place)
    {
        if (open_)
            VT_endl(0, place);
        open_ = false;
    }

    bool open_;
};

#endif /* __cplusplus */

#endif
