"""Dates as Spanish pages show them."""

DATE_FORMAT = r"j \d\e F \d\e Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"j \d\e F \d\e Y, H:i"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
MONTH_DAY_FORMAT = r"j \d\e F"
# Ours: with the time zone, with the weekday, and short without a year.
MOMENT_FORMAT = r"j \d\e F \d\e Y, H:i T"
DAY_FORMAT = r"l, j \d\e F \d\e Y"
SHORT_DAY_FORMAT = "j M"
SHORT_MOMENT_FORMAT = "j M, H:i"
