#include "input/whole_file.h"

#include <utility>

namespace descry {

namespace {

class WholeFileReader : public DocumentReader {
  public:
    WholeFileReader(std::unique_ptr<ByteSource> source, ReaderContext context,
                    TextConversion convert)
        : source_(std::move(source)), context_(std::move(context)), convert_(convert) {}

    bool next(InputDocument& document) override {
        if (done_) return false;
        done_ = true;
        document.clear();
        document.text = read_all(*source_, context_.options.max_document_bytes);
        document.replacements = convert_(document.text);
        document.id = id_of_path(context_.path);
        document.place = context_.place;
        return true;
    }

    std::string place() const override { return context_.place; }

  private:
    std::unique_ptr<ByteSource> source_;
    ReaderContext context_;
    TextConversion convert_;
    bool done_ = false;
};

}  // namespace

std::unique_ptr<DocumentReader> open_whole_file(std::unique_ptr<ByteSource> source,
                                                ReaderContext context, TextConversion convert) {
    return std::make_unique<WholeFileReader>(std::move(source), std::move(context), convert);
}

}  // namespace descry
