"""The formula language, against the "Notation" section of the specification."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hlo_opt.dialect.context import default_context
from hlo_opt.dialect.mlir import ir
from hlo_opt.dialect.notation import UNKNOWN, Formula, NotationError, Undefined, show
from hlo_opt.dialect.notation.algebra import DYNAMIC, Interval, Tensor
from hlo_opt.dialect.notation.functions import FUNCTIONS
from hlo_opt.dialect.notation.registry import Constant
from hlo_opt.dialect.notation.syntax import parse_formula
from hlo_opt.dialect.notation.types import FunctionType, TokenType
from hlo_opt.dialect.notation.words import words
from hlo_opt.dialect.ops.constraints import Constrained, Constraint
from hlo_opt.dialect.ops.reading import read_type
from hlo_opt.dialect.types import ELEMENT_TYPES


def tensor(text: str):
    with default_context():
        return read_type(ir.Type.parse(f"tensor<{text}>"))


Q = "!quant.uniform<i8<-100:90>:f32, 0.5:3>"
Q_AXIS = "!quant.uniform<u8:f32:1, {0.5:1, 0.25:2}>"

MEMBERS = {
    "x": tensor("2x3xf32"),
    "y": tensor("3x4xf32"),
    "scalar": tensor("f32"),
    "empty": tensor("0x3xf32"),
    "ints": tensor("2x3xi32"),
    "bits": tensor("4xi1"),
    "unsigned": tensor("4xui8"),
    "pair": tensor("2xcomplex<f64>"),
    "dynamic": tensor("?x3xf32"),
    "bounded": tensor("?x3xf32, #stablehlo.bounds<4, ?>"),
    "q": tensor(f"2x{Q}"),
    "q_axis": tensor(f"3x2x{Q_AXIS}"),
    "xs": (tensor("2x3xf32"), tensor("2x5xf32")),
    "dims": Tensor((1, 0)),
    "many": Tensor((0, 1, 2)),
    "matrix": Tensor(((0, 1), (2, 3), (4, 5)), (3, 2)),
    "none": Tensor(()),
    "n": 3,
    "flag": True,
    "body": FunctionType((tensor("f32"), tensor("f32")), (tensor("f32"),)),
    "token": TokenType(),
    "sizes": Constant(tensor("2xi64"), Tensor((4, 5))),
}
SCOPE = SimpleNamespace(**MEMBERS)
F32, F64, I8, U8 = (ELEMENT_TYPES[name] for name in ("f32", "f64", "i8", "ui8"))


def value(text: str):
    return Formula(text, MEMBERS).value(SCOPE)


def holds(text: str):
    return Formula(text, MEMBERS).holds(SCOPE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # shape computations
        ("rank(x)", 2),
        ("shape(x)", (2, 3)),
        ("shape(matrix)", (3, 2)),
        ("size(x)", 6),
        ("size(scalar)", 1),
        ("size(empty)", 0),
        ("size(dims)", 2),
        ("size(matrix)", 6),
        ("dim(x, 1)", 3),
        ("dim(x, -1)", 3),
        ("dims(y, [1, 0])", (4, 3)),
        ("axes(x)", (0, 1)),
        ("index_space(scalar)", ((),)),
        ("index_space(dims)", ((0,), (1,))),
        ("range(n)", (0, 1, 2)),
        # an ellipsis: a value for each element
        ("dim(x, dims...)", (3, 2)),
        ("dim(y, dims)", (4, 3)),
        ("rank(xs...)", (2, 2)),
        ("dim(xs..., 1)", (3, 5)),
        ("many[dims...]", (1, 0)),
        # arithmetic, element by element, with scalars broadcast
        ("shape(x) + 1", (3, 4)),
        ("shape(x) * shape(y)", (6, 12)),
        ("max(shape(x) - 3, 0)", (0, 0)),
        ("7 / 2", 3),
        ("-7 % 4", 1),
        ("ceil((shape(y) - 1) / 2)", (1, 2)),
        ("floor((5 - 2) / 2) + 1", 2),
        ("1 + 2 * 3 - 4", 3),
        # lists
        ("[n] + dims + [7]", (3, 1, 0, 7)),
        ("[1, 2, ..., n]", (1, 2, 3)),
        ("[0, 1, ..., n - 4]", ()),
        ("concatenate(dims, many)", (1, 0, 0, 1, 2)),
        ("[d + 1 for d in many]", (1, 2, 3)),
        ("reduce(dims(y, [0, 1]), init_values=1, dimensions=[0], body=lambda a, b: a * b)", 12),
        # subscripts and slices
        ("matrix[:, 1]", (1, 3, 5)),
        ("matrix[1, 0]", 2),
        ("many[:-1]", (0, 1)),
        ("many[-2:]", (1, 2)),
        # conditions
        ("n < 4 ? 1 : 2", 1),
        ("many > 0 ? many : 9", (9, 1, 2)),
        # quantization
        ("storage_type(q)", I8),
        ("storage_min(q)", -100),
        ("storage_max(q)", 90),
        ("expressed_type(q)", F32),
        ("quantization_dimension(q)", None),
        ("quantization_dimension(q_axis)", 1),
        ("scales(q_axis)", (0.5, 0.25)),
        ("zero_points(q_axis)", (1, 2)),
        ("storage_type(q_axis)", U8),
        ("storage_type(x)", None),
        # types
        ("element_type(pair)", ELEMENT_TYPES["complex<f64>"]),
        ("complex_element_type(pair)", F64),
        ("complex_element_type(x)", None),
        ("complex_type(element_type(x))", ELEMENT_TYPES["complex<f32>"]),
        ("num_bits(element_type(pair))", 128),
        ("num_bits(q)", 8),
        ("max_value(element_type(unsigned))", 255),
        ("min_value(storage_type(q))", -128),
        ("tensor<element_type(ints)>", tensor("i32")),
        ("input_types(body)", (tensor("f32"), tensor("f32"))),
        ("output_types(body)", (tensor("f32"),)),
        ("value(sizes)", (4, 5)),
        ("value(x)", UNKNOWN),
        # grids
        (
            "cross_replica([[0, 1], [2, 3]], 2)",
            (
                *(((0, 0), (1, 0)), ((0, 1), (1, 1))),
                *(((2, 0), (3, 0)), ((2, 1), (3, 1))),
            ),
        ),
        ("cross_partition([[0, 1]], 2)", (((0, 0), (0, 1)), ((1, 0), (1, 1)))),
        (
            "cross_replica_and_partition([[0, 1], [2, 3]], 2)",
            (((0, 0), (1, 0), (0, 1), (1, 1)), ((2, 0), (3, 0), (2, 1), (3, 1))),
        ),
        (
            "flattened_ids([[0, 1, 2, 3], [4, 5, 6, 7]], 2)",
            (((0, 0), (0, 1), (1, 0), (1, 1)), ((2, 0), (2, 1), (3, 0), (3, 1))),
        ),
    ],
)
def test_values(text, expected):
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 <= dims < rank(x)", True),
        ("0 <= many < rank(x)", False),
        ("0 <= none < 0", True),
        ("shape(x) = [2, 3]", True),
        ("shape(x) = [2, 3, 4]", False),
        ("shape(x) = 2", False),
        ("dims != many", True),
        ("n == 3 && flag", True),
        ("n = 4 || flag", True),
        ("!flag", False),
        ("not flag or n = 3", True),
        ("2 in many", True),
        ("n in many", False),
        ("n not in many", True),
        ("dims in many", True),
        ("is_unique(many)", True),
        ("is_unique([1, 1])", False),
        ("is_unique(matrix)", True),
        ("is_sorted(many)", True),
        ("is_sorted(dims)", False),
        ("same([2, 2, 2])", True),
        ("same([])", True),
        ("same(shape(xs...))", False),
        ("same(rank(xs...))", True),
        ("is_empty(none)", True),
        ("is_empty(quantization_dimension(q))", True),
        ("is_finite(scales(q))", True),
        ("If flag, then n = 4", False),
        ("If !flag, then n = 4", True),
        ("d < 3 for d in many", True),
        ("d < 2 for d in many", False),
        ("flag = true", True),
        # an ellipsis against what is as deep, or less deep
        ("element_type(xs...) = f32", True),
        ("shape(xs...) = [[2, 3], [2, 5]]", True),
        ("shape(xs...) = [2, 3]", False),
        ("rank(xs...) = [2, 2]", True),
        ("rank(xs...) = [2]", False),
        ("input_types(body) = [tensor<f32>, tensor<f32>]", True),
        ("type(body) = (tensor<f32>, tensor<f32>) -> tensor<f32>", True),
        ("type(body) = (tensor<f32>) -> (tensor<f32>)", False),
        # a comparison in front of a condition
        ("n = flag ? 3 : 4", True),
        ("size(dims) = n < 2 ? 7 : 2", True),
        ("(n = 3) ? flag : !flag", True),
        # types
        ("is_float(x)", True),
        ("is_float(ints)", False),
        ("is_complex(pair)", True),
        ("is_boolean(bits)", True),
        ("is_integer(bits)", False),
        ("is_signed_integer(ints)", True),
        ("is_unsigned_integer(unsigned)", True),
        ("is_quantized(q) and is_quantized(q_axis)", True),
        ("is_per_tensor_quantized(q)", True),
        ("is_per_axis_quantized(q)", False),
        ("is_per_axis_quantized(q_axis)", True),
        ("is_token(token)", True),
        ("is_tensor(x)", True),
        ("is_promotable(f32, f64)", True),
        ("is_promotable(f64, f32)", False),
        ("is_promotable(i1, i32)", False),
        ("is_promotable(i8, i32)", True),
        ("is_promotable(element_type(q), element_type(q))", True),
        ("is_promotable(element_type(q), i32)", False),
        ("baseline_type(q) = baseline_type(q)", True),
        ("type(x) = type(y)", False),
        ("is_namespaced_op_name(EQ)", False),
    ],
)
def test_truth(text, expected):
    assert holds(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dim(dynamic, 0) = 5", UNKNOWN),
        ("dim(dynamic, 0) = -1", False),
        ("0 <= dim(dynamic, 0)", True),
        ("dim(bounded, 0) = 4", UNKNOWN),
        ("dim(bounded, 0) = 5", False),
        ("dim(bounded, 0) < 5", True),
        ("dim(bounded, 0) * 2 + 1 = 10", False),
        ("size(dynamic) = 6", UNKNOWN),
        ("size(bounded) = 13", False),
        ("shape(dynamic) = shape(x)", UNKNOWN),
        ("shape(x) = shape(dynamic) = [4, 3]", False),  # if not to its neighbour, to the other
        ("same([2, dim(dynamic, 0), 3])", False),
        ("shape(dynamic) = shape(y)", False),
        ("type(dynamic) = type(x)", UNKNOWN),
        ("type(dynamic) = type(ints)", False),
        ("dim(dynamic, 0) = 5 and n = 4", False),
        ("dim(dynamic, 0) = 5 or n = 3", True),
        ("If dim(dynamic, 0) = 5, then n = 4", UNKNOWN),
        ("If dim(dynamic, 0) = -1, then n = 4", True),
        ("((dim(dynamic, 0) = 2) ? 3 : 4) = 5", False),
        ("((dim(dynamic, 0) = 2) ? 3 : 4) = 4", UNKNOWN),
        ("dim(dynamic, 0) % 4 < 4", True),
        ("same([dim(dynamic, 0), 3])", UNKNOWN),
        ("is_unique([dim(dynamic, 0), 3])", UNKNOWN),
        # what has no value is for another constraint to tell
        ("dim(x, 2) = 3", UNKNOWN),
        ("many[7] = 3", UNKNOWN),
        ("shape(x) + many = 3", UNKNOWN),
        ("shape(token) = [3]", UNKNOWN),
        ("n / 0 = 1", UNKNOWN),
    ],
)
def test_what_is_not_known(text, expected):
    assert holds(text) is expected


def test_no_value():
    with pytest.raises(Undefined):
        value("dim(x, 2)")


def test_intervals():
    assert value("dim(dynamic, 0)") == DYNAMIC
    assert value("dim(bounded, 0) - 1") == Interval(-1, 3)
    assert value("(dim(bounded, 0) + 1) / 2") == Interval(0, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rank(x", "column 7: expected ')', not the end"),
        ("x = ", "expected a name, not the end"),
        ("x $ y", "column 3: unexpected character '$'"),
        ("rank(x) rank(y)", "column 9: expected the end, not 'rank'"),
        ("unheard", "unknown name 'unheard'"),
        ("unheard(x)", "unknown function 'unheard'"),
        ("n ? 1", "expected ':', not the end"),
        ("(x, y)", "expected '->' after a list of types"),
        ("[1, ..., 3]", "expected two items before '...'"),
        ("If n, n", None),
    ],
)
def test_malformed_formulas(text, message):
    if message is None:
        Formula(text, MEMBERS)
        return
    with pytest.raises(NotationError) as caught:
        Formula(text, MEMBERS)
    assert message in str(caught.value)


def test_a_malformed_constraint_names_its_class_and_label():
    class Wrong(Constrained):
        constraints = (Constraint("C7", "0 <"),)

    with pytest.raises(NotationError, match=r"a type \(C7\): formula '0 <'"):
        Wrong.compile_constraints("a type", ())


@pytest.mark.parametrize(
    "text",
    [
        "0 <= lhs < rank(x)",
        "a + b * c = (a + b) * c",
        "x ? y : z",
        "(x = y) ? 1 : [a, b]",
        "If a, then b = c",
        "f(xs..., y, k=2)[:, 0]",
        "[0, 1, ..., n]",
        "lambda a, b: a * b",
        "type(body) = (tensor<E...>, tensor<E>) -> (tensor<i1>)",
        "a or b and !c",
        "x not in y",
        "f(i) for i in g(x)",
    ],
)
def test_a_tree_prints_as_its_formula(text):
    tree = parse_formula(text)
    assert str(tree) == text
    assert parse_formula(str(tree)) == tree


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 <= dims < rank(x)", "dims is at least 0 and is less than the rank of x"),
        ("type(x) = type(y) = type(z)", "the type of x, the type of y and the type of z are equal"),
        ("If is_complex(x), then n = 1", "if x has complex elements, then n equals 1"),
        (
            "dim(x, 0) = dim(y, 1)",
            "the size of dimension 0 of x equals the size of dimension 1 of y",
        ),
        ("is_unique(dims)", "dims has no element twice"),
    ],
)
def test_words(text, expected):
    assert words(parse_formula(text)) == expected


def test_values_in_messages():
    assert show((1, (True, None))) == "[1, [true, none]]"
    assert show(tensor("2x?xf32")) == "tensor<2x?xf32>"
    assert show(F32) == "f32"
    assert show(UNKNOWN) == "?"


def test_every_global_function_of_the_specification_is_there():
    of_the_specification = """
        element_type is_per_axis_quantized is_per_tensor_quantized is_promotable is_quantized
        max_value min_value is_sorted is_unique same axes dim dims index_space rank shape size
        baseline_element_type baseline_type cross_partition cross_replica
        cross_replica_and_partition flattened_ids is_float is_complex storage_type storage_min
        storage_max expressed_type quantization_dimension scales zero_points num_bits
    """
    assert set(of_the_specification.split()) <= set(FUNCTIONS)
