#include <algorithm>
#include <map>
#include <utility>

#include <descry/collection/forward_index.h>
#include <descry/filtering/unique_documents.h>

namespace descry {

namespace {

// A document of the collection as it is compared.
class TextDocument final : public DocumentToCompare {
  public:
    TextDocument(const Collection& collection, DocumentNumber document)
        : reader_(collection.reader()), text_(reader_->read_text(document)) {
        reader_->read(document);
        bag_ = Bag(reader_->terms(), reader_->hashes(), reader_->marks());
    }

    const Bag& bag() override { return bag_; }
    const CanonicalText* text() override { return text_ ? &*text_ : nullptr; }
    std::span<const TermCount> terms() override { return reader_->terms(); }

  private:
    std::unique_ptr<TermListReader> reader_;
    std::optional<CanonicalText> text_;
    Bag bag_;
};

// Says for the members of one group which stay, where some of them are references.
class ReferencedGroup {
  public:
    ReferencedGroup(const Collection& collection, const Model& model, UniqueDocuments& result)
        : collection_(collection), verifier_(pair_limits(model.parameters())), result_(result) {}

    // @param members references first
    void keep(std::span<const DocumentNumber> members, DocumentNumber references) {
        std::vector<std::pair<DocumentNumber, std::unique_ptr<TextDocument>>> kept;
        for (const DocumentNumber member : members) {
            auto document = std::make_unique<TextDocument>(collection_, member);
            result_.kept_for[member] = 0;
            if (member > references && leave_out(member, *document, kept)) continue;
            kept.emplace_back(member, std::move(document));
        }
    }

  private:
    template <typename Kept>
    bool leave_out(DocumentNumber member, TextDocument& document, const Kept& kept) {
        for (const auto& [other, kept_document] : kept) {
            const PairVerdict verdict = verifier_.verify(document, *kept_document);
            if (!verdict.near) continue;
            result_.kept_for[member] = other;
            result_.distance[member] = verdict.distance;
            return true;
        }
        return false;
    }

    const Collection& collection_;
    PairVerifier verifier_;
    UniqueDocuments& result_;
};

}  // namespace

UniqueDocuments find_unique(std::shared_ptr<const TextCollection> texts,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options) {
    const ForwardIndex copy(std::move(texts));
    UniqueDocuments result{
        options.model ? *options.model : train_model(copy, options.training), {}, {}, {}};
    CollectionKeys keys = compute_keys(copy, result.model, options.memory / 2);
    std::vector<DocumentNumber> with_keys = ordered;
    std::erase_if(with_keys, [&](DocumentNumber document) {
        return document >= keys.content_hashes.size() || keys.content_hashes[document] == 0;
    });
    result.groups = group_collection(copy, result.model, std::move(keys), with_keys,
                                     PositionCache(), options.memory / 2);
    const std::size_t end = copy.end();
    result.groups.head_of.resize(end, 0);
    result.groups.distance.resize(end, 0);
    result.groups.content_hashes.resize(end, 0);
    result.kept_for.assign(end, 0);
    result.distance = result.groups.distance;

    // By head, where that is a new document: of others all members are near a reference.
    std::map<DocumentNumber, std::vector<DocumentNumber>> with_references;
    for (DocumentNumber document = 1; document <= references; ++document) {
        const DocumentNumber head = result.groups.head_of[document];
        if (head > references) with_references[head].push_back(document);
    }
    for (const DocumentNumber document : with_keys) {
        if (document <= references) continue;
        const DocumentNumber head = result.groups.head_of[document];
        const auto group = with_references.find(head);
        if (group != with_references.end()) {
            group->second.push_back(document);
        } else if (head != document) {
            result.kept_for[document] = head;
        }
    }
    ReferencedGroup referenced(copy, result.model, result);
    for (const auto& [head, members] : with_references)
        referenced.keep(members, references);
    return result;
}

}  // namespace descry
