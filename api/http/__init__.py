"""What all answers share: tokens, versions, problems, limits, compression."""
