#include "export/protobuf.h"

struct into_put {
    ProtobufCBuffer base;
    struct qp_put *put;
};

static void append(ProtobufCBuffer *buffer, size_t size, const uint8_t *bytes)
{
    qp_put_bytes(((struct into_put *)buffer)->put, (const char *)bytes, size);
}

void qp_protobuf_put(struct qp_put *put, const ProtobufCMessage *message)
{
    struct into_put into = {{append}, put};
    protobuf_c_message_pack_to_buffer(message, &into.base);
}
