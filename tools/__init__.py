"""What whoever hosts or changes Karacho runs now and then."""
