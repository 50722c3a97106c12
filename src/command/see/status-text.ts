/** A status for a person at a terminal. Out of scope: the JSON form, which is the report itself. */
import { FILE } from '../../contract/read-config.ts';
import { REPOSITORY_FILE } from '../../contract/repository-settings.ts';
import { columns, counted, oneLine } from '../plain-words.ts';
import { settingsLines } from '../settings-text.ts';
import type { Waiting } from '../waiting.ts';
import type { Here, StatusReport } from './status-report.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Enough to tell commits apart. */
const SHORT_COMMIT = 12;

/** `now`: ms since the epoch, for what has an age. */
export function statusText(report: StatusReport, now: number): string {
  return [
    hereLine(report.here, report.enabled),
    '',
    ...columns(rows(report, now)),
    '',
    'Settings',
    ...settingsLines(report.settings).map((line) => `  ${line}`),
    ...problemLines(report),
  ].join('\n');
}

function hereLine({ captured, recalled, reasons }: Here, enabled: boolean): string {
  const what =
    captured && recalled
      ? 'What is said here is captured, and sessions begin with a context pack'
      : captured
        ? 'What is said here is captured; no session begins with a context pack'
        : recalled
          ? 'Nothing that is said here is captured; sessions begin with a context pack'
          : 'Nothing that is said here is captured, and no session begins with a context pack';
  return `mem0-hooks is ${enabled ? 'on' : 'off'}. ${what}${reasons.length === 0 ? '.' : `: ${reasons.join('; ')}.`}`;
}

function rows(report: StatusReport, now: number): readonly (readonly string[])[] {
  const { platform, key, override, place, state } = report;
  return [
    ['Platform', platformWords(platform)],
    ['Key', key === null ? 'none' : `${key.masked}, from ${key.from}`],
    ['User', userWords(report, now)],
    ...(override === null
      ? []
      : [['Override', `organisation ${oneLine(override.orgId)}, project ${oneLine(override.projectId)}`]]),
    ['Project', projectWords(report)],
    ['Folder', oneLine(place.folder)],
    ...place.roots.map((root, n) => [n === 0 ? 'Work tree' : 'Main work tree', oneLine(root)]),
    ...(place.branch === null && place.head === null ? [] : [['Branch', branchWords(place)]]),
    ['Lists', permissionWords(report)],
    ...(report.repository === null ? [] : [['Repository file', repositoryWords(report.repository)]]),
    ['State folder', stateWords(state)],
    ['Your file', fileWords(report)],
    ['Waiting', report.waiting === null ? 'not known' : waitingWords(report.waiting)],
    ['Last capture', captureWords(report.last.capture, now)],
    ['Last recall', recallWords(report.last.recall, now)],
    ['Version', `${oneLine(report.versions.release ?? 'not known')}, on Node ${report.versions.node}`],
  ];
}

function captureWords(capture: StatusReport['last']['capture'], now: number): string {
  if (capture === null) return 'none on this machine';
  const { at, session, turns } = capture;
  return `${ageOf(now - Date.parse(at))}, ${counted(turns, 'turn')} of session ${oneLine(session)}`;
}

function recallWords(recall: StatusReport['last']['recall'], now: number): string {
  return recall === null ? 'none that is known' : `${ageOf(now - Date.parse(recall.at))}, answered in full`;
}

function platformWords(platform: StatusReport['platform']): string {
  switch (platform.kind) {
    case 'mem0':
      return `Mem0 at ${platform.origin}, because ${platform.why}`;
    case 'local':
      return `this machine alone, because ${platform.why}`;
    case 'none':
      return `none: ${platform.why}`;
    default:
      return platform satisfies never;
  }
}

function userWords({ user }: StatusReport, now: number): string {
  const { id, how, words, saidAt, aliases } = user;
  const age = how === 'cached' && saidAt !== undefined ? ` ${ageOf(now - Date.parse(saidAt))}` : '';
  return `${id === null ? words : `${oneLine(id)}, ${words}${age}`}${aliasWords(aliases)}`;
}

function ageOf(ms: number): string {
  if (Number.isNaN(ms)) return 'at an unknown time';
  if (ms < MINUTE_MS) return 'a moment ago';
  if (ms < HOUR_MS) return `${counted(Math.floor(ms / MINUTE_MS), 'minute')} ago`;
  return ms < DAY_MS
    ? `${counted(Math.floor(ms / HOUR_MS), 'hour')} ago`
    : `${counted(Math.floor(ms / DAY_MS), 'day')} ago`;
}

function projectWords({ project: { id, how, found, aliases } }: StatusReport): string {
  const words = oneLine(how);
  if (id === null) return `none: ${words}`;
  const other = found === undefined ? '' : ` (the folder gives ${oneLine(found)})`;
  return `${oneLine(id)}: ${words}${other}${aliasWords(aliases)}`;
}

function aliasWords(aliases: readonly string[]): string {
  return aliases.length === 0 ? '' : `; read beside it: ${aliases.map(oneLine).join(', ')}`;
}

function branchWords({ branch, head }: StatusReport['place']): string {
  const commit = head === null ? 'no commit yet' : `at ${head.slice(0, SHORT_COMMIT)}`;
  return branch === null ? `none, ${commit}` : `${oneLine(branch)}, ${commit}`;
}

function permissionWords({ permission: { allowed, list, pattern }, settings }: StatusReport): string {
  if (list === null) {
    const isEmpty = settings.every(
      ({ name, origin }) => !['deny', 'allow'].includes(name) || origin.from === 'default',
    );
    return isEmpty ? 'none: everything is allowed' : 'allowed: no list speaks of it';
  }
  if (pattern === null) return 'not allowed: no pattern of allow holds here';
  return `${allowed ? 'allowed' : 'denied'} by ${list}: ${oneLine(pattern)}`;
}

function repositoryWords(repository: NonNullable<StatusReport['repository']>): string {
  const { files, capture, recall, omit, ignored } = repository;
  if (files.length === 0) return 'none';
  const narrowed = [
    ...(capture ? [] : ['capture off']),
    ...(recall ? [] : ['recall off']),
    ...(omit.length === 0 ? [] : [`omit ${omit.map(oneLine).join(', ')}`]),
    ...(ignored.length === 0 ? [] : [`ignored: ${ignored.map(oneLine).join(', ')}`]),
  ];
  return narrowed.length === 0 ? `${REPOSITORY_FILE} narrows nothing` : `${REPOSITORY_FILE}: ${narrowed.join('; ')}`;
}

function stateWords({ folder, state }: StatusReport['state']): string {
  if (folder === null) return 'none';
  const words = { absent: ', not there yet', usable: '', unusable: ', cannot be used' }[state];
  return `${oneLine(folder)}${words}`;
}

function fileWords({ file: { path, state, unknown } }: StatusReport): string {
  if (path === null) return 'none, since there is no home folder';
  const words = { absent: 'not there', read: 'read', broken: 'cannot be understood' }[state];
  const more = unknown.length === 0 ? '' : `; not known in it: ${unknown.map(oneLine).join(', ')}`;
  return `${FILE}, ${words}${more}`;
}

function waitingWords(waiting: Waiting): string {
  const { jobs, killed, killedElsewhere, requests, requestsElsewhere, denied, accepted, parked, forOthers, missing } =
    waiting;
  const parts = [
    ...(jobs === 0 ? [] : [`${counted(jobs, 'session')} to be captured`]),
    ...(killed + killedElsewhere === 0 ? [] : [`${counted(killed + killedElsewhere, 'killed session')}`]),
    ...(requests + requestsElsewhere === 0
      ? []
      : [`${counted(requests + requestsElsewhere, 'request')} to be delivered`]),
    ...(denied === 0 ? [] : [`${denied} of them from where it is denied now`]),
    ...(accepted === 0 ? [] : [`${accepted} accepted and not yet memories`]),
    ...(parked === 0 ? [] : [`${parked} set aside for good`]),
    ...(forOthers === 0 ? [] : [`${forOthers} of it for another key or without one`]),
    ...(missing.length === 0
      ? []
      : [`some until these variables are as they were: ${missing.map(oneLine).join(', ')}`]),
  ];
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}

function problemLines({ problems }: StatusReport): readonly string[] {
  if (problems.length === 0) return [];
  return [
    '',
    'Problems',
    ...problems.flatMap(({ name, problem, remedy }) => [
      `  ${oneLine(name)} ${oneLine(problem)}`,
      `    What to do: ${oneLine(remedy)}.`,
    ]),
  ];
}
