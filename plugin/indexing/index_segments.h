/** @file index_segments.h
 *  @brief A large addition to an index, built as many small databases and merged into one.
 *
 *  Xapian collects the postings of a commit in one tree a term, and looks the documents up in it:
 *  for ten thousand documents these trees are far larger than the processor's caches. Small parts
 *  stay in them, and threads can build them side by side; merging is sequential reading and
 * writing.
 */
#ifndef DESCRY_PLUGIN_INDEXING_INDEX_SEGMENTS_H
#define DESCRY_PLUGIN_INDEXING_INDEX_SEGMENTS_H

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <xapian.h>

namespace descry {

/// The parts of one addition. What is in them does not depend on how they were cut or by how many
/// threads they were built: each document has the docid that its part was given it for.
class IndexSegments {
  public:
    /// Bytes of documents that make a good part, and documents at most.
    static constexpr std::size_t PART_BYTES = std::size_t{512} << 10;
    static constexpr std::size_t PART_DOCUMENTS = 4096;
    /// Parts merged into one on the way, so that few are open at a time in the end.
    static constexpr std::size_t MERGED_AT_ONCE = 32;

    /// @param folder for the parts; exists, and is removed by the caller
    explicit IndexSegments(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Builds a part of @a count documents with docids from @a first on. Any thread; the documents
    /// of a part are asked for one after the other.
    /// @param number of the part; 0, 1, 2 and so on, in the order of the docids
    /// @param document (i) makes the i-th document of the part
    void build(std::size_t number, Xapian::docid first, std::size_t count,
               const std::function<Xapian::Document(std::size_t i)>& document);

    /// Merges an index, whose docids all precede those of the parts, and all parts to a new
    /// database. The metadata are those of the index, docids stay.
    /// @pre all parts are built
    void merge(const std::string& index, const std::string& to);

  private:
    // Level and number: parts of level 1 are merged of those of level 0.
    using Part = std::pair<unsigned, std::size_t>;

    std::filesystem::path path_of(const Part& part) const;
    void merge_parts(Xapian::Database all, const std::set<Part>& parts,
                     const std::string& to) const;
    void finished(Part part);

    std::filesystem::path folder_;
    std::mutex mutex_;
    // Of each part to be, how many of those it is merged of are there.
    std::map<Part, std::size_t> ready_;
    // Built, and part of no larger one yet.
    std::set<Part> parts_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_INDEX_SEGMENTS_H
