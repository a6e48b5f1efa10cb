/* xml.h - what formats in XML are put together from. */
#ifndef QP_EXPORT_XML_H
#define QP_EXPORT_XML_H

#include "export/put.h"

#include "profile/query/quality.h"

/* An attribute and a space behind it; name may have what stands before it, as in "<line number". */
void qp_xml_text(struct qp_put *put, const char *name, struct qp_text text);
void qp_xml_number(struct qp_put *put, const char *name, uint64_t number);

/* What is to be known of the data, as comments. */
void qp_xml_notes(struct qp_put *put, const struct qp_quality *quality);

#endif
