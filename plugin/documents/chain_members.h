/** @file chain_members.h
 *  @brief The members of a document as Solr's JSON loader would give them to its signature
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

/// Reads one document after the other; one per thread.
class ChainMembers {
  public:
    /// @param chain nullopt: there is nothing to read
    ChainMembers(MemberNames names, std::optional<SignatureChainOptions> chain);

    /// The members, numbers as java_number.h prints them; valid until the next call, and no longer
    /// than @a document. A name that comes several times is one member with the values of all.
    std::span<const SignatureField> read(const InputDocument& document);

    /// Why the chain cannot sign the document: a member that it signs is an object, or there is
    /// already one of the name of the signature. Empty: it can.
    std::string refusal(const InputDocument& document) const;

  private:
    bool is_signed(const std::string& name) const;
    void add(std::string_view name, InputValue::Kind kind, std::string_view text);
    SignatureField& field(std::string_view name);

    MemberNames names_;
    std::optional<SignatureChainOptions> chain_;
    std::vector<SignatureField> fields_;
    /// Of each name in fields_.
    std::unordered_map<std::string_view, std::size_t> places_;
    std::deque<std::string> made_;
};

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_CHAIN_MEMBERS_H
