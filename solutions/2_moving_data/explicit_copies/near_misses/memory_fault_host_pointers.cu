// The kernel gets pointers of the host.

// TODO(3)
  float* y_on_device = upload(y, n);
  float* x_on_device = upload(x, n);
  launch_add(y, x, n);
  download(y_on_device, y, n);
// END TODO(3)
