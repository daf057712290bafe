"""Dates as German pages show them."""

DATE_FORMAT = "j. F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. F Y, H:i"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
MONTH_DAY_FORMAT = "j. F"
# Ours: with the time zone, with the weekday, and short without a year.
MOMENT_FORMAT = "j. F Y, H:i T"
DAY_FORMAT = "l, j. F Y"
SHORT_DAY_FORMAT = "j. M"
SHORT_MOMENT_FORMAT = "j. M, H:i"
