import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOff, SETTINGS } from '../../src/contract/config.ts';
import { readConfig } from '../../src/contract/read-config.ts';

describe('settings', () => {
  it('never throw, whatever the environment', () => {
    const names = SETTINGS.flatMap((setting) => setting.names);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })), (env) => {
        const { config, problems } = readConfig(env);
        expect(config.packChars).toBeLessThanOrEqual(9_500);
        expect(config.deadlineMs).toBeGreaterThanOrEqual(100);
        for (const value of Object.values(env)) {
          if (value.length > 12) expect(JSON.stringify(problems)).not.toContain(value);
        }
      }),
    );
  });

  it.each([
    ['https://api.mem0.ai', 'https://api.mem0.ai'],
    ['https://mem0.acme.example:8443/', 'https://mem0.acme.example:8443'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://localhost', 'http://localhost'],
    ['http://api.mem0.ai', undefined],
    ['http://127.0.0.1.evil.example', undefined],
    ['https://user:pass@api.mem0.ai', undefined],
    ['https://api.mem0.ai/prefix', undefined],
    ['ftp://api.mem0.ai', undefined],
    ['not a url', undefined],
  ])('a base URL %s is the origin %s', (value, origin) => {
    const { config, problems } = readConfig({ MEM0_BASE_URL: value, MEM0_API_KEY: 'm0-x' });
    expect(config.origin).toBe(origin);
    expect(problems.map(({ name }) => name)).toEqual(origin === undefined ? ['MEM0_BASE_URL'] : []);
  });

  it('ignores half an override, and says so (§1.1)', () => {
    const { config, problems } = readConfig({ MEM0_OVERRIDE_ORG_ID: 'org-1' });
    expect(config.override).toBeUndefined();
    expect(problems[0]?.name).toBe('MEM0_OVERRIDE_ORG_ID');
    expect(readConfig({ MEM0_OVERRIDE_ORG_ID: 'o', MEM0_OVERRIDE_PROJECT_ID: 'p' }).config.override).toEqual({
      orgId: 'o',
      projectId: 'p',
    });
  });

  it('sends nothing with a key that no header could carry', () => {
    const { config, problems } = readConfig({ MEM0_API_KEY: 'two words\n' });
    expect(config.apiKey).toBe('two words');
    expect(config.origin).toBeUndefined();
    expect(problems).toHaveLength(1);
  });

  it('takes the key of the plugin, and the project id of the first plugin', () => {
    const { config } = readConfig({ CLAUDE_PLUGIN_OPTION_API_KEY: 'm0-x', MEM0_PROJECT_ID: 'acme-shop' });
    expect(config).toMatchObject({ apiKey: 'm0-x', appId: 'acme-shop' });
  });

  it('knows off when it sees it', () => {
    expect(isOff({ MEM0_HOOKS: ' OFF ' })).toBe(true);
    expect(isOff({ MEM0_HOOKS: 'on' })).toBe(false);
    expect(isOff({})).toBe(false);
  });
});
