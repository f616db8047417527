/** @file solr_answers.cc
 *  @brief SolrPeer.java's place taken by descry: answers the same requests, a JSON object a line.
 */
#include <iostream>
#include <string>

#include "tests/solr/requests/solr_index.h"

int main() {
    descry::testing::SolrIndex index;
    for (std::string line; std::getline(std::cin, line);)
        std::cout << descry::testing::answer_request(index, line).dump() << std::endl;
}
