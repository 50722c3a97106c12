/**
 * Plays one scenario: {id, kind, filler?, seed?, memories, repository?, others?, settings?, env?, on?, leaky?, latencyMs?, lagMs?, steps?}.
 * Without steps it is one start. Steps: {start, session, in?, env?, …expectations}, {add}, {supersede, by}, {forget}, {save}, {end},
 * {trouble}, {later}, {drain}, {git}. Every start is measured.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectationsOf, withIds } from './labels.mjs';
import { measure } from './measure.mjs';
import { fill, KEY, ScenePlatform, USER } from './platform.mjs';
import { Random } from './random.mjs';
import { RecallWorld } from './world.mjs';

/** `shared`: {root, hooks, first, library, baseOf(seed)}. The findings of each of its starts. */
export async function play(scenario, shared) {
  const scene = await Scene.open(scenario, shared);
  try {
    const results = [];
    for (const step of scenario.steps ?? [{ start: 'startup' }]) {
      const result = await scene.step(step);
      if (result !== undefined)
        results.push({ id: scenario.id, kind: scenario.kind, step: results.length + 1, ...result });
    }
    return results;
  } finally {
    await scene.close();
  }
}

class Scene {
  static async open(scenario, shared) {
    const scene = new Scene();
    scene.scenario = scenario;
    scene.random = new Random(hashOf(scenario.id));
    scene.world = new RecallWorld(join(shared.root, scenario.id), shared.hooks, shared.first);
    scene.folders = {};
    for (const one of [{ name: 'shop', ...scenario.repository }, ...(scenario.others ?? [])])
      scene.folders[one.name] = scene.world.makeRepository(one);
    if (scenario.settings !== undefined) scene.world.settings(scenario.settings);
    const local = join(scene.world.state, 'local');
    mkdirSync(local, { recursive: true, mode: 0o700 });
    const file = scenario.on === 'file' ? join(local, 'memories.sqlite') : join(scene.world.root, 'memories.sqlite');
    const filler = scenario.filler === false ? [] : shared.baseOf(scenario.seed ?? 1);
    if (scenario.filler !== false) copyFileSync(filler.file, file);
    scene.platform = await ScenePlatform.open(shared.library, file, { random: scene.random, ...scenario });
    scene.statuses = new Map((filler.memories ?? []).map(({ id, expect }) => [id.slice(0, 8), expect]));
    scene.memories = [];
    scene.now = Date.now();
    scene.add(scenario.memories ?? []);
    return scene;
  }

  /** What this step's start was measured to be; undefined for other steps. */
  async step(step) {
    const { world, platform } = this;
    const cwd = this.folders[step.in ?? 'shop'] ?? join(world.root, step.in);
    if (step.start !== undefined) return this.#start(step, cwd);
    if (step.add !== undefined) this.add(step.add);
    if (step.supersede !== undefined) this.#supersede(step.supersede, step.by);
    if (step.forget !== undefined) this.#forget(step.forget);
    if (step.trouble !== undefined) platform.trouble = step.trouble;
    if (step.later !== undefined) platform.later(step.later);
    if (step.git !== undefined) world.git(cwd, step.git);
    if (step.save !== undefined) await this.#ended('pre-compact', step.save, step, cwd);
    if (step.end !== undefined) await this.#ended('session-end', step.end, step, cwd);
    if (step.drain === true) {
      const { status, stderr } = await world.run('mem0-hooks', { args: ['drain'], cwd, env: this.#environment(step) });
      if (status !== 0) throw new Error(`drain ended with ${status}: ${stderr}`);
    }
    await world.settled(step);
    return undefined;
  }

  add(memories) {
    const named = withIds(memories, this.random);
    fill(this.platform.store, named, this.now);
    this.memories.push(...named);
    for (const { id, expect } of named) this.statuses.set(id.slice(0, 8), expect);
    this.platform.deleted = this.memories
      .filter(({ deleted }) => deleted)
      .map(({ id, text }) => ({ id, memory: text }));
  }

  async close() {
    this.world.endBackground();
    await this.platform.close();
    rmSync(this.world.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  async #start(step, cwd) {
    const { world } = this;
    const session = step.session ?? 's1';
    const input = {
      session_id: session,
      transcript_path: world.transcriptPath(session),
      cwd,
      hook_event_name: 'SessionStart',
      source: step.start,
    };
    const env = this.#environment(step);
    const output = await world.run('session-start', { input, cwd, env });
    const labels = expectationsOf(this.memories);
    const expect = { ...labels, ...(step.none === true ? { required: [] } : {}), ...step };
    // What is outdated or foreign is so at every step, whatever else is said of this one.
    for (const label of ['outdated', 'foreign']) expect[label] = [...labels[label], ...(step[label] ?? [])];
    const chars = env.MEM0_PACK_CHARS === undefined ? {} : { packChars: Number(env.MEM0_PACK_CHARS) };
    return measure(output, { ...expect, ...chars }, (id) => this.statuses.get(id));
  }

  /** Pre-compact or session end, with the prompts of the session so far. */
  async #ended(bundle, session, step, cwd) {
    const { world } = this;
    const transcript = world.transcript(session, cwd, step.prompts);
    const about =
      bundle === 'pre-compact'
        ? { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null }
        : { hook_event_name: 'SessionEnd', reason: step.reason ?? 'other' };
    const input = { session_id: session, transcript_path: transcript, cwd, prompt_id: 'p', ...about };
    const { status, stderr } = await world.run(bundle, { input, cwd, env: this.#environment(step) });
    if (status !== 0) throw new Error(`${bundle} ended with ${status}: ${stderr}`);
  }

  #supersede(word, by) {
    const old = this.memories.find((one) => one.word === word);
    this.add([by]);
    this.platform.store.memories.supersede(old.id, this.memories.at(-1).id, this.now);
    this.#isOutdated(old);
  }

  #forget(word) {
    const old = this.memories.find((one) => one.word === word);
    const { store } = this.platform;
    store.memories.markDeleted(store.memories.byId({ org_id: 'local', project_id: 'local' }, old.id), this.now);
    this.#isOutdated(old);
  }

  #isOutdated(memory) {
    memory.expect = 'outdated';
    this.statuses.set(memory.id.slice(0, 8), 'outdated');
  }

  #environment(step) {
    const where =
      this.scenario.on === 'file'
        ? { MEM0_USER_ID: USER }
        : { MEM0_API_KEY: KEY, MEM0_BASE_URL: this.platform.served.origin };
    // What is measured is what is recalled, not how busy the machine is.
    return { ...where, MEM0_DEADLINE_MS: '8000', ...this.scenario.env, ...step.env };
  }
}

function hashOf(text) {
  return [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)) >>> 0, 7);
}
