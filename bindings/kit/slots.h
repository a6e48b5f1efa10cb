/* slots.h - samples on their way from signal handlers to the recorder thread.
 *
 * A handler takes a free slot, fills it and sends it. The recorder thread receives the slots in the order in which they
 * were taken and frees them. Any thread may take and send; only one may receive. All functions except kit_slots_begin
 * are async-signal-safe. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

#define KIT_SLOTS     512
#define KIT_SLOT_MOST 8000 /* addresses */
#define KIT_SLOT_ROWS 4

enum kit_slot_kind {
    KIT_SLOT_SAMPLE,
    KIT_SLOT_ALLOCATION,
    KIT_SLOT_WAIT,
    KIT_SLOT_THREAD_IS_NAMED, /* `addresses` has the name */
    KIT_SLOT_THREAD_ENDS,
    KIT_SLOT_VIRTUAL_THREAD_ENDS,
    KIT_SLOT_SAVE, /* the sender waits until all earlier slots are recorded */
    KIT_SLOT_STOP
};

/* Waits of one kind at one stack. */
struct kit_slot_wait {
    unsigned long rows[KIT_SLOT_ROWS]; /* methods that stand for the wait, callees of the stack's innermost method */
    int row_count;
    int reason; /* QPROF_REASON_* */
    unsigned waits;
    uint64_t nanoseconds;
};

struct kit_slot {
    enum kit_slot_kind kind;
    int count;      /* number of addresses, or what the sender puts here */
    bool lacks_top; /* the code on top of the stack is unknown, and the first address is its caller's */
    uint64_t order;
    void *thread;         /* struct of the sender (sampled.h) */
    void *virtual_thread; /* struct of the virtual thread that runs on the thread, or ends; NULL = none */
    uint64_t clock;       /* reading of the thread's clock in nanoseconds */
    unsigned long row;    /* of an allocation: method that stands for the object's type, 0 = none */
    uint64_t bytes;       /* of an allocation: bytes and objects for which the object stands */
    unsigned objects;
    struct kit_slot_wait wait;
    uint64_t addresses[KIT_SLOT_MOST]; /* innermost first; only the pages in use take memory */
};

/* Map the slots, unless they are mapped. Return false if there is no memory. */
bool kit_slots_begin(void);

/* Return a free slot, NULL if there is none. */
struct kit_slot *kit_slots_take(void);

/* Return a free slot; wait for one if there is none. Not for signal handlers. */
struct kit_slot *kit_slots_wait(void);

void kit_slots_send(struct kit_slot *slot);

/* Wait for a slot, and return the one that was taken first. */
struct kit_slot *kit_slots_receive(void);
void kit_slots_free(struct kit_slot *slot);

__END_DECLS
