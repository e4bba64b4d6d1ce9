// Matrix products: naive, tiled, rectangular, dynamic tiles, register tiles, float4 loads, transposed operand, double.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <assert.h>
#include <vector>

#define TILE_WIDTH 16

// M x K times K x N
__global__ void matmul_naive(const float *A, const float *B, float *C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

template <int BLOCK_SIZE>
__global__ void matmul_tiled(float *C, float *A, float *B, int M, int N, int K)
{
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = by * BLOCK_SIZE + ty;
    int col = bx * BLOCK_SIZE + tx;
    float Csub = 0;
    for (int m = 0; m < (K - 1) / BLOCK_SIZE + 1; ++m) {
        As[ty][tx] = (row < M && m * BLOCK_SIZE + tx < K) ? A[row * K + m * BLOCK_SIZE + tx] : 0.f;
        Bs[ty][tx] = (col < N && m * BLOCK_SIZE + ty < K) ? B[(m * BLOCK_SIZE + ty) * N + col] : 0.f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BLOCK_SIZE; ++k)
            Csub += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = Csub;
}

__global__ void matmul_dynamic(const double *a, const double *b, double *c, int n, int tile)
{
    extern __shared__ double memory[];
    double *as = memory, *bs = memory + tile * tile;
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
    double acc = 0;
    for (int t = 0; t < n; t += tile) {
        as[y * tile + x] = row < n && t + x < n ? a[row * n + t + x] : 0;
        bs[y * tile + x] = col < n && t + y < n ? b[(t + y) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < tile; ++k) acc = fma(as[y * tile + k], bs[k * tile + x], acc);
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = acc;
}

// Each thread computes TM x TN results; block tile BM x BN x BK.
template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    sgemm2DBlocktiling(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    const uint cRow = blockIdx.y;
    const uint cCol = blockIdx.x;
    const uint totalResultsBlocktile = BM * BN;
    const uint numThreadsBlocktile = totalResultsBlocktile / (TM * TN);
    assert(numThreadsBlocktile == blockDim.x);
    const int threadCol = threadIdx.x % (BN / TN);
    const int threadRow = threadIdx.x / (BN / TN);
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    A += cRow * BM * K;
    B += cCol * BN;
    C += cRow * BM * N + cCol * BN;
    const uint innerRowA = threadIdx.x / BK;
    const uint innerColA = threadIdx.x % BK;
    const uint strideA = numThreadsBlocktile / BK;
    const uint innerRowB = threadIdx.x / BN;
    const uint innerColB = threadIdx.x % BN;
    const uint strideB = numThreadsBlocktile / BN;
    float threadResults[TM * TN] = {0.0};
    float regM[TM] = {0.0};
    float regN[TN] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        for (uint loadOffset = 0; loadOffset < BM; loadOffset += strideA)
            As[(innerRowA + loadOffset) * BK + innerColA] = A[(innerRowA + loadOffset) * K + innerColA];
        for (uint loadOffset = 0; loadOffset < BK; loadOffset += strideB)
            Bs[(innerRowB + loadOffset) * BN + innerColB] = B[(innerRowB + loadOffset) * N + innerColB];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            for (uint i = 0; i < TM; ++i) regM[i] = As[(threadRow * TM + i) * BK + dotIdx];
            for (uint i = 0; i < TN; ++i) regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
            for (uint resIdxM = 0; resIdxM < TM; ++resIdxM)
                for (uint resIdxN = 0; resIdxN < TN; ++resIdxN)
                    threadResults[resIdxM * TN + resIdxN] += regM[resIdxM] * regN[resIdxN];
        }
        __syncthreads();
    }
    for (uint resIdxM = 0; resIdxM < TM; ++resIdxM)
        for (uint resIdxN = 0; resIdxN < TN; ++resIdxN) {
            float &c = C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN];
            c = alpha * threadResults[resIdxM * TN + resIdxN] + beta * c;
        }
}

// Double-buffered tiles loaded as float4.
#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH_FLOAT4(p) (reinterpret_cast<float4 *>(&(p))[0])
__global__ void sgemm_float4(float *A, float *B, float *C, int M, int N, int K)
{
    const int BM = 32, BN = 32, BK = 8;
    __shared__ __align__(16) float As[2][BK][BM];
    __shared__ __align__(16) float Bs[2][BK][BN];
    const int tid = threadIdx.x;                   // 64 threads
    const int a_row = tid >> 1, a_col = (tid & 1) << 2;
    const int b_row = tid >> 3, b_col = (tid & 7) << 2;
    const int ty = (tid / 8) * 4, tx = (tid % 8) * 4;
    float acc[4][4] = {};
    int write = 0;
    for (int k0 = 0; k0 < K; k0 += BK, write ^= 1) {
        float4 a = FETCH_FLOAT4(A[OFFSET(blockIdx.y * BM + a_row, k0 + a_col, K)]);
        As[write][a_col][a_row] = a.x;
        As[write][a_col + 1][a_row] = a.y;
        As[write][a_col + 2][a_row] = a.z;
        As[write][a_col + 3][a_row] = a.w;
        FETCH_FLOAT4(Bs[write][b_row][b_col]) = FETCH_FLOAT4(B[OFFSET(k0 + b_row, blockIdx.x * BN + b_col, N)]);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float4 u = FETCH_FLOAT4(As[write][k][ty]);
            float4 v = FETCH_FLOAT4(Bs[write][k][tx]);
            float us[4] = {u.x, u.y, u.z, u.w}, vs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] += us[i] * vs[j];
        }
    }
    for (int i = 0; i < 4; i++)
        FETCH_FLOAT4(C[OFFSET(blockIdx.y * BM + ty + i, blockIdx.x * BN + tx, N)]) =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

typedef struct {
    int width, height, stride;
    float *elements;
} Matrix;
__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width = TILE_WIDTH;
    Asub.height = TILE_WIDTH;
    Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * TILE_WIDTH * row + TILE_WIDTH * col];
    return Asub;
}
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    Matrix Csub = GetSubMatrix(C, blockIdx.y, blockIdx.x);
    float Cvalue = 0;
    int row = threadIdx.y, col = threadIdx.x;
    for (int m = 0; m < (A.width / TILE_WIDTH); ++m) {
        Matrix Asub = GetSubMatrix(A, blockIdx.y, m);
        Matrix Bsub = GetSubMatrix(B, m, blockIdx.x);
        __shared__ float As[TILE_WIDTH][TILE_WIDTH];
        __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < TILE_WIDTH; ++e) Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

template <typename T>
static void reference(const T *a, const T *b, T *c, int m, int n, int k)
{
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double s = 0;
            for (int l = 0; l < k; ++l) s += (double)a[i * k + l] * b[l * n + j];
            c[i * n + j] = (T)s;
        }
}
template <typename T>
static const char *compare(const T *x, const std::vector<T> &y)
{
    cudaDeviceSynchronize();
    for (size_t i = 0; i < y.size(); ++i)
        if (fabs((double)x[i] - y[i]) > 1e-4 * (1 + fabs((double)y[i]))) return "FAIL";
    return "PASS";
}
template <typename T>
static T *managed(size_t n)
{
    T *p = 0;
    cudaMallocManaged(&p, n * sizeof(T));
    for (size_t i = 0; i < n; ++i) p[i] = (T)((int)(i * 7919 % 19) - 9) / 4;
    return p;
}

int main(int argc, char **argv)
{
    const int m = 45, n = 70, k = 33;
    float *a = managed<float>(m * k), *b = managed<float>(k * n), *c = managed<float>(m * n);
    std::vector<float> expected(m * n);
    reference(a, b, expected.data(), m, n, k);
    dim3 threads(16, 16);
    dim3 grid((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
    matmul_naive<<<grid, threads>>>(a, b, c, m, n, k);
    printf("naive %s\n", compare(c, expected));
    matmul_tiled<16><<<grid, threads>>>(c, a, b, m, n, k);
    printf("tiled 16 %s\n", compare(c, expected));
    dim3 t8(8, 8), g8((n - 1) / 8 + 1, (m - 1) / 8 + 1);
    matmul_tiled<8><<<g8, t8>>>(c, a, b, m, n, k);
    printf("tiled 8 %s\n", compare(c, expected));

    const int s = 50, tile = 12;
    double *da = managed<double>(s * s), *db = managed<double>(s * s), *dc = managed<double>(s * s);
    std::vector<double> dexpected(s * s);
    reference(da, db, dexpected.data(), s, s, s);
    matmul_dynamic<<<dim3((s + tile - 1) / tile, (s + tile - 1) / tile), dim3(tile, tile), 2 * tile * tile * sizeof(double)>>>(
        da, db, dc, s, tile);
    printf("dynamic tiles in double %s\n", compare(dc, dexpected));

    const int M = 64, N = 96, K = 32;
    float *A = managed<float>(M * K), *B = managed<float>(K * N), *C = managed<float>(M * N);
    std::vector<float> large(M * N);
    reference(A, B, large.data(), M, N, K);
    sgemm2DBlocktiling<32, 32, 8, 4, 4><<<dim3(N / 32, M / 32), 64>>>(M, N, K, 1.0f, A, B, 0.0f, C);
    printf("register tiles %s\n", compare(C, large));
    sgemm2DBlocktiling<32, 32, 8, 4, 2><<<dim3(N / 32, M / 32), 128>>>(M, N, K, 0.5f, A, B, 0.5f, C);
    printf("alpha and beta %s\n", compare(C, large));
    sgemm_float4<<<dim3(N / 32, M / 32), 64>>>(A, B, C, M, N, K);
    printf("double buffer of float4 %s\n", compare(C, large));
    Matrix dA = {K, M, K, A}, dB = {N, K, N, B}, dC = {N, M, N, C};
    cudaMemset(C, 0, M * N * sizeof(float));
    MatMulKernel<<<dim3(dB.width / TILE_WIDTH, dA.height / TILE_WIDTH), dim3(TILE_WIDTH, TILE_WIDTH)>>>(dA, dB, dC);
    printf("sub-matrix structs %s\n", compare(C, large));
    cudaDeviceReset();
    return 0;
}
