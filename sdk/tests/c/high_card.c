/* High Card, the short form, as a plugin in C: three cards each, the highest card takes the trick, the first to the
 * target wins. It shows that the border needs nothing of Rust. */

#include <parlour.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PACK = 52, HAND = 3, SEATS = 6 };
static const char RANKS[] = "A23456789TJQK", SUITS[] = "SHDC";
static const char RULES[] = "# High Card\\n\\n1. Each player has three cards.\\n2. The player whose turn it is plays one of"
                            " its own cards.\\n3. The highest card takes the trick.\\n4. The first to the target wins.";

struct ParlourGame {
    int seats, target;
};

typedef struct {
    int32_t turn, round, dealer, leader, stock_size;
    int32_t totals[SEATS], tricks[SEATS];
    uint32_t winners;
    uint64_t hands[SEATS], taken;
    int16_t trick[SEATS]; /* a card, or -1 */
    uint8_t stock[PACK];  /* the top first */
} State;

/* What lies open, with the hand of one seat. */
typedef struct {
    State state;
    int32_t seat, held[SEATS];
} Knowledge;

static _Thread_local char failure[160];

static int32_t fail(int32_t status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(failure, sizeof failure, format, args);
    va_end(args);
    return status;
}

static void say(ParlourSink sink, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ParlourText piece = {(const uint8_t *)text, (size_t)length};
    sink.write(sink.ctx, piece);
}

static int is_card(uint64_t code) { return code < 64 && code % 16 < 13; }
static int strength(int card) { return card % 16 ? card % 16 : 13; }
static int has(uint64_t hand, int card) { return (int)(hand >> card & 1); }
static int count(uint64_t hand) {
    int cards = 0;
    for (; hand; hand &= hand - 1) cards++;
    return cards;
}
static int card_of(const uint8_t *face) {
    const char *rank = memchr(RANKS, face[0], 13), *suit = memchr(SUITS, face[1], 4);
    return rank && suit ? (int)(16 * (suit - SUITS) + (rank - RANKS)) : -1;
}
static const char *face(int card) {
    static _Thread_local char text[4][3];
    static _Thread_local int next;
    char *face = text[next++ % 4];
    face[0] = RANKS[card % 16], face[1] = SUITS[card / 16], face[2] = 0;
    return face;
}

static int32_t message(ParlourSink sink) { return say(sink, "%s", failure), PARLOUR_OK; }

static int32_t describe(ParlourSink sink) {
    say(sink, "{\"id\":\"high-card-c\",\"name\":\"High Card in C\",\"version\":\"1.0.0\",\"family\":\"tricks\",");
    say(sink, "\"about\":\"The highest card takes the trick.\",\"seats\":[2,6],\"usual_seats\":3,\"sides\":\"each\",");
    say(sink, "\"stakes\":false,\"pieces\":\"french\",\"params\":[{\"name\":\"target\",\"type\":\"int\",\"min\":1,");
    say(sink, "\"max\":100,\"default\":7,\"about\":\"Points that win.\"}],\"hooks\":[],\"faces\":[],\"rules\":\"%s\"}", RULES);
    return PARLOUR_OK;
}

static int32_t hook_value(ParlourText lua, int64_t code, ParlourSink sink) {
    (void)sink;
    return fail(PARLOUR_FAILED_ARGUMENT, "no hook value of type %.*s has the code %lld", (int)lua.len, (const char *)lua.data,
                (long long)code);
}

/* The text after `"name":`, or null. */
static const char *after(const char *json, const char *name) {
    const char *found = strstr(json, name);
    return found ? found + strlen(name) : NULL;
}

static int32_t create(ParlourText setup, const ParlourHouse *house, ParlourGame **out) {
    (void)house; /* no hook of its own to ask */
    char json[256];
    *out = NULL;
    if (setup.len >= sizeof json) return fail(PARLOUR_FAILED_ARGUMENT, "the set-up is too long");
    if (setup.len) memcpy(json, setup.data, setup.len);
    json[setup.len] = 0;
    int seats = 0, target = 7;
    const char *given = after(json, "\"seats\":"), *rules = after(json, "\"rules\":{");
    if (!given || sscanf(given, "%d", &seats) != 1) return fail(PARLOUR_FAILED_ARGUMENT, "the set-up cannot be read");
    if (seats < 2 || seats > SEATS) return fail(PARLOUR_FAILED_ARGUMENT, "%d seats: expected from 2 to 6", seats);
    if (rules && *rules == '"') {
        const char *value = after(rules, "\"target\":");
        if (!value) return fail(PARLOUR_FAILED_ARGUMENT, "no such parameter; this game has target");
        if (sscanf(value, "%d", &target) != 1 || target < 1 || target > 100)
            return fail(PARLOUR_FAILED_ARGUMENT, "target = %d: expected a whole number from 1 to 100", target);
    }
    if (!(*out = malloc(sizeof **out))) return fail(PARLOUR_FAILED_ARGUMENT, "no memory for a game");
    (*out)->seats = seats, (*out)->target = target;
    return PARLOUR_OK;
}
static void destroy(ParlourGame *game) { free(game); }
static ParlourSizes sizes(void) {
    ParlourSizes sizes = {sizeof(State), _Alignof(State), sizeof(Knowledge), _Alignof(Knowledge)};
    return sizes;
}
static int64_t pack(const ParlourGame *game, uint8_t *out, size_t room) {
    (void)game;
    for (size_t place = 0; place < PACK && place < room; place++) out[place] = (uint8_t)(place / 13 * 16 + place % 13);
    return PACK;
}

static void clear(State *state, int dealer) {
    memset(state, 0, sizeof *state);
    state->dealer = state->leader = dealer;
    state->turn = PARLOUR_TURN_DEAL;
    memset(state->trick, -1, sizeof state->trick);
}
static int32_t start(const ParlourGame *game, uint8_t dealer, void *state) {
    if (dealer >= game->seats) return fail(PARLOUR_FAILED_ARGUMENT, "dealer %d: expected a seat of the table", dealer);
    return clear(state, dealer), PARLOUR_OK;
}
static int32_t clone_state(void *to, const void *from) { return memcpy(to, from, sizeof(State)), PARLOUR_OK; }
static void drop(void *plain) { (void)plain; }

/* The seat that is dealt the card in this place of the pack, or -1 for the stock. */
static int place_of(const ParlourGame *game, const State *state, int place) {
    return place < HAND * game->seats ? (state->dealer + 1 + place) % game->seats : -1;
}
static int is_pack(const uint8_t *pieces, size_t size) {
    uint64_t seen = 0;
    for (size_t place = 0; place < size; place++)
        if (is_card(pieces[place])) seen |= UINT64_C(1) << pieces[place];
    return size == PACK && count(seen) == PACK;
}
static int32_t may_deal(const State *state, const uint8_t *pieces, size_t size) {
    if (state->turn != PARLOUR_TURN_DEAL) return fail(PARLOUR_FAILED_ARGUMENT, "no deal is due");
    if (!is_pack(pieces, size)) return fail(PARLOUR_FAILED_ARGUMENT, "a deal needs the pieces of one whole pack");
    return PARLOUR_OK;
}
static int32_t deal(const ParlourGame *game, void *at, const uint8_t *pieces, size_t size) {
    State *state = at, old = *state;
    int32_t status = may_deal(state, pieces, size);
    if (status != PARLOUR_OK) return status;
    clear(state, old.dealer);
    memcpy(state->totals, old.totals, sizeof old.totals);
    state->round = old.round + 1;
    for (int place = 0; place < PACK; place++) {
        int seat = place_of(game, state, place);
        if (seat >= 0) state->hands[seat] |= UINT64_C(1) << pieces[place];
        else state->stock[state->stock_size++] = pieces[place];
    }
    state->turn = state->leader = (old.dealer + 1) % game->seats;
    return PARLOUR_OK;
}
static int32_t redeal(const ParlourGame *game, const void *before, const uint8_t *pieces, size_t size, const void *dealt) {
    (void)game, (void)before, (void)pieces, (void)size, (void)dealt;
    return 0;
}
static int32_t written(const ParlourGame *game, const void *at, const uint8_t *pieces, size_t size, ParlourSink sink) {
    const State *state = at;
    int32_t status = may_deal(state, pieces, size);
    if (status != PARLOUR_OK) return status;
    say(sink, "{\"hands\":[");
    for (int seat = 0; seat <= game->seats; seat++) {
        const char *comma = "";
        if (seat == game->seats) say(sink, "],\"piles\":{\"stock\":");
        say(sink, seat > 0 && seat < game->seats ? ",[" : "[");
        for (int place = 0; place < PACK; place++) {
            if (place_of(game, state, place) != (seat < game->seats ? seat : -1)) continue;
            say(sink, "%s\"%s\"", comma, face(pieces[place]));
            comma = ",";
        }
        say(sink, "]");
    }
    return say(sink, "}}"), PARLOUR_OK;
}
static int32_t arranged(const ParlourGame *game, const void *at, ParlourText json, uint8_t *out, size_t room) {
    const State *state = at;
    uint8_t cards[SEATS + 1][PACK];
    int held[SEATS + 1] = {0}, list = -1;
    if (state->turn != PARLOUR_TURN_DEAL) return fail(PARLOUR_FAILED_ARGUMENT, "no deal is due");
    if (room < PACK) return fail(PARLOUR_FAILED_ARGUMENT, "there is room for %d pieces, the pack has 52", (int)room);
    for (const uint8_t *text = json.data, *end = json.data + json.len; text < end; text++) {
        if (*text == '[' && text + 1 < end && text[1] != '[') list++;
        if (*text != '"') continue;
        const uint8_t *close = memchr(text + 1, '"', (size_t)(end - text - 1));
        if (!close) return fail(PARLOUR_FAILED_ARGUMENT, "the deal cannot be read");
        size_t length = (size_t)(close - text - 1);
        if (close + 1 < end && close[1] == ':') {
            if (length == 5 && !memcmp(text + 1, "hands", 5)) list = -1;
            if (length == 5 && !memcmp(text + 1, "stock", 5)) list = game->seats - 1;
        } else {
            int card = length == 2 ? card_of(text + 1) : -1;
            if (card < 0 || list < 0 || list > game->seats || held[list] == PACK)
                return fail(PARLOUR_FAILED_ARGUMENT, "%.*s is no piece of this game", (int)length, (const char *)text + 1);
            cards[list][held[list]++] = (uint8_t)card;
        }
        text = close;
    }
    int used[SEATS + 1] = {0};
    for (int place = 0; place < PACK; place++) {
        int seat = place_of(game, state, place), from = seat < 0 ? game->seats : seat;
        if (used[from] == held[from]) return fail(PARLOUR_FAILED_ARGUMENT, "list %d of the deal is too short", from + 1);
        out[place] = cards[from][used[from]++];
    }
    if (!is_pack(out, PACK)) return fail(PARLOUR_FAILED_ARGUMENT, "the deal is not made of one whole pack");
    return PARLOUR_OK;
}

static int32_t turn(const ParlourGame *game, const void *at) { return (void)game, ((const State *)at)->turn; }
static int64_t legal(const ParlourGame *game, const void *at, uint64_t *out, size_t room) {
    const State *state = at;
    size_t actions = 0;
    (void)game;
    if (state->turn < 0) return state->turn;
    for (int card = 0; card < 64; card++) {
        if (!has(state->hands[state->turn], card)) continue;
        if (actions < room) out[actions] = (uint64_t)card;
        actions++;
    }
    return (int64_t)actions;
}
static int32_t check(const ParlourGame *game, const void *at, uint64_t code) {
    const State *state = at;
    (void)game;
    if (!is_card(code)) return fail(PARLOUR_REFUSED, "%llu is the code of no action (2)", (unsigned long long)code);
    if (state->turn < 0) return fail(PARLOUR_REFUSED, "no seat is to act (2)");
    if (!has(state->hands[state->turn], (int)code)) return fail(PARLOUR_REFUSED, "%s is not in your hand (2)", face((int)code));
    return PARLOUR_OK;
}
static int32_t advance(const ParlourGame *game, void *at, uint64_t code) {
    State *state = at;
    if (!is_card(code) || state->turn < 0) return fail(PARLOUR_FAILED_ARGUMENT, "no action of this moment");
    state->hands[state->turn] &= ~(UINT64_C(1) << code);
    state->trick[state->turn] = (int16_t)code;
    state->turn = (state->turn + 1) % game->seats;
    if (state->trick[state->turn] < 0) return PARLOUR_OK;
    int taker = state->leader;
    for (int step = 1; step < game->seats; step++) {
        int seat = (state->leader + step) % game->seats;
        if (strength(state->trick[seat]) > strength(state->trick[taker])) taker = seat;
    }
    for (int seat = 0; seat < game->seats; seat++) {
        state->taken |= UINT64_C(1) << state->trick[seat];
        state->trick[seat] = -1;
    }
    state->tricks[taker]++;
    state->leader = taker;
    state->turn = state->hands[taker] ? taker : PARLOUR_TURN_SETTLE;
    return PARLOUR_OK;
}
static int32_t play(const ParlourGame *game, void *state, uint64_t code) {
    int32_t status = check(game, state, code);
    return status == PARLOUR_OK ? advance(game, state, code) : status;
}

static int32_t notation(uint64_t code, ParlourSink sink) {
    if (!is_card(code)) return fail(PARLOUR_FAILED_ARGUMENT, "%llu is the code of no action", (unsigned long long)code);
    return say(sink, "play %s", face((int)code)), PARLOUR_OK;
}
static int32_t parse(ParlourText text, uint64_t *code) {
    int card = text.len == 7 && !memcmp(text.data, "play ", 5) ? card_of(text.data + 5) : -1;
    if (card < 0) return fail(PARLOUR_FAILED_ARGUMENT, "`%.*s` is no action: expected `play KH`", (int)text.len, (const char *)text.data);
    *code = (uint64_t)card;
    return PARLOUR_OK;
}
static uint32_t flags(uint64_t code) { return (void)code, 0; }

static int32_t settle(const ParlourGame *game, const void *at, ParlourPoints *points) {
    const State *state = at;
    if (state->turn != PARLOUR_TURN_SETTLE) return fail(PARLOUR_FAILED_ARGUMENT, "the round is not over");
    points->sides = (uint32_t)game->seats;
    memcpy(points->values, state->tricks, sizeof state->tricks);
    return PARLOUR_OK;
}
static int32_t commit(const ParlourGame *game, void *at, const ParlourPoints *points) {
    State *state = at;
    int most = 0;
    if (state->turn != PARLOUR_TURN_SETTLE) return fail(PARLOUR_FAILED_ARGUMENT, "the round is not over");
    if (points->sides != (uint32_t)game->seats) return fail(PARLOUR_FAILED_ARGUMENT, "expected points for each side");
    for (int seat = 0; seat < game->seats; seat++) {
        state->totals[seat] += points->values[seat];
        if (state->totals[seat] > most) most = state->totals[seat];
    }
    state->turn = most >= game->target ? PARLOUR_TURN_OVER : PARLOUR_TURN_DEAL;
    for (int seat = 0; most >= game->target && seat < game->seats; seat++)
        if (state->totals[seat] == most) state->winners |= 1u << seat;
    if (state->turn == PARLOUR_TURN_DEAL) state->dealer = (state->dealer + 1) % game->seats;
    return PARLOUR_OK;
}
static int32_t standing(const ParlourGame *game, const void *at, ParlourSink sink) {
    const State *state = at;
    int over = state->turn == PARLOUR_TURN_OVER;
    const char *comma = "";
    say(sink, "{\"round\":%d,\"dealer\":%d,\"totals\":[", state->round, state->dealer);
    for (int seat = 0; seat < game->seats; seat++) say(sink, "%s%d", seat ? "," : "", state->totals[seat]);
    say(sink, "],\"winners\":[");
    for (int seat = 0; seat < game->seats; seat++) {
        if (state->winners >> seat & 1) say(sink, "%s%d", comma, seat), comma = ",";
    }
    say(sink, "],\"payout\":[");
    for (int seat = 0; over && seat < game->seats; seat++) say(sink, seat ? ",0" : "0");
    return say(sink, "]}"), PARLOUR_OK;
}
static int32_t summary(const ParlourGame *game, const void *at, const ParlourPoints *points, ParlourSink sink) {
    if (((const State *)at)->turn != PARLOUR_TURN_SETTLE) return fail(PARLOUR_FAILED_ARGUMENT, "the round is not over");
    say(sink, "{\"title\":\"The last trick is taken.\",\"lines\":[");
    for (int seat = 0; seat < game->seats; seat++)
        say(sink, "%s{\"text\":\"{%d} has %d of 3 tricks\"}", seat ? "," : "", seat, points->values[seat]);
    return say(sink, "]}"), PARLOUR_OK;
}

/* A zone of cards, or of backs. */
static void zone(ParlourSink sink, const char *name, int seat, const char *kind, const uint8_t *cards, int size, int open) {
    say(sink, seat < 0 ? "{\"name\":\"%s\"" : "{\"name\":\"%s %d\"", name, seat + 1);
    if (seat >= 0) say(sink, ",\"owner\":%d", seat);
    say(sink, ",\"kind\":\"%s\",\"pieces\":[", kind);
    for (int place = 0; place < size; place++) {
        say(sink, place ? "," : "");
        if (open) say(sink, "{\"face\":\"%s\"}", face(cards[place]));
        else say(sink, "{}");
    }
    say(sink, "]}");
}
static int list(uint64_t hand, uint8_t *cards) {
    int size = 0;
    for (int card = 0; card < 64; card++)
        if (has(hand, card)) cards[size++] = (uint8_t)card;
    return size;
}
static int32_t no_observer(const ParlourGame *game, int32_t observer) {
    if (observer >= PARLOUR_OBSERVER_REFEREE && observer < game->seats) return PARLOUR_OK;
    return fail(PARLOUR_FAILED_ARGUMENT, "observer %d: expected a seat of the table, -1 or -2", observer);
}
static int32_t show(const ParlourGame *game, const void *at, int32_t observer, ParlourSink sink) {
    const State *state = at;
    uint8_t cards[PACK];
    int referee = observer == PARLOUR_OBSERVER_REFEREE, size = 0;
    if (no_observer(game, observer) != PARLOUR_OK) return PARLOUR_FAILED_ARGUMENT;
    say(sink, "{\"zones\":[");
    for (int seat = 0; seat < game->seats; seat++) {
        int held = list(state->hands[seat], cards);
        zone(sink, "hand", seat, "hand", cards, held, referee || observer == seat);
        say(sink, ",");
    }
    zone(sink, "stock", -1, "stack", state->stock, state->stock_size, referee);
    for (int step = 0; step < game->seats; step++) {
        int card = state->trick[(state->leader + step) % game->seats];
        if (card >= 0) cards[size++] = (uint8_t)card;
    }
    say(sink, ",");
    zone(sink, "trick", -1, "trick", cards, size, 1);
    size = list(state->taken, cards);
    say(sink, ",");
    zone(sink, "taken", -1, "fan", cards, size, 1);
    say(sink, "],\"prompt\":\"%s\",\"rule\":\"2\"}", state->turn >= 0 && state->turn == observer ? "Play a card." : "");
    return PARLOUR_OK;
}
static int32_t choices(const ParlourGame *game, const void *at, ParlourSink sink) {
    const State *state = at;
    uint8_t cards[PACK];
    int size = state->turn < 0 ? 0 : list(state->hands[state->turn], cards);
    say(sink, "[");
    for (int place = 0; place < size; place++) {
        say(sink, "%s{\"code\":%d,\"text\":\"play %s\",\"verb\":\"play\",", place ? "," : "", cards[place], face(cards[place]));
        say(sink, "\"picks\":[{\"zone\":%d,\"piece\":%d}],\"target\":%d}", state->turn, place, game->seats + 1);
    }
    return say(sink, "]"), PARLOUR_OK;
}
static int32_t tell(const ParlourGame *game, const void *before, uint64_t code, const void *then, int32_t observer,
                    ParlourSink sink) {
    const State *old = before, *state = then;
    if (no_observer(game, observer) != PARLOUR_OK) return PARLOUR_FAILED_ARGUMENT;
    if (!is_card(code)) return fail(PARLOUR_FAILED_ARGUMENT, "%llu is the code of no action", (unsigned long long)code);
    say(sink, "[{\"seat\":%d,\"text\":\"play(s) %s\"}", old->turn, face((int)code));
    if (old->taken != state->taken) say(sink, ",{\"seat\":%d,\"text\":\"take(s) the trick\"}", state->leader);
    return say(sink, "]"), PARLOUR_OK;
}

static int32_t know(const ParlourGame *game, const void *at, uint8_t seat, void *out) {
    Knowledge *knowledge = out;
    if (seat >= game->seats) return fail(PARLOUR_FAILED_ARGUMENT, "seat %d: expected a seat of the table", seat);
    memset(knowledge, 0, sizeof *knowledge);
    knowledge->state = *(const State *)at;
    knowledge->seat = seat;
    memset(knowledge->state.stock, 0, PACK);
    for (int other = 0; other < game->seats; other++) {
        knowledge->held[other] = count(knowledge->state.hands[other]);
        if (other != seat) knowledge->state.hands[other] = 0;
    }
    return PARLOUR_OK;
}
static uint64_t draw(uint64_t *seed) {
    uint64_t bits = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}
static int32_t imagine(const ParlourGame *game, const void *from, uint64_t seed, void *to) {
    const Knowledge *knowledge = from;
    State *state = to;
    uint8_t cards[PACK];
    int size = 0, next = 0;
    *state = knowledge->state;
    uint64_t seen = state->taken | state->hands[knowledge->seat];
    for (int seat = 0; seat < game->seats; seat++)
        if (state->trick[seat] >= 0) seen |= UINT64_C(1) << state->trick[seat];
    for (int card = 0; card < 64; card++)
        if (is_card((uint64_t)card) && !has(seen, card)) cards[size++] = (uint8_t)card;
    for (int place = size - 1; place > 0; place--) {
        uint64_t bound = (uint64_t)place + 1, bits = draw(&seed);
        while (bits > UINT64_MAX - UINT64_MAX % bound - 1) bits = draw(&seed);
        uint8_t card = cards[place];
        cards[place] = cards[bits % bound], cards[bits % bound] = card;
    }
    for (int seat = 0; seat < game->seats; seat++)
        for (int held = 0; seat != knowledge->seat && held < knowledge->held[seat]; held++)
            state->hands[seat] |= UINT64_C(1) << cards[next++];
    memcpy(state->stock, cards + next, (size_t)state->stock_size);
    return PARLOUR_OK;
}

static const void *extension(const char *name) { return (void)name, NULL; }

const ParlourEntry *parlour_entry(void) {
    static const ParlourFunctions functions = {
        .size = sizeof(ParlourFunctions), .message = message, .describe = describe, .hook_value = hook_value,
        .create = create, .destroy = destroy, .sizes = sizes, .pack = pack, .start = start,
        .clone_state = clone_state, .clone_into = clone_state, .drop_state = drop, .deal = deal, .redeal = redeal,
        .written = written, .arranged = arranged, .turn = turn, .legal = legal, .candidates = legal, .check = check,
        .play = play, .advance = advance, .notation = notation, .concealed = notation, .parse = parse, .flags = flags,
        .settle = settle, .commit = commit, .standing = standing, .summary = summary, .show = show,
        .choices = choices, .tell = tell, .know = know, .drop_knowledge = drop, .imagine = imagine,
    };
    static const ParlourEntry entry = {
        PARLOUR_MAGIC, PARLOUR_MAJOR, sizeof(ParlourEntry), "high-card-c", "1.0.0", &functions, extension,
    };
    return &entry;
}
