// The result is fetched before it has been computed.

// TODO(3)
  float* y_on_device = upload(y, n);
  float* x_on_device = upload(x, n);
  download(y_on_device, y, n);
  launch_add(y_on_device, x_on_device, n);
// END TODO(3)
