/* protobuf.h - write protobuf-c messages to an exporter's output. */
#pragma once

#include "export/put.h"

#include <protobuf-c/protobuf-c.h>

/* Write a message. A message that is too large for memory can be written in parts, since readers take concatenated
 * messages for one message with the fields of all. Texts must be UTF-8. */
void qp_protobuf_put(struct qp_put *put, const ProtobufCMessage *message);
