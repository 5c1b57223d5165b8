"""Two processor instructions that Numba does not offer by name."""

from numba import types
from numba.extending import intrinsic


@intrinsic
def lowest(typingctx, word):
    """The place of the lowest bit that is set; the word must not be 0."""
    signature = types.int64(types.int64)

    def code(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return signature, code


@intrinsic
def ones(typingctx, word):
    """The number of bits set."""
    signature = types.int64(types.int64)

    def code(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return signature, code
