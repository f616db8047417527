/** @file evaluation_run.h
 *  @brief A run of descry-lab evaluate.
 */
#ifndef DESCRY_TOOLS_LAB_EVALUATION_RUN_H
#define DESCRY_TOOLS_LAB_EVALUATION_RUN_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/gold/gold.h"
#include "tools/lab/made_gold.h"
#include "tools/lab/methods/methods.h"
#include "tools/lab/preparation.h"
#include "tools/lab/report/html_report.h"
#include "tools/messages/console.h"
#include "tools/messages/diagnostics.h"

namespace descry {

struct EvaluateArguments {
    /// Only inputs, or only databases.
    std::vector<std::string> paths;
    InputOptions input;
    /// A list; nullopt: all.
    std::optional<std::string> methods;
    /// Files; empty: none.
    std::string gold;
    std::string make_gold;
    std::string report;
    bool calibrate = false;
    /// Empty: the model of the index, or the default number.
    std::vector<unsigned> words;
    std::optional<double> distance;
    ShingleElementOptions shingles;
    unsigned permutations = MINHASH_PERMUTATIONS;
    std::optional<LshShape> lsh_shape;
    Thresholds thresholds;
    /// "canonical" or "text" (Judge).
    std::string judge = "canonical";
    std::size_t sample = 2000;
    std::uint64_t seed = 1;
    OutputFormat format = OutputFormat::TEXT;
};

/// Runs once. The temporary index lives as long as this object.
class EvaluationRun {
  public:
    EvaluationRun(const EvaluateArguments& arguments, Console& console)
        : arguments_(arguments), console_(console) {}

    /// Prepares the collection, measures and prints. @return the exit code
    int run();

    bool pipe_closed() const { return pipe_closed_; }

  private:
    struct Row {
        Method method;
        std::optional<unsigned> words;
    };

    std::vector<Row> wanted_rows() const;
    void prepare();
    EvaluationInput input(const Preparation& collection, const Row& row) const;
    std::optional<AnalyzerRecipe> judging_recipe() const;
    int measure(const std::vector<Row>& rows);
    std::vector<CostPoint> measure_parts(const std::vector<Row>& rows) const;
    void write_report(const std::vector<Row>& rows, EvaluationReport report,
                      const std::vector<RowCurves>& curves, std::vector<CostPoint> costs) const;
    Gold read_gold_file();
    int write_made_gold();
    void report_completeness(const MadeGold& gold, const MadeGoldOptions& options);
    int calibrate_index(const Method& first_named);

    const EvaluateArguments& arguments_;
    Console& console_;
    Diagnostics problems_;
    Preparation prepared_;
    double prepare_cpu_seconds_ = 0;
    bool pipe_closed_ = false;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_EVALUATION_RUN_H
