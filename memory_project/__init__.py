import gc

# A request makes some thousands of objects, loading our code a million: Python's own 700 has all that are there looked
# through again and again, a tenth of the processor time.
gc.set_threshold(10_000)
