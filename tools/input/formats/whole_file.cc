#include "input/formats/whole_file.h"

#include <utility>

#include "input/documents/made_id.h"

namespace descry {

namespace {

class WholeFileReader : public DocumentReader {
  public:
    WholeFileReader(std::unique_ptr<ByteSource> source, ReaderContext context, FileParser parse)
        : source_(std::move(source)), context_(std::move(context)), parse_(parse) {}

    bool next(InputDocument& document) override {
        if (done_) return false;
        done_ = true;
        document.clear();
        std::string bytes = read_all(*source_, context_.options.max_document_bytes);
        if (const std::string_view refusal = parse_(bytes, document); !refusal.empty()) {
            context_.problems.refuse(location(), refusal);
            return false;
        }
        document.id = id_of_path(context_.path);
        document.location = context_.location;
        return true;
    }

    std::string location() const override { return context_.location; }

  private:
    std::unique_ptr<ByteSource> source_;
    ReaderContext context_;
    FileParser parse_;
    bool done_ = false;
};

}  // namespace

std::unique_ptr<DocumentReader> open_whole_file(std::unique_ptr<ByteSource> source,
                                                ReaderContext context, FileParser parse) {
    return std::make_unique<WholeFileReader>(std::move(source), std::move(context), parse);
}

}  // namespace descry
