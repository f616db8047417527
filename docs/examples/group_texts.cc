// Groups the lines of a file, each a text, as `descry uniq` groups documents. No Xapian is linked.
// c++ -std=c++20 group_texts.cc $(pkg-config --cflags --libs descry)
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <descry/texts/group_texts.h>

int main(int argc, char** argv) {
    std::ifstream file(argc > 1 ? argv[1] : "texts.txt");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);

    descry::GroupingOptions options;
    options.distance = 0.15;
    const descry::GroupedTexts grouped =
        descry::group_texts(std::vector<std::string_view>(lines.begin(), lines.end()), options);

    for (const descry::KeyedGroup& group : grouped.keyed()) {
        std::cout << "line " << group.head().document << " is kept\n";
        for (const auto& [line, distance] : group.others())
            std::cout << "  line " << line << ", " << distance / 10'000.0 << " % different\n";
    }
}
