"""Eight-bit weights for an ONNX graph, so that a text's vector does not depend on what else is in its batch.

ONNX Runtime's own dynamic quantisation takes one scale for all activations of a batch: the vector of the same text
alone and in a batch then differ (cosine down to 0.95, docs/adr/0004-onnx-runtime.md). `MatMulNBits` scales each
row's activations by blocks, and so does without that.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

BLOCK_SIZE = 64
INT8_ACTIVATIONS = 4  # MatMulNBits' accuracy_level: quantise activations to int8, accumulate in int32

Array = npt.NDArray[np.generic]


def quantize(model: onnx.ModelProto) -> None:
    """Replace, in place, each product with constant weights and each embedding table by an int8 one."""
    graph = model.graph
    weights = {item.name: item for item in graph.initializer if _is_float_matrix(item)}
    added: dict[str, onnx.TensorProto] = {}
    nodes: list[onnx.NodeProto] = []
    for node in graph.node:
        name = _weight_name(node, weights)
        if name is None:
            nodes.append(node)
            continue
        rewrite = _product if node.op_type == "MatMul" else _lookup
        nodes.extend(rewrite(node, numpy_helper.to_array(weights[name]), added))
    read = {name for node in nodes for name in node.input}
    kept = [item for item in graph.initializer if item.name in read]
    _replace(graph.node, nodes)
    _replace(graph.initializer, [*kept, *added.values()])
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))


def _is_float_matrix(item: onnx.TensorProto) -> bool:
    return item.data_type == onnx.TensorProto.FLOAT and len(item.dims) == 2


def _weight_name(node: onnx.NodeProto, weights: dict[str, onnx.TensorProto]) -> str | None:
    position = {"MatMul": 1, "Gather": 0}.get(node.op_type)
    name = node.input[position] if position is not None else ""
    along_rows = all(attribute.i == 0 for attribute in node.attribute if attribute.name == "axis")
    return name if name in weights and along_rows else None


def _product(node: onnx.NodeProto, weight: Array, added: dict[str, onnx.TensorProto]) -> Iterator[onnx.NodeProto]:
    rows, columns = weight.shape
    names = _add(added, f"{node.input[1]}_blocks", *_quantize_blocks(weight))
    yield helper.make_node(
        "MatMulNBits",
        [node.input[0], *names],
        list(node.output),
        domain="com.microsoft",
        K=rows,
        N=columns,
        bits=8,
        block_size=BLOCK_SIZE,
        accuracy_level=INT8_ACTIVATIONS,
    )


def _quantize_blocks(weight: Array) -> tuple[Array, Array]:
    """[K, N] to uint8 [N, blocks, BLOCK_SIZE] around 128, and float32 scales [N, blocks]."""
    rows, columns = weight.shape
    blocks = -(-rows // BLOCK_SIZE)
    padded = np.zeros((columns, blocks * BLOCK_SIZE), np.float32)
    padded[:, :rows] = weight.T
    values, scales = _scale_last_axis(padded.reshape(columns, blocks, BLOCK_SIZE))
    return (values.astype(np.int16) + 128).astype(np.uint8), scales[..., 0]


def _lookup(node: onnx.NodeProto, table: Array, added: dict[str, onnx.TensorProto]) -> Iterator[onnx.NodeProto]:
    """A row's int8 values times that row's scale; both are looked up, so the table is never widened to float."""
    values_name, scales_name = _add(added, f"{node.input[0]}_rows", *_scale_last_axis(table))
    indices, output = node.input[1], node.output[0]
    yield helper.make_node("Gather", [values_name, indices], [f"{output}_int8"])
    yield helper.make_node("Gather", [scales_name, indices], [f"{output}_scale"])
    yield helper.make_node("Cast", [f"{output}_int8"], [f"{output}_float"], to=onnx.TensorProto.FLOAT)
    yield helper.make_node("Mul", [f"{output}_float", f"{output}_scale"], [output])


def _scale_last_axis(values: Array) -> tuple[Array, Array]:
    scales = (np.abs(values).max(axis=-1, keepdims=True) / 127).astype(np.float32)
    scales[scales == 0] = 1  # a block of zeros stays zeros
    return np.rint(values / scales).astype(np.int8), scales


def _add(added: dict[str, onnx.TensorProto], name: str, values: Array, scales: Array) -> tuple[str, str]:
    names = f"{name}_values", f"{name}_scales"
    for key, array in zip(names, (values, scales), strict=True):
        added[key] = numpy_helper.from_array(array, key)
    return names


def _replace(repeated: Any, items: Iterable[object]) -> None:
    del repeated[:]
    repeated.extend(items)
