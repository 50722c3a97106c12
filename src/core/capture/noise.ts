/**
 * Tells whether a sentence states nothing: an errand for now, a question, a status, a bare acknowledgement.
 * Out of scope: what is then sent (`gate`), types of statements (`reading`).
 */
import type { NoiseRule, Speech } from './speech.ts';

/** Acknowledgements are short. [?] ours */
const MAX_ACKNOWLEDGING_WORDS = 10;
/** A status is a few words: what is longer tells something. [?] ours */
const MAX_STATUS_CHARS = 60;
/** Scripts without spaces between words. */
const WIDE_ACKNOWLEDGEMENT =
  /^(?:はい|ええ|いいえ|うん|了解|承知|わかりました|分かりました|ありがとう|ございます|ございました|どうも|助かりました|いいですね|いい感じ|完璧|素晴らしい|大丈夫|お願いします|続けて|ください|です|しました|次|続き|どうぞ|好的?|可以|谢谢|你|您|多谢|很|不错|完美|太好了|继续|下一步|行|嗯|对|是的?|没问题|不是?|ok|네|예|응|아니요?|고마워요?|감사합니다|좋아요?|좋네요?|좋습니다|완벽해요?|계속|해줘|해주세요|하세요|다음|알겠습니다|그래|오케이|[\s、。,.!！，~…👍🙏])+$/iu;

/** Whether a sentence consists of words that only acknowledge, all in one language. */
export function isAcknowledgement(text: string, speeches: readonly Speech[]): boolean {
  if (text.length > 100) return false;
  if (WIDE_ACKNOWLEDGEMENT.test(text)) return true;
  const said = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  if (said.length === 0 || said.length > MAX_ACKNOWLEDGING_WORDS) return false;
  return speeches.some((speech) => said.every((word) => speech.acknowledges.has(word)));
}

const QUESTION_MARK = /[?？]["'”’)\]]*\s*$/;
/** What is put behind a statement to have it confirmed. */
const TAG =
  /[,、，]?\s*(?:ok(?:ay)?|right|alright|yes|please|isn't it|don't we|oder|ja|nicht wahr|d'accord|non|vale|no|verdad|certo|né|vero|toch|ладно|хорошо|dobrze|よね|好吗|알겠지)\s*[?？]+\s*$/iu;
/** Where a question begins behind a statement. */
const CLAUSE = /(?:[,;:，；、。]|\s[-–—]|\s(?:so|and|but|und|et|y|e|en|и|i))\s*/giu;

function isOfKind(text: string, kind: NoiseRule['kind'], speech: Speech): boolean {
  return speech.noise.some((rule) => rule.kind === kind && rule.pattern.test(text) && rule.unless?.test(text) !== true);
}

/** Whether a sentence without its question is an errand or a status; with lasting words it is more. */
export function isErrand(text: string, speech: Speech): boolean {
  if (speech.lasting.test(text)) return false;
  return isOfKind(text, 'errand', speech) || (text.length <= MAX_STATUS_CHARS && isOfKind(text, 'status', speech));
}

/**
 * What is left of a sentence when its question is taken off: all of it when it asks nothing, the empty text when it only
 * asks. "we use pnpm here, right?" and "we use pnpm here, can you fix the lockfile?" state something.
 */
export function withoutQuestion(text: string, speech: Speech): string {
  if (isOfKind(text, 'question', speech)) return '';
  if (!QUESTION_MARK.test(text)) return text;
  const untagged = text.replace(TAG, '');
  if (untagged !== text) return untagged;
  // A polite errand with a reason or a rule in it states that.
  if (isOfKind(text, 'errand', speech)) return speech.lasting.test(text) ? text : '';
  for (const clause of text.matchAll(CLAUSE)) {
    const rest = text.slice(clause.index + clause[0].length);
    if (isOfKind(rest, 'question', speech) || isOfKind(rest, 'errand', speech)) return text.slice(0, clause.index);
  }
  return '';
}
