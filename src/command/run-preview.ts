/** `mem0-hooks preview`: shows what a capture would send. It reads, and that is all: no lock, no cursor, no receipt, no fault. */
import { parseArgs } from 'node:util';
import { FILE } from '../contract/read-config.ts';
import { writeAll } from '../runtime/processes/write-all.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { findSession, type Wanted } from './find-session.ts';
import { homeProblem, leave, misused, refuse } from './leave.ts';
import { harmlessJson, oneLine } from './plain-words.ts';
import { preview, RuntimeAsIfNew } from './preview.ts';
import { previewText } from './preview-text.ts';
import { whyNot } from './why-not.ts';

const USAGE = `usage: mem0-hooks preview [--transcript FILE | --session ID] [--all] [--json]

Shows what a capture would send now, and beside it what was left out, masked and left. Nothing is sent and nothing is stored.
Without an argument it is the newest session of the project in the current folder.

  --transcript FILE  the session of this transcript
  --session ID       a session by its id, or by the beginning of it
  --all              the whole session, as if nothing of it had been captured before
  --json             one JSON object: session, transcript, turns, requests (method, path, body), omitted, redacted, left, treesInPart
                     (working trees that were looked at only in part)

Exit status: 0 shown, 1 not shown (there is no such session, or it or the settings cannot be read: it is said which), 2 wrong usage.
`;

const HELD = `${FILE} cannot be understood, and may say that nothing is looked at here (mem0-hooks status tells what is wrong).`;

interface Arguments extends Wanted {
  readonly all: boolean;
  readonly json: boolean;
}

export async function runPreview(runtime: Runtime, args: readonly string[]): Promise<void> {
  if (args.includes('--help')) leave(0, USAGE.trimEnd());
  const wanted = previewArguments(args);
  if ('wrong' in wanted) misused(wanted.wrong, USAGE);
  const misplaced = homeProblem(runtime);
  if (misplaced !== undefined) refuse(`${misplaced}.`);
  // What cannot be understood may say that nothing is looked at here.
  if (runtime.config.held) refuse(`No preview: ${HELD}`);
  try {
    const found = await findSession(runtime, wanted, process.cwd());
    if ('wrong' in found) refuse(found.wrong);
    const previewed = await preview(wanted.all ? new RuntimeAsIfNew() : runtime, found);
    if ('wrong' in previewed) refuse(previewed.wrong);
    if (!wanted.json) leave(0, previewText(previewed));
    const notes = [...(previewed.stopped === undefined ? [] : [previewed.stopped]), ...previewed.notes];
    writeAll(2, notes.map((note) => `${oneLine(note)}\n`).join(''));
    leave(0, harmlessJson(previewed.preview));
  } catch (error) {
    refuse(`No preview: ${whyNot(error)}.`);
  }
}

function previewArguments(args: readonly string[]): Arguments | { readonly wrong: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        transcript: { type: 'string' },
        session: { type: 'string' },
        all: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
    const { transcript, session, all = false, json = false } = values;
    if (transcript !== undefined && session !== undefined) return { wrong: 'Either --transcript or --session.' };
    if (transcript === '' || session === '') return { wrong: 'A transcript, or a session, must be named.' };
    return {
      all,
      json,
      ...(transcript === undefined ? {} : { transcript }),
      ...(session === undefined ? {} : { session }),
    };
  } catch (error) {
    // What parseArgs refuses, it says in plain words.
    if (error instanceof TypeError && 'code' in error) return { wrong: error.message };
    throw error;
  }
}
