#include "tools/commands/shared/search_page.h"

#include <fmt/format.h>

#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

void print_tsv(const ShownPage& page) {
    for (const ShownResult& result : page.results) {
        const CollapsedItem& item = result.item;
        fmt::print("{}\t{}\t{:.6f}\t{}\t{}\t{}", item.did, tsv_field(result.id), item.weight,
                   item.percent, tsv_field(item.key), item.size);
        for (const ShownMember& member : result.members)
            fmt::print("\t{}", tsv_field(member.id));
        fmt::print("\n");
    }
}

void print_members(const std::vector<ShownMember>& members, std::size_t of) {
    for (const ShownMember& member : members)
        fmt::print("         {}\n", one_line(member.id, 200));
    if (!members.empty() && of > members.size())
        fmt::print("         … and {} more\n", grouped_digits(of - members.size()));
}

void print_text(const ShownPage& page) {
    fmt::print("{} match", counted(page.matches, "document"));
    if (page.is_collapsed) fmt::print(", {} after collapsing", counted(page.groups, "result"));
    fmt::print("\n");
    Xapian::doccount rank = page.start;
    for (const ShownResult& result : page.results) {
        fmt::print("\n{:3}. {}  [{}%]\n", ++rank, one_line(result.id, 200), result.item.percent);
        if (!result.summary.empty()) fmt::print("     {}\n", result.summary);
        if (result.group) {
            print_members(result.group->documents, result.group->matches);
        } else if (page.shows_expanded) {
            if (result.expanded && result.expanded->matches > 0) {
                fmt::print("     + {} more that match\n", grouped_digits(result.expanded->matches));
                print_members(result.expanded->documents, result.expanded->matches);
            }
        } else if (result.item.size > 1) {
            fmt::print("     + {} more like this\n", grouped_digits(result.item.size - 1));
            print_members(result.members, result.item.size - 1);
        }
    }
    for (const auto& [name, type, counts] : page.facets) {
        fmt::print("\n{}:\n", name);
        for (const FacetCount& count : counts.values) {
            const std::string value = plain_text(json_of(count.value, type));
            fmt::print("  {:>7}  {}\n", grouped_digits(count.count), one_line(value, 200));
        }
        if (counts.missing > 0) fmt::print("  {:>7}  (no value)\n", grouped_digits(counts.missing));
    }
}

}  // namespace

void print_page(const ShownPage& page, OutputFormat format) {
    if (format == OutputFormat::JSON) return fmt::print("{}\n", json_text(json_of(page)));
    if (format == OutputFormat::TSV) return print_tsv(page);
    return print_text(page);
}

}  // namespace descry
