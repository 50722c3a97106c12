import { describe, expect, it } from 'vitest';
import { type ConfirmPorts, consentTo } from '../../src/command/terminal/confirm.ts';

const PROPOSAL = { plan: ['Forgets 2 memories:', '  [3f2a91c0] a \u202Eplan'], question: 'Forget them?' };

function asked(answer: string | undefined, isGiven = false, word?: string) {
  const told: string[] = [];
  const ports: ConfirmPorts = {
    isTerminal: answer !== undefined,
    tell: (text) => void told.push(text),
    answer: () => answer ?? expect.fail('nobody can be asked'),
  };
  return {
    consent: consentTo({ ...PROPOSAL, ...(word === undefined ? {} : { word }) }, isGiven, ports),
    told: told.join(''),
  };
}

describe('what would be done', () => {
  it.each(['y', 'Y', 'yes', 'YES'])('is done after %j', (answer) => {
    expect(asked(answer).consent).toBe('yes');
  });

  it.each(['', 'n', 'no', 'yy', 'j', 'yes please', 'forget'])('is not done after %j', (answer) => {
    expect(asked(answer).consent).toBe('no');
  });

  it('is shown first, and so that a terminal only shows it', () => {
    expect(asked('n').told).toBe('Forgets 2 memories:\n  [3f2a91c0] a \\u202eplan\nForget them? [y/N] ');
  });

  it('is shown, not asked and not done where there is no terminal', () => {
    const { consent, told } = asked(undefined);
    expect(consent).toBe('nobody');
    expect(told).toContain('Forgets 2 memories:');
    expect(told).not.toContain('[y/N]');
  });

  it.each(['n', undefined])('is done without a word where consent was given beforehand (%j)', (answer) => {
    expect(asked(answer, true)).toEqual({ consent: 'yes', told: '' });
  });

  it.each(['y', 'yes', '', 'acme', 'Acme-Shop', 'acme-shop2'])(
    'is not done after %j where a word has to be typed',
    (answer) => {
      expect(asked(answer, false, 'acme-shop').consent).toBe('no');
    },
  );

  it('is done after that word, which is named', () => {
    const { consent, told } = asked('acme-shop', false, 'acme-shop');
    expect(consent).toBe('yes');
    expect(told).toContain('Forget them? [acme-shop] ');
  });
});
