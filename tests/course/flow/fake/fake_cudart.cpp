// Stands for libwarpschool_cudart.so.
int fake_cudart() {
  return 0;
}
