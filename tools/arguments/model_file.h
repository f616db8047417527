/** @file model_file.h
 *  @brief Models, and prepared documents, in files.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H
#define DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H

#include <string>

#include <descry/model/model.h>
#include <descry/prepared/prepared_documents.h>

namespace descry {

/// Reads a file that write_model_file() wrote; "-" is standard input. @throws std::runtime_error
/// naming the file and what is wrong with it
Model read_model_file(const std::string& path);

/// Writes the model's bytes; a file that is there already is replaced at once, or not at all. "-"
/// is standard output. @throws std::runtime_error naming the file
void write_model_file(const std::string& path, const Model& model);

/// Whether there is a file of this name that begins as prepared files do.
bool is_prepared(const std::string& path);

/// Adds the documents of a prepared file. @throws std::runtime_error with its name: it cannot be
/// read, is damaged, or of another model or order than those before
void read_prepared(const std::string& path, PreparedDocuments& documents);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H
