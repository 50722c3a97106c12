/**
 * Trials: something strikes at one moment of one process, all is calm again, and two more sessions are started. Then each thing
 * said must have been carried out once, and nothing may be left to do in the state folder.
 */
import { writeFileSync } from 'node:fs';
import { kill, Scene } from './scene.mjs';
import { STATEMENTS, transcriptOf } from './session.mjs';

/** Longer than an unknown fate waits, and than any backoff of a first run. */
const BETWEEN_STARTS_MS = 2 * 60 * 60 * 1000;

/** Of a checkpoint that was not recorded yet nobody knows. */
const EARLY = new Set(['before due']);

/**
 * Sessions end, or (`ends: false`) never do. `strikes`: at random, so long after the end and after the next start (ms).
 * Resolves with what went wrong (nothing when all is well), and whether the moment came.
 */
export async function sessionTrial(world, { sessions: count = 1, ends = true, strikes, ...rest }) {
  const scene = new Scene(world, rest);
  const sessions = Array.from({ length: count }, (_, n) => `${rest.name}-s${n}`);
  await scene.open();
  try {
    for (const session of sessions) writeFileSync(scene.transcript(session), transcriptOf(session));
    const start = { source: 'startup' };
    await Promise.all(
      sessions.map((session) => scene.hook('session-start', session, start, { owned: true, mayDie: true })),
    );
    await scene.rest();
    const end = { reason: 'other', prompt_id: 'p' };
    await struck(scene, strikes?.[0], async () => {
      if (ends) await Promise.all(sessions.map((session) => scene.hook('session-end', session, end, { mayDie: true })));
      else await startAnother(scene, 'first', { mayDie: true });
      await scene.rest();
    });
    await scene.calm();
    scene.later(BETWEEN_STARTS_MS);
    const wasStruck = scene.wasStruck();
    await struck(scene, strikes?.[1], () => startAnother(scene, 'next', { mayDie: strikes !== undefined }));
    // Where the platform let the moment come only now, two more starts are owed after it, as after any other.
    const isLate = !wasStruck && scene.wasStruck();
    for (const name of strikes === undefined && !isLate ? ['last'] : ['third', 'last']) {
      scene.later(BETWEEN_STARTS_MS);
      await startAnother(scene, name);
    }
    return scene.outcome(sessions.flatMap((one) => arrivals(scene, one)));
  } finally {
    await scene.close();
  }
}

/** A checkpoint, then the start that follows a compaction, then two more starts. */
export async function checkpointTrial(world, options) {
  const scene = new Scene(world, options);
  const session = `${options.name}-s0`;
  await scene.open();
  try {
    writeFileSync(scene.transcript(session), transcriptOf(session));
    await scene.hook('session-start', session, { source: 'startup' });
    await scene.hook(
      'pre-compact',
      session,
      { trigger: 'manual', custom_instructions: null, prompt_id: 'p' },
      { mayDie: true },
    );
    const isDue = !EARLY.has(scene.stop?.moment);
    const after = await scene.hook('session-start', session, { source: 'compact' });
    const [statement] = STATEMENTS;
    if (isDue && !after.includes(statement(session))) scene.problems.push('what was due is not given back');
    await scene.rest();
    await scene.calm();
    for (const name of ['next', 'last']) {
      scene.later(BETWEEN_STARTS_MS);
      await startAnother(scene, name);
    }
    const copies = scene.front.adds.filter(({ metadata }) => metadata.type === 'session_state').length;
    // Whatever strikes once it is recorded, it is made by another process.
    const least = isDue ? 1 : 0;
    if (copies > 1 || copies < least) scene.problems.push(`${copies} copies of the session state`);
    return scene.outcome([]);
  } finally {
    await scene.close();
  }
}

async function startAnother(scene, name, options = {}) {
  const session = `${scene.name}-${name}`;
  writeFileSync(scene.transcript(session), '');
  await scene.hook('session-start', session, { source: 'startup' }, options);
  await scene.rest();
}

/** Kills, so long after `act` has begun, one process or all that are there. */
async function struck(scene, strike, act) {
  const timer =
    strike === undefined
      ? undefined
      : setTimeout(() => {
          for (const pid of strike.all ? scene.living() : scene.living().slice(-1)) kill(pid, 'SIGKILL');
        }, strike.afterMs);
  await act();
  clearTimeout(timer);
}

function arrivals(scene, session) {
  return STATEMENTS.map((say) => say(session)).flatMap((statement) => {
    const holds = ({ messages }) =>
      messages.some(({ role, content }) => role === 'user' && content.includes(statement));
    const copies = scene.front.adds.filter(holds).length;
    return copies === 1 ? [] : [`${copies} copies of "${statement}"`];
  });
}
