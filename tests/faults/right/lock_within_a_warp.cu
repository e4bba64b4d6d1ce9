// Every lane of every warp takes one lock: right since sm_70 (independent thread scheduling).
struct Account {
  int lock;
  double balance;
};

__global__ void deposit(Account* account) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&account->lock, 0, 1) == 0) {
      __threadfence();
      account->balance = account->balance + 0.5;
      __threadfence();
      atomicExch(&account->lock, 0);
      done = true;
    }
  }
}

__global__ void deposit_simply(Account* account) {
  while (atomicCAS(&account->lock, 0, 1) != 0) {
  }
  __threadfence();
  account->balance += 0.25;
  __threadfence();
  atomicExch(&account->lock, 0);
}

int main() {
  Account host = {0, 0.0}, *account;
  cudaMalloc(&account, sizeof host);
  cudaMemcpy(account, &host, sizeof host, cudaMemcpyHostToDevice);
  deposit<<<3, 64>>>(account);
  deposit_simply<<<2, 32>>>(account);
  cudaMemcpy(&host, account, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(account);
  return host.balance == 96.0 + 16.0 && host.lock == 0 ? 0 : 1;
}
