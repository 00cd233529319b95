#include "reports/text.h"

#include "harness/util/escape.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const greek[][2] = {{"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
                                       {"zeta", "ζ"},  {"eta", "η"},   {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},
                                       {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},
                                       {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},   {"psi", "ψ"},
                                       {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"}, {"Lambda", "Λ"},
                                       {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},   {"Omega", "Ω"}};

static const char *const signs[][2] = {{">=", "≥"}, {"<=", "≤"}, {"+-", "±"}, {"->", "→"}};

static void
put(FILE *out, enum gravel_markup markup, char c)
{
    if (iscntrl((unsigned char)c))
        c = ' ';
    const char *reference = gravel_escape_xml(c);
    switch (markup) {
    case GRAVEL_MARKUP_MARKDOWN:
        if (strchr("\\`*_{}[]|#", c))
            fputc('\\', out);
        if (c == '"' || c == '\'')
            break;
        /* fall through */
    case GRAVEL_MARKUP_HTML:
    case GRAVEL_MARKUP_PLAIN:
        if (reference) {
            fputs(reference, out);
            return;
        }
        break;
    case GRAVEL_MARKUP_GNUPLOT: /* inside '...': no backquotes or macros there, a quote is doubled */
        if (strchr("\\{}^_@&~", c))
            fputc('\\', out);
        else if (c == '\'')
            fputc('\'', out);
        break;
    }
    fputc(c, out);
}

void
gravel_text_verbatim(FILE *out, enum gravel_markup markup, const char *text)
{
    for (; *text != '\0'; text++)
        put(out, markup, *text);
}

/* Length of what an index or exponent takes: "{...}", one sign with digits, or a run of letters. */
static size_t
script_length(const char *text)
{
    size_t n = 0;

    if (isalpha((unsigned char)text[0])) {
        while (isalpha((unsigned char)text[n]))
            n++;
        return n;
    }
    if (text[0] == '-' || text[0] == '+')
        n++;
    size_t digits = n;
    while (isdigit((unsigned char)text[n]) || (text[n] == '.' && isdigit((unsigned char)text[n + 1])))
        n++;
    return n > digits ? n : 0;
}

/* Length of a bracketed exponent "(...)" with its parentheses, 0 where they do not close. */
static size_t
parentheses_length(const char *text)
{
    int depth = 0;

    for (size_t n = 0; text[n] != '\0'; n++) {
        depth += (text[n] == '(') - (text[n] == ')');
        if (depth == 0)
            return n + 1;
    }
    return 0;
}

/* "_x" or "^x" at `text`: writes it set and returns its length, or 0.  "^(3/2)" loses its parentheses where it is
 * raised. */
static size_t
put_script(FILE *out, enum gravel_markup markup, const char *text)
{
    static const char *const open[2][4] = {{"<sub>", "_", "_{", "_"}, {"<sup>", "^", "^{", "^"}};
    static const char *const close[2][4] = {{"</sub>", "", "}", ""}, {"</sup>", "", "}", ""}};
    if (*text != '_' && *text != '^')
        return 0;
    const int up = *text == '^';
    const bool braced = text[1] == '{' && strchr(text, '}');
    const size_t bracketed = up && text[1] == '(' ? parentheses_length(text + 1) : 0;
    const bool raised = bracketed > 2 && (markup == GRAVEL_MARKUP_HTML || markup == GRAVEL_MARKUP_GNUPLOT);
    const size_t skip = braced || raised ? 2 : 1;
    const size_t n = braced      ? strcspn(text + 2, "}")
                     : raised    ? bracketed - 2
                     : bracketed ? bracketed
                                 : script_length(text + 1);

    if (n == 0)
        return 0;
    fputs(markup == GRAVEL_MARKUP_MARKDOWN && !up ? "\\_" : open[up][markup], out);
    for (size_t i = 0; i < n; i++)
        put(out, markup, text[skip + i]);
    fputs(close[up][markup], out);
    return skip + n + (braced || raised ? 1 : 0);
}

static const char *
greek_letter(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
        if (strlen(greek[i][0]) == n && strncmp(greek[i][0], word, n) == 0)
            return greek[i][1];
    return NULL;
}

void
gravel_text_prose(FILE *out, enum gravel_markup markup, const char *text)
{
    char before = ' ';

    while (*text != '\0') {
        bool sign = false;
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !sign; i++)
            if (strncmp(text, signs[i][0], 2) == 0) {
                fputs(signs[i][1], out);
                before = ' ';
                text += 2;
                sign = true;
            }
        if (sign)
            continue;
        bool starts_word = !isalnum((unsigned char)before) && before != '_' && before != '.';
        size_t n = 0;
        while (isalpha((unsigned char)text[n]))
            n++;
        if (n == 0) {
            size_t used = strchr(")]>|0123456789", before) && *text == '^' ? put_script(out, markup, text) : 0;
            if (used == 0)
                put(out, markup, *text);
            used += used == 0;
            before = text[used - 1];
            text += used;
            continue;
        }
        const char *letter = starts_word ? greek_letter(text, n) : NULL;
        if (letter)
            fputs(letter, out);
        else
            for (size_t i = 0; i < n; i++)
                put(out, markup, text[i]);
        before = text[n - 1];
        text += n;
        if (starts_word && (letter || n == 1))
            for (size_t used; (used = put_script(out, markup, text)) > 0; text += used)
                ;
    }
}

void
gravel_text_words(FILE *out, enum gravel_markup markup, const char *name)
{
    char words[400];

    snprintf(words, sizeof words, "%s", name);
    for (char *c = words; *c != '\0'; c++)
        if (*c == '_')
            *c = ' ';
    gravel_text_prose(out, markup, words);
}

/* "-5" -> "⁻⁵" */
static void
append_superscript(char *buffer, size_t size, int exponent)
{
    static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char plain[16];

    snprintf(plain, sizeof plain, "%d", exponent);
    for (const char *c = plain; *c != '\0'; c++)
        strncat(buffer, *c == '-' ? "⁻" : digit[*c - '0'], size - strlen(buffer) - 1);
}

/* "-1.5" with the minus sign U+2212. */
static void
print_fixed(char *buffer, size_t size, int decimals, double value)
{
    double unit = pow(10, -decimals);

    if (fabs(value) < unit / 2)
        value = 0; /* no "-0.00" */
    snprintf(buffer, size, "%s%.*f", value < 0 ? "−" : "", decimals, fabs(value));
}

static bool
print_not_finite(char *buffer, size_t size, double value)
{
    if (isnan(value))
        snprintf(buffer, size, "–");
    else if (isinf(value))
        snprintf(buffer, size, value < 0 ? "−∞" : "∞");
    else
        return false;
    return true;
}

/* Decimal exponent of value rounded to `digits` significant digits. */
static int
decade(double value, int digits)
{
    char plain[40];

    snprintf(plain, sizeof plain, "%.*e", digits - 1, value);
    return atoi(strchr(plain, 'e') + 1);
}

static void
strip_zeros(char *text)
{
    size_t n = strlen(text);

    if (!strchr(text, '.'))
        return;
    while (text[n - 1] == '0')
        text[--n] = '\0';
    if (text[n - 1] == '.')
        text[n - 1] = '\0';
}

const char *
gravel_text_number(char *buffer, size_t size, double value, int digits)
{
    if (print_not_finite(buffer, size, value))
        return buffer;
    int power = decade(value, digits);
    bool scientific = value != 0 && (power < -3 || power > 5);
    double mantissa = scientific ? value / pow(10, power) : value;
    int decimals = digits - 1 - (scientific ? 0 : power);

    print_fixed(buffer, size, decimals > 0 ? decimals : 0, mantissa);
    strip_zeros(buffer);
    if (scientific) {
        strncat(buffer, "×10", size - strlen(buffer) - 1);
        append_superscript(buffer, size, power);
    }
    return buffer;
}

const char *
gravel_text_measured(char *buffer, size_t size, double value, double err)
{
    char mantissa[64], spread[64];

    if (print_not_finite(buffer, size, value))
        return buffer;
    if (err == 0 || !isfinite(err))
        return gravel_text_number(buffer, size, value, 6);
    if (err < 0) {
        gravel_text_number(buffer, size, value, 5);
        strncat(buffer, " ± ?", size - strlen(buffer) - 1);
        return buffer;
    }
    int power = decade(fabs(value) > err ? value : err, 2);
    bool scientific = power < -3 || power > 5;
    double scale = scientific ? pow(10, power) : 1;
    int decimals = 1 - decade(err / scale, 2);
    if (decimals < 0)
        decimals = 0;
    if (decimals > 12) { /* the error is one of rounding */
        gravel_text_number(buffer, size, value, 10);
        snprintf(mantissa, sizeof mantissa, " ± %s", gravel_text_number(spread, sizeof spread, err, 1));
        strncat(buffer, mantissa, size - strlen(buffer) - 1);
        return buffer;
    }
    print_fixed(mantissa, sizeof mantissa, decimals, value / scale);
    print_fixed(spread, sizeof spread, decimals, err / scale);
    snprintf(buffer, size, scientific ? "(%s ± %s)×10" : "%s ± %s", mantissa, spread);
    if (scientific)
        append_superscript(buffer, size, power);
    return buffer;
}

const char *
gravel_text_last(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot ? dot + 1 : path;
}
