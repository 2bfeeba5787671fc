/* The peer of the Criss-Cross solver: the same counting in plain C on one thread.
 *
 * For every hole pair up to suits, every Across pair up to the suits left alike, and every Down pair, best play is
 * found from the same masks of middle cards by class: the Middle Bet's sum is a popcount, the sums on Across and Down
 * are a total less the cards taken away. Paytable: 1x or 3x bets, the published Massachusetts odds. Prints the value
 * of a round in antes and the seconds it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PAIRS = 1326, KINDS = 11 };
static const int RETURNS[KINDS] = {0, 1, 2, 3, 4, 6, 9, 13, 41, 101, 501}; /* pay plus stake */
static const int ANTES[KINDS] = {0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2};

typedef uint64_t mask;
static int pair_low[PAIRS], pair_high[PAIRS];
static mask pair_mask[PAIRS];

static int class_of(const int *cards) {
    int count[13] = {0}, ranks = 0, flush = 1;
    for (int i = 0; i < 5; i++) {
        count[cards[i] >> 2]++;
        ranks |= 1 << (cards[i] >> 2);
        flush &= (cards[i] & 3) == (cards[0] & 3);
    }
    int four = 0, three = 0, twos = 0, top = 0, straight = ranks == 0x100f;
    for (int r = 0; r < 13; r++) {
        four |= count[r] == 4;
        three |= count[r] == 3;
        if (count[r] == 2) twos++, top = r;
        straight |= r <= 8 && ranks == 31 << r;
    }
    if (straight && flush) return ranks == 31 << 8 ? 10 : 9;
    if (four) return 8;
    if (three && twos) return 7;
    if (flush) return 6;
    if (straight) return 5;
    if (three) return 4;
    if (twos == 2) return 3;
    return twos == 0 ? 0 : top >= 9 ? 2 : top >= 4 ? 1 : 0;
}

static int permuted(int pair, const int *suits) {
    int a = (pair_low[pair] & ~3) | suits[pair_low[pair] & 3], b = (pair_high[pair] & ~3) | suits[pair_high[pair] & 3];
    int low = a < b ? a : b, high = a < b ? b : a;
    return high * (high - 1) / 2 + low;
}

/* The size of a pair's orbit under some renamings of suits, or 0 where another pair stands for it. */
static int weight_of(int pair, int (*images)[4], int n) {
    int fixed = 0;
    for (int i = 0; i < n; i++) {
        int image = permuted(pair, images[i]);
        if (image < pair) return 0;
        fixed += image == pair;
    }
    return n / fixed;
}

static uint8_t classes[52][PAIRS];
static mask at_least[KINDS][PAIRS];
static int bet[PAIRS], ante[PAIRS];
static int antes[PAIRS], on_across[PAIRS], on_down[PAIRS], on_middle[PAIRS], downs[PAIRS];

static void judge(int hole) {
    memset(at_least, 0, sizeof at_least);
    for (int p = 0; p < PAIRS; p++) {
        bet[p] = ante[p] = 0;
        if (pair_mask[p] & pair_mask[hole]) continue;
        int cards[5] = {pair_low[hole], pair_high[hole], pair_low[p], pair_high[p], 0};
        for (int m = 0; m < 52; m++) {
            if ((mask)1 << m & (pair_mask[p] | pair_mask[hole])) continue;
            cards[4] = m;
            int k = class_of(cards);
            classes[m][p] = (uint8_t)k;
            bet[p] += RETURNS[k];
            ante[p] += ANTES[k];
            for (int c = 0; c <= k; c++) at_least[c][p] |= (mask)1 << m;
        }
    }
}

/* How much better than a fold the Across bets of 1x and 3x are, for one Across pair, their stakes not deducted. */
static void play(int hole, int p, long long *best) {
    int n = 0, left = pair_low[p], right = pair_high[p];
    for (int d = 0; d < PAIRS; d++)
        if (!(pair_mask[d] & (pair_mask[hole] | pair_mask[p]))) downs[n++] = d;
    for (int i = 0; i < n; i++) {
        int d = downs[i], top = pair_low[d], bottom = pair_high[d];
        on_across[i] = bet[p] - RETURNS[classes[top][p]] - RETURNS[classes[bottom][p]];
        on_down[i] = bet[d] - RETURNS[classes[left][d]] - RETURNS[classes[right][d]];
        antes[i] = ante[p] - ANTES[classes[top][p]] - ANTES[classes[bottom][p]] + ante[d] - ANTES[classes[left][d]]
            - ANTES[classes[right][d]];
        on_middle[i] = on_across[i] + on_down[i] - 46;
    }
    for (int k = 1; k < KINDS && at_least[k][p]; k++)
        for (int i = 0; i < n; i++)
            on_middle[i] -= (RETURNS[k] - RETURNS[k - 1]) * __builtin_popcountll(at_least[k][p] & at_least[k][downs[i]]);
    for (int a = 0; a < 2; a++) {
        best[a] = 0;
        for (int d = 0; d < 2; d++) {
            long long worth = -(d ? 3LL : 1LL) * n * 46;
            for (int i = 0; i < n; i++) {
                int one = antes[i] + (a ? 3 : 1) * on_across[i] + (d ? 3 : 1) * on_down[i]
                    + (on_middle[i] > 0 ? 3 : 1) * on_middle[i];
                worth += one > 0 ? one : 0;
            }
            if (worth > best[a]) best[a] = worth;
        }
    }
}

int main(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    int images[24][4], n = 0;
    for (int a = 0; a < 256; a++) {
        int s[4] = {a & 3, a >> 2 & 3, a >> 4 & 3, a >> 6};
        if ((1 << s[0] | 1 << s[1] | 1 << s[2] | 1 << s[3]) == 15) memcpy(images[n++], s, sizeof s);
    }
    for (int high = 0, p = 0; high < 52; high++)
        for (int low = 0; low < high; low++, p++) {
            pair_low[p] = low, pair_high[p] = high;
            pair_mask[p] = (mask)1 << low | (mask)1 << high;
        }
    double sum = 0;
    const double deals = 1225.0 * 1128 * 46;
    for (int hole = 0; hole < PAIRS; hole++) {
        int weight = weight_of(hole, images, 24);
        if (!weight) continue;
        judge(hole);
        int stable[24][4], m = 0;
        for (int i = 0; i < 24; i++)
            if (permuted(hole, images[i]) == hole) memcpy(stable[m++], images[i], sizeof stable[0]);
        long long least = 0, most = 0;
        for (int p = 0; p < PAIRS; p++) {
            int across = pair_mask[p] & pair_mask[hole] ? 0 : weight_of(p, stable, m);
            if (!across) continue;
            long long best[2];
            play(hole, p, best);
            least += across * best[0];
            most += across * best[1];
        }
        double one = (double)least - deals, three = (double)most - 3 * deals, best = one > three ? one : three;
        sum += weight * (best > 0 ? best : 0);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%.10f %.6f\n", sum / (1326 * deals) - 2, (to.tv_sec - from.tv_sec) + 1e-9 * (to.tv_nsec - from.tv_nsec));
    return 0;
}
