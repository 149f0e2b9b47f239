"""Tables in the browser: people and bots play races over one WebSocket per client."""
