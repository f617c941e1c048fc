/* The C border between a Parlour host and a plugin, version 1.
 *
 * A plugin is a shared library that exports one function, `parlour_entry`, which returns a pointer to a static
 * ParlourEntry. A plugin in Rust gets all of this from `parlour_sdk::export_game!`; this header is for the others.
 *
 * What holds for every function:
 *
 * Threads.   A ParlourGame and what is called with it belong to the thread that created it. States and knowledge are
 *            plain data: they may be moved to another thread between calls, and used there with a game that was
 *            created there by an equal set-up. Functions without a handle may be called from any thread.
 * Ownership. Nothing is freed across the border. The caller owns every buffer. What a plugin has to say at length it
 *            writes to a ParlourSink, whose pieces of text are valid only during the call of `write`. A ParlourText
 *            that is given to a function need not outlive the call.
 * Failure.   A function returns a status: PARLOUR_OK, PARLOUR_REFUSED, or a negative number (PARLOUR_FAILED_...).
 *            After any other than PARLOUR_OK, `message` tells the calling thread why, until its next call into the
 *            plugin. No function unwinds, throws or jumps out.
 * After a    A state is as it was before the call, but for PARLOUR_FAILED_PANIC: then it may be cloned over or
 * failure    dropped, and is good for nothing else. A host that means to go on keeps a clone.
 * Text.      UTF-8 without a terminating zero. JSON has the shapes that each function names; readers leave unknown
 *            fields and kinds aside.
 * Growth.    A function table never shrinks or changes: what comes later is an extension, asked for by a name with a
 *            version, or another PARLOUR_MAJOR.
 */
#ifndef PARLOUR_H
#define PARLOUR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first eight bytes of an entry: "parlour" and a zero, as a little-endian number. */
#define PARLOUR_MAGIC UINT64_C(0x0072756f6c726170)
/* The version of the border. Another one is another language. */
#define PARLOUR_MAJOR 1
/* The most seats and sides. */
#define PARLOUR_MAX_SEATS 8
/* The name of the extension with a ParlourRollout table. */
#define PARLOUR_ROLLOUT "parlour.rollout/1"

/* All is well. */
#define PARLOUR_OK 0
/* The action is not legal now; nothing has changed. */
#define PARLOUR_REFUSED 1
/* The plugin broke down inside. */
#define PARLOUR_FAILED_PANIC (-16)
/* An argument makes no sense: a text that cannot be read, a code that no action has, a buffer too small. */
#define PARLOUR_FAILED_ARGUMENT (-17)
/* A house rule failed; the message is the house's own. */
#define PARLOUR_FAILED_HOUSE (-18)

/* From `turn` and `legal`: the round is to be settled. */
#define PARLOUR_TURN_SETTLE (-1)
/* From `turn` and `legal`: a deal is due. */
#define PARLOUR_TURN_DEAL (-2)
/* From `turn` and `legal`: the game is over. */
#define PARLOUR_TURN_OVER (-3)

/* As an observer: who sees only what lies open. A seat's number is the observer in that seat. */
#define PARLOUR_OBSERVER_PUBLIC (-1)
/* As an observer: the referee, who sees every piece of the pack, face up, in exactly one zone. */
#define PARLOUR_OBSERVER_REFEREE (-2)

/* From `flags`: others see the action only as `concealed` writes it. */
#define PARLOUR_ACTION_CONCEALED 1
/* From `flags`: the seat may learn something by the action; it cannot be undone. */
#define PARLOUR_ACTION_REVEALS 2

/* As the kind of a ParlourArgument: the code is the value. */
#define PARLOUR_ARGUMENT_CODE 0
/* As the kind of a ParlourArgument: the text is the value, as JSON. */
#define PARLOUR_ARGUMENT_JSON 1

/* A stretch of UTF-8 that its giver owns. `data` may be null where `len` is 0. */
typedef struct ParlourText {
    const uint8_t *data;
    size_t len;
} ParlourText;

/* Where a plugin writes text. `write` may be called any number of times during the call that was given the sink; the
 * pieces are one text together. `ctx` is whatever the owner of the sink needs. */
typedef struct ParlourSink {
    void *ctx;
    void (*write)(void *ctx, ParlourText text);
} ParlourSink;

/* A game at one table: its parameters, its house, its tables. The plugin's own. */
typedef struct ParlourGame ParlourGame;

/* How large the buffers are that a host gives for a state and for knowledge, in bytes. */
typedef struct ParlourSizes {
    size_t state_size;
    size_t state_align;
    size_t knowledge_size;
    size_t knowledge_align;
} ParlourSizes;

/* Points by side; the values after `sides` mean nothing. */
typedef struct ParlourPoints {
    int32_t values[PARLOUR_MAX_SEATS];
    uint32_t sides;
} ParlourPoints;

/* A value on its way to a hook or back. */
typedef struct ParlourArgument {
    uint32_t kind;
    int64_t code;
    ParlourText json;
} ParlourArgument;

/* The house rules in force, given by the host. Bit n of `live` is set if hook n is answered.
 *
 * `ask` asks hook `hook`. `base` and `args` (`count` of them) are the plugin's and valid during the call; what `answer`
 * points to afterwards is the host's and valid until the next `ask`. It is called in the game's thread, only during a
 * call into the plugin. It gives PARLOUR_OK, or PARLOUR_FAILED_HOUSE with the message in the text of `answer`: then
 * `base` stands and the call in progress will end in PARLOUR_FAILED_HOUSE. It never unwinds and never calls the
 * plugin. */
typedef struct ParlourHouse {
    void *ctx;
    uint64_t live;
    int32_t (*ask)(void *ctx, uint32_t hook, ParlourArgument base, const ParlourArgument *args, size_t count,
                   ParlourArgument *answer);
} ParlourHouse;

/* The functions of a plugin. `game` is always a handle from `create` that was not destroyed, in its thread; `state`
 * points to a state made by `start` or `clone_state` with this game or one of an equal set-up; buffers for states and
 * knowledge have the size and alignment of `sizes`. No pointer is null but where it says so. */
typedef struct ParlourFunctions {
    /* The size of this struct in bytes. */
    size_t size;

    /* Writes the message of the last failure or refusal in this thread. Any thread. */
    int32_t (*message)(ParlourSink sink);
    /* Writes a description as JSON: id, name, version, sdk, family, about, seats ([fewest, most]), usual_seats, sides
     * ("each", "partners"), stakes, pieces ("french", "italian", "dominoes"), params, hooks, faces, rules (Markdown).
     * Any thread. */
    int32_t (*describe)(ParlourSink sink);
    /* Writes, as JSON, what Lua sees for a code of the hook type called `lua`. PARLOUR_FAILED_ARGUMENT if there is no
     * such type or code. Any thread, also while a hook is asked. */
    int32_t (*hook_value)(ParlourText lua, int64_t code, ParlourSink sink);

    /* Makes a game. `setup` is JSON: {"seats": 4, "rules": {"target": 21}}. `house` may be null; otherwise it is
     * copied and its `ctx` must outlive the game. On PARLOUR_OK `out` holds the handle, which the caller hands to
     * `destroy` once; on failure it is null. PARLOUR_FAILED_ARGUMENT: seats or parameters that the game is not played
     * with. */
    int32_t (*create)(ParlourText setup, const ParlourHouse *house, ParlourGame **out);
    /* Ends a game. Its states and knowledge live on. Null is left alone. */
    void (*destroy)(ParlourGame *game);
    /* The sizes of the buffers: always the same. Any thread. */
    ParlourSizes (*sizes)(void);
    /* Writes the codes of the pack into `out`, which has room for `room`: gives how many there are. If that is more
     * than `room`, the first `room` are written. */
    int64_t (*pack)(const ParlourGame *game, uint8_t *out, size_t room);

    /* Makes the state of a table before its first deal in the uninitialised buffer `state`. PARLOUR_FAILED_ARGUMENT if
     * `dealer` is no seat of the table. */
    int32_t (*start)(const ParlourGame *game, uint8_t dealer, void *state);
    /* Copies a state into an uninitialised buffer. Any thread. */
    int32_t (*clone_state)(void *to, const void *from);
    /* Copies a state over another one. Any thread. */
    int32_t (*clone_into)(void *to, const void *from);
    /* Ends a state; the buffer is uninitialised after. Any thread. */
    void (*drop_state)(void *state);

    /* Deals the pack in this order; a deal must be due. PARLOUR_FAILED_ARGUMENT if none is, or if these are not the
     * pieces of the pack. */
    int32_t (*deal)(const ParlourGame *game, void *state, const uint8_t *pieces, size_t count);
    /* Whether a house rule throws in the deal of `pieces` that led from `before` to `after`: 1 or 0, or a failure. */
    int32_t (*redeal)(const ParlourGame *game, const void *before, const uint8_t *pieces, size_t count,
                      const void *after);
    /* Writes the deal of these pieces, for the deal that is due in `state`, as JSON: {"hands": [["AS", ...], ...],
     * "piles": {"stock": [...]}}, of a pile the top first. */
    int32_t (*written)(const ParlourGame *game, const void *state, const uint8_t *pieces, size_t count,
                       ParlourSink sink);
    /* The order of the pack that deals such a deal, into `out`, which has room for the pack. PARLOUR_FAILED_ARGUMENT: a
     * deal that does not fit the game, or too little room. */
    int32_t (*arranged)(const ParlourGame *game, const void *state, ParlourText deal, uint8_t *out, size_t room);

    /* The seat to act, or PARLOUR_TURN_SETTLE, PARLOUR_TURN_DEAL, PARLOUR_TURN_OVER. */
    int32_t (*turn)(const ParlourGame *game, const void *state);
    /* The legal actions of the seat to act into `out`, which has room for `room` codes: gives how many there are. If
     * that is more than `room`, the list is not whole: call again with more room. `out` may be null where `room` is 0.
     * Where no seat acts, gives PARLOUR_TURN_SETTLE, PARLOUR_TURN_DEAL or PARLOUR_TURN_OVER. */
    int64_t (*legal)(const ParlourGame *game, const void *state, uint64_t *out, size_t room);
    /* A part of the legal actions that is worth searching; as `legal`. */
    int64_t (*candidates)(const ParlourGame *game, const void *state, uint64_t *out, size_t room);
    /* Whether the action is legal: PARLOUR_OK, or PARLOUR_REFUSED with the rule in the message. */
    int32_t (*check)(const ParlourGame *game, const void *state, uint64_t code);
    /* Plays an action after checking it; PARLOUR_REFUSED with the rule in the message, and nothing changed, if it is
     * not legal. */
    int32_t (*play)(const ParlourGame *game, void *state, uint64_t code);
    /* Plays an action out of the list that `legal` gave for this state. It is not checked again: with any other code
     * the state is good for nothing but to be cloned over or dropped. */
    int32_t (*advance)(const ParlourGame *game, void *state, uint64_t code);

    /* Writes the notation of an action. PARLOUR_FAILED_ARGUMENT for a code that is none. Any thread. */
    int32_t (*notation)(uint64_t code, ParlourSink sink);
    /* Writes what others see of an action: the notation, or for a concealed one something like "discard ?". Any
     * thread. */
    int32_t (*concealed)(uint64_t code, ParlourSink sink);
    /* The code of a notation. PARLOUR_FAILED_ARGUMENT if it is none, with what was expected. Any thread. */
    int32_t (*parse)(ParlourText notation, uint64_t *code);
    /* PARLOUR_ACTION_CONCEALED and PARLOUR_ACTION_REVEALS of an action, in one number; 0 for a code that is none. Any
     * thread. */
    uint32_t (*flags)(uint64_t code);

    /* The points of the round that is to be settled. PARLOUR_FAILED_ARGUMENT if none is. */
    int32_t (*settle)(const ParlourGame *game, const void *state, ParlourPoints *points);
    /* Adds points up, and ends the game or passes the deal on. PARLOUR_FAILED_ARGUMENT if no round is to be settled, or
     * if these are not points for each side. */
    int32_t (*commit)(const ParlourGame *game, void *state, const ParlourPoints *points);
    /* Writes the standing as JSON: {"round", "dealer", "totals", "winners", "payout"}. */
    int32_t (*standing)(const ParlourGame *game, const void *state, ParlourSink sink);
    /* Writes the summary of the round that is to be settled as JSON: {"title", "hands", "lines", "facts"}. */
    int32_t (*summary)(const ParlourGame *game, const void *state, const ParlourPoints *points, ParlourSink sink);
    /* Writes the view of an observer as JSON: {"zones", "facts", "prompt", "rule"}. PARLOUR_FAILED_ARGUMENT for an
     * observer that is none. */
    int32_t (*show)(const ParlourGame *game, const void *state, int32_t observer, ParlourSink sink);
    /* Writes the choices of the seat to act as a list in JSON: {"code", "text", "verb", "picks", "target"}; they refer
     * to its own view. */
    int32_t (*choices)(const ParlourGame *game, const void *state, ParlourSink sink);
    /* Writes the log lines of an action for an observer as a list in JSON: {"seat", "text"}. `before` and `after` are
     * the states around it. */
    int32_t (*tell)(const ParlourGame *game, const void *before, uint64_t code, const void *after, int32_t observer,
                    ParlourSink sink);

    /* Makes what a seat knows in the uninitialised buffer `knowledge`. PARLOUR_FAILED_ARGUMENT if there is no such
     * seat. */
    int32_t (*know)(const ParlourGame *game, const void *state, uint8_t seat, void *knowledge);
    /* Ends knowledge; the buffer is uninitialised after. Any thread. */
    void (*drop_knowledge)(void *knowledge);
    /* Puts a state that agrees with the knowledge, drawn by `seed`, over the state in `state`. */
    int32_t (*imagine)(const ParlourGame *game, const void *knowledge, uint64_t seed, void *state);
} ParlourFunctions;

/* How a round ended: its points, as `settle` gives them; the seats that have won the game by it, bit n for seat n, or 0
 * if the game goes on; the actions that were played. */
typedef struct ParlourRoundEnd {
    ParlourPoints points;
    uint32_t winners;
    uint32_t actions;
} ParlourRoundEnd;

/* How much was played: tables from first deal to winner, deals, actions. */
typedef struct ParlourPlayed {
    uint64_t games;
    uint64_t rounds;
    uint64_t actions;
} ParlourPlayed;

/* The table of the extension PARLOUR_ROLLOUT: playouts without a call across the border for each action. */
typedef struct ParlourRollout {
    /* Plays the round in progress to its end by the game's playout policy (`careless` 0) or at random (1), settles it
     * and adds it up: the state is then at a deal or at the end of the game. A round that is over already is settled. */
    int32_t (*round)(const ParlourGame *game, void *state, uint64_t seed, uint32_t careless, ParlourRoundEnd *end);
    /* Plays `games` whole tables at random, deals included, and adds to `played`. */
    int32_t (*games)(const ParlourGame *game, uint64_t seed, uint64_t games, ParlourPlayed *played);
} ParlourRollout;

/* What a plugin is: static, as long as the library is loaded, which is as long as the program runs. */
typedef struct ParlourEntry {
    /* PARLOUR_MAGIC. */
    uint64_t magic;
    /* PARLOUR_MAJOR. */
    uint32_t major;
    /* The size of this struct in bytes; at least that of this version. */
    uint32_t size;
    /* The game's id, zero-terminated: lower case with hyphens. */
    const char *id;
    /* The plugin's version, zero-terminated. */
    const char *version;
    /* The functions. */
    const ParlourFunctions *functions;
    /* The table of an extension by its name, zero-terminated; null if the plugin does not have it. Any thread. */
    const void *(*extension)(const char *name);
} ParlourEntry;

#if defined(_WIN32)
#define PARLOUR_EXPORT __declspec(dllexport)
#else
#define PARLOUR_EXPORT __attribute__((visibility("default")))
#endif

/* The exported function. Any thread, any number of times; the entry is static. */
PARLOUR_EXPORT const ParlourEntry *parlour_entry(void);

#ifdef __cplusplus
}
#endif

#endif
