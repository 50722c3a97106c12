/**
 * Whether a line break in prose ends a statement or only wraps it. People type "use pnpm⏎no default exports" without a full
 * stop, and editors wrap at a width; a break is meant when the next word would have fitted on the line before it and the next
 * line begins as a statement does. Out of scope: lists, headings and blank lines (`sentences`).
 */

/** Words with which a statement or an errand begins, and a wrapped line seldom does. Lower case. [?] ours */
const OPENERS: ReadonlySet<string> = new Set(
  (
    "use don't dont do no never always keep avoid prefer stop please can could we we're we'll i i'm i'd let's lets if when whenever why what how " +
    'run fix add write make update remove check every each all only ask tests commit deploy fyi btw note also decision rule the it this my our ' +
    'nutze verwende keine kein nie niemals immer bitte wir ich lass wenn ab jede jeder jedes warum der die das ' +
    'utilise utilisez ne jamais toujours pas on nous je chaque si pourquoi la le les il ' +
    'usa usar no nunca siempre nada aquí vamos cada yo si el los las não sempre aqui toda todo eu se o a os ' +
    'non mai qui ogni io il lo gli gebruik geen nooit altijd hier elke ik we als het de ' +
    'используй никогда всегда не никаких мы я каждая каждый если это używaj nigdy zawsze nie żadnych my ja każda każdy jeśli'
  ).split(' '),
);
/** A line that ends so goes on. */
const GOES_ON =
  /(?:[,(\-–—&+/]|(?<![\p{L}])(?:and|or|but|the|a|an|of|to|in|on|for|with|by|from|at|as|is|are|be|that|which|not|no|if|when|than|because|since|we|you|i|it|they|he|she|must|should|will|would|can|could|may|always|never|only|please|don't|do|does|so|our|my|your|this|all|every|each|und|oder|der|die|das|den|dem|ein|eine|zu|in|im|mit|von|für|auf|dass|weil|wenn|ist|sind|nicht|et|ou|le|la|les|de|des|du|un|une|à|en|pour|avec|que|qui|parce que|est|sont|y|o|el|los|las|del|al|con|por|para|e|os|as|do|da|dos|das|ao|que|porque|il|lo|gli|di|della|del|per|che|non|het|een|van|op|te|met|voor|dat|omdat|и|или|в|на|с|по|из|для|что|не|потому|i|lub|w|na|z|do|że|nie|bo))$/iu;
/** Nobody wraps before the person turns to Claude. */
const ADDRESSES =
  /^(?:(?:and |also,? )?(?:can|could|would) (?:you|we) |please |also[,:] |let's |fyi|btw|thanks|kannst du |bitte |peux-tu |puedes |¿)/i;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Paragraphs are looked at this far around a break; more is no prompt without full stops. [?] ours */
const LOOK_CHARS = 240;

/** Nobody wraps narrower than this. [?] ours */
const MIN_WIDTH = 30;

/** Whether the line break at `at` in `text` was meant as an end. */
export function endsStatement(text: string, at: number): boolean {
  const after = text.slice(at + 1, at + 1 + LOOK_CHARS);
  const nextLine = lineOf(after).trim();
  const word = /^\S+/.exec(nextLine)?.[0] ?? '';
  const wide = WIDE.test(word.charAt(0));
  const opens = isOpener(word);
  if (!wide && !opens && !/^\p{Lu}/u.test(word) && !ADDRESSES.test(nextLine)) return false;

  const before = text.slice(Math.max(0, at - LOOK_CHARS), at);
  const line = before.slice(before.lastIndexOf('\n') + 1).trimEnd();
  if (line.trim() === '' || GOES_ON.test(line.slice(-20))) return false;
  // An indented line continues the one before it.
  if (/^[ \t]/.test(after) && !/^[ \t]/.test(line)) return false;
  if (ADDRESSES.test(nextLine)) return true;
  if (/^\p{Ll}/u.test(word) && wrapsItself(before, line)) return false;
  const width = Math.max(line.length, nextLine.length, ...lengths(before), ...lengths(after));
  if (wide) return line.length + 2 <= width || /[たるすいだ]$/u.test(line);
  if (line.length + 1 + word.length > width && line.length > MIN_WIDTH) return false;
  return opens || (/^\p{Lu}/u.test(line.trim()) && line.trim().includes(' '));
}

function isOpener(word: string): boolean {
  return OPENERS.has(
    word
      .toLowerCase()
      .replace(/’/g, "'")
      .replace(/[,:;.!?]+$/, ''),
  );
}

/** Whether a long line only goes on with the one before it: then the next one most likely goes on too. */
function wrapsItself(before: string, line: string): boolean {
  const above = before.slice(0, before.length - line.length).trimEnd();
  const first = /^\S+/.exec(line.trim())?.[0] ?? '';
  return (
    line.length > MIN_WIDTH &&
    above !== '' &&
    !before.slice(0, before.lastIndexOf('\n') + 1).endsWith('\n\n') &&
    !/[.!?:;]$/.test(above) &&
    /^\p{Ll}/u.test(first) &&
    !isOpener(first)
  );
}

function lineOf(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}

/** Lengths of the lines in a piece of a paragraph. */
function lengths(piece: string): number[] {
  return piece.split('\n').map((line) => line.trimEnd().length);
}
