"""Small sets as the bits of one number (below 2**62, so that compiled and uncompiled agree)."""

from karacho.core.jit import inlined, instruction


@instruction("ctpop")
def count_bits(bits: int) -> int:
    """How many members the set has."""
    return int(bits).bit_count()


@instruction("cttz")
def lowest_bit(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return (int(bits) & -int(bits)).bit_length() - 1


@inlined
def nth_bit(bits: int, n: int) -> int:
    """The member with n smaller ones in the set."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)
