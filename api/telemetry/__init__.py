"""What operators see of the service: lines of a log, and metrics.

Neither holds anything hidden, no token and nothing that people have written.
"""
