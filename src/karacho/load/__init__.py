"""Scripted players in numbers, outages on purpose, and a checker that reads the store afterwards."""
