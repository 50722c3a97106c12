/** Which names of variables promise a secret. Out of scope: what its value must look like (`likely-values`). */

/** Names that promise a secret. `PWD` alone is the working folder. */
const SECRET_NAME =
  /secret|token|passw(?:or)?d|passphrase|pass$|pass_|_pwd\b|_pat$|_pat_|creds?$|creds?_|salt|cookie|master_?key|api_?key|access_?key|private|credential|_auth\b|^auth|_key\b|_key_|\bdsn\b|_dsn\b|(?:^|_)(?:pin|pw|psk)$|_pin_?code$|pass_?code|passwort|kennwort|contrase[nñ]a|senha|mot_?de_?passe|unseal_?key|mnemonic|(?:seed|recovery)_?phrase|(?:recovery|unlock|backup)_?codes?$|connection_?string|(?:database|db|redis|mongo\w*|postgres\w*|amqp|broker|webhook)_?ur[li]|webhook$/i;
/** Names with such words that hold no secret: sockets, paths, switches, other words. */
const PLAIN_NAME =
  /askpass|public_?key|_(?:sock|id_file)$|^(?:pwd|oldpwd|ssh_auth_sock|xauthority|home|goprivate|author|authors?_.*|compass|bypass.*|tokenizers?(?:_.*)?|auth_trust_host)$|(?:max|min|num|limit|output|input|thinking|context|total)_?\w*tokens?$/i;
/** What is said about a secret: its length, its life, its place. */
const SETTING_NAME =
  /_(?:path|file|dir|home|enabled|disabled|ttl|expir\w*|type|name|names|mode|provider|backend|method|algorithms?|alg|region|domain|host|port|issuer|audience|scopes?|samesite|secure|httponly|min_?length|max_?length|length|count|limit|budget|max|min|size|prefix|suffix|header|manager|strategy|hasher|policy|version|format|rotation|interval|duration|age|lifetime|rounds|store|field|column|hint|usage|per_\w+|parallelism|regex|pattern|rules?|input|label|placeholder|env|var|ref|used)$/i;

/** Names of what is opened with a secret, or with a name, a place, a switch: the value has to look like one (`likely-values`). */
const MAY_HOLD_SECRET =
  /(?:^|_)(?:admin|root|login|logon|unlock|unseal|unwrap|sign(?:ing|er)?|master|auth|creds?|sudo|keystore|truststore|vault|wi_?fi|wlan|otp|totp|mfa|recovery|licen[sc]e|door|pgp|gpg|encrypt(?:ion)?|decrypt(?:ion)?)(?:_|$)/i;
const NAMES_THING =
  /_(?:branch|cluster|nodes?|image|tag|project|org|groups?|team|profile|instance|servers?|pool|namespace|realm|client|app|service|shell|alias|e?mail|ur[li]|addr(?:ess)?|endpoint|bucket|role|user(?:name)?|id|release|title|theme|page|channel)$/i;

/** Whether a variable of this name may hold a secret, where its value looks like one. */
export function mayHoldSecret(name: string): boolean {
  return MAY_HOLD_SECRET.test(name) && !NAMES_THING.test(name) && !PLAIN_NAME.test(name) && !namesSetting(name);
}

/** A name as variables are written: `storePassword`, `signing.key-alias` → `store_Password`, `signing_key_alias`. */
export function asVariable(name: string): string {
  return name.replace(/([a-z\d])(?=[A-Z])/g, '$1_').replace(/[-.]/g, '_');
}

/** Whether a variable of this name holds a secret, as far as a name can tell. */
export function looksSecret(name: string): boolean {
  return SECRET_NAME.test(name) && !PLAIN_NAME.test(name) && !namesSetting(name);
}

/** Whether a name is about a secret and promises none: `TOKEN_TTL`, `passwordMinLength`, `secret-name`. */
export function namesSetting(name: string): boolean {
  const snake = asVariable(name);
  return SETTING_NAME.test(snake) || /^tokeni[sz]e/i.test(snake);
}
