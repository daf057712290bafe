import os

# Before anything imports ONNX Runtime: its builds report each process to their maker unless they are told not to.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
