"""The drawing of a benchmark's course is well-formed and to scale."""

from xml.etree import ElementTree

from benchmarks.drawing import line

SVG = "{http://www.w3.org/2000/svg}"


def test_it_is_an_svg_with_one_point_a_value():
    drawn = ElementTree.fromstring(line([(5_000, 120.0), (10_000, 110.0)], across="memories", up="memories/s"))
    points = drawn.find(f"{SVG}polyline").get("points").split()
    assert len(points) == 2


def test_the_higher_value_stands_higher():
    drawn = ElementTree.fromstring(line([(1, 50.0), (2, 100.0)], across="memories", up="memories/s", target=100))
    low, high = (float(point.split(",")[1]) for point in drawn.find(f"{SVG}polyline").get("points").split())
    assert high < low


def test_nothing_measured_draws_axes_only():
    assert ElementTree.fromstring(line([], across="memories", up="memories/s")).find(f"{SVG}path") is not None
