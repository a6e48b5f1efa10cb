/* call_site.h - functions that record events with a given call site, for wrappers that the program calls instead of
 * VT.h.
 *
 * A function of VT.h, or its Fortran form, passes its own return address as `call_site`. `function` is the name shown
 * in diagnostics. Each function here returns what the function of VT.h returns. */
#pragma once

#include "core/log/note.h"

#include <stdint.h>

#define VT_CALL_SITE __builtin_return_address(0)

/* Open or close a state. `how` is QP_STATE_ENTERED or QP_STATE_BEGUN. */
int vt_state_open(const char *function, uint32_t how, int handle, int location, const void *call_site);
int vt_state_close(const char *function, uint32_t how, int handle, int location, const void *call_site);

/* Do what VT_enterstate does. */
int vt_enterstate_open(const char *function, const char *name, int *handle, int *truncated, const void *call_site);

int vt_scope_begin(const char *function, int handle, int location, int *number, const void *call_site);
int vt_scope_end(const char *function, int handle, int number, int location, const void *call_site);

/* A message with its sender and its receiver. The process logs its own side of the message. */
struct vt_transfer {
    const char *function;
    int from;
    int to;
    int count;
    int tag;
    int communicator;
    double sent;
    int send_location;
    int receive_location;
    const void *call_site;
};

/* Log a message over a channel. `note` describes this process's side, QP_EVENT_SEND or QP_EVENT_RECEIVE; its field
 * `low` is the size of the message in bytes. */
int vt_message_log(const struct qp_note *note, const struct qp_channel *channel);
int vt_transfer_log(const struct vt_transfer *transfer);
int vt_comment_log(const char *function, const char *comment, const void *call_site);
