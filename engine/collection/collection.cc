#include <descry/collection/collection.h>
#include <descry/collection/forward_index.h>
#include <descry/hashing/coding.h>
#include <descry/keys/word_keys.h>

namespace descry {

void TermListReader::append_contents(DocumentNumber document, std::string& bytes) {
    read(document);
    for (const auto& [term, wdf] : terms()) {
        append_varint(bytes, term.size());
        append_varint(bytes, wdf);
        bytes += term;
    }
}

std::optional<SequenceKeys> TermListReader::sequence_keys(DocumentNumber document,
                                                          std::uint64_t /*content_hash*/,
                                                          SequenceKeySigner& signer) {
    const auto text = read_text(document);
    return text ? std::optional(signer.sign(text->utf8())) : std::nullopt;
}

std::shared_ptr<const CountedCollection> counted_copy(std::shared_ptr<const Collection> source,
                                                      Work work) {
    return std::make_shared<const ForwardIndex>(std::move(source), std::move(work));
}

}  // namespace descry
