"""A Ray of its own for a test: prints its address, or nothing if it could not start; ends when nobody listens."""

import sys

import ray

try:
    context = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    print(context.address_info["gcs_address"], flush=True)
except Exception as error:  # Ray gives itself half a minute, which a busy machine may not have
    print(error, file=sys.stderr)
    print(flush=True)
sys.stdin.read()
ray.shutdown()
