/* xml.h - building blocks of the XML formats. */
#pragma once

#include "export/put.h"

#include "profile/query/quality.h"

/* Write an attribute, followed by a space. `name` may begin with other text, as in "<line number". */
void qp_xml_text(struct qp_put *put, const char *name, struct qp_text text);
void qp_xml_number(struct qp_put *put, const char *name, uint64_t number);

/* Write the notes on data quality as XML comments. */
void qp_xml_notes(struct qp_put *put, const struct qp_quality *quality);
