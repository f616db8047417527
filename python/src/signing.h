/** @file signing.h
 *  @brief Signatures of a table of texts, one column per method.
 */
#ifndef DESCRY_PYTHON_SIGNING_H
#define DESCRY_PYTHON_SIGNING_H

#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "engine/signatures/text_signer.h"

namespace descry::python {

/// The signatures of texts by name: str, int, lists of either, or None.
class Signing {
  public:
    /// @exception std::invalid_argument as TextSigner
    explicit Signing(const TextSigningOptions& options) : options_(options) {
        const TextSigner none_wrong(options);
    }

    /// @param texts as of TextTable::add_list()
    /// @return a dict of lists, each as long as the texts
    nanobind::dict sign(nanobind::handle texts, unsigned threads, nanobind::handle callback) const;

  private:
    TextSigningOptions options_;
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_SIGNING_H
