/** @file openapi.h
 *  @brief The description of /v1/ returned by the service (openapi.json).
 */
#ifndef DESCRY_TOOLS_SERVICE_OPENAPI_H
#define DESCRY_TOOLS_SERVICE_OPENAPI_H

namespace descry {

extern const char* const OPENAPI;

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_OPENAPI_H
