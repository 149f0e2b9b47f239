"""Many races: simulate them and count."""
