from hypothesis import given
from hypothesis import strategies as st

from karacho.core.bits import count_bits, lowest_bit, nth_bit

SETS = st.integers(min_value=1, max_value=2**60 - 1)


@given(SETS)
def test_bits_agree_with_python(bits):
    members = [i for i in range(60) if bits >> i & 1]
    assert count_bits(bits) == bits.bit_count() == len(members)
    assert lowest_bit(bits) == members[0]
    assert [nth_bit(bits, n) for n in range(len(members))] == members
