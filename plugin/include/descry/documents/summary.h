/** @file summary.h
 *  @brief A line that tells a person what a document is.
 */
#ifndef DESCRY_DOCUMENTS_SUMMARY_H
#define DESCRY_DOCUMENTS_SUMMARY_H

#include <cstddef>
#include <string>

#include <xapian.h>

namespace descry {

/// Characters of a summary at most.
inline constexpr std::size_t SUMMARY_WIDTH = 100;

/// A document's title, else its first words, on one line, from where the program that made the
/// index keeps them: descry's own data and others' (a JSON object), omindex's, scriptindex's and
/// recoll's (NAME=VALUE lines), mu's (a list of :name "value"), notmuch's value slot of subjects,
/// or data that is text. Empty when nothing is told there. Cost: reading the data, and its terms
/// where it is empty.
std::string summary_of(const Xapian::Document& document);

/// The same of the data alone.
std::string summary_of(const std::string& data);

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_SUMMARY_H
