/** @file value_type.h
 *  @brief What the bytes of a value slot mean.
 */
#ifndef DESCRY_BASE_VALUE_TYPE_H
#define DESCRY_BASE_VALUE_TYPE_H

namespace descry {

/// Values of all types sort by their bytes; what differs is where a missing one stands.
enum class ValueType {
    /// Any bytes.
    STRING,
    /// Xapian::sortable_serialise() of the number.
    NUMBER,
    /// Xapian::sortable_serialise() of the seconds since 1970 in UTC.
    DATE,
};

}  // namespace descry

#endif  // DESCRY_BASE_VALUE_TYPE_H
