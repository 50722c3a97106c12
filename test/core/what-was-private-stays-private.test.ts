import { describe, expect, it } from 'vitest';
import { buildCapture } from '../../src/core/capture/window.ts';
import { buildSessionState } from '../../src/core/checkpoint/session-state.ts';
import { NO_TREE } from '../../src/core/omission/provenance.ts';
import { NO_SECRETS } from '../../src/core/redaction/secret-values.ts';
import { Script } from '../support/transcripts.ts';

describe('what a person marked as private', () => {
  it('does not leave where Claude, or a task, repeats it', () => {
    const script = new Script();
    script.human('Decision: we use the blue vault. <private>its code is marzipan-anvil-71</private>');
    script.claude('Understood: the blue vault, its code is marzipan-anvil-71.');
    const entries = script.entries;
    const capture = buildCapture({
      entries,
      isCaptured: () => false,
      treeEvidence: NO_TREE,
      secrets: NO_SECRETS,
      sessionId: 's1',
      captureId: (n) => `c${n}`,
      projectScope: true,
    });
    const text = JSON.stringify(capture.writes);
    expect(text).toContain('we use the blue vault');
    expect(text).not.toContain('marzipan');
    expect(buildSessionState({ entries, secrets: NO_SECRETS })).not.toContain('marzipan');
  });
});
