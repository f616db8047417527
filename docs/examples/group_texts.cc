// Groups the lines of a file, each a text, as `descry uniq` groups documents. No Xapian is linked.
// c++ -std=c++20 group_texts.cc $(pkg-config --cflags --libs descry)
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/collection_groups.h>
#include <descry/texts/group_texts.h>

int main(int argc, char** argv) {
    std::ifstream file(argc > 1 ? argv[1] : "texts.txt");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);

    descry::TextGroupingOptions options;
    options.unique.training.distance = 150'000;  // 15 %
    options.work.threads = 2;
    const descry::UniqueDocuments unique =
        descry::group_texts(std::vector<std::string_view>(lines.begin(), lines.end()), options);

    for (const descry::KeyedGroup& group : descry::keyed_groups(unique.groups, unique.model.id())) {
        std::cout << "line " << group.head().document << " stays\n";
        for (const auto& [line, distance] : group.others())
            std::cout << "  line " << line << ", " << distance / 10'000.0 << " % different\n";
    }
}
