//! Without the leak check, memory that is still allocated at the end is a note.
//! expect: note
//! status: 0
//! says: 400
//! says: never freed
int main() {
  int* x;
  cudaMalloc(&x, 400);  // fault
}
