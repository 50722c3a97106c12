/**
 * Text that may travel: valid UTF-8 when encoded, and free of characters that steer terminals. Transcripts hold lone
 * surrogates, NUL and escape sequences (transcript contract §2). Out of scope: what the text says.
 */

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** A terminal control sequence: dropped whole, else `ESC[31m` would leave `[31m` behind. */
const CONTROL_SEQUENCE = /\u001B\[[0-?]{0,64}[ -/]{0,8}[@-~]/g;
/** A command to the terminal, such as a link's address or a title: dropped whole as well. */
const COMMAND_SEQUENCE = /\u001B\][^\u0007\u001B\n]{0,4096}(?:\u0007|\u001B\\)/g;
const NEWLINES = /\r\n?/g;
/** C0 but tab and newline, DEL, C1, and the byte order mark, wherever it stands. */
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF]/g;

/** The same text made well-formed. Doing it twice changes nothing more. */
export function wellFormed(text: string): string {
  return text
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(COMMAND_SEQUENCE, '')
    .replace(CONTROL_SEQUENCE, '')
    .replace(NEWLINES, '\n')
    .replace(CONTROL, '');
}
