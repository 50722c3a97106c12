/** Which names of variables promise a secret. Out of scope: what its value must look like (`redact`). */

/** Names that promise a secret. `PWD` alone is the working folder. */
const SECRET_NAME =
  /secret|token|passw(?:or)?d|passphrase|pass$|pass_|_pwd\b|_pat$|_pat_|creds?$|creds?_|salt|cookie|master_?key|api_?key|access_?key|private|credential|_auth\b|^auth|_key\b|_key_|\bdsn\b|_dsn\b|connection_?string|(?:database|db|redis|mongo\w*|postgres\w*|amqp|broker|webhook)_?ur[li]/i;
/** Names with such words that hold no secret: sockets, paths, switches. */
const PLAIN_NAME =
  /askpass|public_?key|_(?:sock|path|file|dir|home|enabled|ttl|expiry|type|name|id_file)$|^(?:pwd|oldpwd|ssh_auth_sock|xauthority|home)$/i;

/** Whether a variable of this name holds a secret, as far as a name can tell. */
export function looksSecret(name: string): boolean {
  return SECRET_NAME.test(name) && !PLAIN_NAME.test(name);
}
