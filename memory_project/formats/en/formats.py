"""Dates as English pages show them: day, month, year, and a clock of 24 hours."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
MONTH_DAY_FORMAT = "j F"
# Ours: with the time zone, with the weekday, and short without a year.
MOMENT_FORMAT = "j F Y, H:i T"
DAY_FORMAT = "l, j F Y"
SHORT_DAY_FORMAT = "j M"
SHORT_MOMENT_FORMAT = "j M, H:i"
