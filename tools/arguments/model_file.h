/** @file model_file.h
 *  @brief Models, and prepared documents, in files.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H
#define DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H

#include <string>

#include <descry/model/model.h>
#include <descry/prepared/prepared_documents.h>

namespace descry {

/// "-" is standard input. @throws std::runtime_error names the file and the fault
Model read_model_file(const std::string& path);

/// Replaces an existing file atomically. "-" is standard output.
/// @throws std::runtime_error names the file
void write_model_file(const std::string& path, const Model& model);

/// Whether the file exists and begins like a prepared file.
bool is_prepared(const std::string& path);

/// Adds the documents of a prepared file. @throws std::runtime_error names the file: it cannot be
/// read, is damaged, or has another model or order than earlier ones
void read_prepared(const std::string& path, PreparedDocuments& documents);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H
