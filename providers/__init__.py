import os

# Set before anything imports ONNX Runtime, whose builds otherwise report each process to the vendor.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
