from typing import Annotated

from karacho.core.record import I16, I64, Ints, Record, content, duplicate, new


class Sample(Record):
    number: I16
    large: I64
    row: Annotated[Ints, "i2", 3]
    table: Annotated[Ints, "i1", 2, 4]


def test_a_record_has_named_fields_of_the_declared_sizes():
    box = new(Sample)
    box[0].number = -5
    box[0].large = 2**40
    box[0].row[1] = 7
    box[0].table[1, 3] = -1
    assert (box[0].number, box[0].large, box[0].row.tolist()) == (-5, 2**40, [0, 7, 0])
    assert box[0].table.tolist() == [[0, 0, 0, 0], [0, 0, 0, -1]]


def test_a_duplicate_is_independent():
    box = new(Sample)
    copy = duplicate(box)
    copy[0].row[0] = 9
    assert box[0].row[0] == 0
    assert content(box) != content(copy)
