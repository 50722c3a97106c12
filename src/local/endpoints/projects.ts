/** Settings of a project (platform contract §6). The local platform has one organisation and takes any project of it [?]. */
import type { Json, JsonObject } from '../../contract/wire.ts';
import type { ProjectSettings } from '../store/projects.ts';
import type { Scope } from '../store/rows.ts';
import { badRequest, Refusal, type Reply } from './answer.ts';
import { categoryNames, textOrNull } from './body.ts';
import { type Call, every, OWN_SCOPE, type Platform } from './call.ts';

/** `GET …/projects/{project}/`: `fields` is a repeated parameter; comma-joined they are one name that there is not. */
export function getProject({ life }: Platform, call: Call): Reply {
  const scope = projectOf(call);
  const all: JsonObject = { ...scope, name: scope.project_id, ...life.store.projects.settings(scope) };
  const fields = every(call, 'fields');
  if (fields.length === 0) return { status: 200, body: all };
  return { status: 200, body: Object.fromEntries(Object.entries(all).filter(([key]) => fields.includes(key))) };
}

/** `PATCH …/projects/{project}/`: what the body names is replaced, a list as a whole; `[]` resets it. */
export function patchProject({ life }: Platform, call: Call): Reply {
  const { body } = call;
  const scope = projectOf(call);
  const changes: Partial<ProjectSettings> = {
    ...given(body, 'custom_instructions', () => ({ custom_instructions: instructions(body, 'custom_instructions') })),
    ...given(body, 'agent_custom_instructions', () => ({
      agent_custom_instructions: instructions(body, 'agent_custom_instructions'),
    })),
    ...given(body, 'custom_categories', (value) => {
      const names = categoryNames(value) ?? [];
      return { custom_categories: names.length === 0 ? null : names };
    }),
    ...given(body, 'decay', (value) => {
      if (typeof value !== 'boolean') throw badRequest('decay must be true or false.');
      return { decay: value };
    }),
  };
  const names = Object.keys(changes);
  if (names.length === 0) {
    throw badRequest('at least one of: custom_instructions, agent_custom_instructions, custom_categories, decay.');
  }
  life.store.write(() => life.store.projects.change(scope, changes, life.now()));
  return { status: 200, body: { message: `Updated ${names.join(', ')}` } };
}

/** An empty text means no instructions. */
function instructions(body: JsonObject, key: string): string | null {
  return body[key] === '' ? null : textOrNull(body, key);
}

function given(
  body: JsonObject,
  key: string,
  make: (value: Json) => Partial<ProjectSettings>,
): Partial<ProjectSettings> {
  const value = body[key];
  return value === undefined ? {} : make(value);
}

function projectOf({ params }: Call): Scope {
  const { org = '', project = '' } = params;
  if (org !== OWN_SCOPE.org_id) throw new Refusal(404, { detail: 'Not found.' });
  return { org_id: org, project_id: project };
}
