/* qprof.h - QII, the interpreter interface of libqprof (profile) and libcprof (coverage).
 *
 * An interpreter registers its methods with their line tables, then reports every entry and exit with a
 * stack id, its basic blocks, its threads and virtual threads. What is counted goes at once into a mapped
 * data file, which the tool `qii` reads while the program runs, after it ended, or after it was killed.
 *
 * The smallest whole program (samples/hello.c):
 *
 *     #include <qprof.h>
 *
 *     int main(void)
 *     {
 *         const qprof_LineInfo lines[] = {{0, 15}, {7, 16}, {12, 19}};
 *         if (qprof_initialize("", NULL) < 0)
 *             return 1;
 *         qprof_register_method_id(1, "main", NULL, QPROF_METHOD_FLAGS_NONE, "hello.toy", lines, 3);
 *         qprof_record_fn_entry(1, 65);
 *         qprof_record_bb_counts(0, 1);
 *         qprof_record_fn_exit(0);
 *         qprof_shutdown();
 *         return 0;
 *     }
 *
 * Common to all functions unless one says otherwise:
 *   Origin.   The name, its types and argument order are QII's, version 0. Those marked "ours" are not in QII,
 *             "since" the version of this project that has them first; those marked "signature ours" are named
 *             by QII, which gives no prototype.
 *   Errors.   An event never fails towards the caller: bad input is counted by kind, and the summary and
 *             every export show each kind with its count and first occurrence.
 *   Owns.     Nothing: every string and table is copied, the caller may free it on return.
 *   Threads.  Any thread may call at any time; an event acts on the calling thread, or on the virtual
 *             thread that it names. One virtual thread runs on one system thread at a time.
 *   Signals.  An event from a signal handler that interrupts an event or a definition of its own thread is
 *             counted and dropped; the first event of a method or virtual thread may call malloc. All other
 *             functions are not for signal handlers.
 *   fork.     The child is off (every call returns at once) unless -follow-child-processes is given. Then its file
 *             begins with empty stacks and without virtual threads: what it goes on in is told again, by
 *             qprof_follow_fn_entry and qprof_vthread_resume. Untold it is no misuse, but has no time and no lines.
 *   Units.    Times are nanoseconds in every report. R below is the time of two bare clock reads.
 */
#ifndef QPROF_H
#define QPROF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Linkage of every function; the client may define it before this header (QII). */
#ifndef _EXT_REF
#define _EXT_REF
#endif

/* ---- version (ours) ------------------------------------------------------------------------------- */

#define QPROF_VERSION_MAJOR 0
#define QPROF_VERSION_MINOR 2
#define QPROF_VERSION_PATCH 0
#define QPROF_VERSION       "0.2.0"

/* The version as one number that grows, for comparisons: MAJOR * 10000 + MINOR * 100 + PATCH. Ours, since 0.2. */
#define QPROF_VERSION_NUMBER (QPROF_VERSION_MAJOR * 10000 + QPROF_VERSION_MINOR * 100 + QPROF_VERSION_PATCH)

/* The library's version at run time, as QPROF_VERSION. Ours, since 0.2. Cost: a call. */
const char *_EXT_REF qprof_version(void);

/* What the library does with events, or-ed together, so that a client tells it what it has a use for, whatever its file
 * is called. A client ignores bits that it does not know. Ours, since 0.2. Any thread and signal handler, at any time,
 * before initialize too. Cost: a call. */
#define QPROF_ABILITY_TIMES  1UL /* it reads a clock: what is told late is charged to the wrong method or block */
#define QPROF_ABILITY_COVERS 2UL /* it counts what ran and what did not, and reads no clock for it */
unsigned long _EXT_REF qprof_abilities(void);

/* ---- handles and structs -------------------------------------------------------------------------- */

typedef unsigned long qprof_MethodID; /* chosen by the client, full width counts, 0 is never valid */
typedef unsigned long qprof_StackID;  /* chosen by the client, full width counts, 0 is no real frame */
typedef unsigned long qprof_ThreadID;
typedef unsigned long qprof_ClassID;
typedef unsigned int qprof_Counts; /* per call; totals are 64 bit wide */
typedef uintptr_t VthreadID;       /* a number or a pointer of the client's */

/* A code offset and its line. An entry holds until the next one's offset; offsets below the first entry
 * belong to the first line. Lines may repeat and go down as well as up. The layout is ABI. */
typedef struct qprof_LineInfo {
    int code_offset;
    int line_number;
} qprof_LineInfo;

typedef struct qprof_InitInfo {
    int version;                                      /* 0; any other value fails */
    const char *initial_options;                      /* "-name=value ...", NULL or "" for none */
    void (*callback_get_method_info)(qprof_MethodID); /* for ids not registered yet, or NULL */
    int usingVirtualThreads;                          /* non-zero: events name virtual threads (_vt calls) */
} qprof_InitInfo;

/* One branch of a method: its outcomes are counted as the blocks first_block .. first_block + outcomes - 1
 * (record_bb_counts), which lie behind the entries of the method's line table. Ours, since 0.2. */
typedef struct qprof_BranchInfo {
    int line_number;
    int first_block;
    int outcomes;
} qprof_BranchInfo;

/* One summand of what a client's own counters count: factor times the counter belongs to a block of the method, or to
 * its calls, which have the number behind the last block. Ours, since 0.2. */
typedef struct qprof_CounterTerm {
    int block;
    int counter;
    int factor;
} qprof_CounterTerm;

/* Counters of one method that the client counts in itself (qprof_block_counters): 64 bits each, the first at base, the
 * next stride bytes behind it. Ours, since 0.2. */
typedef struct qprof_BlockCounters {
    uintptr_t owner; /* asked for: whose they are; 0 = the calling system thread's own */
    size_t stride;   /* asked for: QPROF_COUNTER_* */
    int length;      /* asked for, where there are terms; without, given: the method's blocks, then its calls */
    int term_count;
    const qprof_CounterTerm *terms; /* what the counters add up to; NULL = one for each block and one for the calls */
    void *base;                     /* given */
    unsigned epoch;                 /* given: one more with each clear and each new phase */
} qprof_BlockCounters;

/* Strides: plain 64-bit numbers; values of an interpreter that begin with one, the other 8 bytes of which are the
 * client's to fill, and are left alone. */
#define QPROF_COUNTER_NUMBER 8
#define QPROF_COUNTER_VALUE  16

/* Method flags, or-ed together: time in the method itself counts as blocked or as waiting. */
#define QPROF_METHOD_FLAGS_NONE   0
#define QPROF_METHOD_FLAGS_BLOCKS 1
#define QPROF_METHOD_FLAGS_WAITS  2

/* Predefined methods, known without registration; they have no stack id (verify_fn_exit leaves them). */
#define qprof_Start            0xfffffffeUL
#define qprof_ClassLoader      0xfffffffdUL
#define qprof_GarbageCollector 0xfffffffcUL
#define qprof_JITCompiler      0xfffffffbUL

/* What initialize returns (values ours). Each failure has also printed its one line on stderr. */
#define QPROF_REPORT_BLOCKS 1    /* started; the client should report basic blocks */
#define QPROF_METHODS_ONLY  2    /* started; the user wants method level only */
#define QPROF_ERR_INFO      (-1) /* qprof_init_info is NULL */
#define QPROF_ERR_VERSION   (-2) /* a version other than 0 */
#define QPROF_ERR_RUNNING   (-3) /* initialized already; nothing was changed */
#define QPROF_ERR_FILE      (-4) /* the data file cannot be created */
#define QPROF_ERR_MEMORY    (-5) /* no memory or address space */

/* Why a virtual thread leaves its carrier: what its time counts as until it is resumed. Ours, since 0.2. */
#define QPROF_REASON_RUNNABLE 0
#define QPROF_REASON_BLOCKED  1
#define QPROF_REASON_WAITING  2
#define QPROF_REASON_RESUMES  3 /* it resumed the next one and goes on when that yields: counts as blocked */

/* ---- life cycle ----------------------------------------------------------------------------------- */

/* Start a run: read the options, create the data file, begin to record. Options come from initial_options,
 * then from QPROF_OPTIONS (libqprof) or CPROF_OPTIONS (libcprof), which win; doc/options.md lists them. An
 * unknown option is reported in one line. After a shutdown it starts a new run with a new file; the methods
 * registered before stay known.
 * The result is QPROF_REPORT_BLOCKS or QPROF_METHODS_ONLY, else a QPROF_ERR code. */
int _EXT_REF qprof_initialize(const char *initial_options, void (*callback_get_method_info)(qprof_MethodID));
int _EXT_REF qprof_initialize_ex(qprof_InitInfo *qprof_init_info);

/* End the run: complete the data file, show the summary on stderr or in the log file. Events after it are
 * ignored. A process that exits without it still gets its result. Safe to call twice and from two threads.
 * The _vt form is for runs with virtual threads; virtual_thread_id is the one that asks. */
void _EXT_REF qprof_shutdown(void);
void _EXT_REF qprof_shutdown_vt(VthreadID virtual_thread_id);

/* Ask this function about methods that are not registered yet, and hand it `user` each time; in place of the callback
 * given to initialize, from now on and in later runs too. NULL ends that: the callback of initialize is asked again.
 * Any thread, before initialize, while the library records, and in the callback. Another thread may be about to call
 * the old one: what its `user` points at lives until that thread's entry has returned. There is one callback in a
 * process: that of a second interpreter replaces the first one's. Ids that were asked about before are not asked about
 * again, also those that the old one did not register. A function of its own, since a
 * larger struct would be another version of it, and QII knows version 0 alone. Ours, since 0.2. The result is 0, or -1
 * without memory; nothing was changed then. */
int _EXT_REF qprof_set_method_callback(void (*callback)(qprof_MethodID method_id, void *user), void *user);

/* Print the lines and summaries that calls of the calling thread lead to into this descriptor; 0 means stderr again.
 * For a client that starts or ends a run on behalf of another process. Ours, since 0.2. Cost: a call. */
void _EXT_REF qprof_redirect_messages(int descriptor);

/* The value of an option; in its name case, '-' and '_' do not matter. An option that is a text gives a const char *,
 * valid until the next initialize. One that is a number or a bool gives the value itself, cast to void *. An unknown
 * name gives NULL, as a zero does. */
void *_EXT_REF qprof_get_option(const char *optionName);

/* ---- threads -------------------------------------------------------------------------------------- */

/* Announce the calling thread, or a virtual thread; unannounced ones work as well. The _vt form called while
 * another virtual thread is current on this system thread makes that one the parent. id is for people alone: the number
 * by which the program knows the thread, shown by qii threads and in exports. It need not be unique, and may be 0.
 * Events name a virtual thread by virtual_thread_id, which is its own while it lives. */
void _EXT_REF qprof_thread_create(qprof_ThreadID id);
void _EXT_REF qprof_thread_create_vt(qprof_ThreadID id, VthreadID virtual_thread_id);

/* End a thread: its open frames are closed, and its id may be used again for a new thread. A virtual thread leaves its
 * system thread first: switch or suspend, then destroy. One that is destroyed while it runs gives control to the
 * virtual thread that resumed it (QPROF_REASON_RESUMES) and waits for it, which runs from this call on; if there is
 * none, to the system thread, until the client says who runs. A client that switches to a virtual thread for another
 * reason and destroys it while it runs must say who goes on, by a resume: the next event of the one that was left is
 * counted as bad-vthread, and its time until then is not running time. */
void _EXT_REF qprof_thread_destroy(qprof_ThreadID id);
void _EXT_REF qprof_thread_destroy_vt(VthreadID virtual_thread_id);

/* Name the calling thread, in a run with virtual threads the one last seen on it; at any time, and again. The _vt form
 * is ours. A virtual thread is of the group of its name and creation place: the group that it has at its first entry,
 * and with a new name the new one's from then on (from when it goes on, if it does not run on the calling thread). What
 * it did before stays with the old group. */
void _EXT_REF qprof_set_thread_name(const char *new_name);
void _EXT_REF qprof_set_thread_name_vt(const char *new_name, VthreadID virtual_thread_id);

/* Say that a virtual thread leaves its system thread, and that it runs again on the calling one. The time between the
 * two is no execution time of it; with the reason BLOCKED or WAITING it is blocked or waiting time of the method on
 * top of its stack. One that was just made is runnable; suspended at once, for WAITING, it waits until it is resumed
 * first, as a generator does until it is asked for a value. Ours, since 0.2. Cost: about 0.8 R each. */
void _EXT_REF qprof_vthread_suspend(VthreadID virtual_thread_id, int reason);
void _EXT_REF qprof_vthread_resume(VthreadID virtual_thread_id);

/* Suspend one virtual thread and resume another, in one call and at one moment: `from` leaves the calling system thread
 * for this reason, and `to` runs there. Ours, since 0.2. Cost: about 0.9 R. */
void _EXT_REF qprof_vthread_switch(VthreadID from, int reason, VthreadID to);

/* Say that a suspended virtual thread can go on from now on, because of the calling thread: of the virtual thread that
 * runs there, or of its scheduler. From then until it is resumed it is runnable, not blocked or waiting; who woke it is
 * recorded. Of several calls the first counts; one for a virtual thread that runs, or could go on already, does
 * nothing. Any thread may call it, one that runs no virtual threads too. Ours, since 0.2. Cost: a look-up and a clock
 * read. */
void _EXT_REF qprof_vthread_wake(VthreadID virtual_thread_id);

/* ---- definitions (cold) --------------------------------------------------------------------------- */

/* Register a method. class_name, source_file and the table may be NULL (0 entries); a NULL name is counted
 * and the method is shown by its number. For bb_* calls the table has one entry per block. The same id
 * again with the same content is fine, with other content it is counted and the first stays. */
void _EXT_REF qprof_register_method_id(qprof_MethodID id, const char *demangled_name, const char *class_name, int flags,
                                       const char *source_file, const qprof_LineInfo *line_number_table,
                                       int line_number_size);
void _EXT_REF qprof_register_method_id_vt(qprof_MethodID id, const char *demangled_name, const char *class_name,
                                          int flags, const char *source_file, const qprof_LineInfo *line_number_table,
                                          int line_number_size, VthreadID virtual_thread_id);

/* A method is gone, as a function that was collected: its id is unknown from now on, and may be registered again for
 * another function, which is another method. What was counted stays the old one's. Frames of it that are still open
 * stay its own, and current_method_id still gives its id for them. A thread that enters the id before it is registered
 * again enters an unknown method, for which the callback is asked anew. There is no _vt form: a method belongs to no
 * thread.
 *
 * One that is registered with the name, class, flags, file and lines of one that was retired, under its id or another,
 * is that one again: its counts, frames, branches and block counters are the new id's. So an interpreter that loads one
 * text again and again has one function, and no cost in room. Others are different branches, those without a name, and
 * an id that was entered before it was registered.
 *
 * Ours, since 0.2. Cost: events of all threads wait for some microseconds, and again when the same is registered; the
 * first time in a run, until all call paths so far were looked at (20 ms for a million). A garbage collection that
 * retires 10,000 in a row takes 0.07 s for it where no other thread records, and 0.1 s (0.3 beside other work) where
 * four do so without a break on two processors, which get through 10 to 45 % of their events in that time. Any thread,
 * in the callback too; not in the middle of an event. The result is 0, or -1 when the method is not registered, which
 * is counted. */
int _EXT_REF qprof_retire_method_id(qprof_MethodID id);

/* Hand out counters of a registered method, for a client whose own code counts what runs: a load, an addition and a
 * store in place of a call. They are 0 at first. The same method, owner and stride give the same counters again. They
 * are the calling system thread's own with the owner 0; else those of an owner of the client's choice, as an
 * interpreter that one thread runs at a time: a number of its own, which may serve the next one when that is gone. Who
 * counts writes them alone; any thread may read them.
 *
 * They are a part of the data file, so a program that is killed loses nothing. They stay where they are as long as the
 * process lives: after the end of the run and in a forked child they count for nobody, and from the start of another
 * run on for that one. The client never sets one back: what was counted in a pause, before a clear or in another phase
 * is told apart by what the counters were at that moment. Blocks and calls have no callers then, and no virtual
 * thread. A method's branches are named before (register_branches); once it is retired its counters are no more its.
 *
 * Where the flow of control gives a count, none is needed: a loop's header runs as often as its body and its end
 * together. terms say which counters, with which sign, make a block; they are copied, those of the first call count.
 *
 * A client that counts a block only the first time asks for the epoch when it begins one. Any thread that records, not
 * in the middle of an event. Cost: a lock and a look-up. Ours, since 0.2. The result is 0, or -1: nothing records, the
 * method is unknown, an argument is out of range, or there is no room; each but the first is counted. */
int _EXT_REF qprof_block_counters(qprof_MethodID id, qprof_BlockCounters *counters);

/* Say what a source file contained when it was loaded: its hash is kept, so that a later change of the file is
 * noticed. For a real file text may be NULL: the file is read and hashed. A text that has no file, such as a chunk
 * compiled from a string, is passed in text and kept. Ours, since 0.2.
 * The result is 0, or -1 for a NULL file name. */
int _EXT_REF qprof_register_source(const char *file, const char *text, size_t size);

/* Name the branches of a registered method, once, before it is first entered. Ours, since 0.2.
 * The result is 0, or -1 when the method is unknown or a range is bad or names entries of the line table. */
int _EXT_REF qprof_register_branches(qprof_MethodID id, const qprof_BranchInfo *branches, int count);

/* Leave the lines first..last (counted from 1) of a file out of coverage totals, with the reason shown in the
 * report (may be NULL). Ours, since 0.2. The result is 0, or -1 for bad arguments. */
int _EXT_REF qprof_exclude_lines(const char *file, int first, int last, const char *reason);

/* A method, or all of a class, cannot be recorded, for this reason: its time is that of its callers. Every report
 * counts these and shows the first name and reason; the first 100 are notes of the run (qprof_add_annotation), which
 * qii info lists. Both are for people. Ours, since 0.2. The result is 0, or -1 for NULL. */
int _EXT_REF qprof_exclude_method(const char *name, const char *reason);

/* ---- events (hot) --------------------------------------------------------------------------------- */

/* A method is entered; stack_id stands for its frame, and exits name it. For a method id that is not registered,
 * callback_get_method_info is called, with no lock held: once until the id is registered and retired, then anew; not
 * again for an id that it did not register. An entry with the stack id of the frame on top is a tail call and takes
 * that frame's place. Cost: entry and exit together at most 1.1 R; libcprof 0.35 R; off: a call and one branch. */
void _EXT_REF qprof_record_fn_entry(qprof_MethodID method_id, qprof_StackID stack_id);
void _EXT_REF qprof_record_fn_entry_vt(qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id);

/* Control is back in the frame with this stack id: frames are popped until it is on top. One call may pop many
 * (exceptions), or none when it is on top already. After the bottom frame any id serves, 0 too; an id that
 * matches nothing unrolls the whole stack, which is counted when more than the bottom frame went. */
void _EXT_REF qprof_record_fn_exit(qprof_StackID stack_id);
void _EXT_REF qprof_record_fn_exit_vt(qprof_StackID stack_id, VthreadID virtual_thread_id);

/* An entry and an exit that name the method alone, for a client whose compiled code has no stack ids at hand: the
 * library numbers the frames. They act on what runs on the calling thread: on the virtual thread that was resumed
 * there, else on the thread itself. leave ends the newest frame of the method, and those above it, as an error leaves
 * them; where there is none it is counted, and nothing happens. return_to says that control is in that frame again, as
 * in a handler which caught an error: what is above it ends, and nothing happens where it is on top. All other calls go
 * with them, but for two: an entry of the kind that names a stack id is no tail call of such a frame, and an exit
 * cannot name one. Ours, since 0.2. Cost: as the entry and exit above; return_to some 50 ns. */
void _EXT_REF qprof_enter_method(qprof_MethodID method_id);
void _EXT_REF qprof_leave_method(qprof_MethodID method_id);
void _EXT_REF qprof_return_to_method(qprof_MethodID method_id);

/* A frame that was open before recording started, or that the interpreter meets late: it is put on the stack as by
 * an entry, but not counted as a call. The method must be registered. Ours, since 0.2. */
void _EXT_REF qprof_follow_fn_entry(qprof_MethodID method_id, qprof_StackID stack_id);
void _EXT_REF qprof_follow_fn_entry_vt(qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id);

/* Pop the frame on top if it is of this method, else count a misuse; for the predefined methods, which have no
 * stack id. Signature ours, the _vt form ours. */
void _EXT_REF qprof_verify_fn_exit(qprof_MethodID method_id);
void _EXT_REF qprof_verify_fn_exit_vt(qprof_MethodID method_id, VthreadID virtual_thread_id);

/* The method on top of the caller's shadow stack, 0 if it is empty. The first form acts on what runs on the calling
 * thread: on the virtual thread last seen there, else on the thread itself. */
qprof_MethodID _EXT_REF qprof_current_method_id(void);
qprof_MethodID _EXT_REF qprof_current_method_id_vt(VthreadID virtual_thread_id);

/* Add arg cycles to the method on top, which from now on counts cycles: its clock time becomes "uncounted". */
void _EXT_REF qprof_record_counts(qprof_Counts arg);
void _EXT_REF qprof_record_counts_vt(qprof_Counts arg, VthreadID virtual_thread_id);

/* Block bb_num (an index into the line table of the method on top) ran arg times. The _vt form is ours.
 * Cost: at most 0.12 R. */
void _EXT_REF qprof_record_bb_counts(int bb_num, qprof_Counts arg);
void _EXT_REF qprof_record_bb_counts_vt(int bb_num, qprof_Counts arg, VthreadID virtual_thread_id);

/* Block bb_num of the method on top ran arg times, and the time since the thread's last event is its own: the one call
 * for counts and times of lines, which means the same in both libraries (libcprof has no times). With an arg of 0 it
 * charges the time alone. Whole is the pair: qprof_record_bb_counts where a block begins, and this with 0 where it
 * ends, or stops for a call, an error or a switch. With an arg of 1 where a block ends, one call does both, and a block
 * that an error leaves, or a fiber that is never resumed, does not count. doc/embedding.md has the recipe. Ours, since
 * 0.2. Cost: at most 0.6 R; libcprof 0.12 R. */
void _EXT_REF qprof_record_bb(int bb_num, qprof_Counts arg);
void _EXT_REF qprof_record_bb_vt(int bb_num, qprof_Counts arg, VthreadID virtual_thread_id);

/* Charge the time since the thread's last event to block bb_num of the method on top; in libcprof a hit of the
 * block, so that beside qprof_record_bb_counts it counts twice there. Cost: at most 0.55 R. */
void _EXT_REF qprof_record_bb_time(int bb_num);
void _EXT_REF qprof_record_bb_time_vt(int bb_num, VthreadID virtual_thread_id);

/* A sample, in a run with the option -sample: the calling thread, or the virtual thread, was met in the method on top
 * of its stack, in block bb_num of it; -1 = in none that is known. Such a run counts samples in place of calls and
 * blocks, and time passes at samples alone: all since the sample before is the method's, and its block's. What a client
 * tells in between happens at the moment of the last sample: it puts the stack in place, by entries, exits and switches
 * that count and time nothing, and then records the sample. qprof_get_option("sample") is how many a second the user
 * wants, 0 = each call is to be told. In a run without the option a sample is counted as a misuse. Ours, since 0.2.
 * Cost: some R. */
void _EXT_REF qprof_record_sample(int bb_num);
void _EXT_REF qprof_record_sample_vt(int bb_num, VthreadID virtual_thread_id);

/* A sample is due, and the client looks for what runs: the time from here to the next qprof_record_sample of the
 * calling thread is the recorder's, and no method's. Without this call it is the method's that the sample meets. Ours,
 * since 0.2. Cost: some R. */
void _EXT_REF qprof_begin_sample(void);

/* Code at pc_offset of a method ran once: counted for the line that its line table gives. pc is not looked at.
 * The method is the one that has the id now: with the frame of a retired one still open it counts for the new one.
 * Signature ours, the _vt form ours. */
void _EXT_REF qprof_execute_byte_code(qprof_MethodID method_id, const char *pc, int pc_offset);
void _EXT_REF qprof_execute_byte_code_vt(qprof_MethodID method_id, const char *pc, int pc_offset,
                                         VthreadID virtual_thread_id);

/* The calling thread works for the recording from now on, not for the program: a binding rewrites code, say. That time
 * is the recorder's, as the callback's and that of definitions is, and no method's; events may come within. end takes
 * what begin returned, so pairs may nest. Without an event of this thread so far, and in libcprof, there is no time to
 * charge and nothing happens. The thread stays in its virtual thread until the end. Ours, since 0.2. Cost: a clock read
 * each. */
int _EXT_REF qprof_begin_overhead(void);
void _EXT_REF qprof_end_overhead(int begun);

/* A monitor was taken or given back by the method on top; counted per method. Signatures ours, the _vt forms ours. */
void _EXT_REF qprof_record_monitor_acquired(void);
void _EXT_REF qprof_record_monitor_acquired_vt(VthreadID virtual_thread_id);
void _EXT_REF qprof_record_monitor_released(void);
void _EXT_REF qprof_record_monitor_released_vt(VthreadID virtual_thread_id);

/* ---- control (signatures ours) --------------------------------------------------------------------- */

/* Non-zero between initialize and shutdown. */
int _EXT_REF qprof_is_running(void);

/* Non-zero while events are counted. */
int _EXT_REF qprof_is_recording_data(void);

/* Start goes on after a stop, which is a pause; disable is a stop that lasts until the run ends. While paused the call
 * structure is followed, and nothing is timed or counted. Non-zero when it was done. */
int _EXT_REF qprof_start_recording_data(void);
int _EXT_REF qprof_stop_recording_data(void);
int _EXT_REF qprof_disable_recording_data(void);

/* Forget what was counted so far; open frames stay open. Non-zero when it was done. */
int _EXT_REF qprof_clear_data(void);

/* Write a copy of the data file as it is now, under the next free name of the pattern. Non-zero when it was
 * done. */
int _EXT_REF qprof_save_data(void);

/* Start a phase; reports can show each alone. The second form names it (ours). Non-zero when it was done. */
int _EXT_REF qprof_new_phase(void);
int _EXT_REF qprof_new_phase_named(const char *name);

/* Put a comment with its time into the data. The result is its length, 0 on failure. */
int _EXT_REF qprof_add_annotation(const char *text);

/* Raise SIGTRAP at events of the method whose id is in event_data. flags says at which, or-ed together: its entries,
 * its exits, its blocks; 0 ends it. */
#define QPROF_BREAK_ENTRY 1
#define QPROF_BREAK_EXIT  2
#define QPROF_BREAK_BLOCK 4
void _EXT_REF qprof_set_break_on_event(unsigned long flags, void *event_data);

#ifdef __cplusplus
}
#endif

#endif
