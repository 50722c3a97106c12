/**
 * What one sentence of a person's is: a statement of a type, or noise. Labels and words that say so outright are believed; the
 * rest is told by the model. When in doubt it is a statement, and kept.
 * Out of scope: dividing a prompt (`classify`), what is sent (`core/capture/gate`).
 */
import type { CapturedType } from '../../contract/memory.ts';
import { CUE_RULES } from './cues.ts';
import { LABEL_RULES } from './labels.ts';
import { isPastedOutput } from './pasted-output.ts';
import { plainSentence } from './plain-sentence.ts';
import { likelyType, type Shares } from './type-model.ts';

/** What a sentence states; `noise` when it states nothing. */
export type Reading = CapturedType | 'noise';

/** A command line of Claude Code's own, with at most three words behind it. */
const SLASH_COMMAND = /^\/[\w:-]+(?:\s+\S+){0,3}\s*$/;
/** More likely noise than this: what a person said is rather kept in vain than lost. [?] ours: `npm run train:types -- --folds 5` shows what other values keep and leave out. */
const SURELY_NOISE = 0.7;
/** Errands are short. [?] ours */
const MIN_LONG_WORDS = 11;
const SURELY_NOISE_IF_LONG = 0.85;
/** A preference holds in all projects: an errand that is taken for one does more harm. */
const SURELY_NOISE_FOR_ALL = 0.45;
const SURELY_NOISE_IF_ASKED = 0.4;
/** "Show me …" is an errand rather than a wish for all times. */
const SURELY_NOISE_IF_ASKED_FOR_ALL = 0.2;
/** A wish for later that is asked politely looks like any question. */
const SURELY_NOISE_HENCEFORTH = 0.998;
/** Beside a statement, in the same paragraph, what is no question and asks for nothing is rather a part of it. */
const SURELY_NOISE_BESIDE = 0.95;
const SURELY_NOISE_IF_ASKED_BESIDE = 0.5;
const SURELY_NOISE_WITH_REASON = 0.98;
/** Words that give a reason, a rule or a choice: what stands beside them is more than an errand. */
const LASTING =
  /(?<![\p{L}])(?:always|never(?! ?mind)|because|since we|i want (?!you|to (?:see|know|try|look|check|talk|understand))|from now on|instead of|rather than|no longer|not any ?more|we (?:use|moved|switched|dropped|decided|agreed|are on|only)|in this (?:codebase|repo|repository|project)|weil|ab jetzt|statt|nicht mehr|wir (?:nutzen|verwenden|sind (?:auf|zu))|parce que|désormais|au lieu de|on (?:utilise|est passés)|porque|en (?:vez|lugar) de|usamos|em vez de|invece di|perché|usiamo|omdat|in plaats van|voortaan|we gebruiken|ponieważ|zamiast|używamy|потому что|вместо|теперь мы)(?![\p{L}])|ので|ではなく|代わりに|因为|而不是|改用|때문에|대신/iu;
/** A wish for later, however politely it is asked: "could you in future …?" */
const HENCEFORTH =
  /(?<![\p{L}])(?:(?:please|you) always|from now on|from here on|going forward|in (?:the )?future (?:please|when|give|tell|answer|write)|(?:can|could|would|will) you (?:please )?(?:in (?:the )?future|always|from now on)|künftig|zukünftig|in zukunft|ab jetzt|ab sofort|désormais|à l'avenir|dorénavant|de ahora en adelante|en adelante|a partir de agora|daqui para a frente|d'ora in poi|in futuro|voortaan|in het vervolg|i fortsättningen|framöver|od teraz|w przyszłości|bundan sonra|bundan böyle|her zaman|впредь)(?![\p{L}])|今後|これから(?:は|も)|以后|앞으로/iu;
/** … unless it is so many times likelier that something was chosen. [?] ours */
const MADE_A_RULE = 10;
/** What holds each time is a rule. */
export const EACH_TIME =
  /(?<![\p{L}])(?:always|never|must(?:n't)?|every|each|all|immer|nie|niemals|jede[rsn]?|alle|toujours|jamais|chaque|tous|toutes|siempre|nunca|cada|todos|todas|sempre|mai|ogni|tutti|altijd|nooit|elke?|iedere?|zawsze|nigdy|każd\p{L}+|всегда|никогда|кажд\p{L}+)(?![\p{L}])|必ず|絶対|常に|毎回|必须|总是|每个|每次|모든|항상|절대|반드시/iu;
/** Something is asked for, as errands are. Verbs that are nouns or rules as well ("open source", "run on Node 22") need their object. */
const ASKS =
  /^(?:(?:ok|okay|k|so|and|now|then|please|pls|can you|could you|just|also)[, ]+)*(?:check|look (?:at|into|up|for|whether|why|how)|have a look|try|re-?run|(?:test|run) (?:on \/|with (?:this|that|it)|it|this|that|them|again|all of)|kick off|(?:show|tell|give|remind) (?:me|us)|explain|list|profile|make [A-Z]\w+|start with|add|fix|print|grep|compare|continue|go on|carry on|push|rebase|revert|draft|sketch|summari[sz]e|describe|review|plan how)(?![\p{L}])|^(?:(?:ok|okay|k|so|and|now|then|please|pls|can you|could you|just|also)[, ]+)*(?:tighten|shorten|rewrite|rephrase|polish|trim|cut|rename|move|remove|delete|drop|bump|merge|commit|deploy|build|flash|install|uninstall|update|write|create|generate|replace|extract|convert|format|undo|redo|open|close|start|restart|stop|load|save|send|paste|copy|sort|split|squash|swap|turn|double|measure|count|find|translate|colou?r|align|clean up|tidy up|comment out|put back|make|switch to|read|finish|do)(?: (?:up|out|off|back))? (?:the|this|that|these|those|it|them|my|his|her|line|section|both|again)(?![\p{L}])|(?:[, ](?:please|pls|plz|stp|svp|bitte|por favor|per favore|alsjeblieft|пожалуйста|prosz[ęe]))[.!)]*$/u;
/** Words of a rule or a procedure. */
const LASTS =
  /(?<![\p{L}])(?:only|first|then|never|always|when|whenever|if|before|after|in production|unless)(?![\p{L}])/iu;
const QUESTION = /[?？]\s*$/;
/** Letters and digits below which a sentence of unknown words says nothing; four signs of a wide script say as much. [?] ours */
const MIN_SENTENCE_CHARS = 8;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u;
const SIGN = /[\p{L}\p{N}]/gu;
const HAS_SIGN = /[\p{L}\p{N}]/u;

/** What is named before it is explained ("restic. borg needs …") is named in few words. [?] ours */
const MAX_FRAGMENT_WORDS = 3;
const MIN_FRAGMENT_CHARS = 4;

const REDACTED = /\[redacted: [^\]\n]*\]/;
/** A few words around a masked value say where to put it, and no more; without the value that is nothing. [?] ours */
const MAX_WORDS_AROUND = 12;

function handsSecretOver(sentence: string, text: string): boolean {
  if (!REDACTED.test(sentence) || LASTING.test(text) || EACH_TIME.test(text)) return false;
  return text.split(' ').length <= MAX_WORDS_AROUND;
}

/** A name or two that nobody knows, or that state something: no answer such as "ok" or "not today". Plain text. */
export function isFragment(text: string): boolean {
  const words = text.split(' ').filter((word) => HAS_SIGN.test(word)).length;
  if (words === 0 || words > MAX_FRAGMENT_WORDS || QUESTION.test(text)) return false;
  const likely = likelyType(text);
  return likely === undefined ? (text.match(SIGN)?.length ?? 0) >= MIN_FRAGMENT_CHARS : likely.noise < SURELY_NOISE / 2;
}

/** A sentence with what its neighbours may change about its reading (`neighbours`). */
export interface Weighed {
  readonly reading: Reading;
  /** How likely each type is; undefined where the reading is certain. */
  readonly shares?: Shares;
  /** Noise, but not so surely that it may not belong to a statement beside it. */
  readonly doubtful?: true;
}

/** Reads a sentence. */
export function readingOf(sentence: string): Reading {
  return weighed(sentence).reading;
}

/** Reads a sentence and tells how surely. */
export function weighed(sentence: string): Weighed {
  const text = plainSentence(sentence);
  const signs = text.match(SIGN)?.length ?? 0;
  if (signs === 0 || SLASH_COMMAND.test(text)) return { reading: 'noise' };
  const label = LABEL_RULES.find((rule) => rule.pattern.test(text));
  if (label) return { reading: label.type };
  const cue = CUE_RULES.find((rule) => rule.pattern.test(text) && rule.unless?.test(text) !== true);
  if (cue) return { reading: cue.type };
  if (isPastedOutput(sentence) && !LASTING.test(text) && !EACH_TIME.test(text)) return { reading: 'noise' };
  if (handsSecretOver(sentence, text)) return { reading: 'noise' };
  const likely = likelyType(text);
  if (likely === undefined) return { reading: signs < MIN_SENTENCE_CHARS && !WIDE.test(text) ? 'noise' : 'insight' };
  // A reason or a rule beside an errand is a statement, and the errand goes with it.
  const lowered = text.charAt(0).toLowerCase() + text.slice(1);
  const asks = ASKS.test(lowered) && !EACH_TIME.test(text) && !LASTS.test(text);
  const long = text.split(' ').length >= MIN_LONG_WORDS ? SURELY_NOISE_IF_LONG : SURELY_NOISE;
  const unasked = likely.type === 'preference' ? SURELY_NOISE_FOR_ALL : long;
  const asked = likely.type === 'preference' ? SURELY_NOISE_IF_ASKED_FOR_ALL : SURELY_NOISE_IF_ASKED;
  const lasting = LASTING.test(text) && !QUESTION.test(text) ? SURELY_NOISE_WITH_REASON : asks ? asked : unasked;
  const least = HENCEFORTH.test(text) ? SURELY_NOISE_HENCEFORTH : lasting;
  const { shares } = likely;
  if (likely.noise > least) {
    const most = asks
      ? SURELY_NOISE_IF_ASKED_BESIDE
      : likely.type === 'preference'
        ? SURELY_NOISE
        : SURELY_NOISE_BESIDE;
    const doubtful = likely.noise <= most && !QUESTION.test(text);
    return { reading: 'noise', shares, ...(doubtful ? { doubtful } : {}) };
  }
  // What holds each time is a rule, whoever chose it.
  return likely.type === 'decision' && EACH_TIME.test(text) && shares.convention * MADE_A_RULE >= shares.decision
    ? { reading: 'convention', shares: { ...shares, convention: shares.decision, decision: shares.convention } }
    : { reading: likely.type, shares };
}
