/** What a benchmark reads: transcripts and repositories, made once each in the temporary folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBigTranscript } from './big-transcript.mjs';
import { ROOT } from './library.mjs';
import { commitAll } from './scene.mjs';

/** A transcript of so many MB: `{ path, statement }`, the statement being what a capture of it must hold. */
export function transcriptOf({ ground }, mb) {
  return ground.once(`transcript-${mb}`, () => {
    const path = join(ground.folder('transcripts'), `${mb}.jsonl`);
    return { path, ...writeBigTranscript(path, mb) };
  });
}

/** A session in which things were decided. */
export const TALK = join(ROOT, 'test', 'fixtures', 'demo', '3-queue.jsonl');

const FILES_A_FOLDER = 200;

/** A repository of so many source files of about 1 KB. */
export function repositoryOf({ ground }, files) {
  return ground.once(`repository-${files}`, () => {
    const top = join(ground.root, `repository-${files}`);
    for (let n = 0; n < files; n += 1) {
      const folder = join(top, 'src', `part-${Math.floor(n / FILES_A_FOLDER)}`);
      if (n % FILES_A_FOLDER === 0) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `file-${n}.ts`), sourceOf(n));
    }
    commitAll(top);
    return top;
  });
}

function sourceOf(n) {
  const lines = Array.from(
    { length: 16 },
    (_, line) => `export const order${n}_${line} = priceOf(${n * 16 + line}); // the price of an order, in cents`,
  );
  return `${lines.join('\n')}\n`;
}
