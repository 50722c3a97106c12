/** Secrets in addresses: user and password, keys in queries, webhooks, connection strings. All examples are made up. */
import { isAssigned } from './likely-values.ts';
import type { SecretRule } from './secret-rule.ts';

/** A placeholder or a variable is no password. */
const isValue = (secret: string): boolean =>
  isAssigned(secret.replace(/[,)\]}]+$/, ''), 'password') &&
  !/^(?:(?:db_?)?password|postgres|root|admin|guest|passwd|pass|pwd|secret|token|user|username|x-oauth-basic|x-access-token|x+|\.+)[,)\]}]*$/i.test(
    secret,
  );

export const ADDRESS_RULES: readonly SecretRule[] = [
  {
    name: 'webhook',
    pattern:
      /(?<keep>\bhttps:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|(?:[a-z]{2,8}\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/|[a-z0-9-]{1,60}\.webhook\.office\.com\/|hooks\.zapier\.com\/hooks\/catch\/|chat\.googleapis\.com\/v1\/spaces\/|outlook\.office\.com\/webhook\/|maker\.ifttt\.com\/trigger\/))[A-Za-z0-9][A-Za-z0-9/_@?=&.%-]{9,400}/gi,
    accepts: (secret) => /\d/.test(secret) || /[a-z]{10}|[A-Z]{8}/.test(secret),
    finds: [
      'https://hooks.slack.com/services/T000/B000/fakefakefake',
      'https://discord.com/api/webhooks/000000000000000000/FAKEfake_FAKEfake',
      'https://fake.webhook.office.com/webhookb2/0000-fake@0000/IncomingWebhook/fake0000',
    ],
    leaves: ['https://hooks.slack.com/', 'https://discord.com/api/webhooks/{id}/{token}'],
  },
  {
    name: 'sentry-dsn',
    pattern: /(?<keep>\bhttps?:\/\/)[a-f0-9]{32}(?::[a-f0-9]{32})?(?=@)/g,
    finds: ['https://0123456789abcdef0123456789abcdef@o0.ingest.sentry.example/0'],
    leaves: ['https://o0.ingest.sentry.example/0123456789abcdef0123456789abcdef'],
  },
  {
    name: 'url-password',
    pattern: /(?<keep>\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/@:"'<>]{0,100}:)[^\s/@"'<>]{1,300}(?=@)/gi,
    accepts: isValue,
    finds: [
      'postgres://shop:hunter2-not-real@localhost:5432/shop',
      'redis://:fakepass@cache:6379',
      'mongodb+srv://shop:fakepass@cluster0.example/shop?retryWrites=true',
      'amqp://shop:fake%40pass@mq:5672/vhost',
    ],
    leaves: [
      'https://example.com:8080/a@b',
      'ssh://git@host/repo',
      'mailto:a@b.example',
      'postgres://user:password@host/db',
      'postgres://$DB_USER:$DB_PASS@host/db',
      'https://<user>:<token>@git.example',
    ],
  },
  {
    // A password may hold the signs that end an address elsewhere; behind these schemes a user and a password are the rule.
    name: 'url-password',
    pattern:
      /(?<keep>\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cassandra|nats|mqtts?|s?ftps?|smtps?|imaps?|ldaps?)(?:\+[a-z0-9]{1,20})?:\/\/[^\s/@:"'<>]{0,100}:)[^\s"'<>@]{1,200}(?=@[A-Za-z0-9[])/gi,
    accepts: isValue,
    finds: ['postgres://shop:fake/pass01@db/shop', 'postgresql+asyncpg://shop:fakepass@db/shop'],
    leaves: ['postgres://user:password@host', 'redis://cache:6379 and a@b.example'],
  },
  {
    name: 'url-token',
    pattern: /(?<keep>\bhttps?:\/\/)[^\s/@:"'<>${}]{8,300}(?=:(?:x-oauth-basic|x-access-token)?@)/gi,
    finds: ['https://fakefakefake:x-oauth-basic@git.example/repo', 'https://FAKEfake0123:@api.example/v1'],
    leaves: ['https://$TOKEN:x-oauth-basic@git.example/repo'],
  },
  {
    name: 'url-token',
    pattern: /(?<keep>\bhttps?:\/\/)[A-Za-z0-9_.~%+-]{16,300}(?=@)/gi,
    accepts: (secret) => /\d/.test(secret) || /[a-z][A-Z].*[a-z][A-Z]/.test(secret),
    finds: ['https://FAKEfake0123FAKEfake0123@git.example/repo.git'],
    leaves: [
      'https://git@host/repo',
      'https://a-long-host-name-without-user.example',
      'https://some-organisation@dev.example/x',
    ],
  },
  {
    name: 'url-query',
    pattern:
      /(?<keep>[?&;](?<label>(?:[a-z_.-]{0,20}(?:token|secret|password|passwd|api[_-]?key|signature|credential)|sig|key|auth|pwd|code|jwt|sid|X-Amz-(?:Signature|Credential|Security-Token)|X-Goog-(?:Signature|Credential)))=)[^\s&"'<>#;`)\]]{6,4096}/gi,
    accepts: (secret, label) =>
      isAssigned(secret, 'password') && (/\d/.test(secret) || !/^(?:key|code|auth)$/i.test(label)),
    finds: [
      'https://a.example/x?token=FAKEfake0123',
      'https://a.example/x?v=1&sig=FAKE%2Bfake0123',
      'https://b.s3.example/x?X-Amz-Credential=FAKE%2F2026&X-Amz-Signature=0123456789abcdef',
      'https://maps.example/js?key=FAKEfake0123FAKE',
    ],
    leaves: [
      'https://a.example/x?token=<your token>',
      'https://a.example/x?token=$TOKEN',
      'https://a.example/?key=section',
      'https://a.example/?page=200000&sort=created_at',
    ],
  },
  {
    name: 'connection-string',
    pattern:
      /(?<keep>(?<![A-Za-z])(?<label>Password|Pwd|AccountKey|SharedAccessKey|SharedAccessSignature|SharedSecretValue|ClientSecret)[ \t]?=[ \t]?["']?)[^\s;"'<>]{4,1000}(?=[;"'\s]|$)/gi,
    accepts: (secret, label) => isValue(secret) && (!/^pwd$/i.test(label) || !/^[/~.$]/.test(secret)),
    finds: [
      'Server=db;User Id=shop;Password=fakepass1;Encrypt=true',
      'Server=db;Uid=shop;Pwd=fake1;',
      'DefaultEndpointsProtocol=https;AccountName=fake;AccountKey=ZmFrZWZha2VmYWtl==;EndpointSuffix=fake.example',
      'Endpoint=sb://fake.example/;SharedAccessKeyName=Root;SharedAccessKey=ZmFrZWZha2VmYWtl=',
      'jdbc:sqlserver://db:1433;user=shop;password=fakepass1',
    ],
    leaves: [
      'PWD=/home/dev/shop',
      'Password=$DB_PASSWORD;',
      'Pwd={pwd};',
      'SharedAccessKeyName=RootManageSharedAccessKey',
      'password=password',
    ],
  },
];
