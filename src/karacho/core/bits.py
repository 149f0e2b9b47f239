"""Small sets as the bits of one number (below 2**62, so that compiled and uncompiled agree)."""

from karacho.core.jit import inlined

_PAIRS, _FOURS, _EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@inlined
def count_bits(bits: int) -> int:
    """How many members the set has."""
    bits -= (bits >> 1) & _PAIRS
    bits = (bits & _FOURS) + ((bits >> 2) & _FOURS)
    bits = (bits + (bits >> 4)) & _EIGHTS
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 0x7F


@inlined
def lowest_bit(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return count_bits((bits & -bits) - 1)


@inlined
def nth_bit(bits: int, n: int) -> int:
    """The member with n smaller ones in the set."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)
