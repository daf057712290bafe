"""A person's export (`person_export.write_export`) and erasure (`erase_person.request_erasure`)."""
