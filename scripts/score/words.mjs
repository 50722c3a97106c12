/** Texts as the words in them: other line breaks, marks and punctuation hide nothing. */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The letters-and-digits sequences of a text, small, with one space around each. */
export function wordsOf(text) {
  const words = text.toLowerCase().match(WORD);
  return words === null ? '' : ` ${words.join(' ')} `;
}

export const countOf = (words) => (words === '' ? 0 : words.split(' ').length - 2);

/** Whether the words stand next to each other in other words. */
export const within = (words, others) => words !== '' && others.includes(words);

/** Long enough to be recognised: at least twenty letters or digits in at least three words. */
export const telling = (words) => countOf(words) >= 3 && words.replaceAll(' ', '').length >= 20;

/** The sentences of a Markdown text: of each paragraph, list item, heading and table cell. */
export function sentencesOf(text) {
  return text
    .replace(/^```[\s\S]*?^```/gm, '\n\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|#+|\|)\s)|\|/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?。！？])\s*(?=\S)/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
