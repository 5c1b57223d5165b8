"""Unrolled code over the subsets of a hand: loads, additions and stores without a loop.

A loop over the subsets is several times slower than unrolled code, and unrolled Python takes Numba many seconds to
compile. So these functions emit LLVM instructions directly. Each takes a plan, a text known at compile time, such as
``5:1234``: hands of five cards, their subsets of one, two, three and four. A row is an array with the number of each
subset, in the order of :func:`subsets`.
"""

from itertools import combinations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

I32, I64 = ir.IntType(32), ir.IntType(64)
WIDE = ir.VectorType(I32, 8)


def read(plan):
    """The number of cards and the subset sizes of a plan."""
    cards, _, sizes = plan.partition(":")
    return int(cards), tuple(map(int, sizes))


def subsets(plan):
    """The subsets of a hand in the order of a row, each as the places of its cards, lowest first."""
    cards, sizes = read(plan)
    return [chosen for size in sizes for chosen in combinations(range(cards), size)]


def text(plan):
    if not isinstance(plan, types.StringLiteral):
        raise TypingError("a plan has to be known when compiling")
    return plan.literal_value


def data(context, builder, kind, value):
    """The address of the first entry of an array."""
    return make_array(kind)(context, builder, value).data


def entry(builder, start, place):
    """The address of an entry of an array; its index is a constant or computed."""
    place = place if isinstance(place, ir.Value) else I64(place)
    return builder.gep(start, [place])


def widened(builder, value):
    return builder.zext(value, I64) if value.type.width < 64 else value


def cards_of(builder, word, count):
    """The places of the cards of a hand, lowest first."""
    found = []
    for at in range(count):
        found.append(builder.cttz(word, ir.IntType(1)(1)))
        if at < count - 1:
            word = builder.and_(word, builder.sub(word, I64(1)))
    return found


def places_of(builder, cards, below, most):
    """The place of every subset of up to ``most`` cards: that of the subset without its highest card plus
    ``below[size, highest]``."""
    found = {(): I64(0)}
    for size in range(1, most + 1):
        for chosen in combinations(range(len(cards)), size):
            high = cards[chosen[-1]]
            if size == 1:
                found[chosen] = high
                continue
            more = builder.load(entry(builder, below, builder.add(I64(64 * size), high)))
            found[chosen] = builder.add(found[chosen[:-1]], widened(builder, more))
    return found


@intrinsic
def number(typingctx, plan, word, below, places, row):
    """Write the numbers of the subsets of a hand; ``places`` has one array per size that maps places to numbers."""
    signature = types.void(plan, types.int64, below, places, row)
    cards, sizes = read(text(plan))
    order = subsets(text(plan))

    def code(context, builder, signature, arguments):
        _, word, below_, places_, row_ = arguments
        start = data(context, builder, below, below_)
        tables = [data(context, builder, places.dtype, builder.extract_value(places_, at)) for at in range(len(sizes))]
        out = data(context, builder, row, row_)
        found = places_of(builder, cards_of(builder, word, cards), start, max(sizes))
        for at, chosen in enumerate(order):
            table = tables[sizes.index(len(chosen))]
            builder.store(builder.load(entry(builder, table, found[chosen])), entry(builder, out, at))
        return context.get_dummy_value()

    return signature, code


@intrinsic
def signed_sum(typingctx, plan, table, row):
    """Sum the entries of a uint32 table for the subsets of a hand; entries of odd-sized subsets are subtracted."""
    signature = types.uint32(plan, table, row)
    order = subsets(text(plan))

    def code(context, builder, signature, arguments):
        start, numbers = data(context, builder, table, arguments[1]), data(context, builder, row, arguments[2])
        total = I32(0)
        for at, chosen in enumerate(order):
            place = widened(builder, builder.load(entry(builder, numbers, at)))
            found = builder.load(entry(builder, start, place))
            total = builder.sub(total, found) if len(chosen) % 2 else builder.add(total, found)
        return total

    return signature, code


@intrinsic
def add_to(typingctx, plan, table, row, fixed, weight):
    """Add the weight of a hand to the table entry of each of its subsets, times the exchanges that fix the subset."""
    signature = types.void(plan, table, row, fixed, types.uint32)
    order = subsets(text(plan))

    def code(context, builder, signature, arguments):
        _, table_, row_, fixed_, weight = arguments
        start, numbers = data(context, builder, table, table_), data(context, builder, row, row_)
        times = data(context, builder, fixed, fixed_)
        for at in range(len(order)):
            place = widened(builder, builder.load(entry(builder, numbers, at)))
            more = builder.mul(weight, builder.zext(builder.load(entry(builder, times, place)), I32))
            where = entry(builder, start, place)
            builder.store(builder.add(builder.load(where), more), where)
        return context.get_dummy_value()

    return signature, code


@intrinsic
def place_sum(typingctx, plan, word, below, starts, table):
    """Sum like :func:`signed_sum`, with the empty set, over a table indexed by place; ``starts[size]`` is where the
    sets of a size begin."""
    signature = types.uint32(plan, types.int64, below, starts, table)
    cards, sizes = read(text(plan))
    order = [(), *subsets(text(plan))]

    def code(context, builder, signature, arguments):
        _, word, below_, starts_, table_ = arguments
        found = places_of(builder, cards_of(builder, word, cards), data(context, builder, below, below_), max(sizes))
        first, begin = data(context, builder, starts, starts_), data(context, builder, table, table_)
        total = I32(0)
        for chosen in order:
            where = builder.add(builder.load(entry(builder, first, len(chosen))), found[chosen])
            more = builder.load(entry(builder, begin, where))
            total = builder.sub(total, more) if len(chosen) % 2 else builder.add(total, more)
        return total

    return signature, code


@intrinsic
def row_sums(typingctx, plan, word, below, starts, table, out):
    """Sum like :func:`place_sum` over a table of rows and write a row; the length of rows is a multiple of eight."""
    signature = types.void(plan, types.int64, below, starts, table, out)
    cards, sizes = read(text(plan))
    order = [(), *subsets(text(plan))]

    def code(context, builder, signature, arguments):
        _, word, below_, starts_, table_, out_ = arguments
        most = max(sizes, default=0)
        found = places_of(builder, cards_of(builder, word, cards), data(context, builder, below, below_), most)
        first = data(context, builder, starts, starts_)
        rows = make_array(table)(context, builder, table_)
        width = cgutils.unpack_tuple(builder, rows.shape)[1]
        begin = []
        for chosen in order:
            where = builder.add(builder.load(entry(builder, first, len(chosen))), found[chosen])
            begin.append(builder.gep(rows.data, [builder.mul(where, width)]))
        target = data(context, builder, out, out_)
        with cgutils.for_range_slice(builder, I64(0), width, I64(8)) as (at, _):
            total = ir.Constant(WIDE, [0] * 8)
            for row, chosen in zip(begin, order, strict=True):
                pointer = builder.bitcast(builder.gep(row, [at]), WIDE.as_pointer())
                more = builder.load(pointer, align=4)
                total = builder.sub(total, more) if len(chosen) % 2 else builder.add(total, more)
            builder.store(total, builder.bitcast(builder.gep(target, [at]), WIDE.as_pointer()), align=4)
        return context.get_dummy_value()

    return signature, code


@intrinsic
def count_in(typingctx, plan, word, below, starts, column, pair, none, one, two):
    """Add a hidden hand to three tables: to ``none`` at each of its subsets; to ``one``, for every dead card it holds,
    at each subset of its other cards in that card's column; to ``two`` likewise for every pair of dead cards. The
    plan's sizes are those of the subsets that are asked for."""
    signature = types.void(plan, types.int64, below, starts, column, pair, none, one, two)
    cards, sizes = read(text(plan))
    most = max(sizes)

    def code(context, builder, signature, arguments):
        _, word, below_, starts_, column_, pair_, none_, one_, two_ = arguments
        hand = cards_of(builder, word, cards)
        found = places_of(builder, hand, data(context, builder, below, below_), cards)
        first = data(context, builder, starts, starts_)
        begin = [builder.load(entry(builder, first, size)) for size in range(most + 1)]

        def up(where):
            builder.store(builder.add(builder.load(where), I32(1)), where)

        table = data(context, builder, none, none_)
        for size in range(most + 1):
            for chosen in combinations(range(cards), size):
                up(entry(builder, table, builder.add(begin[size], found[chosen])))
        for kind, value, away in ((one, one_, 1), (two, two_, 2)):
            rows = make_array(kind)(context, builder, value)
            width = cgutils.unpack_tuple(builder, rows.shape)[1]
            for gone in combinations(range(cards), away):
                if away == 1:
                    at = builder.load(entry(builder, data(context, builder, column, column_), hand[gone[0]]))
                else:
                    flat = builder.add(builder.mul(hand[gone[0]], I64(53)), hand[gone[1]])
                    at = builder.load(entry(builder, data(context, builder, pair, pair_), flat))
                with builder.if_then(builder.icmp_signed(">=", at, I64(0))):
                    others = [card for card in range(cards) if card not in gone]
                    for size in range(min(cards - away, most) + 1):
                        for chosen in combinations(others, size):
                            row = builder.mul(builder.add(begin[size], found[chosen]), width)
                            up(builder.gep(rows.data, [builder.add(row, at)]))
        return context.get_dummy_value()

    return signature, code
