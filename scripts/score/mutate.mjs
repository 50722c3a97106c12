/**
 * The same talk in another shape: quotations (between ⟦ and ⟧; ⟦| is code) and the person's statements in other line breaks, indented,
 * quoted, renumbered. The words stay the same, so the labels hold for every shape.
 */
export const MUTATIONS = ['none', 'rewrapped', 'indented', 'quoted', 'renumbered'];

const WIDTH = 46;
const LIST = /^(\s*)(?:[-*+]|\d+[.)])\s+/;
const SPACELESS = /[\u3040-\u30ff\u3400-\u9fff]/;

/** The steps with every mark removed and the mutation applied to what people and Claude said. */
export function mutateSession(session, mutation, statements) {
  return session.map((step) => mutateStep(step, mutation, statements));
}

function mutateStep(step, mutation, statements) {
  if (Array.isArray(step.parallel)) return { ...step, parallel: mutateSession(step.parallel, mutation, statements) };
  const changed = { ...step };
  for (const key of ['human', 'queued', 'image'])
    if (typeof step[key] === 'string') changed[key] = human(step[key], mutation, statements);
  if (typeof step.claude === 'string') changed.claude = quotations(step.claude, mutation);
  if (Array.isArray(step.claude)) changed.claude = step.claude.map((text) => quotations(text, mutation));
  return changed;
}

function human(text, mutation, statements) {
  const said = quotations(text, mutation === 'quoted' ? 'none' : mutation);
  const inside = statements.filter((statement) => said.includes(statement));
  if (inside.length === 0) return mutation === 'quoted' ? quotations(text, mutation) : said;
  if (mutation === 'rewrapped')
    return inside.reduce((all, statement) => all.replace(statement, () => wrap(statement, '')), said);
  if (mutation === 'quoted') return prefixed(said, '> ');
  if (mutation === 'renumbered') return inside.reduce(asItem, said);
  return said;
}

/** A whole sentence becomes an item of a list. */
function asItem(text, statement) {
  const start = text.indexOf(statement);
  const before = text.slice(0, start);
  const after = text.slice(start + statement.length);
  const stop = /^[.!?。]?/.exec(after)[0];
  const rest = after.slice(stop.length);
  const whole =
    /(^|[.!?:。]\s*|\n\s*)$/.test(before) && /^(\s|$)/.test(rest) && (stop !== '' || /[.!?。]$/.test(statement));
  if (!whole || statement.includes('\n')) return text;
  const item = before.trim() === '' ? '- ' : '\n- ';
  return `${before.trimEnd()}${item}${statement}${stop}${rest.trim() === '' ? '' : `\n\n${rest.trimStart()}`}`;
}

function quotations(text, mutation) {
  return text.replace(/⟦(\|?)([\s\S]*?)⟧/g, (_all, code, quotation, offset) => {
    const shape = shaped(quotation, mutation, code !== '');
    if (shape === quotation) return quotation;
    const startsLine = offset === 0 || text[offset - 1] === '\n';
    return shape.includes('\n') || mutation !== 'rewrapped' ? `${startsLine ? '' : '\n'}${shape}\n` : shape;
  });
}

function shaped(quotation, mutation, code) {
  if (mutation === 'rewrapped')
    return code
      ? quotation
      : quotation
          .split('\n')
          .map((line) => wrap(line, hanging(line)))
          .join('\n');
  if (mutation === 'indented')
    return prefixed(code ? quotation.replace(/^ +/gm, (gap) => gap + gap) : quotation, code ? '  ' : '    ');
  if (mutation === 'quoted') return prefixed(quotation, '> ');
  if (mutation === 'renumbered' && !code) return renumbered(quotation);
  return quotation;
}

const hanging = (line) => ' '.repeat(LIST.exec(line)?.[0].length ?? 0);
const prefixed = (text, prefix) =>
  text
    .split('\n')
    .map((line) => `${prefix}${line}`)
    .join('\n');

function renumbered(quotation) {
  const lines = quotation.split('\n');
  if (lines.some((line) => LIST.test(line)))
    return lines
      .map((line, index) =>
        line.replace(LIST, (marker, gap) => (/\d/.test(marker) ? `${gap}* ` : `${gap}${index + 1}) `)),
      )
      .join('\n');
  const sentences = quotation.split(/(?<=[.!?])\s+/);
  return sentences.length < 2 ? quotation : sentences.map((sentence) => `- ${sentence}`).join('\n');
}

function wrap(line, indent) {
  if (SPACELESS.test(line) || line.length <= WIDTH) return line;
  const rows = [''];
  for (const word of line.split(' ')) {
    const row = rows.at(-1);
    if (row.trim() === '' || row.length + word.length < WIDTH)
      rows[rows.length - 1] = row === '' ? word : `${row} ${word}`;
    else rows.push(`${indent}${word}`);
  }
  return rows.join('\n');
}
