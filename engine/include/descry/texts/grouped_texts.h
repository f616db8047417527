/** @file grouped_texts.h
 *  @brief Texts in their groups: which are kept, which are dropped, and for which.
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

/// Why a document is dropped for another one: it is near to it; it stands inside it; it holds it,
/// an item of a reference.
enum class Relation { NEAR, INSIDE, HOLDS };

/// "near", "inside", "holds".
const char* name_of(Relation relation);

/// A document that is dropped, and the one that is kept in its place.
struct DroppedDocument {
    std::uint64_t document = 0;
    std::uint64_t kept = 0;
    DistanceMillionths distance = 0;
    /// Where it is not NEAR, `distance` is the share of the words of the one that do not stand in
    /// the other.
    Relation relation = Relation::NEAR;
    /// Documents of the group.
    std::uint64_t group_size = 2;
    /// In words; 0: not known.
    std::uint64_t length = 0;
    /// The two are mails with other attachments, which no text shows.
    bool has_other_attachments = false;
};

/// What grouping made of texts. They are numbered from 1 on: the documents of prepared files, the
/// other references, then the texts that may be dropped.
class GroupedTexts {
  public:
    /// @param references of all kinds. @param keeps_none of the documents of a group, heads neither
    GroupedTexts(UniqueDocuments unique, std::shared_ptr<const TextCollection> texts,
                 std::optional<PreparedDocuments> prepared, DocumentNumber references,
                 bool keeps_none = false);

    const Model& model() const { return unique_.model; }
    const CollectionGroups& groups() const { return unique_.groups; }

    DocumentNumber prepared() const { return prepared_size_; }
    DocumentNumber references() const { return references_; }
    DocumentNumber end() const { return static_cast<DocumentNumber>(unique_.kept_for.size()); }
    std::uint64_t documents() const { return end() - 1 - references_; }

    /// The document that is kept in its place; 0 for those that are kept. Where none of a group is
    /// kept: the head, and for the head the member nearest to it.
    DocumentNumber kept_for(DocumentNumber document) const { return unique_.kept_for[document]; }
    const std::vector<DocumentNumber>& kept_for() const { return unique_.kept_for; }
    /// To that document; of those that are kept, 0.
    DistanceMillionths distance(DocumentNumber document) const {
        return unique_.groups.distance[is_head(document) ? kept_for(document) : document];
    }
    bool is_head(DocumentNumber document) const {
        return unique_.groups.head_of[document] == document;
    }

    /// Of a dropped document to the one it is dropped for (DroppedDocument::relation).
    Relation relation(DocumentNumber document) const;
    /// Documents that are dropped by it.
    std::uint64_t count_dropped(Relation relation) const;

    /// What documents hold of the references, ascending by document and item; with
    /// GroupingOptions::holds.
    const std::vector<HeldItem>& held() const { return held_; }

    /// Drops documents that stand inside longer ones that are kept: the longest first, and each
    /// only where all members of its group stand there as well; these become members of the longer
    /// one's group. A document that another one is dropped for is kept.
    /// @param share GroupingOptions::inside
    /// @param ordered the documents, the preferred ones first: a document is dropped only for one
    ///        that comes before it. Empty: for any
    /// Cost and memory: those of find_inside().
    void drop_inside(double share, std::uint32_t min_words,
                     const std::vector<DocumentNumber>& ordered);

    /// Takes what find_held() found. @param drops whether documents that hold an item are dropped
    /// for the one of which they hold most; these were not grouped
    void take_held(std::vector<HeldItem> held, bool drops);

    /// How many documents are dropped.
    std::uint64_t dropped() const;
    /// Those, in their order. Cost: a reading of their texts.
    std::vector<DroppedDocument> dropped_documents() const;
    /// keyed_groups() of them.
    std::vector<KeyedGroup> keyed() const;

    /// Keeps a member that would be dropped, in no group. count() is to be called after the last
    /// change of this kind.
    void keep(DocumentNumber document);
    /// Keeps a member in place of its head, which is dropped for it. The other members still name
    /// the former head: each is to follow(). @pre the head is no reference
    void lead(DocumentNumber member);
    /// Drops a member for another head, where it is near it or, if such are dropped, inside it;
    /// else keeps it. @return whether it is dropped. Cost: a reading of both
    bool follow(DocumentNumber member, DocumentNumber head);
    void count();

    /// The words of a document; nullopt where their order is not known.
    std::optional<CanonicalText> text_of(DocumentNumber document) const;
    /// folded_text_hash() of it; 0: not known.
    std::uint64_t text_hash_of(DocumentNumber document) const;
    /// The documents of prepared files, where there are some.
    const std::optional<PreparedDocuments>& prepared_documents() const { return prepared_; }
    /// The id of a document of a prepared file.
    std::string prepared_id_of(DocumentNumber document) const;

  private:
    void drop(DocumentNumber document, DocumentNumber kept, DistanceMillionths share,
              Relation relation);
    void drop_heads();
    // Of two documents of one group, whatever heads it.
    std::optional<DistanceMillionths> match(DocumentNumber member, DocumentNumber head) const;
    DistanceMillionths inside_share(DocumentNumber member, DocumentNumber head) const;
    // The collection that holds a document, and its number there.
    std::pair<const TextCollection&, DocumentNumber> place_of(DocumentNumber document) const;

    UniqueDocuments unique_;
    std::shared_ptr<const TextCollection> texts_;
    std::optional<PreparedDocuments> prepared_;
    DocumentNumber prepared_size_;
    DocumentNumber references_;
    std::map<DocumentNumber, Relation> relations_;  // of those that are not NEAR
    std::vector<HeldItem> held_;
    std::optional<InsideLimits> inside_;  // of drop_inside()
    bool keeps_none_;
};

}  // namespace descry

#endif  // DESCRY_TEXTS_GROUPED_TEXTS_H
