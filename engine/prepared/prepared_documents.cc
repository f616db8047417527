#include <algorithm>
#include <numeric>
#include <ranges>
#include <tuple>
#include <utility>

#include <descry/prepared/prepared_documents.h>

#include "engine/collection/document_keys.h"
#include "engine/collection/text_collection.h"
#include "engine/prepared/prepared_file.h"

namespace descry {

PreparedDocuments::PreparedDocuments(Work work)
    : texts_(std::make_shared<TextCollection>(std::move(work))),
      keys_(std::make_unique<CollectionKeys>(texts_->work())) {}

PreparedDocuments::PreparedDocuments(PreparedDocuments&&) noexcept = default;
PreparedDocuments& PreparedDocuments::operator=(PreparedDocuments&&) noexcept = default;
PreparedDocuments::~PreparedDocuments() = default;

void PreparedDocuments::add(std::istream& file) {
    PreparedReader reader(file);
    if (!header_) {
        header_ = reader.header();
    } else if (reader.header().model.id() != header_->model.id()) {
        throw PreparedFormatError("the prepared file is of model " + reader.header().model.id() +
                                  ", those before of model " + header_->model.id());
    } else if (reader.header().order != header_->order) {
        throw PreparedFormatError("the prepared file is in the order \"" + reader.header().order +
                                  "\", those before in the order \"" + header_->order + "\"");
    }
    PreparedDocument document;
    while (reader.next(document)) {
        keep(document);
        if (texts_->progress()) texts_->progress()({"documents read", size(), 0});
    }
}

void PreparedDocuments::keep(const PreparedDocument& document) {
    if (document.text && document.terms.empty()) {
        texts_->add(*document.text, document.text_hash);
    } else {
        texts_->add(document.terms, document.text, document.text_hash);
    }
    const auto number = static_cast<DocumentNumber>(texts_->size());
    if (document.keys.apart != 0) texts_->set_apart(number, document.keys.apart);
    keys_->add(number, document.keys);
    places_.push_back({names_.size(), document.keys.content_hash,
                       static_cast<std::uint32_t>(document.order.size()),
                       static_cast<std::uint32_t>(document.id.size()), document.number,
                       document.text.has_value()});
    names_ += document.order;
    names_ += document.id;
}

std::string_view PreparedDocuments::id_of(DocumentNumber document) const {
    const Place& place = places_.at(document - 1);
    return std::string_view(names_).substr(place.begin + place.order_size, place.id_size);
}

std::string_view PreparedDocuments::order_of(DocumentNumber document) const {
    const Place& place = places_.at(document - 1);
    return std::string_view(names_).substr(place.begin, place.order_size);
}

std::vector<DocumentNumber> PreparedDocuments::ordered() const {
    const auto told = [this](DocumentNumber document) {
        const Place& place = places_[document - 1];
        return std::tuple(order_of(document), id_of(document), place.number, place.content_hash);
    };
    std::vector<DocumentNumber> documents(size());
    std::iota(documents.begin(), documents.end(), DocumentNumber{1});
    std::ranges::sort(documents, {}, told);
    for (auto first = documents.begin(); first != documents.end();) {
        const auto last = std::find_if(first + 1, documents.end(), [&](DocumentNumber document) {
            return told(document) != told(*first);
        });
        if (last - first > 1) sort_by_contents({first, last});
        first = last;
    }
    return documents;
}

// For documents of several prepared files that differ in nothing else.
void PreparedDocuments::sort_by_contents(std::span<DocumentNumber> documents) const {
    std::vector<std::pair<std::string, DocumentNumber>> contents;
    const auto reader = texts_->reader();
    for (const DocumentNumber document : documents) {
        std::string bytes;
        if (const auto text = reader->read_text(document)) bytes = text->utf8();
        reader->append_contents(document, bytes += ' ');
        contents.emplace_back(std::move(bytes), document);
    }
    std::ranges::sort(contents);
    std::ranges::copy(contents | std::views::values, documents.begin());
}

CollectionKeys PreparedDocuments::take_keys() {
    keys_->content_hashes.resize(size() + 1, 0);
    return std::move(*keys_);
}

CollectionGroups PreparedDocuments::group() {
    CollectionKeys keys = take_keys();
    std::vector<DocumentNumber> with_keys = ordered();
    std::erase_if(with_keys,
                  [&](DocumentNumber document) { return keys.content_hashes[document] == 0; });
    return group_collection(*texts_, header_->model, std::move(keys), with_keys, true,
                            head_order_of(header_->order));
}

}  // namespace descry
