#include <utility>

#include "input/documents/made_id.h"
#include "input/formats/formats.h"

namespace descry {

namespace {

class WholeFileReader : public RecordReader {
  public:
    WholeFileReader(SourcePointer source, ReaderContext context, FileParser parse)
        : RecordReader(std::move(source), std::move(context)), parse_(parse) {}

    std::string location() const override { return context_.location; }

  private:
    bool next_record() override { return !std::exchange(done_, true); }

    std::string fill(InputDocument& document) override {
        document.clear();
        std::string bytes = read_all(*source_, context_.options.max_document_bytes);
        std::string refusal(parse_(bytes, document));
        document.id = id_of_path(context_.path);
        return refusal;
    }

    FileParser parse_;
    bool done_ = false;
};

}  // namespace

ReaderPointer open_whole_file(SourcePointer source, ReaderContext context, FileParser parse) {
    return std::make_unique<WholeFileReader>(std::move(source), std::move(context), parse);
}

}  // namespace descry
