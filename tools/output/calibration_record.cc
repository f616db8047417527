#include "tools/output/calibration_record.h"

#include <nlohmann/json.hpp>

#include "tools/output/json_text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* CALIBRATION_KEY = "descry:calibration";

}  // namespace

void write_calibration(Xapian::WritableDatabase& db, const Json& calibration) {
    db.set_metadata(CALIBRATION_KEY, json_text(calibration));
}

std::optional<Json> read_calibration(const Xapian::Database& db) {
    const Json record = Json::parse(db.get_metadata(CALIBRATION_KEY), nullptr, false);
    if (!record.is_object()) return std::nullopt;
    return record;
}

}  // namespace descry
