/* A plain loop in C that plays whole random races of Stich Rallye with four seats on the volcano track: what a
   hand-written program reaches on this machine. It prints the decisions, the seconds and the wins by seat.
   cc -O2 -o reference reference.c && ./reference 200000 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 4, L = 32 };
static const int DISC[9] = {0, 1, 3, 6, 10, 15, 16, 8, 4};
static const int SIZES[4] = {0, 5, 7, 9};
static int slope[L + 1];
static uint64_t s = 88172645463325252ull;

static uint32_t below(uint32_t n) {
    s ^= s << 13; s ^= s >> 7; s ^= s << 17;
    return (uint32_t)(((s >> 32) * n) >> 32);
}

typedef struct { uint64_t hand[SEATS]; int motor[SEATS], dist[SEATS], flag; uint8_t trick[SEATS]; } Race;

static int space(int d) { return (d - 1) % L + 1; }
static int car_at(const Race *r, int me, int d) {
    for (int i = 0; i < SEATS; i++) if (i != me && r->dist[i] > 0 && space(r->dist[i]) == space(d)) return 1;
    return 0;
}
static void drive(Race *r, int seat, int n) {
    int d = r->dist[seat];
    while (n > 0) { d++; if (!car_at(r, seat, d)) n--; }
    int step = slope[space(d)] == 1 ? 1 : slope[space(d)] == 2 ? -1 : 0;
    if (step) while (slope[space(d)] || car_at(r, seat, d)) d += step;
    r->dist[seat] = d;
}

static long play(int *winner) {
    Race r; memset(&r, 0, sizeof r);
    long decisions = 0;
    r.flag = below(SEATS);
    for (int round = 1; round <= 3; round++) {
        uint8_t deck[36]; int n = 0, dealt = 0;
        for (int c = 0; c < 3; c++) for (int v = 1; v < 13; v++) deck[n++] = c * 15 + v;
        for (int i = 0; i < SEATS; i++) {
            r.hand[i] = 0;
            for (int k = 0; k < SIZES[round]; k++) {
                int p = dealt + below(36 - dealt);
                r.hand[i] |= 1ull << deck[p]; deck[p] = deck[dealt++];
            }
        }
        for (int t = 0; t < SIZES[round]; t++) {
            int best = 0, low = 99, seen = 0;
            for (int p = 0; p < SEATS; p++) {
                int seat = (r.flag + p) % SEATS;
                uint64_t can = r.hand[seat];
                if (p) { uint64_t f = can & (0x7fffull << (r.trick[0] / 15 * 15)); if (f) can = f; }
                for (int k = below(__builtin_popcountll(can)); k > 0; k--) can &= can - 1;
                int card = __builtin_ctzll(can), color = card / 15;
                r.hand[seat] &= ~(1ull << card); r.trick[p] = card; decisions++;
                if (!(seen >> color & 1)) { seen |= 1 << color; best = p; }
                else if (r.trick[best] / 15 == color && card > r.trick[best]) best = p;
                if (card % 15 + 1 < low) low = card % 15 + 1;
            }
            int w = (r.flag + best) % SEATS;
            for (int i = 0; i < SEATS; i++) if (i != w) r.motor[i] = (r.motor[i] + 1) % 9;
            if (r.motor[w]) { decisions++; if (below(2)) { low += DISC[r.motor[w]]; r.motor[w] = 0; } }
            drive(&r, w, low);
            if (r.dist[w] > 2 * L) { *winner = w; return decisions; }
            r.flag = w;
        }
        int moved = 0;
        for (int k = 0; k < SEATS; k++) {
            int last = -1;
            for (int i = 0; i < SEATS; i++) {
                int seat = (r.flag + i) % SEATS;
                if (!(moved >> seat & 1) && (last < 0 || r.dist[seat] < r.dist[last])) last = seat;
            }
            moved |= 1 << last;
            int v = DISC[r.motor[last]]; r.motor[last] = 0;
            if (v) { drive(&r, last, v); if (r.dist[last] > 2 * L) { *winner = last; return decisions; } }
        }
        int lead = r.flag;
        for (int i = 1; i < SEATS; i++) if (r.dist[(r.flag + i) % SEATS] > r.dist[lead]) lead = (r.flag + i) % SEATS;
        r.flag = lead;
    }
    *winner = r.flag;
    return decisions;
}

int main(int argc, char **argv) {
    long races = argc > 1 ? atol(argv[1]) : 100000, decisions = 0, wins[SEATS] = {0};
    for (int i = 7; i <= 10; i++) slope[i] = 1;
    for (int i = 16; i <= 18; i++) slope[i] = 2;
    for (int i = 23; i <= 26; i++) slope[i] = 1;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long i = 0; i < races; i++) { int w; decisions += play(&w); wins[w]++; }
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%ld %.6f %ld %ld %ld %ld\n", decisions, b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) / 1e9,
           wins[0], wins[1], wins[2], wins[3]);
    return 0;
}
