/** @file model_file.h
 *  @brief Models in files.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H
#define DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H

#include <string>

#include <descry/model/model.h>

namespace descry {

/// Reads a file that write_model_file() wrote; "-" is standard input. @throws std::runtime_error
/// naming the file and what is wrong with it
Model read_model_file(const std::string& path);

/// Writes the model's bytes; a file that is there already is replaced at once, or not at all. "-"
/// is standard output. @throws std::runtime_error naming the file
void write_model_file(const std::string& path, const Model& model);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_MODEL_FILE_H
