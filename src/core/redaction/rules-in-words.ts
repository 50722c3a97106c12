/** Secrets that people tell each other in sentences, in some languages. All examples are made up. */
import { isLikely, isVeryLikely } from './likely-values.ts';
import type { SecretRule } from './secret-rule.ts';

const PASSWORD =
  "passwords?|passphrase|passcode|passwd|api[ -]?(?:key|token|secret)|access[ -]?(?:key|token)|secret(?:[ -]key)?|auth(?:entication|orization)?[ -]token|token|credentials?|pwd|pw|(?:[A-Za-z-]{0,20})passwort|kennwort|(?:api|zugriffs|zugangs)-?(?:schl[üu]ssel|token|code)|mots? de passe|cl[ée] (?:secr[èe]te|api|d['’]api)|jeton|contrase[ñn]a|clave(?: secreta| de api| api)?|senha|chave (?:secreta|de api|da api)|parola d['’]ordine|wachtwoord|has[łl]o|пароль|lösenord(?:et)?|adgangskoden?|passord(?:et)?|salasana|şifre(?:si)?|pre-?shared key|psk|(?:recovery|unlock|backup|access|zugangs|unseal) ?(?:code|phrase|key)|wi-?fi key|wlan-?(?:schlüssel|key)";
/** What may stand between: `for the staging database`, `zu der Datenbank`. */
const BETWEEN =
  '(?:[ \\t]{1,3}(?!(?:is|are|was|ist|lautet|est|es|names?|polic(?:y|ies)|buckets?|types?|length|format|hash\\w*|prefix|fields?|limits?|ids?|paths?|files?|expiry|lifetime|version|manager|store|rotation|column|budget|count|usage)\\b)[\\p{L}\\d_.-]{1,30}){0,6}?';
const IS =
  "(?:\\s{1,3}(?:(?:(?:was|is|has been|got|wurde|a été|ha sido|foi)\\s{1,3})?(?:changed|reset|set|switched|rotated)\\s{1,3}to|is|are|was|will be|would be|should be|be|now|equals|reads|remains|stays|ist|sind|war|wäre|lautet|hei(?:ß|ss)t|est|sera|serait|c['’]est|es|era|ser[áa]|sería|é|è|sarà|är|er|on|wordt|blijft|to)\\s{0,3}:?\\s{1,3}|\\s{0,3}[:：]\\s{0,3}|[ \\t]{0,3}(?:=|->|→|[–—])[ \\t]{0,3})(?:(?:now|still|just|currently|simply|jetzt|nun|maintenant|ahora)\\s{1,3})?";
const VALUE = '["\'`“„«*]{0,3}';
const SECRET = '[^\\s"\'`“”„«»<>()\\[\\]{},;]{6,300}';

export const RULES_IN_WORDS: readonly SecretRule[] = [
  {
    name: 'told',
    pattern: new RegExp(`(?<keep>(?<![\\p{L}\\d_-])(?<label>${PASSWORD})${BETWEEN}${IS}${VALUE})${SECRET}`, 'giu'),
    accepts: isLikely,
    finds: [
      'the password is hunter2-not-real',
      'the password for the staging database is hunter2-not-real, keep it',
      'my API key: FAKEfake0123',
      'token is `FAKEfake0123`',
      'das Passwort lautet hunter2-falsch',
      'Das Datenbank-Passwort für staging ist hunter2-falsch',
      'le mot de passe est hunter2-faux',
      'la contraseña es hunter2-falsa',
      'a senha é hunter2-falsa',
      'set the password to hunter2-not-real',
      "le mot de passe c'est hunter2-faux",
      'das Passwort heißt hunter2-falsch',
      'la password è hunter2-falsa',
      'lösenordet är hunter2-falskt',
      'the password was changed to hunter2-not-real',
      'the pw for staging is quartz-heron-71',
      'wifi key: quartz-heron-71',
      'wifi password → quartz-heron-71',
      'the recovery code is quartz-heron-71',
      'пароль — hunter2-not-real',
    ],
    leaves: [
      'the password is rotated',
      'the token is valid for 15 minutes',
      'the token is base64-encoded',
      'rotate the API key every 90 days',
      'token: five attempts',
      'password must be at least 12 characters',
      'the password is argon2id-hashed',
      'the secret is in config/secrets2.json',
      'the API key is read from $API_KEY_2',
      'the token is SHA-256 of the id',
      'the token is e.g. short',
      'credentials are stored in 1Password',
      'das Passwort ist mindestens 12 Zeichen lang',
      'the token is issue #12345',
      'credentials: ada@example.com has them',
      'the password on web-01 is too old',
      'the password was changed to the new one',
      'set the password on the first start',
      'access code review is on 2026-11-30',
      'get your API key at https://app.example.com/keys?from=cli',
    ],
  },
  {
    name: 'told',
    pattern:
      /(?<keep>(?:パスワード|暗証番号|シークレット|トークン|APIキー|密码|密碼|口令|密钥|令牌|비밀번호|암호)(?:\s{0,3}(?:は|が|是|为|為|：|:|=|는|은)\s{0,3})["'`「『“]?)[\x21-\x7e]{6,300}/g,
    accepts: isLikely,
    finds: [
      'パスワードは hunter2-not-real です',
      'パスワードは「hunter2-not-real」です',
      '密码是hunter2-fake',
      '密码：hunter2-fake',
    ],
    leaves: ['パスワードは12文字以上です', '密码是必填项', 'トークンは期限切れです'],
  },
  {
    name: 'told',
    pattern:
      /(?<keep>\b(?:my|our|your|the|this|new|old|mein|unser|der|ma|notre|la|mi|nuestra)\s{1,3}(?:[A-Za-z0-9_-]{1,20}\s{1,3}){0,3}(?:key|schlüssel|clé|clave|llave)(?:\s{1,3}(?:is|ist|est|es)\s{0,3}:?\s{1,3}|\s{0,3}[:=]\s{0,3})["'`“„«]{0,2})[^\s"'`“”„«»<>()[\]{},;]{16,300}/gi,
    accepts: isVeryLikely,
    finds: ['my key: FAKEfake0123FAKEfake', 'the OpenWeather key is 0123fake0123fakeFAKE'],
    leaves: [
      'my key: user_id',
      'the cache key is v2:user:12345678901',
      'the primary key is 213f0d19-954e-428c-bae0-77a977861c23',
      'the commit key: e0a16653474598b7c1742995ab36fdaf8eb871f5',
    ],
  },
  {
    name: 'told',
    pattern:
      /(?<keep>\b(?:credentials|creds|logins?|log in|sign in|zugangsdaten|user(?:name)?|benutzer(?:name)?|utilisateur|usuario)\b(?:\s{1,3}(?:are|is|with|as|sind|ist|son|es|sont|est))?\s{0,3}[:=]?\s{0,3}["'`]?[\w.@-]{2,60}["'`]?(?:\s{0,2}\/\s{0,2}|,?\s{1,3}(?:and\s{1,3}|und\s{1,3}|y\s{1,3}|et\s{1,3})?(?:the\s{1,3})?(?:password|pass|pw|passwort|contraseña)\s{1,3})["'`]?)[^\s"'`“”<>()[\]{},;/]{6,300}/gi,
    accepts: isLikely,
    finds: [
      'the credentials are admin / hunter2-X',
      'user shop, password hunter2X',
      'log in as admin and password hunter2X',
    ],
    leaves: ['credentials are stored/loaded', 'user shop, password required', 'login with github / gitlab'],
  },
  {
    name: 'told',
    // Nothing between but a space: then only what cannot be a word.
    pattern:
      /(?<keep>(?<![\p{L}\d_-])(?:secret|token|password|passwort|api[ -]?key|access[ -]?key|key)[ \t]{1,3}["'`“„«]{0,2})(?=[^\s]{0,200}\d)(?=[^\s]{0,200}[A-Z])[A-Za-z0-9+/=_.~-]{20,300}/giu,
    accepts: (secret, label) => !/\.\w{1,5}$/.test(secret) && isVeryLikely(secret.replaceAll('/', ''), label),
    finds: ['the id with secret fakeFAKE/fakeFAKEfake+fakeFAKEfakeFAKE7777AA, please'],
    leaves: [
      'the key 213f0d19-954e-428c-bae0-77a977861c23',
      'token packages/Auth2/TokenProvider.ts',
      'key e0a16653474598b7c1742995ab36fdaf8eb871f5',
    ],
  },
  {
    name: 'told',
    pattern:
      /(?<keep>\b(?:use|using|with|try|took|set|enter|type|put)\s{1,3}["'`“]{0,1})[^\s"'`“”<>()[\]{},;]{6,300}(?=["'`”]?\s{1,3}(?:as|for)\s{1,3}(?:(?:the|my|our|your|a)\s{1,3})?(?:[\w-]{1,20}\s{1,3}){0,2}(?:password|passphrase|token|api[ -]?key|secret)\b)/gi,
    accepts: isLikely,
    finds: ['use hunter2-not-real as the password', 'log in with hunter2-not-real as the admin password'],
    leaves: ['use argon2 for the password', 'use bcrypt2.1 for password hashing', 'use OAuth2 as the token source'],
  },
];
