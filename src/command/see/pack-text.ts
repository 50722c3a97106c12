/** A pack and what is told of it, in words for a person at a terminal. */
import { shortened } from '../../core/recall/fence.ts';
import { counted, harmless, oneLine } from '../plain-words.ts';
import { shortId } from '../short-ids.ts';
import type { Paint } from '../terminal/paint.ts';
import type { Told, ToldLeft, ToldLine } from './told.ts';

/** Of what is left out a line shows so much. */
const LEFT_CHARS = 100;

/** A start reads pages, not everything (platform contract §6). */
const NOT_READ =
  'Not read for a pack: what is superseded or has expired, and what is older than the newest of its type (mem0-hooks list --all).';

export interface ExplainStyle {
  readonly paint: Paint;
  /** Everything could be asked. */
  readonly isWhole: boolean;
}

/** The pack with what is known of each line below it, and what is left out below all. */
export function explainedText(pack: string, told: Told, style: ExplainStyle): string {
  const byLine = new Map(told.lines.map((one) => [one.line, one]));
  const lines = harmless(pack)
    .split('\n')
    .flatMap((line) => {
      const known = byLine.get(line);
      return known === undefined ? [line] : [line, style.paint.dim(`    ${aboutLine(known)}`)];
    });
  return [...lines, ...leftText(told, style)].join('\n');
}

function aboutLine({ id, type, scope, project, session, branch, ageDays, because }: ToldLine): string {
  if (id === null) return 'said, captured, and no memory yet';
  return [
    `${type ?? 'of no type'} ${oneLine(id)}`,
    scope === 'project' ? `of ${oneLine(project ?? '')}` : "the user's own",
    ...(session === null ? [] : [`session ${oneLine(session)}`]),
    ...(branch === null ? [] : [`branch ${oneLine(branch)}`]),
    ageDays === null ? 'undated' : ageDays === 0 ? 'of today' : `${counted(ageDays, 'day')} old`,
    ...because,
  ].join(', ');
}

/** What is left out of what was read, and what is not read at all. */
export function leftText({ left }: Pick<Told, 'left'>, { paint, isWhole }: ExplainStyle): readonly string[] {
  const nothing = isWhole ? 'Nothing that was read was left out.' : 'Nothing of what could be read was left out.';
  return [
    '',
    ...(left.length === 0 ? [nothing] : [paint.bold(`Left out (${left.length}):`), ...left.map(leftLine)]),
    NOT_READ,
  ];
}

function leftLine({ id, type, at, text, why }: ToldLeft): string {
  const name = id === null ? 'said just now' : `[${oneLine(shortId(id))}] ${type ?? 'of no type'}`;
  const day = at === '' ? 'undated' : at.slice(0, 'YYYY-MM-DD'.length);
  return `  ${name} ${oneLine(day)}: ${oneLine(why)}: ${shortened(oneLine(text), LEFT_CHARS)}`;
}
