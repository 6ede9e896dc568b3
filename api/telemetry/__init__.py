"""What operators see of the service: lines of a log, and metrics.

Neither holds anything hidden, any token or anything that people have written.
"""
