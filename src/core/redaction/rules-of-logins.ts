/** Secrets told by what they open, before their name, or as bare numbers. Whole names of secrets are in `rules-in-words`. All examples are made up. */
import { isLikely, isPassphraseLike } from './likely-values.ts';
import type { SecretRule } from './secret-rule.ts';

/** What is opened with a pass: alone the word says little (`all tests pass`, `the pass is O(n)`). */
const OPENED =
  'signing|sign[- ]?in|log[- ]?in|admin|root|user|account|db|database|store|key ?store|key|ssh|sudo|vpn|wi-?fi|wlan|router|master|deploy|ftp|mail|smtp|imap|registry|portal|dashboard|console|proxy|server|staging|prod|production|backup|disk|zip|pdf|cert|pgp|gpg|vault|grafana|jenkins|postgres|mysql|redis|rabbit|kafka';
const IS =
  "(?:\\s{1,3}(?:is|was|will be|now|ist|war|lautet|est|c['’]est|es|era|é|è|are)\\s{0,3}:?\\s{1,3}|\\s{0,3}[:=]\\s{0,3})(?:(?:now|still|just|jetzt|maintenant|ahora|agora)\\s{1,3})?";
const OPEN = '["\'`“„«*]{0,3}';
const VALUE = '[^\\s"\'`“”„«»<>()\\[\\]{},;]{6,300}';
/** What a secret is called, and stands behind it. */
const CALLED =
  '(?:[\\p{L}-]{0,20}passwort|kennwort|password|passphrase|passcode|passwd|pw|pwd|api[ -]?key|mot de passe|contraseña|clave|senha|wachtwoord|hasło|пароль|(?:login|admin|signing|root|access|auth|bearer) (?:pass|token|key|code))';
const MENTIONS_CALLED =
  /pass|kennwort|pw|api[ -]?key|contrase|clave|senha|wachtwoord|has[łl]o|пароль|(?:login|admin|signing|root|access|auth|bearer) (?:token|key|code)/iu;
/** Nothing that makes another thing of it: `the password hash`, `the token source`. */
const ENDS =
  '(?![\\p{L}\\d_-]|\\s{1,3}(?:hash\\w*|source|module|managers?|polic(?:y|ies)|fields?|store|service|files?|page|lengths?|columns?|generator|algorithm|format|names?|ids?|variables?|env|headers?|types?|providers?|resets?|rules?|library|package|plugin|version|checks?|valid\\w*|rotation|storage|endpoint|component|table|input|prompt|util\\w*|helper|class|function|method|that|which|dienst|modul|feld)\\b)';

export const LOGIN_RULES: readonly SecretRule[] = [
  {
    name: 'told',
    mentions: /\b(?:pass|creds|login)\b/i,
    pattern: new RegExp(
      `(?<keep>(?<![\\p{L}\\d_-])(?:(?:${OPENED})[ -]?|(?:my|your|our|his|her)\\s)(?:pass|creds|login)(?:\\s(?:for|on|of|at)(?:\\s[\\p{L}\\d_.-]{1,30}){1,3}?)?${IS}${OPEN})${VALUE}`,
      'giu',
    ),
    accepts: (secret) => isLikely(secret, '') && !isOrdinary(secret),
    finds: [
      'signing pass is pretend-heron-quartz-7 if you need it',
      'the admin pass: quartz-heron-71',
      'my pass is hunter2-not-real',
      'the root pass for the router is Quartz7!heron',
      'vpn login = quartz-heron-71',
    ],
    leaves: [
      'the pass is O(n2) over the nodes',
      'all tests pass: server-clock-2 is merged',
      'the first pass was loop-unroll-2',
      'user login is at https://app.example.com/login?from=cli',
      'server pass: see 1Password',
      'the admin login is v2.1 only',
      'prod pass is e0a1665',
    ],
  },
  {
    name: 'told',
    mentions: MENTIONS_CALLED,
    // The value, and then what it is.
    pattern: new RegExp(
      `(?<keep>(?<![^\\s"'\`“„«(*:])(?<!\\b(?:the|a|an|our|my|this)\\s)(?<!\\b(?:how|what|where|which)\\s))${VALUE}(?=["'\`“”»*]{0,3}\\s{1,3}(?:is|was|ist|war|est|es|é|è|is nu)\\s{1,3}(?:still\\s{1,3}|now\\s{1,3})?(?:the|my|our|your|das|dein|unser|mein|le|la|notre|mon|nuestra|mi|a|minha|nossa|het|ons)\\s{1,3}(?:[\\p{L}-]{1,20}\\s{1,3}){0,2}?${CALLED}${ENDS})`,
      'giu',
    ),
    accepts: (secret) => isLikely(secret, '') && secret.length >= 8 && !isOrdinary(secret),
    finds: [
      'quartz-heron-71 is the password.',
      'hunter2-falsch ist das Passwort für staging',
      'quartz-heron-71 es la contraseña',
      'quartz-heron-71 est le mot de passe',
      'quartz-heron-71 is our wifi password',
    ],
    leaves: [
      'argon2id-2 is the password hash',
      'OAuth2 is the token source',
      'src/auth2.ts is the password module',
      'db-password-2 is the api key that we rotate',
    ],
  },
  {
    name: 'told',
    mentions: MENTIONS_CALLED,
    // `nimm … als Passwort`, `usa … como contraseña`.
    pattern: new RegExp(
      `(?<keep>(?<![\\p{L}\\d_-])(?:use|using|with|try|take|took|enter|type|nimm|nehmt|benutze?|verwende|mit|utilise[rz]?|prends|avec|usar?|pon|con|com|gebruik|met|usa)\\s{1,3}${OPEN})${VALUE}(?=["'\`”»*]{0,3}\\s{1,3}(?:as|for|als|für|comme|pour|como|para|come|voor)\\s{1,3}(?:[\\p{L}-]{1,20}\\s{1,3}){0,3}?${CALLED}${ENDS})`,
      'giu',
    ),
    accepts: (secret) => isLikely(secret, '') && !isOrdinary(secret),
    finds: [
      'use quartz-heron-71 as passphrase',
      'nimm hunter2-falsch als Passwort',
      'usa quartz-heron-71 como contraseña',
      'utilise quartz-heron-71 comme mot de passe',
      'with quartz-heron-71 as admin pass',
    ],
    leaves: [
      'use argon2 for the password',
      'use bcrypt2.1 for password hashing',
      'mit node-20 als Passwort-Dienst',
      'use server-clock-2 as the name',
    ],
  },
  {
    name: 'told',
    mentions: /(?:log|sign|get) ?(?:in|on)|anmelden|einlog|connecte|entra|inlog/i,
    pattern:
      /(?<keep>\b(?:log ?in|log on|sign in|get in|anmelden|einloggen|connecte-toi|entra|entrar|inloggen)\s{1,3}(?:(?:there|to|at|on|in|bei|auf|à|en)\s{1,3}(?:the\s{1,3})?[\w.-]{1,40}\s{1,3})?(?:with|using|as|mit|als|avec|con|com|met)\s{1,3}["'`“]?(?:[\w.@-]{2,60}["'`”]?(?:\s{0,2}\/\s{0,2}|:|\s{1,3}(?:and|und|et|y|e|en|\+)\s{1,3})["'`“]?)?)[^\s"'`“”<>()[\]{},;:/]{6,300}/gi,
    accepts: (secret) => isPassphraseLike(secret) || (/[!@#$%^&*?]/.test(secret) && isLikely(secret, '')),
    finds: [
      'log in with admin / quartz-heron-71',
      'log in with quartz-heron-71',
      'login to grafana with admin and quartz-heron-71',
      'sign in as ops:quartz-heron-71',
    ],
    leaves: [
      'log in with github / gitlab',
      'log in with OAuth2',
      'log in as user-2',
      'sign in with the key e0a16653474598b7c1742995ab36fdaf8eb871f5',
      'log in on edge-9.example.com as root',
    ],
  },
  {
    name: 'told',
    mentions: /\d{4}/,
    // A number is a secret only where its name says so.
    pattern:
      /(?<keep>(?<![\p{L}\d_-])(?:pin(?:[ -]?(?:code|number|nummer))?|passcode|(?:door|gate|alarm|unlock|entry|tür|zugangs|entsperr)[ -]?code|password|passwort|kennwort|pw|mot de passe|contrase[ñn]a|senha|clave|code pin|código pin)(?:\s{1,3}(?:for|of|on|für|von|de|da|del|du)(?:\s{1,3}[\p{L}\d_-]{1,20}){1,4}?)?(?:\s{1,3}(?:is|was|ist|lautet|est|c['’]est|es|é|è)\s{0,3}:?\s{1,3}|\s{0,3}[:=]\s{0,3})(?:(?:now|still)\s{1,3})?["'`“*]{0,2})\d{4,12}(?![\w.,:/%-]*[\w%]|["'`”*]{0,2}\s{0,2}(?:chars?|characters?|bits?|bytes?|digits?|letters?|signs?|days?|hours?|minutes?|seconds?|ms|s|times|of|rows?|users?|entries|zeichen|stellen|tage)\b)/giu,
    finds: [
      'pin is 4711',
      'the PIN for the door is 471199',
      'die PIN lautet 4711',
      'the password is 20261130',
      'door code: 4711',
      'le code pin est 4711',
    ],
    leaves: [
      'pin is 13',
      'pin: 1.2.3',
      'the pin is 2024.1.0',
      'password: 4096 bits',
      'the password is 1024 characters at most',
      'led pin: 12',
    ],
  },
  {
    name: 'told',
    mentions: /pass|phrase|mot de|contrase|senha/i,
    // A passphrase of words, between marks; a sentence between them is a message.
    pattern:
      /(?<keep>(?<![\p{L}\d_-])(?:passphrase|pass phrase|password|passwort|(?:seed|recovery) phrase|mot de passe|contraseña|senha)(?:\s{1,3}(?:for|of|on|für|pour|para|de)(?:\s{1,3}[\p{L}\d_-]{1,20}){1,3}?)?(?:\s{1,3}(?:is|ist|lautet|est|es|é|è)\s{0,3}:?\s{1,3}|\s{0,3}[:=]\s{0,3})["'`“„«])\p{Ll}{3,14}(?:[ -]\p{Ll}{3,14}){3,24}(?=["'`”“»])/giu,
    accepts: (secret) => !PROSE.test(secret),
    finds: [
      'the passphrase is "correct horse battery staple"',
      'seed phrase: `orbit mango ledger plinth otter lagoon`',
      'das Passwort lautet „quarz reiher fichte lampe“',
    ],
    leaves: [
      'the password is "too short for this account"',
      'password: "must contain upper and lower letters"',
      'the passphrase is "the one from last year"',
    ],
  },
];

/** Words that make a sentence of them. */
const PROSE =
  /(?:^|[ -])(?:the|and|are|for|from|with|without|must|should|cannot|can|not|has|have|was|were|been|too|than|this|that|you|your|new|invalid|wrong|missing|required|expired|incorrect|contain|und|oder|nicht|muss|der|die|das|les|des|pas|doit|que|los|las|por|para|não|deve)(?:$|[ -])/;
/** Ids of commits, versions, hosts, files. */
const ORDINARY =
  /^[0-9a-f]{7,64}[.,;]?$|^[\w.-]+\.(?:[a-z]{2,5}\d?)[.,;:]?$|^v?\d+(?:\.\d+)+|^[0-9a-f]{8}-[0-9a-f]{4}-|^(?:db|api|auth|my|the|app|user|secret|client|admin)[-_](?:password|secret|token|key|pass)/i;

function isOrdinary(secret: string): boolean {
  return ORDINARY.test(secret);
}
