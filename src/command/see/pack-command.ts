/** `mem0-hooks pack`: the context pack that a session would begin with here, and why each line is in it. Nothing of it is kept. */
import { FILE } from '../../contract/read-config.ts';
import { remedy } from '../../core/recall/user-line.ts';
import { placeOf } from '../../runtime/belongs.ts';
import { narrowingIn } from '../../runtime/place/permission.ts';
import { lookIfAllowed } from '../../runtime/place/surroundings.ts';
import { keptPorts } from '../../runtime/ports/kept-ports.ts';
import { writeAll } from '../../runtime/processes/write-all.ts';
import { recallHere } from '../../runtime/recall-here.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { homeProblem, leave, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { harmless, harmlessJson } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';
import { workingFolder } from '../working-folder.ts';
import { explainedText, leftText } from './pack-text.ts';
import { Told } from './told.ts';

/** A person waits for it, and longer than a hook may take. */
const PATIENCE_MS = 10_000;

/** Of a session that is not there yet. */
const NEW_SESSION = 'mem0-hooks-pack';

export const packCommand = command({
  about: `
Shows the context pack that a session would begin with in the current folder now, to the letter. Nothing of it is kept, and no
session is recorded.`,
  line: (empty) =>
    empty.option('--explain', 'say of each line what it is and why it is there, and of what is left out, why'),
  json: `one JSON object: pack (null where there is none), failure, tookMs, and with --explain lines (id, type, scope, \
project, session, branch, at, ageDays, section, line, because) and leftOut (id, type, at, text, why)`,
  statuses: {
    done: 'shown, or there are no memories yet',
    not: 'a session would be told nothing here, or not everything could be asked (it is said why)',
  },
  run: async ({ runtime, options: { explain = false }, json, answer, paint }) => {
    const misplaced = homeProblem(runtime);
    if (misplaced !== undefined) refuse(`${misplaced}.`);
    const told = new Told(Date.now());
    const { recalled, project } = await packHere(runtime, told);
    const { pack, failure, tookMs } = recalled;
    const value = {
      ...{ pack: pack?.text ?? null, failure: failure ?? null, tookMs },
      ...(explain ? { lines: told.lines, leftOut: told.left } : {}),
    };
    const text = () => {
      if (pack !== undefined && explain)
        return explainedText(pack.text, told, { paint, isWhole: failure === undefined });
      if (pack !== undefined) return harmless(pack.text);
      const of = project === undefined ? 'you' : `you or ${harmless(project)}`;
      const none = `There is no pack: no memories of ${of} are there that a session would be told.`;
      return explain && told.left.length > 0 ? [none, ...leftText(told, { paint, isWhole: true })].join('\n') : none;
    };
    if (failure !== undefined) {
      const trouble = remedy(failure, runtime.config.apiKey === undefined);
      if (pack === undefined && !json) refuse(`No pack: ${trouble}`);
      writeAll(2, `Not everything could be asked: ${trouble}\n`);
      leave(1, json ? harmlessJson(value) : text());
    }
    answer(value, text);
  },
});

async function packHere(runtime: Runtime, told: Told) {
  const { config } = runtime;
  // What cannot be understood may say that nothing is read here.
  if (config.held)
    refuse(
      `No pack: ${FILE} cannot be understood, and may say that nothing is read here (mem0-hooks status tells what is wrong).`,
    );
  if (!config.recall) refuse('No pack: recall is switched off.');
  try {
    const here = await lookIfAllowed(runtime, workingFolder(runtime.env));
    if (here === undefined)
      return refuse('No pack: the lists do not allow this folder (mem0-hooks status tells which one).');
    if (!narrowingIn(here.roots).recall) refuse("No pack: the repository's .mem0-hooks.json switches recall off.");
    const place = placeOf(runtime, here.appId);
    const session = {
      session_id: NEW_SESSION,
      source: 'startup',
      transcript_path: '',
      fork: undefined,
      branch: here.branch,
    };
    const { keep: _, ...kept } = keptPorts(runtime, place, session);
    const deadline = Date.now() + PATIENCE_MS;
    const recalled = await recallHere(runtime, { ...session, place, here, kept, deadline, explanation: told });
    return { recalled, project: place.appId };
  } catch (error) {
    return refuse(`No pack: ${whyNot(error)}.`);
  }
}
