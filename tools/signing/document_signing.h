/** @file document_signing.h
 *  @brief Signatures of documents of an input: those of their texts, and of a chain's members.
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

/// What is signed, and how.
struct DocumentSigningOptions {
    /// Its methods and model are those of below.
    TextSigningOptions text;
    /// Names, joined by commas; empty: those that can be had, and with a chain none.
    std::string methods;
    /// Empty: no model, and no method that needs one.
    std::string model_file;
    /// Also the signature of this chain.
    std::optional<SignatureChainOptions> chain;
    MemberNames names;
};

/// Computes signatures; one per thread.
class DocumentSigning {
  public:
    /// @throws std::invalid_argument as TextSigner, and a stemmer that Xapian has not
    /// @throws std::runtime_error the model cannot be read
    explicit DocumentSigning(const DocumentSigningOptions& options);

    NamedSignatures sign(const InputDocument& document);

  private:
    SignatureValue sign_chain(const InputDocument& document);

    std::optional<SignatureChain> chain_;
    ChainMembers members_;
    TextSigner signer_;
};

/// Lets Xapian make stems, where a stemmer is named. @exception Xapian::InvalidArgumentError there
/// is none of this name
ShingleElementOptions with_stemmer(ShingleElementOptions options);

}  // namespace descry

#endif  // DESCRY_TOOLS_SIGNING_DOCUMENT_SIGNING_H
