/** @file group_import.h
 *  @brief Imports groups made outside the index, and writes prepared files for grouping there.
 */
#ifndef DESCRY_JOBS_GROUP_IMPORT_H
#define DESCRY_JOBS_GROUP_IMPORT_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/jobs/annotator.h>
#include <descry/prepared/prepared_writer.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/stored_format.h>

namespace descry {

struct NamedGroup {
    struct Member {
        std::string id;
        DistanceMillionths distance = 0;
        /// Content when it was grouped (DocumentKeys::content_hash); nullopt: unknown.
        std::optional<std::uint64_t> content_hash = std::nullopt;
    };
    std::string key;
    /// The head is first.
    std::vector<Member> members;
    /// Line of the input, for messages; 0: none.
    std::uint64_t line = 0;
};

struct NamedGroups {
    /// Of the model that made them; empty if there are no groups.
    std::string model_id;
    std::vector<NamedGroup> groups;
};

struct SkippedMember {
    std::uint64_t line = 0;
    std::string id;
    std::string reason;
};

struct GroupImportReport {
    AnnotateReport values;
    /// Groups with documents in the index, and the number of these documents.
    std::uint64_t groups = 0;
    std::uint64_t documents = 0;
    /// Grouped documents that are not in this index.
    std::uint64_t elsewhere = 0;
    /// Documents of this index that changed since grouping, or are not near their head.
    std::vector<SkippedMember> skipped;
};

/// Updates the values of the documents to the model of the groups, as annotate() does, but writes
/// these groups. The model must be the index's current or pending one.
///
/// Every member is checked before anything is written. If its head is in this index, the two are
/// compared and the new distance is stored; otherwise head and member must have the content hashes
/// they had when grouped. Others are skipped. Cost: annotate(), and for each grouped document its
/// text and a comparison, some 200 microseconds.
/// @param shard gives the docids of documents without an id ("#12")
/// @exception Xapian::InvalidArgumentError the index has another model; a document or key is in two
///            groups; no document of the groups is in the index
/// @exception as annotate()
GroupImportReport import_groups(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                                const NamedGroups& groups, const ShardNumber& shard = {},
                                const AnnotateOptions& options = {});

/// Writes the documents of an index as a prepared file, in the model's order. Docids, and ids of
/// documents without one, count over all shards. Cost: all term lists and texts once, and
/// compute_keys().
/// @return documents written
/// @exception Xapian::InvalidArgumentError the model is for other terms than the index's
std::uint64_t prepare_index(const IndexCollection& index, const Schema& schema, const Model& model,
                            const ShardNumber& shard, const PreparedWriter::Sink& sink);

}  // namespace descry

#endif  // DESCRY_JOBS_GROUP_IMPORT_H
