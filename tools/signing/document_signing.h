/** @file document_signing.h
 *  @brief Signatures of input documents: of their texts, and of a chain's fields.
 */
#ifndef DESCRY_TOOLS_SIGNING_DOCUMENT_SIGNING_H
#define DESCRY_TOOLS_SIGNING_DOCUMENT_SIGNING_H

#include <optional>
#include <string>

#include <descry/solr/signature_chain.h>

#include "engine/signatures/text_signer.h"
#include "plugin/documents/chain_members.h"
#include "tools/input/documents/document.h"

namespace descry {

struct DocumentSigningOptions {
    /// Its methods and model come from the members below.
    TextSigningOptions text;
    /// Comma-separated names; empty: all possible ones, or with a chain none.
    std::string methods;
    /// Empty: no model, and no method that needs one.
    std::string model_file;
    /// Additionally computes this chain's signature.
    std::optional<SignatureChainOptions> chain;
    MemberNames names;
};

/// Computes signatures; one per thread.
class DocumentSigning {
  public:
    /// @throws std::invalid_argument as TextSigner, and an unknown stemmer
    /// @throws std::runtime_error the model cannot be read
    explicit DocumentSigning(const DocumentSigningOptions& options);

    NamedSignatures sign(const InputDocument& document);

  private:
    SignatureValue sign_chain(const InputDocument& document);

    std::optional<SignatureChain> chain_;
    ChainMembers members_;
    TextSigner signer_;
};

/// Sets Xapian's stemmer, if named. @exception Xapian::InvalidArgumentError there is no such
/// stemmer
ShingleElementOptions with_stemmer(ShingleElementOptions options);

}  // namespace descry

#endif  // DESCRY_TOOLS_SIGNING_DOCUMENT_SIGNING_H
