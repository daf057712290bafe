"""Everything that is kept about one person, machine-readable (001 §8: "exportable per user").

`person_export.write_export` writes it; `sections.SECTIONS` says of which tables it consists, and is therefore also the
list of what has to go when a person is erased.
"""
