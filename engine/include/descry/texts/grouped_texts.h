/** @file grouped_texts.h
 *  @brief Grouped texts: which are kept, which are dropped, and for which.
 */
#ifndef DESCRY_TEXTS_GROUPED_TEXTS_H
#define DESCRY_TEXTS_GROUPED_TEXTS_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <descry/distance/canonical_text.h>
#include <descry/inside/find_inside.h>
#include <descry/prepared/prepared_documents.h>
#include <descry/unique/unique_documents.h>

namespace descry {

class TextCollection;

/// Why a document is dropped: near another, inside another, or holding another (a reference item).
enum class Relation { NEAR, INSIDE, HOLDS };

const char* name_of(Relation relation);

struct DroppedDocument {
    std::uint64_t document = 0;
    std::uint64_t kept = 0;
    DistanceMillionths distance = 0;
    /// Unless NEAR, `distance` is the share of the words of the one that are not in the other.
    Relation relation = Relation::NEAR;
    std::uint64_t group_size = 2;
    /// In words; 0 if unknown.
    std::uint64_t length = 0;
    /// The two are mails with different attachments, which their texts do not show.
    bool has_other_attachments = false;
};

/// Result of grouping texts. Numbers start at 1: the documents of prepared files, the other
/// references, then the texts that may be dropped.
class GroupedTexts {
  public:
    /// @param references of all kinds @param keeps_none drop whole groups, heads included
    GroupedTexts(UniqueDocuments unique, std::shared_ptr<const TextCollection> texts,
                 std::optional<PreparedDocuments> prepared, DocumentNumber references,
                 bool keeps_none = false);

    const Model& model() const { return unique_.model; }
    const CollectionGroups& groups() const { return unique_.groups; }

    DocumentNumber prepared() const { return prepared_size_; }
    DocumentNumber references() const { return references_; }
    DocumentNumber end() const { return static_cast<DocumentNumber>(unique_.kept_for.size()); }
    std::uint64_t documents() const { return end() - 1 - references_; }

    /// The document that is kept instead of it; 0 for kept documents. If whole groups are dropped:
    /// the head, and for the head its nearest member.
    DocumentNumber kept_for(DocumentNumber document) const { return unique_.kept_for[document]; }
    const std::vector<DocumentNumber>& kept_for() const { return unique_.kept_for; }
    /// Distance to kept_for(); 0 for kept documents.
    DistanceMillionths distance(DocumentNumber document) const {
        return unique_.groups.distance[is_head(document) ? kept_for(document) : document];
    }
    bool is_head(DocumentNumber document) const {
        return unique_.groups.head_of[document] == document;
    }

    Relation relation(DocumentNumber document) const;
    std::uint64_t count_dropped(Relation relation) const;

    /// Reference items held by documents (GroupingOptions::holds), ascending by document and item.
    const std::vector<HeldItem>& held() const { return held_; }

    /// Drops documents that stand inside longer kept ones: the longest first, and a document only
    /// if all members of its group stand there as well; these join the longer one's group. A
    /// document for which another is dropped is kept.
    /// @param share GroupingOptions::inside
    /// @param ordered the documents, preferred ones first: a document is dropped only for one
    ///        before it. Empty: for any
    /// Cost and memory: those of find_inside().
    void drop_inside(double share, std::uint32_t min_words,
                     const std::vector<DocumentNumber>& ordered);

    /// Stores the result of find_held(). @param drops drop documents that hold an item, each for
    /// the item of which it holds most; they were not grouped
    void take_held(std::vector<HeldItem> held, bool drops);

    std::uint64_t dropped() const;
    /// All dropped documents, ascending. Cost: reads their texts.
    std::vector<DroppedDocument> dropped_documents() const;
    std::vector<KeyedGroup> keyed() const;

    /// Keeps a dropped member, ungrouped. Call count() after the last keep(), lead() or follow().
    void keep(DocumentNumber document);
    /// Keeps a member instead of its head, which is dropped for it. The other members still name
    /// the former head: follow() moves each. @pre the head is not a reference
    void lead(DocumentNumber member);
    /// Drops a member for another head if it is near it or, if such are dropped, inside it; else
    /// keeps it. @return whether it is dropped. Cost: reads both
    bool follow(DocumentNumber member, DocumentNumber head);
    void count();

    /// The words of a document; nullopt if their order is unknown.
    std::optional<CanonicalText> text_of(DocumentNumber document) const;
    /// folded_text_hash() of its text; 0 if unknown.
    std::uint64_t text_hash_of(DocumentNumber document) const;
    const std::optional<PreparedDocuments>& prepared_documents() const { return prepared_; }
    std::string prepared_id_of(DocumentNumber document) const;

  private:
    void drop(DocumentNumber document, DocumentNumber kept, DistanceMillionths share,
              Relation relation);
    void drop_heads();
    // For two documents of one group, whichever is its head.
    std::optional<DistanceMillionths> match(DocumentNumber member, DocumentNumber head) const;
    DistanceMillionths inside_share(DocumentNumber member, DocumentNumber head) const;
    // The collection that holds a document, and its number there.
    std::pair<const TextCollection&, DocumentNumber> place_of(DocumentNumber document) const;

    UniqueDocuments unique_;
    std::shared_ptr<const TextCollection> texts_;
    std::optional<PreparedDocuments> prepared_;
    DocumentNumber prepared_size_;
    DocumentNumber references_;
    std::map<DocumentNumber, Relation> relations_;  // of documents that are not NEAR
    std::vector<HeldItem> held_;
    std::optional<InsideLimits> inside_;  // of drop_inside()
    bool keeps_none_;
};

}  // namespace descry

#endif  // DESCRY_TEXTS_GROUPED_TEXTS_H
