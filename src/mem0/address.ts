/** Where a connection leads: to the platform, or to a proxy. Pure. */

export interface Address {
  readonly protocol: 'http:' | 'https:';
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  /** The protocol's own where none is named. */
  readonly port: number;
}

/** The address in a URL of http or https. */
export function addressOf({ protocol, hostname, port }: URL): Address {
  const isSecure = protocol === 'https:';
  return {
    protocol: isSecure ? 'https:' : 'http:',
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
  };
}
