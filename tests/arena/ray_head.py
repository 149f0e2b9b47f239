"""A Ray of its own for a test: prints its address, and ends when nobody listens any more."""

import sys

import ray

context = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
print(context.address_info["gcs_address"], flush=True)
sys.stdin.read()
ray.shutdown()
