showDocumentation({{ settings|safe }}, {
  url: "{{ schema_url|escapejs }}",
  csrfHeader: "{{ csrf_header_name }}",
  csrfToken: "{{ csrf_token }}",
  personId: "{{ person_id|default_if_none:'' }}",
});
