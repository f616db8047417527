"""Signatures by the batch functions of Ray, Daft and Hugging Face datasets."""
import pytest

import descry


@pytest.fixture(scope="module")
def texts(texts):
    return texts[:300]


@pytest.fixture(scope="module")
def expected(texts):
    return descry.Signer(methods=["text-profile"]).sign(texts)["text_profile"]


def test_hugging_face_map(texts, expected):
    datasets = pytest.importorskip("datasets")
    signer = descry.Signer(methods=["text-profile"])
    data = datasets.Dataset.from_dict({"text": texts})
    signed = data.map(lambda batch: {"signature": signer.sign(batch["text"])["text_profile"]},
                      batched=True, batch_size=100)
    assert list(signed["signature"]) == expected


def test_ray_map_batches(texts, expected):
    ray = pytest.importorskip("ray")

    class Sign:
        def __init__(self):
            self.signer = descry.Signer(methods=["text-profile"])

        def __call__(self, batch):
            return batch.append_column("signature", [
                self.signer.sign(batch["text"], threads=1)["text_profile"]])

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        data = ray.data.from_items([{"row": i, "text": text} for i, text in enumerate(texts)])
        signed = data.map_batches(Sign, batch_format="pyarrow", batch_size=100, concurrency=1)
        rows = sorted(signed.take_all(), key=lambda row: row["row"])
    finally:
        ray.shutdown()
    assert [row["signature"] for row in rows] == expected


def test_daft_udf(texts, expected):
    daft = pytest.importorskip("daft")

    @daft.func.batch(return_dtype=daft.DataType.string())
    def sign(text: daft.Series):
        return descry.Signer(methods=["text-profile"]).sign(text.to_arrow())["text_profile"]

    signed = daft.from_pydict({"text": texts}).with_column("signature", sign(daft.col("text")))
    assert signed.to_pydict()["signature"] == expected
