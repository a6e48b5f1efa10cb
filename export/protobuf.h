/* protobuf.h - messages of protobuf-c into what is put. */
#ifndef QP_EXPORT_PROTOBUF_H
#define QP_EXPORT_PROTOBUF_H

#include "export/put.h"

#include <protobuf-c/protobuf-c.h>

/* Messages that are put one after the other are one message, with the fields of all. So a message that is too large
 * for memory is put part by part. Texts must be UTF-8. */
void qp_protobuf_put(struct qp_put *put, const ProtobufCMessage *message);

#endif
