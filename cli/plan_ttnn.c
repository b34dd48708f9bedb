/* plan_ttnn.c - garner plan --target=ttnn: what each gather and scatter would cost on TTNN's tiles,
 * as a table or as JSON. */
#include <inttypes.h>
#include <string.h>

#include "cli.h"

/* ---- JSON ------------------------------------------------------------------------------------ */

/* As the account's own JSON, which is kept until it is whole. */
static void json_account(json *j, const grn_ttnn_account *account)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    json_key(j, "account");
    if (account && grn_ttnn_account_print_json(account, &sink) == GRN_OK && sink.write(sink.user, "", 1) == GRN_OK)
        json_raw(j, text.text);
    else
        json_word(j, NULL);
    j->refused |= account && !text.size_bytes;
    grn_text_buffer_free(&text);
}

static void json_report(const ttnn_page *p, const grn_ttnn_report *t)
{
    json *j = json_item(&p->of, t->place, t->op);
    if (t->account)
        json_number_at(j, "dim", t->dim);
    json_word_at(j, t->account ? "note" : "reason", t->note);
    json_account(j, t->account);
    json_close(j, '}');
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_text(const ttnn_page *p, const grn_ttnn_report *t)
{
    grn_sink sink = grn_file_sink(p->out);
    char place[PLACE_BYTES];
    fputs((*p->count)++ > 0 ? "\n" : "", p->out);
    if (!t->account) {
        show_line(p->out, "%s:%s: %s: not TTNN's: %s", p->of.file->name, program_place(&p->of, t->place, place), t->op,
                  t->note);
        return;
    }
    show_line(p->out, "%s:%s: %s along dim %" PRId64 "%s%s", p->of.file->name, program_place(&p->of, t->place, place),
              t->op, t->dim, *t->note ? "; taken for granted: " : "", t->note);
    if (grn_ttnn_account_print(t->account, &sink) != GRN_OK)
        return;
}

/* With --verify-diagnostics: one line that the file's comments expect. */
static void remark(const ttnn_page *p, const grn_ttnn_report *t)
{
    char message[1024];
    if (t->account)
        snprintf(message, sizeof message, "%s: %s: %s", t->op, grn_ttnn_strategy_text(t->account->taken.strategy),
                 t->account->why);
    else
        snprintf(message, sizeof message, "%s: not TTNN's: %s", t->op, t->note);
    p->remarks->emit(p->remarks->user,
                     &(grn_diagnostic){.severity = GRN_SEVERITY_REMARK, .place = t->place, .message = message});
}

static void report_access(void *user, const grn_ttnn_report *t)
{
    const ttnn_page *p = user;
    if (p->remarks)
        remark(p, t);
    else if (document_is_open())
        json_report(p, t);
    else
        print_text(p, t);
}

grn_status plan_ttnn(const ttnn_page *page, const grn_ttnn_options *ttnn, const grn_module_plan_options *options,
                     const grn_diag *diag)
{
    ttnn_page p = *page;
    const grn_ttnn_planner planner = {ttnn, report_access, &p};
    grn_module_plan_options o = *options;
    o.ttnn = &planner;
    return grn_module_plan(p.of.module, &o, NULL, diag);
}

/* ---- options --------------------------------------------------------------------------------- */

/* "8x8" */
bool read_cores(void *ttnn, const char *v)
{
    grn_ttnn_options *out = ttnn;
    int used = 0;
    int x = 0, y = 0;
    if (strlen(v) > 7 || sscanf(v, "%3dx%3d%n", &x, &y, &used) != 2 || v[used] || x < 1 || y < 1 ||
        x * y > GRN_TTNN_MAX_CORES)
        return false;
    out->grid_x = x;
    out->grid_y = y;
    return true;
}

static const struct {
    const char *name;
    grn_ttnn_strategy strategy;
} strategies[] = {{"auto", GRN_TTNN_AUTO},
                  {"single", GRN_TTNN_SINGLE_CORE},
                  {"multi", GRN_TTNN_MULTI_CORE},
                  {"rows", GRN_TTNN_ROWS},
                  {"tiles", GRN_TTNN_TILED_ROWS}};
#define STRATEGIES (sizeof strategies / sizeof *strategies)

const char *strategy_word(size_t i) { return i < STRATEGIES ? strategies[i].name : NULL; }

bool read_strategy(void *ttnn, const char *v)
{
    grn_ttnn_options *out = ttnn;
    for (size_t i = 0; i < STRATEGIES; i++)
        if (strcmp(v, strategies[i].name) == 0) {
            out->strategy = strategies[i].strategy;
            return true;
        }
    return false;
}
