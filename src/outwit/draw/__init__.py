"""What every drawing needs, whatever it shows."""
