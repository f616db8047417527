/** @file document_signer.h
 *  @brief The values of one document, by slot, on their way into an index.
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

/// A value per slot; an empty one means that the document has none.
class SlotValues {
  public:
    std::string& operator[](Slot slot) { return values_.at(static_cast<std::size_t>(slot)); }
    const std::string& operator[](Slot slot) const {
        return values_.at(static_cast<std::size_t>(slot));
    }

  private:
    std::array<std::string, RESERVED_SLOTS> values_;
};

/// Signs documents by several methods. Holds working memory: one per thread. Keeps a pointer to the
/// model.
class DocumentSigner {
  public:
    /// @param methods those of GROUPS are left out @param model null: those of MODEL are, too
    DocumentSigner(std::span<const Slot> methods, const Model* model);
    DocumentSigner(DocumentSigner&&) noexcept;
    DocumentSigner& operator=(DocumentSigner&&) noexcept;
    ~DocumentSigner();

    /// Writes the keys of all methods whose source is there: those of TEXT, where it is not empty.
    /// @param document its vector is found from the terms where it is not given
    void sign(DocumentToSign document, SlotValues& values);

    /// The signatures of the descriptive vector; null without a model. Valid until the next call.
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
    std::unique_ptr<Vectors> vectors_;  // made when first needed
};

}  // namespace descry

#endif  // DESCRY_SIGNATURES_DOCUMENT_SIGNER_H
