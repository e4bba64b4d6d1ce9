//! cudaSetDevice fails, and nobody looks: a note, the program goes on.
//! expect: note
//! status: 0
//! says: cudaSetDevice
//! says: never
int main() {
  cudaSetDevice(7);  // fault
}
