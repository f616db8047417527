/** @file undisturbed.h
 *  @brief Reading an index while another program writes it.
 */
#ifndef DESCRY_READING_UNDISTURBED_H
#define DESCRY_READING_UNDISTURBED_H

#include <functional>
#include <string>
#include <vector>

#include <descry/reading/open_index.h>

namespace descry {

/// Calls @a read with the databases @a paths as they are at one moment, and once more, with those
/// of a later one, as often as a writer was quicker: the second commit after the open takes the
/// blocks away that a reader stands on. From the second time on it reads a copy, where there can be
/// one of at most a gibibyte. What @a read found is to be shown once it is through.
/// @return what @a read returned at last
/// @exception Xapian::DatabaseModifiedError attempts were in vain for half a minute
/// @exception Xapian::DatabaseCorruptError it failed though nobody wrote
/// @exception Xapian::DatabaseOpeningError and its kin, and what @a read throws
int read_undisturbed(const std::vector<std::string>& paths,
                     const std::function<int(const DatabaseSnapshot&)>& read);

/// The same with the index that the databases make. @exception as open_index(), too
int read_index(const std::vector<std::string>& paths,
               const std::function<int(const OpenIndex&)>& read);

}  // namespace descry

#endif  // DESCRY_READING_UNDISTURBED_H
