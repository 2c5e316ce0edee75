/*
 * Times the solver of Simon Tatham's Loopy. Reads Loopy IDs, one a line, and prints for each of them its verdict
 * (unique, none, multiple, or stuck: Loopy never guesses) and the nanoseconds of all its deductions together, without
 * parsing and without building the grid. Built against the unmodified source of Debian's sgt-puzzles, in its folder:
 *
 *     gcc -w -O3 -march=native -I. -Wl,-z,muldefs -o loopy_main THIS_FILE loopgen.c grid.c penrose.c dsf.c tree234.c \
 *         random.c misc.c malloc.c nullfe.c sort.c findloop.c midend.c combi.c ps.c version.c drawing.c -lm
 */
#include "loopy.c"

#include <time.h>

static long long nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(void)
{
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        char *desc = strchr(line, ':');
        if (!desc) {
            fprintf(stderr, "no colon in %s\n", line);
            return 1;
        }
        *desc++ = '\0';
        game_params *params = default_params();
        decode_params(params, line);
        const char *error = validate_desc(params, desc);
        if (error) {
            fprintf(stderr, "%s:%s: %s\n", line, desc, error);
            return 1;
        }
        game_state *state = new_game(NULL, params, desc);
        long long started = nanoseconds();
        solver_state *before = new_solver_state(state, DIFF_HARD);
        solver_state *after = solve_game_rec(before);
        long long spent = nanoseconds() - started;
        const char *verdict = after->solver_status == SOLVER_SOLVED      ? "unique"
                              : after->solver_status == SOLVER_MISTAKE   ? "none"
                              : after->solver_status == SOLVER_AMBIGUOUS ? "multiple"
                                                                         : "stuck";
        printf("%s %lld\n", verdict, spent);
        free_solver_state(after);
        free_solver_state(before);
        free_game(state);
        free_params(params);
    }
    return 0;
}
