// Right, but x comes back too, though nobody has changed it.

// TODO(3)
  float* y_on_device = upload(y, n);
  float* x_on_device = upload(x, n);
  launch_add(y_on_device, x_on_device, n);
  download(y_on_device, y, n);
  download(x_on_device, const_cast<float*>(x), n);
// END TODO(3)
