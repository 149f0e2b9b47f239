"""Rally Run: remember the road tiles, fetch a canister from the pit and find your goal."""
