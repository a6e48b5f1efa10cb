/* protobuf.h - write protobuf-c messages to an exporter's output. */
#pragma once

#include "export/put.h"

#include <protobuf-c/protobuf-c.h>

/* Write a message. Concatenated messages are one message with the fields of all, so a message that is too large for
 * memory is written in parts. Texts must be UTF-8. */
void qp_protobuf_put(struct qp_put *put, const ProtobufCMessage *message);
