/** Secrets behind a name: in code, settings, shells, headers and flags. All examples are made up. */
import { isAssigned, isLikely } from './likely-values.ts';
import type { SecretRule } from './secret-rule.ts';

/** The word that promises a secret, and what the name goes on with. What stands before it stays in the text anyway. */
const NAME =
  '(?<label>(?:secret|token|passwd|password|passphrase|passcode|passwort|kennwort|contrase[nñ]a|(?:api|app|access|private|account|shared|signing|encryption|master|licen[sc]e|service[_-]?role|anon|admin|deploy|auth)[_-]?key|credentials?|[_-](?:pass|pwd|pat|auth)(?![A-Za-z])|[_-]?auth[_-]?token|(?<![A-Za-z])pwd|(?<![A-Za-z])salt|[_-]pin(?:[_-]?code)?(?![A-Za-z]))[A-Za-z0-9_-]{0,40})';
const QUOTE = '\\\\{0,3}["\'`]';
const END = '(?![\\w(])';

export const ASSIGNMENT_RULES: readonly SecretRule[] = [
  {
    name: 'header',
    pattern:
      /(?<keep>\bAuthorization["']?\s{0,3}[:=,]\s{0,3}["'`]?(?:[A-Za-z][\w-]{1,30}\s{1,3})?)[^\s"'`<>,;{}$]{8,4096}/gi,
    accepts: (secret) => isLikely(secret, '') || (/^[\w+/=-]{24,}$/.test(secret) && !/^[a-z-]+$/.test(secret)),
    finds: [
      'Authorization: Basic c2hvcDpmYWtlZmFrZTE=',
      'authorization: FAKEfake0123fake',
      "headers: { Authorization: 'Token FAKEfake0123' }",
    ],
    leaves: [
      'Authorization: Bearer authentication',
      'Authorization: header is required',
      'Authorization: Bearer $TOKEN',
    ],
  },
  {
    name: 'bearer',
    pattern: /(?<keep>\b(?:Bearer|Basic|Token)\s{1,4})[A-Za-z0-9._~+/=-]{16,4096}/gi,
    accepts: (secret) => /\d/.test(secret) && isAssigned(secret, 'token'),
    finds: ['Authorization: Bearer FAKEfake0123456789', 'bearer abcdefabcdef0123456789'],
    leaves: [
      'Bearer authentication-is-required',
      'a basic understanding of 2 things',
      'basic src/core/a-file-of-ours2.ts',
    ],
  },
  {
    name: 'header',
    pattern:
      /(?<keep>\b(?:X|Ocp|DD|CF|PRIVATE|JOB|DEPLOY)-[A-Za-z-]{0,40}(?:Key|Token|Secret|Auth|Signature)[A-Za-z-]{0,20}["']?\s{0,3}:\s{0,3}["'`]?|\bapi-?key\s{0,3}:\s{0,3})[^\s"'`<>,;{}$]{8,4096}/gi,
    accepts: (secret) => isLikely(secret, 'token'),
    finds: [
      'X-Api-Key: FAKEfake0123',
      'PRIVATE-TOKEN: fakefake01',
      '-H "X-Auth-Token: FAKEfake0123"',
      'apikey: FAKEfake0123',
    ],
    leaves: ['X-Api-Key: required', 'X-Api-Key: $API_KEY', 'X-Token-Count: 20000000'],
  },
  {
    name: 'cookie',
    pattern:
      /(?<keep>\b(?:Set-)?Cookie["']?\s{0,3}:\s{0,3}["']?)(?:[\w.-]{1,60}=[^\s;"'<>{}$]{1,4096}(?:;[ \t]{0,3})?){1,40}/gi,
    accepts: (secret) => /=[^;]{8,}/.test(secret),
    finds: ['Cookie: sid=FAKEfake0123; theme=dark', 'Set-Cookie: sid=FAKEfake0123; Path=/; HttpOnly'],
    leaves: ['Cookie: consent is stored for a year', 'Set-Cookie: theme=dark'],
  },
  {
    name: 'assignment',
    pattern: new RegExp(
      `(?<keep>${NAME}(?:${QUOTE})?\\]?\\s{0,3}(?:=>|:=|[=:])\\s{0,3}(?:[frbu]|\\bu8)?(?<quote>${QUOTE}))[^"'\`\\n\\\\]{6,4096}(?=\\k<quote>)`,
      'gi',
    ),
    accepts: (secret, label) =>
      isAssigned(secret, label) &&
      (!/^[a-z ]+$/i.test(secret) || secret.length >= 12 || !/\s/.test(secret)) &&
      !isProse(secret),
    finds: [
      "password = 'hunter2-not-real'",
      '"api_key": "FAKEfake0123"',
      'clientSecret: `FAKEfakeFAKE`',
      '$env:API_TOKEN = "fakefakefake"',
      "config['secret_key'] = 'fakefakefake'",
      '{\\"password\\":\\"fakefake01\\"}',
      'PASSPHRASE="correct horse battery staple"',
      "'password' => 'fakefakefake'",
    ],
    leaves: [
      'password: "must be at least 12 characters"',
      '"token": "<your key>"',
      'password = ""',
      'token: "string"',
      '"tokenCount": "200000"',
      'password: "{{ DB_PASSWORD }}"',
      'secretName: "shop-database-1"',
      '"apiKey": "your-api-key-here"',
    ],
  },
  {
    name: 'assignment',
    pattern: new RegExp(`(?<keep>${NAME}(?:${QUOTE})?=)[^\\s"'\`,;()<>{}&|]{6,4096}${END}`, 'gi'),
    accepts: isAssigned,
    finds: [
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'JWT_SECRET=not-a-real-secret-please-ignore',
      'docker run -e DB_PASSWORD=fakefake shop',
      'export DB_PASS=fakefake',
      '//registry.example/:_authToken=fakefakefake',
    ],
    leaves: [
      'apiKey=process.env.API_KEY',
      'API_KEY=$API_KEY',
      'API_KEY=<your key>',
      'connect(password=password, token=token)',
      'TOKEN_TTL=86400',
      'API_KEY=changeme',
      'API_KEY=xxxxxxxx',
      'API_KEY=sk-xxx',
      'API_KEY=m0-local-…',
      'PASSWORD_FILE=/run/secrets/db1',
      'max_tokens=200000',
    ],
  },
  {
    name: 'assignment',
    pattern: new RegExp(
      `(?<keep>${NAME}(?:${QUOTE})?(?:[ \\t]{1,3}=[ \\t]{0,3}|[ \\t]{0,3}(?:=>|:=)[ \\t]{0,3}|[ \\t]{0,2}:[ \\t]{0,8}))[^\\s"'\`,;()<>{}]{6,4096}${END}`,
      'gi',
    ),
    accepts: isLikely,
    finds: [
      'secret_key = FAKEfake0123',
      'db password: hunter2-not-real',
      '  password: hunter2-not-real\n',
      'API_KEY: FAKEfake0123',
      'client-secret: FAKE~fake0123fake',
    ],
    leaves: [
      'token = getToken()',
      'const token = options.token2;',
      'tokens == 12',
      'Retry policy for the token: five attempts',
      'tokens: 23211',
      'token: string',
      'password: sha256-hashed',
      'secret: 2026-11-30',
      'token: 15min',
      'access key: src/core/keys2.ts',
      'apiKey: DB_API_KEY_2',
      'privateKeyEncoding: BasePrivateKeyEncodingOptions<P>',
    ],
  },
  {
    name: 'assignment',
    pattern: new RegExp(
      `(?<keep>\\b(?:setx|setenv|ENV|ARG|set\\s{1,3}-[gUx]{1,3})\\s{1,3}[A-Za-z0-9_]{0,60}${NAME}\\s{1,3}["']?)[^\\s"'\`,;()<>{}]{6,4096}`,
      'g',
    ),
    accepts: isLikely,
    finds: ['setx api_token FAKEfake0123', 'set -gx api_token FAKEfake0123', 'ENV db_password fakefake01'],
    leaves: ['ENV token is set', 'set -x api_token $TOKEN'],
  },
  {
    name: 'assignment',
    pattern: new RegExp(`(?<keep><${NAME}>\\s{0,20})[^\\s<>]{6,4096}(?=\\s{0,20}</)`, 'gi'),
    accepts: isAssigned,
    finds: ['<password>fakefake01</password>', '<apiKey>FAKEfake0123</apiKey>'],
    leaves: ['<password>{{env.PASSWORD}}</password>', '<token> and </token> tags'],
  },
  {
    name: 'flag',
    pattern:
      /(?<keep>(?:^|\s)--?(?<label>(?:[a-z]{1,20}-){0,3}(?:password|passwd|pass|token|secret|api-?key|passphrase|access-key|secret-key))(?:=|\s{1,3})["']?)[^\s"'`]{6,4096}/gi,
    accepts: (secret, label) =>
      !/^-/.test(secret) && isAssigned(secret, label) && !/^[a-z]+[,.;:]?$/.test(secret.replace(/fake/g, '0')),
    finds: ['deploy --token fakefake', 'mysql --password=hunter2', 'x --client-secret "FAKEfake0123"'],
    leaves: [
      'deploy --token $TOKEN',
      'use --password <password>',
      'run --token --verbose',
      'the --token option is new',
    ],
  },
  {
    name: 'command-password',
    pattern:
      /(?<keep>\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|mongosh?|mongodump)\b[^\n|;&]{0,200}?\s-p\s?["']?)(?=[^\s[-])[^\s"']{4,200}/g,
    accepts: (secret) => isAssigned(secret, 'password') && !/^[a-z]+$/.test(secret),
    finds: ['mysql -u root -pFakeFake12 shop', 'sshpass -pFakeFake12 ssh host', "sshpass -p 'FakeFake12' ssh host"],
    leaves: ['mysql -u root -p shop', 'mysql --port 3306', 'mkdir -p some/folder', 'sshpass -p $PASS ssh host'],
  },
  {
    name: 'command-password',
    pattern:
      /(?<keep>\b(?:curl|wget|http|https|helm|az|docker|podman|skopeo|redis-cli|svn)\b[^\n|;&]{0,300}?\s(?:-u\s?|--user[= ]|--creds[= ]|--proxy-user[= ])["']?[\w.@-]{0,60}:)[^\s"'`]{4,200}/g,
    accepts: (secret) => isAssigned(secret, 'password') && !/^\d{1,5}$/.test(secret),
    finds: ['curl -u shop:fakefake1 https://a.example', 'curl -s --user "shop:fakefake1" https://a.example'],
    leaves: [
      'curl -u $USER:$PASS https://a.example',
      'docker run -u 1000:1000 image',
      'curl -u shop https://a.example',
    ],
  },
  {
    name: 'command-password',
    pattern:
      /(?<keep>\b(?:redis-cli\b[^\n|;&]{0,200}?\s-a\s{1,3}|docker login\b[^\n|;&]{0,200}?\s-p\s{1,3}|login\s{1,3}[\w.@-]{1,80}\s{1,3}password\s{1,3}|IDENTIFIED BY\s{1,3}|WITH PASSWORD\s{1,3})["']?)[^\s"'`;]{6,200}/g,
    accepts: (secret) => isAssigned(secret, 'password'),
    finds: [
      'redis-cli -h cache -a fakefake1 ping',
      'machine a.example login shop password fakefake1',
      "CREATE USER shop IDENTIFIED BY 'fakefake1'",
      "ALTER ROLE shop WITH PASSWORD 'fakefake1'",
    ],
    leaves: ['docker login -u shop --password-stdin', 'redis-cli -a $PASS ping'],
  },
];

/** Words with spaces between them that say something, as a passphrase does not. */
function isProse(secret: string): boolean {
  return /\s(?:is|are|be|must|should|the|a|an|of|for|to|at|and|or|in|with|by|not|from)\s/i.test(secret);
}
