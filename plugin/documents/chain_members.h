/** @file chain_members.h
 *  @brief The fields of a document as Solr's JSON loader would give them to its signature
 *         processor.
 */
#ifndef DESCRY_DOCUMENTS_CHAIN_MEMBERS_H
#define DESCRY_DOCUMENTS_CHAIN_MEMBERS_H

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <descry/solr/signature_chain.h>
#include <descry/texts/input_document.h>

namespace descry {

/// Reads one document after another; one per thread.
class ChainMembers {
  public:
    /// @param chain nullopt: reads nothing
    ChainMembers(MemberNames names, std::optional<SignatureChainOptions> chain);

    /// The fields, with numbers printed by java_number.h; valid until the next call and while @a
    /// document exists. A repeated name is one field with the values of all.
    std::span<const SignatureField> read(const InputDocument& document);

    /// Why the chain cannot sign the document: a signed field is an object, or the document already
    /// has a field with the signature's name. Empty: it can.
    std::string rejection(const InputDocument& document) const;

  private:
    bool is_signed(const std::string& name) const;
    void add(std::string_view name, InputValue::Kind kind, std::string_view text);
    SignatureField& field(std::string_view name);

    MemberNames names_;
    std::optional<SignatureChainOptions> chain_;
    std::vector<SignatureField> fields_;
    std::unordered_map<std::string_view, std::size_t> places_;
    std::deque<std::string> made_;
};

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_CHAIN_MEMBERS_H
