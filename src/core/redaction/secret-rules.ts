/**
 * Shapes of secrets, as data: each rule with texts that it must find and near misses that it must leave alone; the tests run
 * both. All examples are made up. Out of scope: exact values known from the environment (`redact`).
 */

export interface SecretRule {
  /** Stands in the mark and in receipts. */
  readonly name: string;
  /** Global. A group `keep` at the beginning stays in the text; the rest of the match is the secret. */
  readonly pattern: RegExp;
  readonly finds: readonly string[];
  readonly leaves: readonly string[];
}

const NAME =
  '(?:[A-Za-z0-9_.-]{0,40}(?:secret|token|passwd|password|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|credentials?|auth[_-]?key)[A-Za-z0-9_-]{0,40})';

/** In this order: the special shapes before the general ones, so that a mark names the most telling rule. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    name: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    finds: [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIBfakefakefake\n-----END RSA PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----\nMIIBfakefakefake, never closed',
    ],
    leaves: ['-----BEGIN CERTIFICATE-----\nMIIBfakefakefake\n-----END CERTIFICATE-----'],
  },
  {
    name: 'private-key',
    pattern: /(?:^|(?<=\n))(?:[A-Za-z0-9+/=]{16,100}\s+){1,200}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g,
    finds: ['MIIBfakefakefakefakefake\nABCDfakefakefakefake==\n-----END RSA PRIVATE KEY-----'],
    leaves: ['a line\n-----END CERTIFICATE-----'],
  },
  {
    name: 'github-token',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{22,255})/g,
    finds: [
      'ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake1234',
      'gho_FAKEfakeFAKEfakeFAKE',
      'github_pat_11FAKEfake0123456789_fake',
    ],
    leaves: ['ghp_short', 'the ghp_ prefix', 'github_patterns are fine'],
  },
  {
    name: 'gitlab-token',
    pattern: /\bgl(?:pat|dt|rt|ptt|cbt)-[A-Za-z0-9_-]{20,255}/g,
    finds: ['glpat-FAKEfakeFAKEfake0123'],
    leaves: ['glpat-short'],
  },
  {
    name: 'anthropic-key',
    pattern: /\bsk-ant-[A-Za-z0-9_-]{16,255}/g,
    finds: ['sk-ant-api03-FAKEfakeFAKEfakeFAKE'],
    leaves: ['sk-ant-'],
  },
  {
    name: 'stripe-key',
    pattern: /\b(?:(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{16,255})/g,
    finds: ['sk_test_FAKE51H8fakefakefakefakefakefake', 'rk_live_FAKEfakeFAKE', 'whsec_FAKEfakeFAKEfake'],
    leaves: ['sk_test_', 'task_test_runner_long_enough'],
  },
  {
    name: 'sk-key',
    pattern: /\bsk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,255}/g,
    finds: ['sk-proj-FAKEfake0123FAKEfake0123', 'sk-FAKEfake0123FAKEfake0123'],
    leaves: ['sk-learn', 'sk-a-name-of-words-without-digits'],
  },
  {
    name: 'mem0-key',
    pattern: /\bm0-[A-Za-z0-9]{20,255}/g,
    finds: ['m0-FAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfake'],
    leaves: ['m0-branch', 'm0-hooks'],
  },
  {
    name: 'aws-key-id',
    pattern: /\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA)[A-Z0-9]{16,40}\b/g,
    finds: ['AKIAIOSFODNN7EXAMPLE', 'ASIAFAKEFAKEFAKEFAKE'],
    leaves: ['AKIA', 'AKIATOOSHORT', 'ASIAN MARKETS'],
  },
  {
    name: 'slack-token',
    pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}|\bhttps:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/]{10,255}/g,
    finds: ['xoxb-000000000-fakefakefake', 'https://hooks.slack.com/services/T000/B000/fakefakefake'],
    leaves: ['xoxb-', 'https://hooks.slack.com/'],
  },
  {
    name: 'npm-token',
    pattern: /\bnpm_[A-Za-z0-9]{30,255}/g,
    finds: ['npm_FAKEfakeFAKEfakeFAKEfakeFAKEfake1234'],
    leaves: ['npm_config_registry', 'npm_lifecycle_event'],
  },
  {
    name: 'google-key',
    pattern: /\bAIza[A-Za-z0-9_-]{35}\b|\bya29\.[A-Za-z0-9_-]{20,255}/g,
    finds: ['AIzaFAKEfakeFAKEfakeFAKEfakeFAKEfake012'],
    leaves: ['AIzashort'],
  },
  {
    name: 'service-token',
    pattern:
      /\b(?:hf_[A-Za-z0-9]{30,255}|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}|dop_v1_[a-f0-9]{40,64}|shpat_[a-f0-9]{32}|pypi-[A-Za-z0-9_-]{40,255})/g,
    finds: ['hf_FAKEfakeFAKEfakeFAKEfakeFAKEfake', 'SG.FAKEfakeFAKEfake0.FAKEfakeFAKEfake0'],
    leaves: ['hf_transfer', 'pypi-server'],
  },
  {
    name: 'jwt',
    pattern: /\beyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,8192}(?:\.[A-Za-z0-9_-]{0,4096})?/g,
    finds: ['eyJhbGciOiJmYWtlIn0.eyJzdWIiOiJmYWtlIn0.FAKEfakeFAKE'],
    leaves: ['eyJ alone', 'eyJhbGciOiJmYWtlIn0'],
  },
  {
    name: 'bearer',
    pattern: /(?<keep>\b(?:Bearer|Basic|Token)\s{1,4})(?=[A-Za-z._~+/=-]{0,400}\d)[A-Za-z0-9._~+/=-]{16,4096}/gi,
    finds: ['Authorization: Bearer FAKEfake0123456789', 'bearer abcdefabcdef0123456789'],
    leaves: ['Bearer authentication-is-required', 'a basic understanding of 2 things'],
  },
  {
    name: 'url-password',
    pattern: /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:"'<>]{0,100}:)(?!\[redacted)[^\s/@"'<>]{1,300}(?=@)/gi,
    finds: ['postgres://shop:hunter2-not-real@localhost:5432/shop', 'redis://:fakepass@cache:6379'],
    leaves: ['https://example.com:8080/a@b', 'ssh://git@host/repo', 'mailto:a@b.example'],
  },
  {
    name: 'url-token',
    pattern: /(?<keep>\bhttps?:\/\/)(?!\[redacted)[A-Za-z0-9_-]{16,300}(?=@)/gi,
    finds: ['https://FAKEfake0123FAKEfake0123@git.example/repo.git'],
    leaves: ['https://git@host/repo', 'https://a-long-host-name-without-user.example'],
  },
  {
    name: 'assignment',
    pattern: new RegExp(
      `(?<keep>(?<![A-Za-z0-9])${NAME}["']?\\s{0,3}=\\s{0,3}["']?)(?!\\[redacted|process\\.|import\\.|os\\.|\\$|<)[^\\s"'\`,;()<>{}]{6,4096}(?![\\w(])`,
      'gi',
    ),
    finds: [
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'JWT_SECRET=not-a-real-secret-please-ignore',
      "password = 'hunter2-not-real'",
      'Server=db;AccountKey=ZmFrZWZha2VmYWtl==',
    ],
    leaves: [
      'token = getToken()',
      'apiKey=process.env.API_KEY',
      'API_KEY=$API_KEY',
      'API_KEY=<your key>',
      'tokens == 12',
    ],
  },
  {
    name: 'assignment',
    pattern: new RegExp(
      `(?<keep>(?<![A-Za-z0-9])${NAME}["']?(?::\\s{0,3}|\\s{1,3}is:?\\s{1,3})["'\`]?)(?!\\[redacted|https?://)(?=[^\\s"'\`,;]{0,100}\\d)[^\\s"'\`,;()<>{}]{8,4096}(?![\\w(])`,
      'gi',
    ),
    finds: ['"api_key": "FAKEfake0123"', 'the password is hunter2-not-real', 'db password: hunter2-not-real'],
    leaves: ['Retry policy for the token: five attempts', 'the password is rotated', 'tokens: 23211'],
  },
  {
    name: 'flag',
    pattern: /(?<keep>\s--?(?:password|passwd|token|secret|api-key|apikey)[= ])(?!\[redacted|[$<-])[^\s"'`]{6,4096}/gi,
    finds: ['deploy --token fakefake', 'mysql --password=hunter2'],
    leaves: ['deploy --token $TOKEN', 'use --password <password>', 'run --token --verbose'],
  },
  {
    name: 'command-password',
    pattern:
      /(?<keep>\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|mongosh?|mongodump)\b[^\n|;&]{0,200}?\s-p)(?=[^\s[-])\S{4,}/g,
    finds: ['mysql -u root -pFakeFake12 shop', 'sshpass -pFakeFake12 ssh host'],
    leaves: ['mysql -u root -p shop', 'mysql --port 3306', 'mkdir -p some/folder'],
  },
];
