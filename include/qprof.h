/* qprof.h - QII, the interpreter interface of libqprof (profile) and libcprof (coverage).
 *
 * An interpreter registers its methods with their line tables, then reports every entry and exit with a stack id, its
 * basic blocks, its threads and virtual threads. Counts go at once into a mapped data file, which the tool `qii` reads
 * while the program runs, after it ended, or after it was killed.
 *
 * The smallest complete program (samples/hello.c):
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
 * These rules hold for all functions unless their comment differs:
 *   Origin.   Names, types and argument order are those of QII, version 0. Functions marked "ours" are not in QII;
 *             "since" is the version of this project that introduced them. Functions marked "signature ours" are
 *             named by QII without a prototype.
 *   Errors.   An event returns no error: bad input is counted by kind, and the summary and every export show each
 *             kind with its count and first occurrence.
 *   Owns.     The library keeps no pointer: it copies every string and table, so the caller may free them on return.
 *   Threads.  Any thread may call at any time. An event acts on the calling thread, or on the virtual thread that
 *             it names. A virtual thread runs on one system thread at a time.
 *   Signals.  An event from a signal handler that interrupts an event or a definition of its own thread is counted
 *             and dropped. The first event of a method or virtual thread may call malloc. All other functions are
 *             not for signal handlers.
 *   fork.     Recording is off in the child (every call returns at once) unless -follow-child-processes is given.
 *             With it, the child's file begins with empty stacks and without virtual threads: the client reports
 *             the open frames and the running virtual thread again, by qprof_follow_fn_entry and
 *             qprof_vthread_resume. Frames not reported again are no misuse, but have no time and no lines.
 *   Units.    Times are nanoseconds in every report. R below is the time of two bare clock reads.
 */
#ifndef QPROF_H
#define QPROF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Linkage of every function. The client may define _EXT_REF before it includes this header (QII). */
#ifndef _EXT_REF
#define _EXT_REF
#endif

/* ---- version (ours) ------------------------------------------------------------------------------- */

#define QPROF_VERSION_MAJOR 0
#define QPROF_VERSION_MINOR 2
#define QPROF_VERSION_PATCH 0
#define QPROF_VERSION       "0.2.0"

/* The version as one increasing number, for comparisons: MAJOR * 10000 + MINOR * 100 + PATCH. Ours, since 0.2. */
#define QPROF_VERSION_NUMBER (QPROF_VERSION_MAJOR * 10000 + QPROF_VERSION_MINOR * 100 + QPROF_VERSION_PATCH)

/* Return the library's version at run time, as QPROF_VERSION. Ours, since 0.2. Cost: a call. */
const char *_EXT_REF qprof_version(void);

/* Return the abilities of the library (QPROF_ABILITY_*), or-ed together, so that a client can report only events that
 * the library uses. The name of the library's file does not matter. A client must ignore bits that it does not know.
 * Ours, since 0.2. Any thread and any signal handler may call this at any time, even before initialize. Cost: a call.
 */
#define QPROF_ABILITY_TIMES  1UL /* reads a clock, so late events charge time to the wrong method or block */
#define QPROF_ABILITY_COVERS 2UL /* counts which code ran and which did not, without reading a clock */
unsigned long _EXT_REF qprof_abilities(void);

/* ---- handles and structs -------------------------------------------------------------------------- */

typedef unsigned long qprof_MethodID; /* chosen by the client; all bits count; 0 is never valid */
typedef unsigned long qprof_StackID;  /* chosen by the client; all bits count; 0 stands for no frame */
typedef unsigned long qprof_ThreadID;
typedef unsigned long qprof_ClassID;
typedef unsigned int qprof_Counts; /* count that one call reports; totals have 64 bits */
typedef uintptr_t VthreadID;       /* a number or a pointer chosen by the client */

/* A code offset and its line. An entry applies up to the next entry's offset. Offsets below the first entry belong
 * to the first line. Lines may repeat, and may decrease. The layout of this struct is part of the ABI. */
typedef struct qprof_LineInfo {
    int code_offset;
    int line_number;
} qprof_LineInfo;

typedef struct qprof_InitInfo {
    int version;                                      /* 0; any other value fails */
    const char *initial_options;                      /* "-name=value ...", NULL or "" for none */
    void (*callback_get_method_info)(qprof_MethodID); /* called for ids not registered yet; may be NULL */
    int usingVirtualThreads;                          /* non-zero: events name virtual threads (_vt calls) */
} qprof_InitInfo;

/* One branch of a method. Its outcomes are counted as the blocks first_block .. first_block + outcomes - 1
 * (record_bb_counts), which follow the entries of the method's line table. Ours, since 0.2. */
typedef struct qprof_BranchInfo {
    int line_number;
    int first_block;
    int outcomes;
} qprof_BranchInfo;

/* Method flags, or-ed together. BLOCKS and WAITS: time in the method itself counts as blocked or as waiting. LOADS: the
 * method runs when its source file is loaded, so what it ran counts for each context that runs code of this file (see
 * qprof_context; ours, since 0.2). TYPE: this is no method of the program, but stands for a type of objects that
 * methods allocate (see qprof_record_allocation; ours, since 0.2). */
#define QPROF_METHOD_FLAGS_NONE   0
#define QPROF_METHOD_FLAGS_BLOCKS 1
#define QPROF_METHOD_FLAGS_WAITS  2
#define QPROF_METHOD_FLAGS_LOADS  4
#define QPROF_METHOD_FLAGS_TYPE   8

/* Predefined methods, known without registration. They have no stack id; verify_fn_exit pops them. */
#define qprof_Start            0xfffffffeUL
#define qprof_ClassLoader      0xfffffffdUL
#define qprof_GarbageCollector 0xfffffffcUL
#define qprof_JITCompiler      0xfffffffbUL

/* Results of initialize. QII does not define these values; they are ours. Each failure also prints one line on stderr.
 */
#define QPROF_REPORT_BLOCKS 1    /* started; the client should report basic blocks */
#define QPROF_METHODS_ONLY  2    /* started; the user wants method level only */
#define QPROF_ERR_INFO      (-1) /* qprof_init_info is NULL */
#define QPROF_ERR_VERSION   (-2) /* a version other than 0 */
#define QPROF_ERR_RUNNING   (-3) /* already initialized; nothing was changed */
#define QPROF_ERR_FILE      (-4) /* the data file cannot be created */
#define QPROF_ERR_MEMORY    (-5) /* no memory or address space */

/* Reasons why a virtual thread leaves its carrier; they determine how its time counts until it is resumed. Ours, since
 * 0.2. */
#define QPROF_REASON_RUNNABLE 0
#define QPROF_REASON_BLOCKED  1
#define QPROF_REASON_WAITING  2
#define QPROF_REASON_RESUMES  3 /* resumed another thread, and continues when that thread yields; counts as blocked */

/* ---- life cycle ----------------------------------------------------------------------------------- */

/* Start a run: read the options, create the data file, begin to record. Options come from initial_options, then from
 * QPROF_OPTIONS (libqprof) or CPROF_OPTIONS (libcprof), which override them; doc/options.md lists the options. An
 * unknown option is reported in one line. After a shutdown, initialize starts a new run with a new file; methods
 * registered before stay registered. Return QPROF_REPORT_BLOCKS or QPROF_METHODS_ONLY, else a QPROF_ERR code. */
int _EXT_REF qprof_initialize(const char *initial_options, void (*callback_get_method_info)(qprof_MethodID));
int _EXT_REF qprof_initialize_ex(qprof_InitInfo *qprof_init_info);

/* End the run: complete the data file, print the summary on stderr or to the log file. Later events are ignored. A
 * process that exits without this call still gets its result. Safe to call twice and from two threads. The _vt form is
 * for runs with virtual threads; virtual_thread_id names the calling virtual thread. */
void _EXT_REF qprof_shutdown(void);
void _EXT_REF qprof_shutdown_vt(VthreadID virtual_thread_id);

/* Set the callback for methods that are not registered yet, and the `user` pointer passed to it. It replaces the
 * callback given to initialize, from now on and in later runs too. With NULL, the callback given to initialize is
 * called again. Any thread may call this, even before initialize, while the library records, or in the callback.
 *
 * Another thread may be about to call the old callback: keep what its `user` points to until that thread's entry has
 * returned. A process has one callback, so a second interpreter's callback replaces the callback of the first
 * interpreter. The new callback is not called for ids for which the old callback was called, even if the old callback
 * did not register them. This is a separate function because a larger qprof_InitInfo would need another version, and
 * QII only has version 0.
 *
 * Ours, since 0.2. Return 0, or -1 if out of memory, with nothing changed. */
int _EXT_REF qprof_set_method_callback(void (*callback)(qprof_MethodID method_id, void *user), void *user);

/* From now on, write messages and summaries that are caused by calls of this thread to this file descriptor; 0 = stderr
 * again. This is for a client that starts or ends a run on behalf of another process. Ours, since 0.2. Cost: a call. */
void _EXT_REF qprof_redirect_messages(int descriptor);

/* Return the value of an option. In its name, case, '-' and '_' do not matter. A text option returns a const char *,
 * valid until the next initialize. A number or a bool is returned as the value itself, cast to void *. For an unknown
 * name the result is NULL, which cannot be distinguished from the number 0. */
void *_EXT_REF qprof_get_option(const char *optionName);

/* ---- threads -------------------------------------------------------------------------------------- */

/* Announce the calling thread, or a virtual thread. Threads that are not announced are recorded as well. If another
 * virtual thread is current on this system thread, the _vt form makes it the parent. id is for people only: the number
 * by which the program knows the thread, shown by qii threads and in exports. It need not be unique, and may be 0.
 * Events name a virtual thread by virtual_thread_id, which must be unique while it lives. */
void _EXT_REF qprof_thread_create(qprof_ThreadID id);
void _EXT_REF qprof_thread_create_vt(qprof_ThreadID id, VthreadID virtual_thread_id);

/* End a thread: its open frames are closed, and its id may be reused for a new thread. A virtual thread leaves its
 * system thread first: switch or suspend, then destroy. If a virtual thread is destroyed while it runs, control returns
 * to the virtual thread that resumed it (QPROF_REASON_RESUMES), if that one still waits. Otherwise the system thread
 * itself runs until the client reports something else. A client that switches to a virtual thread for another reason
 * and destroys it while it runs must report by a resume which virtual thread runs next. Otherwise the next event of the
 * virtual thread that was left is counted as bad-vthread, and the virtual thread's time until that event is not running
 * time. */
void _EXT_REF qprof_thread_destroy(qprof_ThreadID id);
void _EXT_REF qprof_thread_destroy_vt(VthreadID virtual_thread_id);

/* Name the calling thread, or in a run with virtual threads the virtual thread last seen on it. A thread may be
 * renamed at any time. The _vt form is ours. A virtual thread belongs to the group of its name and creation place, and
 * joins this group at its first entry. If it is renamed, it joins the group of its new name: now if it runs on the
 * calling thread, otherwise at its next resume. Its data so far stays with the old group. */
void _EXT_REF qprof_set_thread_name(const char *new_name);
void _EXT_REF qprof_set_thread_name_vt(const char *new_name, VthreadID virtual_thread_id);

/* suspend reports that a virtual thread leaves its system thread; resume reports that it runs again, on the calling
 * system thread. The time from suspend to resume is not execution time: with the reason BLOCKED or WAITING, the method
 * on top of the virtual thread's stack was blocked or waiting. A new virtual thread is runnable. If it is suspended at
 * once, for WAITING, it waits until its first resume, as a generator does until its first value is requested. Ours,
 * since 0.2. Cost: about 0.8 R each. */
void _EXT_REF qprof_vthread_suspend(VthreadID virtual_thread_id, int reason);
void _EXT_REF qprof_vthread_resume(VthreadID virtual_thread_id);

/* Suspend one virtual thread and resume another, in one call and at one tick: `from` leaves the calling system thread
 * for `reason`, and `to` runs there from now on. Ours, since 0.2. Cost: about 0.9 R. */
void _EXT_REF qprof_vthread_switch(VthreadID from, int reason, VthreadID to);

/* Report that the calling thread made a suspended virtual thread ready: the waker is the virtual thread that runs on
 * the calling thread, or, if none runs there, the calling thread's scheduler. From then until its resume the virtual
 * thread is runnable, not blocked or waiting, and its waker is recorded. Only the first of several calls counts; a call
 * for a virtual thread that runs or is already runnable does nothing. Any thread may call it, even one that runs no
 * virtual threads. Ours, since 0.2. Cost: a look-up and a clock read. */
void _EXT_REF qprof_vthread_wake(VthreadID virtual_thread_id);

/* As qprof_vthread_wake, for a virtual thread that has been runnable for `nanoseconds` already: its timer had expired,
 * for example, while the scheduler was busy. Time before its suspension does not count. The event log has the wake-up
 * at the time of the call. Ours, since 0.2. Cost: about 150 ns. */
void _EXT_REF qprof_vthread_wake_since(VthreadID virtual_thread_id, uint64_t nanoseconds);

/* ---- definitions (cold; counters in place of events: qprof_counters.h) ---------------------------- */

/* Register a method. class_name and source_file may be NULL, and so may the line table, which then has 0 entries. A
 * NULL name is counted as a misuse, and the method is shown by its number. If the client reports blocks, the table has
 * one entry per block. Registering an id again with the same content has no effect. With other content, a misuse is
 * counted and the first registration stays. */
void _EXT_REF qprof_register_method_id(qprof_MethodID id, const char *demangled_name, const char *class_name, int flags,
                                       const char *source_file, const qprof_LineInfo *line_number_table,
                                       int line_number_size);
void _EXT_REF qprof_register_method_id_vt(qprof_MethodID id, const char *demangled_name, const char *class_name,
                                          int flags, const char *source_file, const qprof_LineInfo *line_number_table,
                                          int line_number_size, VthreadID virtual_thread_id);

/* Retire a method that no longer exists, such as a garbage-collected function. Its id is unknown from now on, and
 * may be registered again for another function, which is another method. Counts and open frames of the old method stay
 * with it, and current_method_id still returns its id for these frames. A thread that enters the id before it is
 * registered again enters an unknown method, for which the callback is called anew. There is no _vt form: a method
 * belongs to no thread.
 *
 * If a method is registered, under the same id or another, with the name, class, flags, file and lines of a retired
 * method, it is the retired method again: the retired method's counts, frames, branches and block counters then belong
 * to the new id. So an interpreter that loads the same text repeatedly has one function, and needs no more space. A
 * registration makes a separate method instead if its branches differ, if it has no name, or if its id was entered
 * before it was registered.
 *
 * Ours, since 0.2. Cost: the events of all threads wait for some microseconds, and wait again when the same method is
 * registered. At the first retirement of a run they wait until all call paths so far were visited, which takes 20 ms
 * for a million call paths. If a garbage collection retires 10,000 methods in a row, the retirements take 0.07 s if no
 * other thread records. If four threads record without pause on two processors, they take 0.1 s (0.3 s beside other
 * work), and these threads record 10 to 45 % of their usual events in that time. Any thread may call this, also in the
 * callback, but not inside an event. Return 0, or -1 if the method is not registered, which is counted. */
int _EXT_REF qprof_retire_method_id(qprof_MethodID id);

/* Register a source file's contents at load time: its hash is kept, so that a later change of the file is noticed. For
 * a real file, text may be NULL: the file is read and hashed. Text that has no file, such as a chunk compiled from a
 * string, is passed in text and kept. Ours, since 0.2. Return 0, or -1 for a NULL file name. */
int _EXT_REF qprof_register_source(const char *file, const char *text, size_t size);

/* Register the branches of a registered method, once, before it is first entered. Ours, since 0.2. Return 0, or -1 if
 * the method is unknown, or a range is invalid or overlaps entries of the line table. */
int _EXT_REF qprof_register_branches(qprof_MethodID id, const qprof_BranchInfo *branches, int count);

/* Register the lines to which the outcomes of a method's branches lead, after register_branches: one line per outcome,
 * all outcomes of a branch after those of the branches before it. 0 stands for an unknown line, and -LINE for the exit
 * from code that begins on LINE. Ours, since 0.2. Return 0, or -1 if the method is unknown, has other targets, or has
 * another number of outcomes. */
int _EXT_REF qprof_register_branch_targets(qprof_MethodID id, const int *lines, int count);

/* Exclude the lines first..last (counted from 1) of a file from coverage totals, with the reason shown in the report
 * (may be NULL). An exclusion with the same arguments is recorded once. Ours, since 0.2. Return 0, or -1 for bad
 * arguments. */
int _EXT_REF qprof_exclude_lines(const char *file, int first, int last, const char *reason);

/* Report that a method, or a whole class, cannot be recorded, so that its time is charged to its callers. `reason`
 * explains why. Every report shows the number of such methods and classes, with the name and reason of the first. The
 * first 100 are annotations of the run (qprof_add_annotation); qii info lists these annotations. Both texts are for
 * people. Ours, since 0.2. Return 0, or -1 for NULL. */
int _EXT_REF qprof_exclude_method(const char *name, const char *reason);

/* ---- events (hot) --------------------------------------------------------------------------------- */

/* Enter a method. stack_id stands for its frame, and exits name it. If the method id is not registered,
 * callback_get_method_info is called, with no lock held. It is called once for each id, even if it does not register
 * the id, and again only after the id was registered and retired. If a signal handler records the entry, the callback
 * runs in that handler, where it may not register anything. An entry with the stack id of the frame on top is a tail
 * call and replaces that frame. Cost: entry and exit together at most 1.1 R; libcprof 0.35 R; while recording is off, a
 * call and one branch. */
void _EXT_REF qprof_record_fn_entry(qprof_MethodID method_id, qprof_StackID stack_id);
void _EXT_REF qprof_record_fn_entry_vt(qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id);

/* Return to the frame with this stack id: frames are popped until this frame is on top. One call may pop many frames
 * (exceptions), or none if the frame is on top already. If only the bottom frame is left, any id pops it, even 0. If no
 * frame has the id, all frames are popped. This is counted as a misuse if there was more than one frame and the id is
 * not 0. */
void _EXT_REF qprof_record_fn_exit(qprof_StackID stack_id);
void _EXT_REF qprof_record_fn_exit_vt(qprof_StackID stack_id, VthreadID virtual_thread_id);

/* Enter and leave a method without a stack id, for a client whose compiled code has none: the library numbers the
 * frames. These calls act on the virtual thread that was resumed on the calling thread, else on the thread itself.
 * qprof_follow_method enters as well, but counts no call: a generator is resumed, for example, whose call was counted
 * when it began. qprof_leave_method pops the newest frame of the method and the frames above it, as an error does; if
 * the method has no frame, a misuse is counted and nothing else happens. qprof_return_to_method reports that control is
 * in the newest frame of the method again, as in a handler that caught an error: the frames above this frame are
 * popped, and nothing happens if it is on top.
 *
 * These calls can be combined with all other calls, with two exceptions: an entry with a stack id is never a tail call
 * that replaces a frame without a stack id, and an exit cannot name such a frame. Ours, since 0.2. Cost: as the entry
 * and exit above; qprof_return_to_method about 50 ns. */
void _EXT_REF qprof_enter_method(qprof_MethodID method_id);
void _EXT_REF qprof_follow_method(qprof_MethodID method_id);
void _EXT_REF qprof_leave_method(qprof_MethodID method_id);
void _EXT_REF qprof_return_to_method(qprof_MethodID method_id);

/* Enter and leave a compiled function, for code that its compiler has instrumented. These calls act as the ones above,
 * but the frame also has its address on the machine stack, which identifies the functions that a jump leaves. `stack`
 * is the stack pointer at the call of the hook, or an address at the same distance from it in all hooks; `code` is the
 * hook's return address, by which functions that were inlined into each other differ.
 *
 * qprof_leave_function pops the newest frame of the function and the functions above it. Frames above it that other
 * calls entered (tasks, regions) stay open; their call and their later time are attributed to the caller.
 * qprof_leave_method likewise leaves functions open. So a constructor may begin a task that its destructor ends. Both
 * take a frame of the other kind if the method has no other. All other calls that pop frames make no difference between
 * functions and others. Frames with stack ids whose highest five bits are 01000 count as functions.
 *
 * qprof_unwind reports a longjmp or a caught exception: functions end from the top down while they were entered with a
 * stack address from `from` up, below `to`. `to` is the stack pointer at the target, and `from` that of the caller,
 * both at the same distance as `stack`. If `from` is the end of the target's stack and thus above `to`, functions on
 * other stacks end as well, as after a jump out of a signal handler. If the handler interrupted qprof_enter_function or
 * qprof_leave_function and does not return to it, the thread's later events are recorded; without this call they would
 * be dropped as nested events.
 *
 * Ours, since 0.2. Cost: as the entry and exit above; qprof_unwind about 100 ns and 2 ns for each function that it
 * ends. */
void _EXT_REF qprof_enter_function(qprof_MethodID method_id, const void *stack, const void *code);
void _EXT_REF qprof_leave_function(qprof_MethodID method_id);
void _EXT_REF qprof_unwind(const void *from, const void *to);

/* Enter a registered method whose call began `nanoseconds` ago, for example a wait for a lock that the client detects
 * only when it ends. The time since then is the method's, but the call begins not before the thread's last event or
 * definition. On the CPU clock, and in a run without virtual threads, it begins now. Leave the method by
 * qprof_leave_method. Ours, since 0.2. Cost: about 150 ns. */
void _EXT_REF qprof_enter_method_since(qprof_MethodID method_id, uint64_t nanoseconds);

/* Push a frame that was open before recording started, or that the interpreter discovers late: like an entry, but no
 * call is counted. The method must be registered. Ours, since 0.2. */
void _EXT_REF qprof_follow_fn_entry(qprof_MethodID method_id, qprof_StackID stack_id);
void _EXT_REF qprof_follow_fn_entry_vt(qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id);

/* If the frame on top is of this method, pop this frame; otherwise count a misuse. This function is meant for the
 * predefined methods, which have no stack id. Signature ours, the _vt form ours. */
void _EXT_REF qprof_verify_fn_exit(qprof_MethodID method_id);
void _EXT_REF qprof_verify_fn_exit_vt(qprof_MethodID method_id, VthreadID virtual_thread_id);

/* Return the method on top of the shadow stack, 0 if it is empty. The first form acts on the virtual thread last seen
 * on the calling thread, else on the thread itself. */
qprof_MethodID _EXT_REF qprof_current_method_id(void);
qprof_MethodID _EXT_REF qprof_current_method_id_vt(VthreadID virtual_thread_id);

/* Write the methods of the open frames, outermost first, `size` of them at most (0 with NULL). The frames are those of
 * the calling thread, or of the virtual thread that was resumed on it. A client that forks reports them again in the
 * child. Ours, since 0.2. Return the number of open frames, which may be more than `size`; 0 if nothing records. */
int _EXT_REF qprof_open_methods(qprof_MethodID *methods, int size);

/* Add arg cycles to the method on top. From now on this method's cost is counted in cycles, and its clock time becomes
 * "uncounted". */
void _EXT_REF qprof_record_counts(qprof_Counts arg);
void _EXT_REF qprof_record_counts_vt(qprof_Counts arg, VthreadID virtual_thread_id);

/* Count block bb_num (an index into the line table of the method on top), which ran arg times. The _vt form is ours.
 * Cost: at most 0.12 R. */
void _EXT_REF qprof_record_bb_counts(int bb_num, qprof_Counts arg);
void _EXT_REF qprof_record_bb_counts_vt(int bb_num, qprof_Counts arg, VthreadID virtual_thread_id);

/* Record that block bb_num of the method on top ran arg times, and charge the time since the thread's last event to
 * this block. This single call gives both counts and times of lines, and has the same meaning in both libraries
 * (libcprof has no times). With arg 0 it charges only the time.
 *
 * Exact results need two calls: qprof_record_bb_counts where a block begins, and qprof_record_bb with arg 0 where the
 * block ends, or stops for a call, an error or a switch. With arg 1 at the end of a block, one call does both, but a
 * block left by an error, or by a fiber that is never resumed, is not counted. doc/embedding.md has the recipe. Ours,
 * since 0.2. Cost: at most 0.6 R; libcprof 0.12 R. */
void _EXT_REF qprof_record_bb(int bb_num, qprof_Counts arg);
void _EXT_REF qprof_record_bb_vt(int bb_num, qprof_Counts arg, VthreadID virtual_thread_id);

/* Charge the time since the thread's last event to block bb_num of the method on top. libcprof counts the block
 * instead, so libcprof counts a block twice that is also passed to qprof_record_bb_counts. Cost: at most 0.55 R. */
void _EXT_REF qprof_record_bb_time(int bb_num);
void _EXT_REF qprof_record_bb_time_vt(int bb_num, VthreadID virtual_thread_id);

/* Count the code at pc_offset of a method once, for the line that its line table gives. pc is ignored. The code is
 * counted for the method that has the id now, even if a frame of a retired method with the same id is still open.
 * Signature ours, the _vt form ours. */
void _EXT_REF qprof_execute_byte_code(qprof_MethodID method_id, const char *pc, int pc_offset);
void _EXT_REF qprof_execute_byte_code_vt(qprof_MethodID method_id, const char *pc, int pc_offset,
                                         VthreadID virtual_thread_id);

/* Count a monitor acquired or released by the method on top. Signatures ours, the _vt forms ours. */
void _EXT_REF qprof_record_monitor_acquired(void);
void _EXT_REF qprof_record_monitor_acquired_vt(VthreadID virtual_thread_id);
void _EXT_REF qprof_record_monitor_released(void);
void _EXT_REF qprof_record_monitor_released_vt(VthreadID virtual_thread_id);

/* ---- allocations (ours, since 0.2) ---------------------------------------------------------------- */

/* Record that the method on top allocated `objects` objects of `bytes` bytes in total; 0 objects = an object grew.
 * Releases are not reported: reports show how much each method allocated. Without a method on the stack, the memory
 * counts as allocated outside of methods. The first form acts on the virtual thread that was resumed on the calling
 * thread, else on the thread itself. libcprof ignores these calls.
 *
 * type is a method registered with QPROF_METHOD_FLAGS_TYPE: reports show the allocation in its row, as a callee of the
 * method on top that has neither calls nor time. 0 = in the row of the method itself. bb_num is the block of the method
 * on top (an index into its line table) that allocated, for reports of lines; -1 = block unknown.
 *
 * An allocator may call this from anywhere, also in signal handlers: an allocation inside an event or definition of its
 * own thread is the library's, and is ignored without a misuse. The first event of a thread may allocate, so an
 * allocator must not hold a lock during this call that it would take again.
 *
 * qprof_get_option("alloc") is "no", "exact" or "sample" as the user chose. With "exact" a client reports each
 * allocation. With "sample" it reports some of them, each as the bytes and objects for which it stands; then the number
 * of these calls is the number of samples, and reports show shares with their 95 % intervals. Ours, since 0.2. Cost:
 * about 0.4 R, with a type or a block 0.6 R; no clock is read. */
void _EXT_REF qprof_record_allocation(qprof_MethodID type, size_t bytes, qprof_Counts objects, int bb_num);
void _EXT_REF qprof_record_allocation_vt(qprof_MethodID type, size_t bytes, qprof_Counts objects, int bb_num,
                                         VthreadID virtual_thread_id);

/* ---- samples (ours, since 0.2; of other threads: qprof_stacks.h) ---------------------------------- */

/* Record a sample, in a run with the option -sample: the virtual thread, or what runs on the calling thread, was found
 * in the method on top of its stack, in its block bb_num; -1 = block unknown. Such a run counts samples instead of
 * calls and blocks; only the counters of qprof_block_counters count calls and blocks, beside the samples. Time advances
 * only at samples: all time since the previous sample is charged to the method and its block. Events in between happen
 * at the time of the last sample. The client restores the stack with entries, exits and switches, which count and time
 * nothing, and then records the sample. qprof_get_option("sample") is the number of samples per second that the user
 * wants, 0 = report every call. In a run without the option a sample is counted as a misuse. Ours, since 0.2. Cost: a
 * few R. */
void _EXT_REF qprof_record_sample(int bb_num);
void _EXT_REF qprof_record_sample_vt(int bb_num, VthreadID virtual_thread_id);

/* Begin a sample: call this when a sample is due, before the client finds out which method runs. The time from here
 * to the calling thread's next qprof_record_sample is charged to the recorder, and to no method. Without this call,
 * this time is charged to the sampled method. Ours, since 0.2. Cost: a few R. */
void _EXT_REF qprof_begin_sample(void);

/* ---- overhead of recording (ours, since 0.2) ------------------------------------------------------ */

/* Measure what a call costs that this client reports, and subtract it from the times of this run instead of the
 * library's own estimate, which is that of compiled code. This is for a client whose calls reach the library through an
 * interpreter's foreign functions. `play` makes `count` calls of a short function of the client: if method_id is 0, it
 * reports nothing, else it reports each of these calls by qprof_enter_method(method_id) and
 * qprof_leave_method(method_id) on the calling thread. `more` is by how much a reported call may
 * cost more in a program than in `play`, as a fraction of its cost: with 0.5, a call is taken to cost 1.25 times the
 * measured cost, give or take 0.25.
 *
 * `play` is called about 30 times. What it reports is not recorded. A client with a just-in-time compiler calls
 * qprof_calibrate several times, since the last result counts. Meanwhile the library is locked: `play` must not wait
 * for a thread that may be in a function which starts, stops, pauses or saves the run, or begins a phase. A signal
 * handler may not call this. Ours, since 0.2. Return 0, or -1 if the calling thread records nothing, or if the run has
 * no times that can be compensated, as with -sample. */
typedef void qprof_Play(qprof_MethodID method_id, int count, void *user);
int _EXT_REF qprof_calibrate(qprof_Play *play, double more, void *user);

/* Find methods whose calls take less time than their recording. Call this from time to time. From then on do not report
 * the methods in `methods`, but only count their calls (qprof_block_counters): their time is then their callers', and
 * reports mark them as throttled. Methods are found if, since the previous qprof_throttle, recording slowed the program
 * down by more than the factor -overhead (2.0 by default). The method whose recording exceeds its share by the most
 * time comes first; the search ends when the rest costs at most three quarters of what the factor allows. Methods that
 * wait or block are never found. The cost of a call is that of qprof_calibrate.
 *
 * Any thread may call this, but no signal handler. Cost: a lock and 10 ns for each call path. Ours, since 0.2. Return
 * the number of methods stored in `methods`, at most `size`; 0 if there are none, nothing records, -overhead is 0, or
 * in libcprof. */
int _EXT_REF qprof_throttle(qprof_MethodID *methods, int size);

/* Begin and end a section in which the calling thread works for the recording, not for the program: a binding rewrites
 * code, for example. The time of the section is charged to the recorder and to no method, like the time of the callback
 * and of definitions. Events may occur inside the section. Pass the result of begin to end, so pairs may nest. Before
 * this thread's first event, and in libcprof, there is no time to charge and nothing happens. The thread stays in its
 * virtual thread until the end. Ours, since 0.2. Each call costs a clock read. */
int _EXT_REF qprof_begin_overhead(void);
void _EXT_REF qprof_end_overhead(int begun);

/* ---- contexts (ours, since 0.2) ------------------------------------------------------------------- */

/* A context is a test, a request, a tenant or whatever else the client names, for which reports show counts and times
 * separately. qprof_context sets the context of what runs on the calling thread: the virtual thread that was resumed on
 * it, else the thread itself. NULL or "" stands for no context, which new system threads have. qprof_context_vt sets
 * the context of a virtual thread, which keeps it through switches; a virtual thread that is created gets the context
 * of its creator. Setting the same name again continues the same context.
 *
 * Counts of qprof_block_counters have no thread. They belong to the contexts that the process's threads had when they
 * were counted: these counts are exact if that is one context, else the code may have run in any of them. So a client
 * with such counters that switches between virtual threads of different contexts calls qprof_return_to_context at each
 * switch.
 *
 * qprof_context_load sets the context "load of this source file", in which a client may load a file. What runs in it
 * counts for each context that runs code of this file, or that loads the file.
 * qprof_return_to_context sets a context by its number, as returned by these functions; 0 stands for no context.
 * qprof_context_within says that what runs in the context `outer`, such as the set-up of a group of tests, counts for
 * the context `name`, too.
 *
 * The functions return the number of the context before, or -1 if nothing records, if the arguments are wrong, or in a
 * signal handler that interrupted an event; qprof_context_within returns 0 or -1. A run has at most 65,534 contexts;
 * further ones share one, and are counted as lost. Cost: an event within a context costs the same as without. A change
 * costs a few R, and moves the open frames (about 20 ns each); with qprof_block_counters, also about 1 ns for each
 * counter of the process. */
int _EXT_REF qprof_context(const char *name);
int _EXT_REF qprof_context_vt(const char *name, VthreadID virtual_thread_id);
int _EXT_REF qprof_context_load(const char *source_file);
int _EXT_REF qprof_return_to_context(int number);
int _EXT_REF qprof_context_within(const char *name, const char *outer);

/* ---- control (signatures ours) --------------------------------------------------------------------- */

/* Return non-zero between initialize and shutdown. */
int _EXT_REF qprof_is_running(void);

/* Return non-zero while events are counted. */
int _EXT_REF qprof_is_recording_data(void);

/* Resume or pause recording: stop begins a pause, start ends the pause, and disable begins a pause that lasts until the
 * run ends. While paused, entries and exits still update the stacks, and nothing is timed or counted. Return non-zero
 * if done. */
int _EXT_REF qprof_start_recording_data(void);
int _EXT_REF qprof_stop_recording_data(void);
int _EXT_REF qprof_disable_recording_data(void);

/* Discard all counts so far; open frames stay open. Return non-zero if done. */
int _EXT_REF qprof_clear_data(void);

/* Write a copy of the current data file, under the next free name of the pattern. Return non-zero if done. */
int _EXT_REF qprof_save_data(void);

/* Write the path of the running recording's data file and a null byte to `path`, which has `size` bytes. The file can
 * be read now. If it will be copied to another place at the end (-record-in), this is its place until then. A relative
 * path refers to the working directory at the start. Ours, since 0.2. Return the length of the path; 0 if nothing
 * records into a file, or if the path does not fit. */
int _EXT_REF qprof_data_file(char *path, size_t size);

/* Start a phase; reports can show each phase separately. The second form names it (ours). Return non-zero if done. */
int _EXT_REF qprof_new_phase(void);
int _EXT_REF qprof_new_phase_named(const char *name);

/* Add a comment with its time to the data. Return its length, 0 on failure. */
int _EXT_REF qprof_add_annotation(const char *text);

/* Raise SIGTRAP at events of the method whose id is in event_data. flags selects entries, exits and blocks, or-ed
 * together; 0 disables. */
#define QPROF_BREAK_ENTRY 1
#define QPROF_BREAK_EXIT  2
#define QPROF_BREAK_BLOCK 4
void _EXT_REF qprof_set_break_on_event(unsigned long flags, void *event_data);

#ifdef __cplusplus
}
#endif

#endif
