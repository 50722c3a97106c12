/** A local platform with a clock that tests move, lags as the live service has them, and an extraction that can be held. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localExtractor } from '../../src/local/extract.ts';
import { type LocalPlatform, openLocalPlatform } from '../../src/local/platform.ts';
import { CATEGORISED_MS, EXTRACTED_MS, type Host } from './host.ts';

const START = Date.parse('2026-03-10T12:00:00Z');

export interface SlowPlatform {
  readonly send: LocalPlatform['send'];
  readonly now: () => number;
  readonly advance: NonNullable<Host['advance']>;
  readonly holdExtraction: NonNullable<Host['holdExtraction']>;
  readonly close: () => void;
}

export async function openSlowPlatform(): Promise<SlowPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  let now = START;
  let gate: Promise<'done' | 'failed'> | undefined;
  const platform = await openLocalPlatform({
    file: join(folder, 'memory.db'),
    user: 'mara@localhost',
    now: () => now,
    extractionLagMs: EXTRACTED_MS / 2,
    categoryLagMs: CATEGORISED_MS / 2,
    extractor: {
      get takesTime() {
        return gate !== undefined;
      },
      extract: (window) => {
        if (gate === undefined) return localExtractor.extract(window);
        return gate.then((how) => {
          if (how === 'failed') throw new Error('the model is away');
          return localExtractor.extract(window);
        });
      },
    },
  });
  return {
    send: platform.send,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    holdExtraction: () => {
      let letGo: (how: 'done' | 'failed') => void = () => undefined;
      gate = new Promise((resolve) => {
        letGo = resolve;
      });
      return {
        release: (how) => {
          gate = undefined;
          letGo(how);
        },
      };
    },
    close: () => {
      platform.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
