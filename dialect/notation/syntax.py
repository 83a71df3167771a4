"""The grammar of formulas.

::

    formula    ::= 'If' ternary ',' ['then'] formula | ternary
    ternary    ::= or ['?' ternary ':' ternary]    (`x = c ? a : b` is `x = (c ? a : b)`)
    or         ::= and {('or' | '||') and}
    and        ::= not {('and' | '&&') not}
    not        ::= ('not' | '!') not | comparison
    comparison ::= sum {('=' | '==' | '!=' | '<' | '<=' | '>' | '>=' | ['not'] 'in') sum}
    sum        ::= product {('+' | '-') product}
    product    ::= unary {('*' | '/' | '%') unary}
    unary      ::= '-' unary | postfix
    postfix    ::= primary {'(' arguments ')' | '[' indices ']' | '...'}
    primary    ::= NUMBER | NAME | '(' list ')' ['->' ('(' list ')' | primary)] | '[' items ']'
                 | ('tensor' | 'tuple' | 'future') '<' list '>'
                 | 'lambda' NAME {',' NAME} ':' ternary
    items      ::= list | ternary 'for' NAME 'in' ternary
                 | ternary ',' ternary ',' '...' ',' ternary

Backquotes, which set off formulas in prose, are ignored.  The grammar is that
of the specification's "Notation" section, which builds on Python's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .tree import (
    Binary,
    Call,
    Comparison,
    Comprehension,
    Expansion,
    FunctionLiteral,
    If,
    Lambda,
    ListOf,
    Name,
    Node,
    Number,
    Progression,
    Slice,
    Subscript,
    Ternary,
    TypeLiteral,
    Unary,
)


class NotationError(ValueError):
    """A formula that is not well formed; the message says where and why."""


_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_]\w*'?)"
    r"|(?P<symbol>\.\.\.|->|\|\||&&|==|!=|<=|>=|[-+*/%<>=!?:,()\[\]]))"
)
_SPELLINGS = {"||": "or", "&&": "and", "!": "not"}
_COMPARISONS = ("=", "==", "!=", "<", "<=", ">", ">=")
_TYPES = ("tensor", "tuple", "future")


def parse_formula(text: str) -> Node:
    """Return the syntax tree of a formula; raises `NotationError`."""
    parser = _Parser(text)
    tree = parser.formula()
    if parser.token:
        parser.fail("the end")
    return tree


class _Parser:
    """A recursive-descent parser; ``token`` is the current one, empty at the end."""

    def __init__(self, text: str):
        self._text = text
        self._tokens = list(_tokens(text))
        self._position = 0
        # What stands in parentheses, by identity.
        self._enclosed: dict[int, Node] = {}

    @property
    def token(self) -> str:
        return self._tokens[self._position][0]

    def fail(self, expected: str):
        token, column = self._tokens[self._position]
        found = f"'{token}'" if token else "the end"
        raise NotationError(
            f"formula '{self._text}', column {column}: expected {expected}, not {found}"
        )

    def advance(self) -> str:
        token = self.token
        self._position += bool(token)
        return token

    def accept(self, *tokens: str) -> str:
        return self.advance() if self.token in tokens and self.token else ""

    def expect(self, token: str) -> None:
        if not self.accept(token):
            self.fail(f"'{token}'")

    def name(self) -> str:
        if not self.token or not (self.token[0].isalpha() or self.token[0] == "_"):
            self.fail("a name")
        return self.advance()

    def formula(self) -> Node:
        if self.accept("If", "if"):
            condition = self.ternary()
            self.expect(",")
            self.accept("then")
            return If(condition, self.formula())
        tree = self.ternary()
        return self._comprehension(tree) if self.token == "for" else tree

    def _comprehension(self, item: Node) -> Node:
        self.expect("for")
        name = self.name()
        self.expect("in")
        return Comprehension(item, name, self.ternary())

    def ternary(self) -> Node:
        if self.accept("lambda"):
            names = [self.name()]
            while self.accept(","):
                names.append(self.name())
            self.expect(":")
            return Lambda(tuple(names), self.ternary())
        condition = self.binary(0)
        if not self.accept("?"):
            return condition
        yes = self.ternary()
        self.expect(":")
        no = self.ternary()
        if isinstance(condition, Comparison) and condition.operators[0] == "=":
            if id(condition) not in self._enclosed:
                # The specification writes `x = a < b ? y : z` for `x = (a < b ? y : z)`.
                first, *terms = condition.terms
                chain = tuple(condition.operators[1:])
                condition = Comparison(tuple(terms), chain) if chain else terms[0]
                return Comparison((first, Ternary(condition, yes, no)), ("=",))
        return Ternary(condition, yes, no)

    _LEVELS = (("or",), ("and",))

    def binary(self, level: int) -> Node:
        if level == len(self._LEVELS):
            return self.negation()
        left = self.binary(level + 1)
        while operator := self.accept(*self._LEVELS[level]):
            left = Binary(operator, left, self.binary(level + 1))
        return left

    def negation(self) -> Node:
        if self.accept("not"):
            return Unary("not", self.negation())
        return self.comparison()

    def comparison(self) -> Node:
        terms, operators = [self.arithmetic()], []
        while True:
            if self.token == "not" and self._tokens[self._position + 1][0] == "in":
                self.advance()
                self.advance()
                operators.append("not in")
            elif operator := self.accept(*_COMPARISONS, "in"):
                operators.append("=" if operator == "==" else operator)
            else:
                break
            terms.append(self.arithmetic())
        return Comparison(tuple(terms), tuple(operators)) if operators else terms[0]

    def arithmetic(self) -> Node:
        left = self.product()
        while operator := self.accept("+", "-"):
            left = Binary(operator, left, self.product())
        return left

    def product(self) -> Node:
        left = self.unary()
        while operator := self.accept("*", "/", "%"):
            left = Binary(operator, left, self.unary())
        return left

    def unary(self) -> Node:
        if self.accept("-"):
            operand = self.unary()
            return Number(-operand.value) if isinstance(operand, Number) else Unary("-", operand)
        if self.accept("not"):
            return Unary("not", self.unary())
        return self.postfix()

    def postfix(self) -> Node:
        tree = self.primary()
        while True:
            if self.token == "(" and isinstance(tree, Name):
                tree = self._call(tree.name)
            elif self.accept("["):
                tree = Subscript(tree, self._sequence(self._index, "]"))
            elif self.token == "..." and not isinstance(tree, Expansion):
                self.advance()
                tree = Expansion(tree)
            else:
                return tree

    def _call(self, function: str) -> Node:
        self.expect("(")
        arguments, keywords = [], []
        while self.token != ")":
            following = self._tokens[self._position + 1][0] if self.token else ""
            if following == "=" and self.token[0].isalpha():
                keyword = self.name()
                self.expect("=")
                keywords.append((keyword, self.ternary()))
            else:
                arguments.append(self.ternary())
            if not self.accept(","):
                break
        self.expect(")")
        return Call(function, tuple(arguments), tuple(keywords))

    def _index(self) -> Node:
        low = None if self.token == ":" else self.ternary()
        if not self.accept(":"):
            return low
        return Slice(low, None if self.token in ("]", ",") else self.ternary())

    def _sequence(self, item, closer: str) -> tuple[Node, ...]:
        items = []
        while self.token != closer:
            items.append(item())
            if not self.accept(","):
                break
        self.expect(closer)
        return tuple(items)

    def primary(self) -> Node:
        token = self.token
        if token.isdigit():
            return Number(int(self.advance()))
        if self.accept("["):
            return self._list()
        if self.accept("("):
            return self._parenthesis()
        if token in _TYPES and self._tokens[self._position + 1][0] == "<":
            self.advance()
            self.expect("<")
            return TypeLiteral(token, self._sequence(self.arithmetic, ">"))
        return Name(self.name())

    def _list(self) -> Node:
        if self.accept("]"):
            return ListOf(())
        items = [self.ternary()]
        if self.token == "for":
            tree = self._comprehension(items[0])
            self.expect("]")
            return tree
        while self.accept(","):
            if self.accept("..."):
                self.expect(",")
                last = self.ternary()
                self.expect("]")
                if len(items) != 2:
                    self.fail("two items before '...'")
                return Progression(*items, last)
            items.append(self.ternary())
        self.expect("]")
        return ListOf(tuple(items))

    def _parenthesis(self) -> Node:
        items = self._sequence(self.ternary, ")")
        if self.accept("->"):
            if self.accept("("):
                return FunctionLiteral(items, self._sequence(self.ternary, ")"))
            return FunctionLiteral(items, (self.primary(),))
        if len(items) != 1:
            self.fail("'->' after a list of types")
        self._enclosed[id(items[0])] = items[0]
        return items[0]


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Return the tokens of a formula and their columns, and an empty one at the end."""
    plain = text.replace("`", " ")
    position, end = 0, len(plain.rstrip())
    while position < end:
        match = _TOKEN.match(plain, position)
        if match is None:
            position += len(plain[position:]) - len(plain[position:].lstrip())
            raise NotationError(
                f"formula '{text}', column {position + 1}: unexpected character '{text[position]}'"
            )
        token = match[match.lastgroup]
        yield _SPELLINGS.get(token, token), match.start(match.lastgroup) + 1
        position = match.end()
    yield "", end + 1
