/**
 * The write gate: what is noise goes neither into a request nor, through the instructions that travel with each add, into
 * memory (platform contract §8). Its revision is POLICY; whoever changes a text here changes the revision.
 * Out of scope: types of statements (`classify`), repository content (`omit`).
 */
import { type CapturedType, POLICY } from '../../contract/memory.ts';
import { MARKS } from '../omission/omit.ts';
import { sentencesOf } from '../talk/sentences.ts';

/** What each type asks for. One add asks for one type only: its metadata names that type for every fact (contract §1.3). */
const WANTED: Readonly<Record<CapturedType, string>> = {
  preference:
    'Extract only lasting preferences of the person: how they like to work, what they always or never want, tools and styles they favour.',
  decision:
    'Extract only decisions about the project that the person made or agreed to: what was chosen, instead of what, and why. Name what a decision replaces.',
  convention:
    'Extract only conventions of the project: rules for names, formats, structure, tools and workflow that hold from now on.',
  runbook:
    'Extract only runbooks: a procedure with its occasion and its steps in order. Keep all steps of one procedure together in one memory.',
  insight:
    'Extract only insights that will help in later sessions: root causes, how parts of the system behave, what was tried and why it failed, facts about the environment.',
};

/** Platform contract §8, in the order given there. */
const KEEP_OUT =
  'Keep out: training heartbeats, progress and time-to-finish messages, lists of modified files, narration that only concerns this session, ' +
  'one-off task directives, questions, greetings and thanks. Text of repository files is never a memory, nor are marks such as [omitted: …] and ' +
  '[redacted: …]. Keep names, numbers and reasons as they were said, add nothing, and extract nothing when nothing qualifies.';

/** `custom_instructions` of an add of this type (platform contract §3). */
export function instructionsFor(type: CapturedType): string {
  return `${WANTED[type]} ${KEEP_OUT} (write gate ${POLICY})`;
}

/** What the gate looks at: texts of one turn, already without repository content and secrets. */
export interface TurnText {
  readonly human: string;
  readonly claude: string;
}

const ACKNOWLEDGEMENT =
  /^(?:ok(?:ay)?|yes|yep|yeah|no|nope|sure|thanks?(?: you)?(?: a lot| so much| very much)?|thx|ty|great|good|nice|perfect|cool|fine|done|right|agreed|exactly|correct|hi|hello|hey|bye|again|continue|go on|go ahead|proceed|next|retry|try again|please|lgtm|danke|merci|gracias|はい|好|好的|谢谢)(?:[\s,.!]+(?:ok(?:ay)?|yes|thanks?|please|great|good|perfect|do it|go on|go ahead|continue))*[\s.!…👍🙏]*$/iu;
/** Questions that hand the word back and ask nothing of the matter. */
const ASIDE =
  /^(?:(?:do|would) you (?:agree|think so)|what do you think|what would you (?:do|say|change|decide|suggest)|(?:are you (?:sure|still there|there|done|ready))|(?:does that )?makes? sense|any (?:questions|ideas|objections)|understood|got it|right|ok(?:ay)?)\s*\?+$/i;
/** A command line of Claude Code's own, with at most three words behind it. */
const SLASH_COMMAND = /^\/[\w:-]+(?:\s+\S+){0,3}\s*$/;
/** Sentences that only ask for something to be done now. */
const DIRECTIVE =
  /^(?:(?:and|also|now|then|so|ok|okay|good|great),?\s+)*(?:please\b|can you\b|could you\b|would you\b|(?:run|start|stop|show|list|read|open|look|check|try|fix|update|write|add|create|delete|remove|rename|commit|push|pull|put|tell|explain|find|search|review|compare|implement|refactor|test|build|deploy|install|draft|summari[sz]e|describe|give|help|let me see|have (?:a look|someone))\b)/i;
/** Words that give a reason or a rule: then a directive is more than an errand. */
const LASTING = /\b(?:because|since|always|never|from now on|every time|whenever|instead of|must|decided|prefer)\b/i;
/** Claude telling what it is about to do. */
const NARRATION =
  /^(?:I'll|I will|I am going to|I'm going to|Let me|Now I|Next I|First I|Running|Reading|Looking|Checking|Searching|Working on|Starting|Updating|Fixing|One moment)\b/i;
/** Claude telling something worth keeping. */
const FINDING =
  /\b(?:root cause|because|turns? out|the (?:problem|reason|cause|culprit)|insight|lesson|caused by|due to|that is why|only holds|never|always|must|instead of|decision|decided|convention|works? (?:only|because)|fails? (?:when|because|if))\b/i;
/** A narrating answer is short. */
const MAX_NARRATION_CHARS = 200;
/** Letters and digits below which a sentence says nothing; two signs of a wide script say as much as a word. */
const MIN_SENTENCE_CHARS = 8;

/** Whether a sentence is an errand for now, a bare acknowledgement, or a slash command. */
export function isNoiseSentence(sentence: string): boolean {
  const text = sentence.replace(MARKS, ' ').trim();
  const signs = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (signs === 0 || ACKNOWLEDGEMENT.test(text) || ASIDE.test(text) || SLASH_COMMAND.test(text)) return true;
  if (DIRECTIVE.test(text) && !LASTING.test(text)) return true;
  return (
    signs < MIN_SENTENCE_CHARS &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u.test(text)
  );
}

/** Whether a text of Claude's only says what it is about to do. */
export function isNarration(text: string): boolean {
  return text.length <= MAX_NARRATION_CHARS && NARRATION.test(text.trim()) && !FINDING.test(text);
}

/** Whether anything of a turn may be worth remembering. */
export function turnHasSubstance(turn: TurnText): boolean {
  if (sentencesOf(turn.human).some((sentence) => !isNoiseSentence(sentence))) return true;
  return FINDING.test(turn.claude.replace(MARKS, ' '));
}
