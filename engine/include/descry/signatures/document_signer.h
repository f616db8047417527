/** @file document_signer.h
 *  @brief Computes the slot values of one document for an index.
 */
#ifndef DESCRY_SIGNATURES_DOCUMENT_SIGNER_H
#define DESCRY_SIGNATURES_DOCUMENT_SIGNER_H

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <descry/model/model.h>
#include <descry/signatures/signature_method.h>

namespace descry {

/// One value per slot; an empty one means that the document has none.
class SlotValues {
  public:
    std::string& operator[](Slot slot) { return values_.at(static_cast<std::size_t>(slot)); }
    const std::string& operator[](Slot slot) const {
        return values_.at(static_cast<std::size_t>(slot));
    }

  private:
    std::array<std::string, RESERVED_SLOTS> values_;
};

/// Signs documents by several methods. One per thread. The model must outlive it.
class DocumentSigner {
  public:
    /// @param methods those of GROUPS are ignored @param model null: ignores those of MODEL as well
    DocumentSigner(std::span<const Slot> methods, const Model* model);
    DocumentSigner(DocumentSigner&&) noexcept;
    DocumentSigner& operator=(DocumentSigner&&) noexcept;
    ~DocumentSigner();

    /// Writes the keys of all methods whose source is available (and not empty, for TEXT).
    /// @param document if its vector is missing, it is computed from the terms
    void sign(DocumentToSign document, SlotValues& values);

    /// Signatures of the descriptive vector; null without a model. Valid until the next call.
    const DescriptiveSignatures* sign_vector(std::span<const TermCount> terms,
                                             std::span<const std::uint64_t> hashes = {});

  private:
    struct Method {
        const SignatureMethod* method;
        SignatureFunction sign;
    };
    struct Vectors;

    std::vector<Method> methods_;
    const Model* model_;
    std::unique_ptr<Vectors> vectors_;  // made on first use
};

}  // namespace descry

#endif  // DESCRY_SIGNATURES_DOCUMENT_SIGNER_H
