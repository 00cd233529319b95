/* Two threads that add to one number, with a reduction or, `planted`, without: what a tool for data races must tell
 * apart. */
#include <stdio.h>
#include <string.h>

int
main(int argc, char **argv)
{
    enum { N = 100000 };
    double sum = 0.0;
    if (argc > 1 && strcmp(argv[1], "planted") == 0) {
#pragma omp parallel for num_threads(2)
        for (int k = 0; k < N; k++)
            sum += 1.0;
        printf("%g\n", sum);
        return 0;
    }
#pragma omp parallel for num_threads(2) reduction(+ : sum)
    for (int k = 0; k < N; k++)
        sum += 1.0;
    printf("%g\n", sum);
    return sum == N ? 0 : 1;
}
