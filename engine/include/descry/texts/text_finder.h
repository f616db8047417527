/** @file text_finder.h
 *  @brief Is a text there already: the documents of a collection that it is near, that it stands
 *         inside of, and that stand inside it.
 *
 *      const descry::TextFinder finder = descry::make_text_finder(index, model);  // once
 *      descry::TextFinder::Reader reader(finder);                                 // one a thread
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

/// What is looked for.
struct FindOptions {
    bool near = true;
    /// Documents that the text stands inside of, and that stand inside it, by a share that is
    /// listed at least, of the words of what stands inside, and so many words of it.
    bool inside = false;
    DistanceMillionths share = DEFAULT_SHARE;
    std::uint32_t min_words = 20;
    /// Of each list at most.
    std::size_t rows = 10;
    /// apart_value_of() of the text's fields, where the model keeps fields apart.
    std::uint64_t apart = 0;

    /// Half of a text is worth showing; what is dropped without a look (`uniq --inside`) asks more.
    static constexpr DistanceMillionths DEFAULT_SHARE = 500'000;
};

/// A near-duplicate of a text, and told_distance().
struct NearDocument {
    DocumentNumber document = 0;
    DistanceMillionths distance = 0;

    friend bool operator==(const NearDocument&, const NearDocument&) = default;
};

/// A document, and how many of the words of what stands inside the other do so, in order.
struct InsideDocument {
    DocumentNumber document = 0;
    DistanceMillionths share = 0;

    friend bool operator==(const InsideDocument&, const InsideDocument&) = default;
};

struct FoundDocuments {
    /// Those that the text could lead, or be led by, in a group; nearest first.
    std::vector<NearDocument> near;
    /// Documents of more words that the text stands in; the greatest share first.
    std::vector<InsideDocument> inside;
    /// Documents of fewer words that stand in the text.
    std::vector<InsideDocument> holds;

    bool is_empty() const { return near.empty() && inside.empty() && holds.empty(); }
};

/// The documents of a collection, to be asked about texts that are not in it. Ties are in the order
/// of the documents. Safe to use from several threads, each with a Reader.
///
/// Memory: some 200 bytes a document (its keys and its histogram), 320 while it is made, 96 more
/// where the model has keys of characters; for what stands inside, 2 bytes a word of all documents,
/// read by the first Reader::find() that asks for it.
class TextFinder {
  public:
    /// @param keys of the documents by @a model; those without are not found
    TextFinder(std::shared_ptr<const Collection> documents, std::shared_ptr<const Model> model,
               CollectionKeys keys);
    TextFinder(TextFinder&&) noexcept;
    TextFinder& operator=(TextFinder&&) noexcept;
    ~TextFinder();

    /// Asks; one per thread. The finder must outlive it. Memory: 32 MiB for documents that were
    /// compared, and 4 bytes a document.
    class Reader {
      public:
        explicit Reader(const TextFinder& finder);
        Reader(Reader&&) noexcept;
        ~Reader();

        /// Only documents that share a key with the text are compared, the likeliest 128, or four
        /// times FindOptions::rows; 1,024 where numbers are kept apart. Where the model has no
        /// words, because there are few documents, all are candidates. Of a key that more than
        /// 1,024 documents have, the first count. Of those that share a quarter of their shingles,
        /// the likeliest as many. A text without words finds nothing.
        /// @param text UTF-8, cut into words as the documents' were
        /// @throws std::invalid_argument another program cut the documents' words, or an ICU that
        ///         this one cannot repeat
        /// @exception as Collection::reader()'s, while documents are read
        /// Cost: 50 microseconds for a text of 240 words that few are near to; for each document
        /// compared some 40 microseconds for 4 KB. The first that asks for what stands inside: all
        /// texts once.
        FoundDocuments find(std::string_view text, const FindOptions& options = {});

        /// The same of words that were cut, joined by one space each. Not told to be equal to any
        /// text.
        FoundDocuments find_words(std::string_view words, const FindOptions& options = {});

        /// The words of the last one.
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
