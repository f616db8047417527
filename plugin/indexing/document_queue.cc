#include "plugin/indexing/document_queue.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "engine/texts/input_contents.h"

namespace descry {

DocumentQueue::DocumentQueue(DocumentSource& source, Check check, ProblemListener rejected,
                             Progress progress)
    : source_(source),
      check_(std::move(check)),
      rejected_(std::move(rejected)),
      progress_(std::move(progress)),
      total_kib_(progress_ ? source.total_bytes().value_or(0) / 1024 : 0) {}

bool DocumentQueue::next(InputDocument& document) {
    // A caller that requests another document has finished those before.
    if (progress_)
        progress_({"KiB indexed", handed_on_ / 1024, total_kib_, numbered_ - ahead_.size()});
    if (!ahead_.empty()) {
        document = std::move(ahead_.front().document);
        handed_on_ = std::max(handed_on_, ahead_.front().bytes_read);
        ahead_.pop_front();
        return true;
    }
    if (!read(document)) return false;
    handed_on_ = std::max(handed_on_, source_.bytes_read());
    return true;
}

bool DocumentQueue::read(InputDocument& document) {
    while (source_.next(document)) {
        document.number = ++numbered_;
        const std::string reason = check_(document);
        if (reason.empty()) return true;
        if (rejected_) rejected_(document, reason);
    }
    return false;
}

std::uint64_t DocumentQueue::estimate_text() {
    std::uint64_t text = 0;
    std::uint64_t memory = 0;
    while (memory < READ_AHEAD) {
        InputDocument document;
        if (!read(document)) return text;
        give_back_unused(document);
        text += content_bytes(document);
        memory += memory_of(document);
        ahead_.push_back({std::move(document), source_.bytes_read()});
    }
    const std::uint64_t total = source_.total_bytes().value_or(0);
    const std::uint64_t read = std::max<std::uint64_t>(source_.bytes_read(), 1);
    const double share = static_cast<double>(total) / static_cast<double>(read);
    return total > read ? static_cast<std::uint64_t>(static_cast<double>(text) * share) : text;
}

void DocumentQueue::put_back(std::vector<InputDocument> documents) {
    for (InputDocument& document : std::views::reverse(documents))
        ahead_.push_front({std::move(document)});
}

}  // namespace descry
