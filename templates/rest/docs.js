showDocumentation({{ settings|safe }}, {
  url: "{{ schema_url|escapejs }}",
  csrfHeader: "{{ csrf_header_name }}",
  csrfToken: "{{ csrf_token }}",
  signIn: "{{ sign_in|escapejs }}",
  personId: "{{ person_id|default_if_none:'' }}",
  isThemselves: {{ is_themselves|yesno:"true,false" }},
});
