/* Texts that an adapter sends go into records and messages, which are cut to sizes: ASCII only. */
#ifndef GRAVEL_EXTERNAL_TEXT_H
#define GRAVEL_EXTERNAL_TEXT_H

/* Replace everything but printable ASCII by question marks. */
static inline void
gravel_text_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < 0x20 || *text > 0x7e)
            *text = '?';
}

#endif
