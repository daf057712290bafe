"""The policy editor: the rules in their order, a form for each, what they would have done, and all of it as YAML."""
