/** @file finder.h
 *  @brief An index that stays open to be asked about texts.
 */
#ifndef DESCRY_PYTHON_INDEX_FINDER_H
#define DESCRY_PYTHON_INDEX_FINDER_H

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

namespace descry::python {

/// Ids and titles, which are anybody's bytes, as strings.
nanobind::object text_object(const std::string& text);

/// May be called from several threads. Opens the index anew where what it has open was written
/// over.
class Finder {
  public:
    /// @exception Xapian::Error it cannot be opened, or has no model or groups
    Finder(std::vector<std::string> paths, unsigned threads);

    /// @param texts strings; or, where @a are_words, words joined by one space each
    /// @return a list of dicts
    nanobind::list find(nanobind::handle texts, bool are_words, std::size_t rows,
                        const std::optional<double>& inside, unsigned threads,
                        nanobind::handle callback);

  private:
    struct Opened;

    std::shared_ptr<Opened> open_again(const std::shared_ptr<Opened>& before);

    std::vector<std::string> paths_;
    unsigned threads_;
    std::mutex mutex_;
    std::shared_ptr<Opened> opened_;
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_INDEX_FINDER_H
