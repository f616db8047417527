/** @file main.cc
 *  @brief The program descry.
 */
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/program.h"

int main(int argc, char** argv) {
    return descry::run_program(
        {"descry", "Find near-duplicate texts in files and Xapian indexes, and keep one of each",
         "descry uniq texts.jsonl --dropped dropped.tsv > kept.jsonl\n"
         "descry index texts.db texts.jsonl\n"
         "descry search texts.db \"regatta june\"",
         descry::add_commands},
        argc, argv);
}
