/** @file agent_protocol.h
 *  @brief The service for agents and editors: Model Context Protocol, one JSON-RPC message per
 *         line.
 *
 *  Supports revision 2026-07-28, in which each request names its version, and those from 2024-11-05
 *  to 2025-11-25, which begin with `initialize`.
 */
#ifndef DESCRY_TOOLS_SERVICE_AGENT_PROTOCOL_H
#define DESCRY_TOOLS_SERVICE_AGENT_PROTOCOL_H

#include <iosfwd>
#include <string>

#include "tools/service/service.h"

namespace descry {

/// Answers the messages of @a in on @a out until @a in ends, one at a time: the tools search,
/// similar, groups and explain, and decide if decisions are accepted, which correspond to the
/// addresses under /v1/.
void serve_agents(Service& service, std::istream& in, std::ostream& out);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_AGENT_PROTOCOL_H
