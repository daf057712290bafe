"""Eight-bit weights for an ONNX graph, such that a text's vector depends on nothing but the text.

ONNX Runtime's own dynamic quantisation uses one scale for all activations of a batch, so that a text's vector depends
on the rest of its batch (cosine down to 0.95, docs/adr/0004-onnx-runtime.md). Here each token's activations have their
own scale, as in ZeroQuant (Yao et al. 2022, "token-wise quantization"), written in standard operators.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

# Products of 8-bit activations with weights of up to 127 overflow the 16-bit sums of processors without VNNI;
# up to 63 they cannot, so every machine computes the same integers.
WEIGHT_LIMIT = 63
TABLE_LIMIT = 127

Array = npt.NDArray[Any]
Tensors = dict[str, TensorProto]
CONSTANTS: dict[str, Array] = {
    "int8.one_step": np.array(127, np.float32),
    "int8.smallest": np.array(1e-12, np.float32),
    "int8.unit": np.array(1, np.float32),
    "int8.zero": np.array(128, np.uint8),
}


def quantize(model: onnx.ModelProto) -> None:
    """Replace, in place, each product with constant weights and each embedding table by an int8 one."""
    graph = model.graph
    weights = {item.name: item for item in graph.initializer if _is_float_matrix(item)}
    added: Tensors = {name: numpy_helper.from_array(value, name) for name, value in CONSTANTS.items()}
    scaled: set[str] = set()
    nodes: list[onnx.NodeProto] = []
    for node in graph.node:
        name = _weight_name(node, weights)
        if name is None:
            nodes.append(node)
        elif node.op_type == "Gather":
            nodes.extend(_lookup(node, numpy_helper.to_array(weights[name]), added))
        else:
            if node.input[0] not in scaled:  # query, key and value read the same activations
                nodes.extend(_scale_rows(node.input[0]))
                scaled.add(node.input[0])
            nodes.extend(_product(node, numpy_helper.to_array(weights[name]), added))
    read = {name for node in nodes for name in node.input}
    _replace(graph.initializer, [item for item in [*graph.initializer, *added.values()] if item.name in read])
    _replace(graph.node, nodes)


def _is_float_matrix(item: TensorProto) -> bool:
    return item.data_type == TensorProto.FLOAT and len(item.dims) == 2


def _weight_name(node: onnx.NodeProto, weights: Tensors) -> str | None:
    position = {"MatMul": 1, "Gather": 0}.get(node.op_type)
    name = node.input[position] if position is not None else ""
    along_rows = all(attribute.i == 0 for attribute in node.attribute if attribute.name == "axis")
    return name if name in weights and along_rows else None


def _scale_rows(activations: str) -> Iterator[onnx.NodeProto]:
    """Yield `<name>.uint8`, each token's activations around 128, and `<name>.scale`, the value of one step."""

    def step(operator: str, inputs: list[str], output: str, **attributes: Any) -> onnx.NodeProto:
        return helper.make_node(operator, inputs, [f"{activations}.{output}"], **attributes)

    yield step("Abs", [activations], "abs")
    yield step("ReduceMax", [f"{activations}.abs"], "max", axes=[-1], keepdims=1)
    yield step("Max", [f"{activations}.max", "int8.smallest"], "span")
    yield step("Div", [f"{activations}.span", "int8.one_step"], "scale")
    yield step("Div", ["int8.one_step", f"{activations}.span"], "steps")
    yield step("Mul", [activations, f"{activations}.steps"], "scaled")
    yield step("QuantizeLinear", [f"{activations}.scaled", "int8.unit", "int8.zero"], "uint8")


def _product(node: onnx.NodeProto, weight: Array, added: Tensors) -> Iterator[onnx.NodeProto]:
    """Yield an integer product, converted to float by the scale of each column of weights and of each token."""
    activations, output = node.input[0], node.output[0]
    values, scales = _add_scaled(added, f"{node.input[1]}.columns", weight, axis=0, limit=WEIGHT_LIMIT)
    inputs = [f"{activations}.uint8", values, "int8.zero"]
    yield helper.make_node("MatMulInteger", inputs, [f"{output}.int32"])
    yield helper.make_node("Cast", [f"{output}.int32"], [f"{output}.float"], to=TensorProto.FLOAT)
    yield helper.make_node("Mul", [f"{output}.float", scales], [f"{output}.columns"])
    yield helper.make_node("Mul", [f"{output}.columns", f"{activations}.scale"], [output])


def _lookup(node: onnx.NodeProto, table: Array, added: Tensors) -> Iterator[onnx.NodeProto]:
    """Multiply a row's int8 values by that row's scale; both are looked up, so the table is never widened to float."""
    values, scales = _add_scaled(added, f"{node.input[0]}.rows", table, axis=1, limit=TABLE_LIMIT)
    indices, output = node.input[1], node.output[0]
    yield helper.make_node("Gather", [values, indices], [f"{output}.int8"])
    yield helper.make_node("Gather", [scales, indices], [f"{output}.scale"])
    yield helper.make_node("Cast", [f"{output}.int8"], [f"{output}.float"], to=TensorProto.FLOAT)
    yield helper.make_node("Mul", [f"{output}.float", f"{output}.scale"], [output])


def _add_scaled(added: Tensors, name: str, weight: Array, *, axis: int, limit: int) -> tuple[str, str]:
    """Store int8 values up to `limit`, and float32 scales, one for each line along `axis`; return their names."""
    scales = (np.abs(weight).max(axis=axis, keepdims=True) / limit).astype(np.float32)
    scales[scales == 0] = 1  # a line of zeros stays zeros
    values = np.rint(weight / scales).astype(np.int8)
    for key, array in ((f"{name}.int8", values), (f"{name}.scales", scales)):
        added[key] = numpy_helper.from_array(array, key)
    return f"{name}.int8", f"{name}.scales"


def _replace(repeated: Any, items: Iterable[object]) -> None:
    del repeated[:]
    repeated.extend(items)
