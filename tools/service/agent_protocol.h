/** @file agent_protocol.h
 *  @brief The service for agents and editors: Model Context Protocol, a message of JSON-RPC a line.
 *
 *  Its revision 2026-07-28, in which each request names its version, and those from 2024-11-05 to
 *  2025-11-25, which begin with `initialize`.
 */
#ifndef DESCRY_TOOLS_SERVICE_AGENT_PROTOCOL_H
#define DESCRY_TOOLS_SERVICE_AGENT_PROTOCOL_H

#include <iosfwd>
#include <string>

#include "tools/service/service.h"

namespace descry {

/// Answers the messages of @a in on @a out until @a in ends: the tools search, similar, groups and
/// explain, and decide where decisions are taken, which are the addresses of that name under /v1/.
/// One at a time.
void serve_agents(Service& service, std::istream& in, std::ostream& out);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_AGENT_PROTOCOL_H
