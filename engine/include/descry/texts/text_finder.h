/** @file text_finder.h
 *  @brief Finds the documents of a collection that a text is near to, stands inside, or holds.
 *
 *      const descry::TextFinder finder = descry::make_text_finder(index, model);  // once
 *      descry::TextFinder::Reader reader(finder);                                 // one per thread
 *      for (const auto& [document, distance] : reader.find(text).near) ...
 */
#ifndef DESCRY_TEXTS_TEXT_FINDER_H
#define DESCRY_TEXTS_TEXT_FINDER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>
#include <descry/distance/bag_distance.h>
#include <descry/distance/canonical_text.h>
#include <descry/model/model.h>

namespace descry {

struct CollectionKeys;

struct FindOptions {
    bool near = true;
    /// Documents that the text stands inside, and that stand inside it: those of which at least
    /// `share` of the words, and `min_words` words, do.
    bool inside = false;
    DistanceMillionths share = DEFAULT_SHARE;
    std::uint32_t min_words = 20;
    /// Most results of each list.
    std::size_t rows = 10;
    /// apart_value_of() of the text's fields, if the model keeps fields apart.
    std::uint64_t apart = 0;

    /// Half of a text is worth showing; dropping without review (`uniq --inside`) needs more.
    static constexpr DistanceMillionths DEFAULT_SHARE = 500'000;
};

/// A near-duplicate of a text, with reported_distance().
struct NearDocument {
    DocumentNumber document = 0;
    DistanceMillionths distance = 0;

    friend bool operator==(const NearDocument&, const NearDocument&) = default;
};

/// A document, and the share of the inner document's words that stand in the outer one, in order.
struct InsideDocument {
    DocumentNumber document = 0;
    DistanceMillionths share = 0;

    friend bool operator==(const InsideDocument&, const InsideDocument&) = default;
};

struct FoundDocuments {
    /// Documents that could be in one group with the text, as its head or member; nearest first.
    std::vector<NearDocument> near;
    /// Documents of more words that the text stands in; the greatest share first.
    std::vector<InsideDocument> inside;
    std::vector<InsideDocument> holds;

    bool is_empty() const { return near.empty() && inside.empty() && holds.empty(); }
};

/// Answers queries about texts that are not in the collection. Ties are in document order. Safe to
/// use from several threads, each with a Reader. Memory: some 200 bytes per document (keys and
/// histogram), 320 during construction, 96 more with keys of characters; after the first inside
/// query 2 bytes per word of all documents.
class TextFinder {
  public:
    /// @param keys of the documents by @a model; documents without keys are not found
    TextFinder(std::shared_ptr<const Collection> documents, std::shared_ptr<const Model> model,
               CollectionKeys keys);
    TextFinder(TextFinder&&) noexcept;
    TextFinder& operator=(TextFinder&&) noexcept;
    ~TextFinder();

    /// Runs queries; one per thread. The finder must outlive it. Memory: 32 MiB for compared
    /// documents, and 4 bytes per document.
    class Reader {
      public:
        explicit Reader(const TextFinder& finder);
        Reader(Reader&&) noexcept;
        ~Reader();

        /// Compares only documents that share a key with the text: the likeliest 128, or four times
        /// FindOptions::rows. If the model has no words, as documents are few, all are candidates.
        /// Of a key of more than 1,024 documents, the first count. For inside queries, the
        /// likeliest as many of those that share a quarter of their shingles. A text without words
        /// finds nothing.
        /// @param text UTF-8, cut into words like the documents
        /// @throws std::invalid_argument the documents' words were cut by another program, or by an
        ///         ICU that this one cannot repeat
        /// @exception as Collection::reader(), while documents are read
        /// Cost: 50 microseconds for a text of 240 words with few near documents; some 40 for 4 KB
        /// per compared document. The first inside query reads all texts once.
        FoundDocuments find(std::string_view text, const FindOptions& options = {});

        /// find() for cut words, joined by one space each. Never reported as equal to a text.
        FoundDocuments find_words(std::string_view words, const FindOptions& options = {});

        const CanonicalText& words() const;

      private:
        class Impl;
        std::unique_ptr<Impl> impl_;
    };

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace descry

#endif  // DESCRY_TEXTS_TEXT_FINDER_H
