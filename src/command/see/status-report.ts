/** What `mem0-hooks status` tells, as data: its `--json` is this, and its text is made of it. No secret, no content. */

import type { FailureReason } from '../../contract/failure.ts';
import type { Narrowing } from '../../contract/repository-settings.ts';
import type { ShownSetting } from '../../contract/shown-settings.ts';
import type { Waiting } from '../waiting.ts';
import type { LastDone } from './last-done.ts';

export interface StatusReport {
  /** False: no hook does anything. */
  readonly enabled: boolean;
  readonly here: Here;
  readonly platform: PlatformStatus;
  readonly key: KeyStatus | null;
  readonly user: UserStatus;
  readonly override: { readonly orgId: string; readonly projectId: string } | null;
  readonly project: ProjectStatus;
  readonly place: PlaceStatus;
  readonly permission: PermissionStatus;
  /** What the repository's own file narrows, and where it lies, if there is one; null where the folder was not looked at. */
  readonly repository: RepositoryStatus | null;
  readonly state: StateStatus;
  readonly settings: readonly ShownSetting[];
  readonly file: FileStatus;
  /** Null where the state folder cannot be read. */
  readonly waiting: Waiting | null;
  readonly last: LastDone;
  /** Of this release, null where its files do not tell; and of the Node that it runs on. */
  readonly versions: { readonly release: string | null; readonly node: string };
  readonly problems: readonly Problem[];
}

/** What a session that runs here comes to; each reason says why not, or why only later. */
export interface Here {
  readonly captured: boolean;
  readonly recalled: boolean;
  readonly reasons: readonly string[];
}

export type PlatformStatus =
  | { readonly kind: 'mem0'; readonly origin: string; readonly why: string }
  | { readonly kind: 'local'; readonly why: string }
  | { readonly kind: 'none'; readonly why: string };

export interface KeyStatus {
  readonly masked: string;
  /** In words. */
  readonly from: string;
}

export interface UserStatus {
  /** Null where it is not known. */
  readonly id: string | null;
  /** How it is known, or why it is not. */
  readonly how: 'set' | 'local' | 'cached' | 'asked' | FailureReason | 'not-asked';
  /** The same in words. */
  readonly words: string;
  /** ISO 8601; when Mem0 said so. */
  readonly saidAt?: string;
  readonly aliases: readonly string[];
}

export interface ProjectStatus {
  /** Null where there is none, or the folder was not looked at. */
  readonly id: string | null;
  /** How it was found, or why there is none, in words. */
  readonly how: string;
  /** The id that the folder gives, where a setting says another. */
  readonly found?: string;
  readonly aliases: readonly string[];
}

export interface PlaceStatus {
  readonly folder: string;
  /** The root of the work tree, and that of the main one where this is another; empty where the folder was not looked at. */
  readonly roots: readonly string[];
  readonly branch: string | null;
  readonly head: string | null;
}

export interface PermissionStatus {
  readonly allowed: boolean;
  /** The list that decided, null where none did; and its pattern as it stands in the person's file, where one did. */
  readonly list: 'deny' | 'allow' | null;
  readonly pattern: string | null;
}

export interface RepositoryStatus extends Omit<Narrowing, 'problems'> {
  readonly files: readonly string[];
}

export interface StateStatus {
  /** Null where there is no home folder to put it in. */
  readonly folder: string | null;
  readonly state: 'absent' | 'usable' | 'unusable';
}

export interface FileStatus {
  /** Null where there is no home folder. */
  readonly path: string | null;
  readonly state: 'absent' | 'read' | 'broken';
  /** Keys of ours in it that this version does not know: they are kept, and do nothing. */
  readonly unknown: readonly string[];
}

export interface Problem {
  /** What it is about: a variable, a setting, a file, a folder. */
  readonly name: string;
  readonly problem: string;
  /** What to do. */
  readonly remedy: string;
}
