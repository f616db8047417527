/** @file group_import.h
 *  @brief Groups that were made elsewhere, put into an index; and what is prepared of it for that.
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

/// A group by the ids of its documents.
struct NamedGroup {
    struct Member {
        std::string id;
        /// To the head.
        DistanceMillionths distance = 0;
        /// Of what it held when it was grouped (DocumentKeys::content_hash); nullopt: nobody knows.
        std::optional<std::uint64_t> content_hash = std::nullopt;
    };
    std::string key;
    /// The head first.
    std::vector<Member> members;
    /// Where it comes from, for messages; 0: nowhere.
    std::uint64_t line = 0;
};

/// All groups of documents, some or all of which are in an index.
struct NamedGroups {
    /// Of the model they were made with; empty where there is no group.
    std::string model_id;
    std::vector<NamedGroup> groups;
};

/// A member, or with its head a whole group, that did not come into the index.
struct LeftOutMember {
    std::uint64_t line = 0;
    std::string id;
    std::string reason;
};

/// What an import did.
struct GroupImportReport {
    AnnotateReport values;
    /// Groups of which a document is in the index, and these documents.
    std::uint64_t groups = 0;
    std::uint64_t documents = 0;
    /// Documents of the groups that are in no place of this index.
    std::uint64_t elsewhere = 0;
    /// Documents of this index that are not what was grouped, or not near their head.
    std::vector<LeftOutMember> left_out;
};

/// Brings the values of the documents up to date with the model of the groups, as annotate() does,
/// and writes these groups in place of those that it would make. The model is to be the index's
/// own, or the one that waits to be used.
///
/// The groups are not believed: where the head is in this index, each member is verified anew
/// against it, and gets the distance that is found; where it is elsewhere, head and member have to
/// be what was grouped, by their content hashes. Others are left out. All of this is done before
/// anything is written.
/// @param shard whose docids those of documents without an id ("#12") are
/// @exception Xapian::InvalidArgumentError the index has another model; a document, or a key, is in
///            two groups; a file of groups of which no document is in the index
/// @exception as annotate()
/// Cost: that of annotate(), and for each document of a group its text and a comparison, some 200
/// microseconds.
GroupImportReport import_groups(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                                const NamedGroups& groups, const ShardNumber& shard = {},
                                const AnnotateOptions& options = {});

/// Writes the documents of an index in the order that the model names. Docids, and the ids of
/// documents that have none, are those of all shards together.
/// @return documents written
/// @exception Xapian::InvalidArgumentError the model is of other terms than the index's
/// Cost: all term lists and texts once, and compute_keys().
std::uint64_t prepare_index(const IndexCollection& index, const Schema& schema, const Model& model,
                            const ShardNumber& shard, const PreparedWriter::Sink& sink);

}  // namespace descry

#endif  // DESCRY_JOBS_GROUP_IMPORT_H
