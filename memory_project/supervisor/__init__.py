"""What `manage.py up` does: prepare, start web and worker, keep them running, stop everything, the database last."""
