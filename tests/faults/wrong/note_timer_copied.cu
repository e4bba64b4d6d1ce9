//! A timer is passed by value: the copy's destructor destroys the events of the original.
//! expect: note
//! says: there is no such event
//! says: is destroyed
//! status: 0
struct Timer {
  cudaEvent_t begin, end;
  Timer() {
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
  }
  ~Timer() {
    cudaEventDestroy(begin);  // fault
    cudaEventDestroy(end);
  }
  void start() {
    cudaEventRecord(begin);  // fault
  }
};

static void measure(Timer timer) { timer.start(); }

int main() {
  Timer timer;
  measure(timer);
  measure(timer);
}
