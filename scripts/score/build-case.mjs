/** Makes of a case's steps the transcript, and the files as they are once the session has ended. */
import { posix } from 'node:path';
import { Session } from './session.mjs';
import { doStep } from './steps.mjs';

/** The files of a session while it runs. Paths are relative to the working tree. */
class Files {
  constructor(files, cwd) {
    this.cwd = cwd;
    this.inside = new Map(Object.entries(files));
    this.outside = new Map();
  }
  absolute(path) {
    return posix.join(this.cwd, path);
  }
  has(path) {
    return this.inside.has(path) || this.outside.has(path);
  }
  read(path) {
    const text = this.inside.get(path) ?? this.outside.get(path);
    if (text === undefined) throw new Error(`no such file in this case: ${path}`);
    return text;
  }
  write(path, text) {
    this.inside.set(path, text);
  }
  /** Shown by a tool, but no part of the working tree. */
  show(path, text) {
    this.outside.set(path, text);
  }
}

export function buildCase(one, session, cwd) {
  const made = new Session({ id: one.id, cwd, print: one.print === true });
  const world = new Files(one.files, cwd);
  made.note({ type: 'mode', mode: 'normal' });
  made.note({ type: 'permission-mode', permissionMode: 'default' });
  for (const step of session) doStep(made, world, step);
  made.note({ type: 'ai-title', aiTitle: `A talk about ${one.id.replaceAll('-', ' ')}` });
  if (one.shuffled === true) shuffle(made.lines);
  return { transcript: made.text(), sessionId: made.sessionId, files: Object.fromEntries(world.inside) };
}

/** A child before its parent, as in 18 of 182 real files: each answer's first line changes places with the line before it. */
function shuffle(lines) {
  for (let index = 1; index < lines.length; index += 1) {
    const [before, line] = [lines[index - 1], lines[index]];
    if (line.type === 'assistant' && before.uuid === line.parentUuid) {
      lines[index - 1] = line;
      lines[index] = before;
      index += 1;
    }
  }
}
