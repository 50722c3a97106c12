import { describe, expect, it } from 'vitest';
import { captureOf, Script, sessionStateOf } from '../support/transcripts.ts';

describe('what a person marked as private', () => {
  it('does not leave where Claude, or a task, repeats it', () => {
    const script = new Script();
    script.human('Decision: we use the blue vault. <private>its code is marzipan-anvil-71</private>');
    script.claude('Understood: the blue vault, its code is marzipan-anvil-71.');
    const entries = script.entries;
    const capture = captureOf(entries);
    const text = JSON.stringify(capture.writes);
    expect(text).toContain('we use the blue vault');
    expect(text).not.toContain('marzipan');
    expect(sessionStateOf(entries)).not.toContain('marzipan');
  });
});
