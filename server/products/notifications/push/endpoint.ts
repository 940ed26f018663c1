/** A name in the public tree, and no address of digits. */
const NAME = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/;
/** Suffixes of host names in private networks. */
const INNER = /\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|test|invalid)$/;

/**
 * Whether messages may be sent to an address that a browser names: https at its usual port, by a public name. Anybody
 * may name one, so that it must not lead to what only this machine reaches; the name's own addresses are looked at when
 * it is connected to.
 * @param test a push service of tests, which is allowed besides.
 */
export function isPushEndpoint(endpoint: string, test?: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, port, username, password, hash } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '') return false;
  if (test !== undefined && host === new URL(test).host) return true;
  return port === '' && NAME.test(hostname) && !INNER.test(hostname);
}
