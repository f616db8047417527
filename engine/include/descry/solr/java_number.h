/** @file java_number.h
 *  @brief Numbers as Java prints them: what Solr's signatures read where a document has a number.
 */
#ifndef DESCRY_SOLR_JAVA_NUMBER_H
#define DESCRY_SOLR_JAVA_NUMBER_H

#include <string>
#include <string_view>

namespace descry {

/// Double.toString() of JDK 8 to 18: "1.0", "1.0E7", "0.001", "9.999E-4", "NaN". Some numbers have
/// more digits than tell them apart ("1.9999999999999998E23", "5.6843418860808015E-14"), which JDK
/// 19 prints shorter ("2.0E23", "5.684341886080802E-14"; JDK-4511638): Solr's signatures of such
/// numbers depend on its Java. Equal to JDK 17 for 600,000 numbers of eight kinds.
/// Source: what jdk.internal.math.FloatingDecimal computes (digits as by Steele and White with a
/// symmetric end, in integers of three widths that end differently).
/// Cost: under a microsecond for numbers of a common size; up to 30 for 1E-300.
std::string java_double_text(double number);

/// What String.valueOf() gives for the value that Solr's JSON loader makes of a JSON number: a Long
/// ("10", "-0" is "0"), a Double ("1.0", "1e7" is "1.0E7", "1e999" is "Infinity"), or, of numbers
/// beyond 64 bits and of more than some twenty characters, the characters as they are.
/// Source: org.noggit.JSONParser and JsonLoader of Solr 9.
/// @pre @a json_number is a number by RFC 8259
std::string solr_number_text(std::string_view json_number);

}  // namespace descry

#endif  // DESCRY_SOLR_JAVA_NUMBER_H
