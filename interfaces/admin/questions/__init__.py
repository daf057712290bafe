"""Questions to people: the list, a question's page, and the answers of reviewers to whom a policy hands them (R17)."""
