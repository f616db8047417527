/** @file group_lines.h
 *  @brief Prints groups as JSON lines, for documents of any source.
 */
#ifndef DESCRY_TOOLS_OUTPUT_GROUP_LINES_H
#define DESCRY_TOOLS_OUTPUT_GROUP_LINES_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <descry/distance/bag_distance.h>
#include <descry/distance/canonical_text.h>
#include <descry/texts/grouped_texts.h>

namespace descry {

struct PrintedMember {
    /// nullopt: null
    std::optional<std::uint32_t> docid;
    std::string id;
    /// To the head; nullopt: null, if nothing is measured.
    std::optional<DistanceMillionths> distance;
    /// nullopt: not printed; the same for verified
    std::optional<std::string> title;
    std::optional<WordSource> verified;
    /// Printed as 16 hex digits, if the model is printed.
    std::optional<std::uint64_t> content_hash = std::nullopt;
    /// To the head; printed unless it is NEAR.
    Relation relation = Relation::NEAR;
};

/// Makes the line of one group, its head first.
class GroupLine {
  public:
    /// @param model id of the groups' model, printed with exact distances for reading again, or
    ///        empty
    GroupLine(std::string_view key, std::uint64_t size, std::string_view model = {});

    void add(const PrintedMember& member);

    std::string finish();

  private:
    bool is_exact_;
    bool is_first_ = true;
    std::string line_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_GROUP_LINES_H
