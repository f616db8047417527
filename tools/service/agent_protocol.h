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

/// Answers messages one at a time until @a in ends: the tools search, similar, groups, explain and,
/// if decisions are accepted, decide, as under /v1/.
void serve_agents(Service& service, std::istream& in, std::ostream& out);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_AGENT_PROTOCOL_H
