// Connect 4 under plain fail-soft alpha-beta: what a C++ programmer would write to search the very tree that
// AlphaBeta.plain searches on outwit.games.connect4, node for node, for the same answer: value and line, within
// a limit of nodes, ended at once when another thread asks for it.
//
//     g++ -std=c++17 -O3 -march=native connect4.cpp -o connect4
//     connect4 DEPTH ORDERED POSITION...
//
// ORDERED is 1 to search first what the game's hint recommends, or 0. A position is the columns played from
// the empty board, 4453, or nothing at all. Prints for each its nodes, the seconds they took, its value to the
// player to act and the line expected.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace {

using Bits = std::uint64_t;

constexpr int width = 7, height = 6, length = 4;
constexpr int stride = height + 1;  // a spare bit above each column keeps rows from running on into the next
static_assert(width * stride - 2 + length / 2 * (stride + 1) < 64, "half a row must fit above the board");

constexpr Bits column(int c) { return ((Bits{1} << height) - 1) << c * stride; }

constexpr Bits each_column(Bits squares) {
    Bits all = 0;
    for (int c = 0; c < width; ++c) all |= squares << c * stride;
    return all;
}

constexpr Bits squares = each_column(column(0));
constexpr Bits bottom = each_column(1);
constexpr Bits middle = column(width / 2);

constexpr int loses = -1000;  // below every other hint

inline int count(Bits bits) { return __builtin_popcountll(bits); }

// A position as the player to act sees it.
struct Board {
    Bits mine = 0, theirs = 0;

    Bits taken() const { return mine | theirs; }
    bool full() const { return taken() == squares; }
    bool open(int c) const { return !(taken() & Bits{1} << (c * stride + height - 1)); }
    Bits disc(int c) const { return (taken() + (Bits{1} << c * stride)) & column(c); }
    Bits playable() const { return (taken() + bottom) & squares; }
    Board play(int c) const { return {theirs, mine | disc(c)}; }
};

// Along one direction: is there a row of full length?
template <int step>
inline bool row(Bits discs) {
    int size = 1;
    for (; 2 * size <= length; size *= 2) discs &= discs >> size * step;
    return size == length ? discs : discs & discs >> (length - size) * step;
}

inline bool connected(Bits discs) {
    return row<1>(discs) || row<stride - 1>(discs) || row<stride>(discs) || row<stride + 1>(discs);
}

// Along one direction: the squares that would make a full row. For each stretch of squares, `whole` says that
// all are discs and `gap` that all but one are; stretches double while they fit, then grow one by one.
template <int step>
inline Bits gaps(Bits discs) {
    Bits whole = discs, gap = ~discs, found = 0;
    int size = 1;
    for (; 2 * size <= length; size *= 2) {
        const int far = size * step;
        gap = (gap & whole >> far) | (whole & gap >> far);
        whole &= whole >> far;
    }
    for (; size < length; ++size) {
        const Bits disc = discs >> size * step;
        gap = (gap & disc) | (whole & ~disc);
        whole &= disc;
    }
    for (int place = 0; place < length; ++place) found |= gap << place * step;
    return found;
}

// The free squares, in reach or not, where one more disc would complete a row.
inline Bits winning(Bits own, Bits other) {
    const Bits found = gaps<1>(own) | gaps<stride - 1>(own) | gaps<stride>(own) | gaps<stride + 1>(own);
    return found & squares & ~(own | other);
}

// The playable squares after which the opponent, who wins on the losing ones, does not do so at once.
inline Bits safe(Bits playable, Bits losing) {
    const Bits threats = losing & playable;
    if (threats & (threats - 1)) return 0;
    return (threats ? threats : playable) & ~(losing >> 1);
}

// What the player to act may expect where the search stops: certain if the next disc of either side decides;
// else free squares that would complete a row, and discs in the middle, within what can still be won at all.
inline double estimate(const Board& board) {
    const Bits wins = winning(board.mine, board.theirs), losses = winning(board.theirs, board.mine);
    const Bits playable = board.playable();
    const int left = width * height - count(board.taken());
    if (wins & playable) return 1.0;
    if (!safe(playable, losses)) return left >= 2 ? -1.0 : 0.0;
    const int threats = count(wins) - count(losses);
    const int centre = count(board.mine & middle) - count(board.theirs & middle);
    return std::clamp((4 * threats + centre) / 64.0, left >= 4 ? -1.0 : 0.0, left >= 3 ? 1.0 : 0.0);
}

// How promising a move is, larger first: the threats it makes, and among equals the middle; last come moves
// that let the opponent win at once.
inline int hint(const Board& board, int c) {
    if (board.disc(c) & ~safe(board.playable(), winning(board.theirs, board.mine))) return loses;
    const Bits threats = winning(board.mine | board.disc(c), board.theirs);
    return width * count(threats) - std::abs(2 * c - width + 1);
}

template <bool ordered>
struct Search {
    static constexpr int deepest = width * height + 2;

    std::uint64_t nodes = 0, limit = std::numeric_limits<std::uint64_t>::max();
    std::atomic<bool> stopped{false};
    int line[deepest][deepest], length[deepest];

    // The value to the player to act, as far as it lies between low and high.
    double value(const Board board, int depth, int ply, double low, double high) {
        if (nodes >= limit) {
            stopped = true;
            return 0.0;
        }
        ++nodes;
        length[ply] = 0;
        if (connected(board.theirs)) return -1.0;
        if (board.full()) return 0.0;
        if (depth == 0) return estimate(board);
        if (stopped.load(std::memory_order_relaxed)) return 0.0;
        int moves[width];
        const int many = ordered ? sorted(board, moves) : natural(board, moves);
        double best = -std::numeric_limits<double>::infinity();
        for (int i = 0; i < many; ++i) {
            const double worth = -value(board.play(moves[i]), depth - 1, ply + 1, -high, -std::max(low, best));
            if (stopped.load(std::memory_order_relaxed)) return 0.0;
            if (worth > best) {
                best = worth;
                lead(ply, moves[i]);
                if (best >= high) break;
            }
        }
        return best;
    }

    // Remembers the best move so far and what is expected to follow it.
    void lead(int ply, int move) {
        line[ply][0] = move;
        std::copy_n(line[ply + 1], length[ply + 1], line[ply] + 1);
        length[ply] = length[ply + 1] + 1;
    }

    // The legal moves, left to right.
    static int natural(const Board& board, int* moves) {
        int many = 0;
        for (int c = 0; c < width; ++c)
            if (board.open(c)) moves[many++] = c;
        return many;
    }

    // The legal moves by their hints; among equals, left to right.
    static int sorted(const Board& board, int* moves) {
        int hints[width], many = 0;
        for (int c = 0; c < width; ++c) {
            if (!board.open(c)) continue;
            const int worth = hint(board, c);
            int place = many++;
            for (; place > 0 && hints[place - 1] < worth; --place) {
                hints[place] = hints[place - 1];
                moves[place] = moves[place - 1];
            }
            hints[place] = worth;
            moves[place] = c;
        }
        return many;
    }
};

template <bool ordered>
void report(const Board& board, int depth) {
    using Clock = std::chrono::steady_clock;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Search<ordered> search;
    const auto started = Clock::now();
    const double value = search.value(board, depth, 0, -infinity, infinity);
    const std::chrono::duration<double> seconds = Clock::now() - started;
    std::printf("%llu %.9f %.17g ", static_cast<unsigned long long>(search.nodes), seconds.count(), value);
    for (int i = 0; i < search.length[0]; ++i) std::putchar('1' + search.line[0][i]);
    std::putchar('\n');
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: %s DEPTH ORDERED POSITION...\n", argv[0]);
        return 2;
    }
    const int depth = std::atoi(argv[1]);
    const bool ordered = std::atoi(argv[2]) != 0;
    for (int i = 3; i < argc; ++i) {
        Board board;
        for (const char* name = argv[i]; *name; ++name) {
            const int c = *name - '1';
            if (c < 0 || c >= width || !board.open(c)) {
                std::fprintf(stderr, "'%s' is no Connect 4 position\n", argv[i]);
                return 2;
            }
            board = board.play(c);
        }
        if (ordered)
            report<true>(board, depth);
        else
            report<false>(board, depth);
    }
}
