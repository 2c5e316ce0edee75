from worker.chunks import BOARDS_PER_CHUNK, CELLS_PER_CHUNK, Chunk, plan


def test_chunks_cover_every_board_once_and_in_order() -> None:
    sizes = [100] * 2500 + [CELLS_PER_CHUNK] + [4] * 1500 + [CELLS_PER_CHUNK * 2] + [0, 9]
    chunks = plan(sizes)
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    covered = [at for chunk in chunks for at in range(chunk.first, chunk.first + chunk.size)]
    assert covered == list(range(len(sizes)))


def test_no_chunk_is_larger_than_it_may_be_unless_one_board_is() -> None:
    sizes = [100] * 2500 + [CELLS_PER_CHUNK * 2] + [4] * 1500
    for chunk in plan(sizes):
        load = sum(sizes[chunk.first : chunk.first + chunk.size])
        assert chunk.size <= BOARDS_PER_CHUNK
        assert load <= CELLS_PER_CHUNK or chunk.size == 1


def test_one_board_is_one_chunk_and_none_is_none() -> None:
    assert plan([1]) == [Chunk(0, 0, 1)]
    assert plan([]) == []
