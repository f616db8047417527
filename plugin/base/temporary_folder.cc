#include "plugin/base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <descry/mechanics/temporary_file.h>

namespace descry {

TemporaryFolder::TemporaryFolder() {
    std::string name = temporary_directory() + "/descry-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(),
                                "a temporary directory in " + temporary_directory());
    }
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace descry
