/** @file index_segments.h
 *  @brief Builds a large addition as many small databases and merges them into one.
 *
 *  Xapian collects the postings of a commit in a tree per term and searches it for each document;
 *  for ten thousand documents these trees far exceed the processor's caches. Small parts fit, and
 *  threads can build them concurrently; merging reads and writes sequentially.
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

/// The parts of one addition. Each document has the docid assigned to its part, so the contents do
/// not depend on how parts are cut or on the number of threads.
class IndexSegments {
  public:
    /// Target size of a part in bytes of documents, and its maximum number of documents.
    static constexpr std::size_t PART_BYTES = std::size_t{512} << 10;
    static constexpr std::size_t PART_DOCUMENTS = 4096;
    /// Parts merged into one along the way, to limit the number open at the end.
    static constexpr std::size_t MERGED_AT_ONCE = 32;

    /// @param folder for the parts; exists, and is removed by the caller
    explicit IndexSegments(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Builds a part of @a count documents with docids from @a first on. Any thread may call it;
    /// the documents of a part are requested in order.
    /// @param number of the part; 0, 1, 2 and so on, in docid order
    /// @param document (i) makes the i-th document of the part
    void build(std::size_t number, Xapian::docid first, std::size_t count,
               const std::function<Xapian::Document(std::size_t i)>& document);

    /// Merges an index and all parts, whose docids follow its own, into a new database with the
    /// index's metadata. Docids are unchanged. @pre all parts are built
    void merge(const std::string& index, const std::string& to);

  private:
    // Level and number: parts of level 1 are merged from those of level 0.
    using Part = std::pair<unsigned, std::size_t>;

    std::filesystem::path path_of(const Part& part) const;
    void merge_parts(Xapian::Database all, const std::set<Part>& parts,
                     const std::string& to) const;
    void finished(Part part);

    std::filesystem::path folder_;
    std::mutex mutex_;
    // For each future part, how many of its sources are built.
    std::map<Part, std::size_t> ready_;
    // Built, and not yet merged into a larger one.
    std::set<Part> parts_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_INDEX_SEGMENTS_H
