"""The tree of RFC 9162 against the vectors of the Certificate Transparency project."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.merkle import hash_leaf, inclusion_path, is_included, tree_root

DATA = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
LEAVES = [hash_leaf(bytes.fromhex(data)) for data in DATA]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}


@pytest.mark.parametrize("size", range(9))
def test_roots(size):
    assert tree_root(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), PATHS)
def test_inclusion_paths(index, size):
    path = inclusion_path(LEAVES[:size], index)
    assert [node.hex() for node in path] == PATHS[index, size]
    assert is_included(LEAVES[index], index=index, size=size, path=path, root=bytes.fromhex(ROOTS[size]))


@st.composite
def trees(draw):
    leaves = [hash_leaf(data) for data in draw(st.lists(st.binary(max_size=4), min_size=1, max_size=40))]
    return leaves, draw(st.integers(0, len(leaves) - 1))


@given(trees())
def test_every_leaf_has_a_path_that_proves_it(tree):
    leaves, index = tree
    path = inclusion_path(leaves, index)
    assert is_included(leaves[index], index=index, size=len(leaves), path=path, root=tree_root(leaves))


@given(trees())
def test_no_other_leaf_path_place_or_size_does(tree):
    leaves, index = tree
    size, path, root = len(leaves), inclusion_path(leaves, index), tree_root(leaves)
    claim = {"index": index, "size": size, "path": path, "root": root}
    assert not is_included(hash_leaf(b"another"), **claim)
    assert not is_included(leaves[index], **claim | {"path": [*path, root]})
    assert not is_included(leaves[index], **claim | {"path": path[:-1], "root": root}) or not path
    assert not is_included(leaves[index], **claim | {"index": size})
    assert not is_included(leaves[index], **claim | {"index": -1})
