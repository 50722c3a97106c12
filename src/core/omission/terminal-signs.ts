/**
 * Sequences that steer a terminal (ECMA-48 §5.4; OSC as xterm has it): output in colour says the same. One sign at a time.
 */

/** Where in a sequence one is. `none`: outside. */
export type Steering = 'none' | 'escape' | 'control' | 'command' | 'command end';

const ESCAPE = 0x1b;
const BELL = 0x07;
const NEWLINE = 0x0a;

/** After the next sign; `none` also behind the sign that ends a sequence. A line's end ends what is broken. */
export function steeredBy(code: number, before: Steering): Steering {
  if (code === ESCAPE) return before === 'command' ? 'command end' : 'escape';
  if (code === NEWLINE) return 'none';
  switch (before) {
    case 'escape':
      return code === 0x5b ? 'control' : code === 0x5d ? 'command' : 'none';
    case 'control':
      return code >= 0x20 && code < 0x40 ? 'control' : 'none';
    case 'command':
      return code === BELL ? 'none' : 'command';
    default:
      return 'none';
  }
}
