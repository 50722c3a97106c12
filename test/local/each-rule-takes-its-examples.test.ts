import { describe, expect, it } from 'vitest';
import { dropReason, takes } from '../../src/local/extract.ts';
import { DROPS, KEEPS } from '../../src/local/extraction/rules.ts';

describe('what is dropped', () => {
  for (const rule of DROPS) {
    it.each(rule.yes)(`${rule.id} drops: %s`, (sentence) => {
      // "Okay." is too short before any rule is asked.
      expect([rule.id, 'too-short']).toContain(dropReason(sentence));
      expect(rule.cue.test(sentence)).toBe(true);
    });
    it.each(rule.no)(`${rule.id} leaves: %s`, (sentence) => {
      expect(dropReason(sentence)).toBeUndefined();
    });
  }
});

describe('what is kept', () => {
  for (const [type, rules] of Object.entries(KEEPS)) {
    for (const rule of rules) {
      it.each(rule.yes)(`${type}/${rule.id} takes: %s`, (sentence) => {
        expect(takes([rule], sentence)).toBe(true);
      });
      it.each(rule.no)(`${type}/${rule.id} leaves: %s`, (sentence) => {
        expect(rule.cue.test(sentence) && takes([rule], sentence)).toBe(false);
      });
    }
  }
});
