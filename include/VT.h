/* VT.h - source locations, states, counters and messages of a program, recorded by libvt, for C and C++.
 *
 * A program marks what it does (enters and leaves states), says how much of something there is (counters), and where
 * it was (source locations). libvt keeps totals per state and thread, and a log of all events with their times, in one
 * data file that is whole at every moment; `qii report`, `qii counters` and `qii trace` show it. With libqprof in the
 * same process both write one file with one time line.
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
 * Functions return VT_OK or an error, a negative number, unless their comment says otherwise; a pointer through which a
 * function gives something may be NULL. A failed function records nothing, and has set the handle it was to give to 0.
 *
 * Three kinds of functions:
 *   definitions  work at any time, before VT_initialize too; any thread, not in signal handlers (but VT_sclstack is).
 *                Names may have any bytes and length; NULL is VT_ERR_BADARG. They take a lock.
 *   events       record something now: VT_ERR_NOTINITIALIZED before VT_initialize and after VT_finalize. Any thread,
 *                registered or not, and signal handlers: one that interrupts an event of its own thread is dropped,
 *                counted and VT_ERR_BADREQUEST. No lock once a thread has seen a state or counter; costs at each.
 *   control      any thread, not in signal handlers.
 *
 * Definitions of what functions mean: "VT" is the interface of the trace collector, "ours" is what we add or settled.
 * Options: doc/vt.md. */
#ifndef VT_H
#define VT_H

#define VT_VERSION               4000 /* VT_version() tells the library's */
#define VT_VERSION_COMPATIBILITY 3000 /* programs written for this version still compile */

/* Types of counter values. The preprocessor cannot see whether a program has its own; such a program defines
 * VT_NO_TYPEDEFS. */
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
#define VT_ERR_NOTINITIALIZED (-1) /* an event outside of VT_initialize .. VT_finalize */
#define VT_ERR_BADARG         (-2) /* NULL where something is due, or a number out of range */
#define VT_ERR_BADINDEX       (-3) /* a process or thread that does not exist */
#define VT_ERR_BADSYMBOLID    (-4) /* a handle of a class, state, scope or counter that does not exist */
#define VT_ERR_BADSCLID       (-5) /* a location handle that does not exist */
#define VT_ERR_BADREQUEST     (-6) /* not now: nothing to leave, another name's handle, a handler in an event */
#define VT_ERR_BADFORMAT      (-7) /* a name without a part that could be used */
#define VT_ERR_BADKIND        (-8) /* VT's for a handle of another kind; here that is VT_ERR_BADSYMBOLID */
#define VT_ERR_NOMEMORY       (-9)
#define VT_ERR_BADFILE        (-10) /* the data file cannot be created */
#define VT_ERR_NOTIMPLEMENTED (-11) /* has no meaning in libvt */

/* ---- life ------------------------------------------------------------------------------------------------ */

/* Read the configuration, create the data file, begin to record. argc and argv may be NULL and are not changed. While
 * it records, and after VT_finalize, it does nothing and returns VT_OK; in a forked child it begins a run of the
 * child's own. Errors: VT_ERR_BADFILE, VT_ERR_NOMEMORY; the program goes on without. VT. */
int VT_initialize(int *argc, char ***argv);

/* The end: open states are closed, the file is completed. At a normal exit libvt does it by itself. Returns VT_OK, a
 * second time too. VT. */
int VT_finalize(void);

/* The rank of this process among those of the MPI program, 0 when it runs alone. Control. VT. */
int VT_getrank(int *rank);

/* Returns VT_VERSION of the library. VT. */
int VT_version(void);

/* For processes that run together without MPI; before VT_initialize. The server has rank 0, a client rank procid; the
 * data file's name and VT_getrank tell it. Each process writes its own file, so that nothing is to be contacted: the
 * names and contacts are not used, and *contact is set to a text of libvt's where it is NULL. The number of
 * processes is the least that fits what was told. Where MPI told the rank, that holds. Errors: VT_ERR_BADARG (a number
 * below 0). Control. VT; that there is no server: ours. */
int VT_clientinit(int procid, const char *clientname, const char **contact);
int VT_serverinit(const char *servername, int numcontacts, const char *contacts[], const char **contact);

/* The communicator with those who started this process: VT_COMM_INVALID, since libvt knows of none. Control. VT. */
int VT_get_parent(int *parentcomm);

/* ---- threads --------------------------------------------------------------------------------------------- */

/* Give the calling thread a number and a name in reports. thindex < 0 takes the next free one. Threads need not be
 * registered. Errors: VT_ERR_BADINDEX when another thread has the number. Event. VT. */
int VT_registerthread(int thindex);
int VT_registernamed(const char *threadname, int thindex);

/* The calling thread's number; it gets one if it has none. 0 is the thread that called VT_initialize. Event. VT. */
int VT_getthrank(int *thindex);

/* ---- control --------------------------------------------------------------------------------------------- */

/* Log no more events of the calling thread, or log again; before VT_initialize too. Its states are followed
 * meanwhile, so that VT_leave stays right; the end of a state that is open in the log is logged. VT; what happens to
 * open states: ours. */
int VT_traceoff(void);
int VT_traceon(void);

/* Whether events of the calling thread, or of this state, are logged: 1 or 0. VT. */
int VT_tracestate(int *on);
int VT_symstate(int statehandle, int *on);

/* Nothing is waiting to be written: the data file is what was recorded. VT_OK. VT. */
int VT_flush(void);

/* Take the time on both clocks once more, for the length of a tick. VT. */
int VT_timesync(void);

/* Seconds since 1970, as the trace counts time: now, and when the data file begins (0 before VT_initialize).
 * VT_timeofday is VT_timestamp. VT. */
double VT_timestamp(void);
double VT_timestart(void);
double VT_timeofday(void);

/* ---- source locations ------------------------------------------------------------------------------------ */

#define VT_NOSCL 0 /* no location */

/* A handle for a line (from 1) of a file. The same place gives the same handle. Definition. VT. */
int VT_scldef(const char *file, int line_nr, int *sclhandle);

/* A handle for the call stack at this moment; the same stack gives the same handle. Definition, and for signal
 * handlers with pc and stackframe.
 *   pc          NULL, or an address that becomes the innermost place
 *   stackframe  NULL = that of this call; or a frame pointer (RBP) of the calling thread, whose return address is the
 *               first, with those above it. It may point anywhere
 *   skip        return addresses to leave out; -1 = as PCTRACE says
 *   trace       return addresses to take, at most 256; 0 = none (the handle of pc, or VT_NOSCL); -1 = as PCTRACE says
 * *sclhandle is VT_NOSCL when nothing could be found. Errors: VT_ERR_BADARG (skip or trace below -1). Costs one
 * unwinding; addresses become lines when the file is read. VT. */
int VT_sclstack(void *pc, void *stackframe, int skip, int trace, int *sclhandle);

/* The location of the calling thread's next state change, scope, message or comment that is logged; VT_NOSCL: it has
 * none, even where PCTRACE would find one. An argument of that call other than VT_NOSCL wins. Errors: VT_ERR_BADSCLID.
 * Event. VT. */
int VT_thisloc(int sclhandle);

/* ---- classes and states ---------------------------------------------------------------------------------- */

#define VT_NOCLASS      0     /* class "Application", unless the name brings its own */
#define VT_MAX_USERCODE 32767 /* VT_symdef's own handles: 1 .. VT_MAX_USERCODE */

/* A class of states and counters; "A:B" is class B in class A. The same name gives the same handle. Errors:
 * VT_ERR_BADFORMAT (nothing left of the name). Definition. VT. */
int VT_classdef(const char *classname, int *classhandle);

/* A state in a class; "A:B:f" brings the classes A and B, within the class given. Colons at the ends, and repeated
 * ones, do not count. The same name in the same class gives the same handle. Errors: VT_ERR_BADSYMBOLID (class),
 * VT_ERR_BADFORMAT (nothing left of the name). Definition. VT. */
int VT_funcdef(const char *symname, int classhandle, int *statehandle);

/* The old way: the caller picks the handle. The same again is no error; another name under a used handle is
 * VT_ERR_BADREQUEST. activity is the class, NULL = none. Errors also: VT_ERR_BADSYMBOLID (handle out of range),
 * VT_ERR_BADFORMAT. Definition. VT. */
int VT_symdef(int statehandle, const char *symname, const char *activity);

/* ---- states ---------------------------------------------------------------------------------------------- */

/* Begin and end a region: a part of a function. What VT_begin opened only VT_end closes. VT_end takes any handle, and
 * returns VT_OK whatever there is to end. With l: at this location. Errors: VT_ERR_BADSYMBOLID, VT_ERR_BADSCLID: the
 * state is open all the same, so its end is due, but a bad state is not logged. Cost: about one clock read.
 * Event. VT. */
int VT_begin(int statehandle);
int VT_beginl(int statehandle, int sclhandle);
int VT_end(int statehandle);
int VT_endl(int statehandle, int sclhandle);

/* The same for a function, from within. Errors of VT_leave: VT_ERR_BADREQUEST when the open state was begun by
 * VT_begin, or none is open. Event. VT. */
int VT_enter(int statehandle, int sclhandle);
int VT_leave(int sclhandle);

/* Enter a state by its name, which is looked up at the first call only: *statehandle must be 0 then, and persistent.
 * Slashes in the name separate degrees of detail, of which DETAILED-STATES chooses. Returns 0 when the state was
 * entered and VT_leave is due; else it was not: the name is not logged, or *truncated and already there (1), or an
 * error. Threads may race for the first call, which is a definition: not in a signal handler. Event. VT. */
int VT_enterstate(const char *name, int *statehandle, int *truncated);

/* Do what an event does besides: charge time to the open state, sample counters that are due. Event. VT. */
int VT_wakeup(void);

/* ---- scopes ---------------------------------------------------------------------------------------------- */

/* Regions that may overlap. scl1 and scl2 are where it begins and ends, or VT_NOSCL. VT_scopebegin gives a number
 * (NULL: not wanted) that VT_scopeend takes. Errors: VT_ERR_BADSYMBOLID (class, scope), VT_ERR_BADFORMAT,
 * VT_ERR_BADSCLID, VT_ERR_BADARG (a number that was never given, or has ended). Definition; events. VT. */
int VT_scopedef(const char *scopename, int classhandle, int scl1, int scl2, int *scopehandle);
int VT_scopebegin(int scopehandle, int scl, int *seqnr);
int VT_scopeend(int scopehandle, int seqnr, int scl);

/* ---- counters -------------------------------------------------------------------------------------------- */

/* A counter's genre is one of each, or'ed; 0 is the first of each. Two of one kind are VT_ERR_BADARG. */
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
    VT_COUNT_VALID_BEFORE = 0x100, /* from the value before up to now */
    VT_COUNT_VALID_POINT = 0x200,  /* now and never else */
    VT_COUNT_VALID_AFTER = 0x400,  /* from now on */
    VT_COUNT_VALID_SAMPLE = 0x800, /* a point of a curve */
    VT_COUNT_SCOPE = 0xf00
};

/* Whose a counter is; each member of a group has an instance of its own. Ids of processes and threads, and handles of
 * groups, are other numbers than these and each other. */
#define VT_ME            (-1) /* this process */
#define VT_GROUP_THREAD  (-2) /* each thread */
#define VT_GROUP_PROCESS (-3) /* each process */
#define VT_GROUP_CLUSTER (-4) /* each host */

/* A counter. Its name alone tells it from others: a second definition returns the first handle. bounds is NULL or two
 * values in the counter's format, 16 bytes; what cannot be read, or is in no order, means no bounds. unit may be NULL.
 * Errors: VT_ERR_BADSYMBOLID (class), VT_ERR_BADARG (genre, target), VT_ERR_BADFORMAT (no name). Definition. VT. */
int VT_countdef(const char *name, int classhandle, int genre, int target, const void *bounds, const char *unit,
                int *counterhandle);

/* Log values of n counters, 8 bytes each, formats as defined, all at one moment. Errors: VT_ERR_BADSYMBOLID (the other
 * values are logged), VT_ERR_BADARG. Cost: about a clock read. Event. VT. */
int VT_countval(int ncounters, int *handles, void *values);

/* A group of processes and threads, by their ids, and of groups. Errors: VT_ERR_BADARG, VT_ERR_BADINDEX.
 * Definition. VT. */
int VT_groupdef(const char *name, int n_members, int *ids, int *grouphandle);

/* Ids for VT_groupdef and VT_countdef: process procindex (its rank), thread thindex in it. Errors: VT_ERR_BADINDEX.
 * Definition. VT. */
int VT_getprocid(int procindex, int *procid);
int VT_getthreadid(int procindex, int thindex, int *threadid);

/* ---- messages -------------------------------------------------------------------------------------------- */

#define VT_COMM_WORLD   0
#define VT_COMM_SELF    1
#define VT_COMM_INVALID (-1)

/* A message of count bytes was sent to, or received from, the process other_rank. Errors: VT_ERR_BADARG (negative rank
 * or count), VT_ERR_BADSCLID. Event. VT. */
int VT_log_sendmsg(int other_rank, int count, int tag, int commid, int sclhandle);
int VT_log_recvmsg(int other_rank, int count, int tag, int commid, int sclhandle);

/* A message of count bytes has arrived. The process with rank from logs that it sent the message to to, at sendscl; any
 * other process logs that it received the message from from, at recvscl, and where it was sent (sendscl). Both log when
 * it was sent: sendts, as VT_timestamp counts, 0 = not known. Errors: VT_ERR_BADARG (negative rank or count),
 * VT_ERR_BADSCLID. Event. VT; which process logs what: ours. */
int VT_log_msgevent(int from, int to, int count, int tag, int commid, double sendts, int sendscl, int recvscl);

/* A line of text at this moment. Event. VT. */
int VT_log_comment(const char *comment);

/* No meaning here: VT_ERR_NOTIMPLEMENTED. The arrays of VT_log_opevent have an element for each process. VT. */
#define VT_OP_ALLTOALL 1

int VT_log_opevent(int opid, int commid, int rootrank, int n_processes, int *bytes_sent, int *bytes_received,
                   double *begin, int sclhandle);
int VT_begin_unordered(void);
int VT_end_unordered(void);

#ifdef __cplusplus
} /* extern "C" */

/* ---- C++ ------------------------------------------------------------------------------------------------- */

/* A state, defined when its handle is asked for first: a static one costs nothing until then. VT. */
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

/* A line of a file, defined when its handle is asked for first. VT. */
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

/* Return true if VT_enter or VT_begin opened a state, with a bad handle too: its end is due. Ours, since 0.2. */
inline bool VT_Opened(int result)
{
    return result != VT_ERR_NOTINITIALIZED && result != VT_ERR_BADREQUEST;
}

/* A function, from here to the end of the block. VT. */
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

/* A region that may begin and end several times; what is open ends with it. VT; begin while it is open ends it first:
 * ours. */
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
