/** @file group_import.h
 *  @brief Groups that were made elsewhere, put into an index.
 */
#ifndef DESCRY_WRITING_GROUP_IMPORT_H
#define DESCRY_WRITING_GROUP_IMPORT_H

#include <cstdint>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/schema/shard_number.h>
#include <descry/writing/annotator.h>

namespace descry {

/// A group by the ids of its documents.
struct NamedGroup {
    struct Member {
        std::string id;
        /// To the head.
        DistanceMillionths distance = 0;
    };
    std::string key;
    /// The head first.
    std::vector<Member> members;
};

/// All groups of documents, some or all of which are in an index.
struct NamedGroups {
    /// Of the model they were made with; empty where there is no group.
    std::string model_id;
    std::vector<NamedGroup> groups;
};

/// What an import did.
struct GroupImportReport {
    AnnotateReport values;
    /// Groups of which a document is in the index, and these documents.
    std::uint64_t groups = 0;
    std::uint64_t documents = 0;
    /// Documents of the groups that are in no place of this index.
    std::uint64_t elsewhere = 0;
    /// Groups that were left out as their head's words are no longer those they were made of.
    std::uint64_t outdated = 0;
};

/// Brings the values of the documents up to date with the model of the groups, as annotate() does,
/// and writes these groups in place of those that it would make. The model is to be the index's
/// own, or the one that waits to be used.
/// @param shard whose docids those of documents without an id ("#12") are
/// @exception Xapian::InvalidArgumentError the index has another model; a document is in two groups
/// @exception as annotate()
GroupImportReport import_groups(Xapian::WritableDatabase& db, const DatabaseOpener& open,
                                const NamedGroups& groups, const ShardNumber& shard = {},
                                const AnnotateOptions& options = {});

}  // namespace descry

#endif  // DESCRY_WRITING_GROUP_IMPORT_H
