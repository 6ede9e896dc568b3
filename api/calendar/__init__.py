"""Calendars: the deadlines and absences of a seat, for programs that look them up by themselves."""
