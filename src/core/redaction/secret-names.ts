/** Which names of variables promise a secret. Out of scope: what its value must look like (`likely-values`). */

/** Names that promise a secret. `PWD` alone is the working folder. */
const SECRET_NAME =
  /secret|token|passw(?:or)?d|passphrase|pass$|pass_|_pwd\b|_pat$|_pat_|creds?$|creds?_|salt|cookie|master_?key|api_?key|access_?key|private|credential|_auth\b|^auth|_key\b|_key_|\bdsn\b|_dsn\b|connection_?string|(?:database|db|redis|mongo\w*|postgres\w*|amqp|broker|webhook)_?ur[li]|webhook$/i;
/** Names with such words that hold no secret: sockets, paths, switches, other words. */
const PLAIN_NAME =
  /askpass|public_?key|_(?:sock|id_file)$|^(?:pwd|oldpwd|ssh_auth_sock|xauthority|home|goprivate|author|authors?_.*|compass|bypass.*|tokenizers?(?:_.*)?|auth_trust_host)$|(?:max|min|num|limit|output|input|thinking|context|total)_?\w*tokens?$/i;
/** What is said about a secret: its length, its life, its place. */
const SETTING_NAME =
  /_(?:path|file|dir|home|enabled|disabled|ttl|expir\w*|type|name|names|mode|provider|backend|method|algorithms?|alg|region|domain|host|port|issuer|audience|scopes?|samesite|secure|httponly|min_?length|max_?length|length|count|limit|budget|max|min|size|prefix|suffix|header|manager|strategy|hasher|policy|version|format|rotation|interval|duration|age|lifetime|rounds|store|field|column|hint|usage|per_\w+|parallelism|regex|pattern|rules?|input|label|placeholder|env|var|ref|used)$/i;

/** Whether a variable of this name holds a secret, as far as a name can tell. */
export function looksSecret(name: string): boolean {
  return SECRET_NAME.test(name) && !PLAIN_NAME.test(name) && !namesSetting(name);
}

/** Whether a name is about a secret and promises none: `TOKEN_TTL`, `passwordMinLength`, `secret-name`. */
export function namesSetting(name: string): boolean {
  const snake = name.replace(/([a-z])(?=[A-Z])/g, '$1_').replace(/[-.]/g, '_');
  return SETTING_NAME.test(snake) || /^tokeni[sz]e/i.test(snake);
}
