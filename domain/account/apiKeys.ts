/** The two writings of IPv4 and IPv6 addresses that are the same address have one here. */

const PART = '(?:0|[1-9]\\d{0,2})';
const IPV4 = new RegExp(`^${PART}(?:\\.${PART}){3}$`);
const GROUPS = 8;

/**
 * A network address in the one writing in which callers are compared with it: IPv6 as eight groups, an IPv4 address
 * that came through an IPv6 socket as that IPv4 address. Undefined for any other text.
 */
export function normalAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  if (IPV4.test(address)) return isIpv4(address) ? address : undefined;
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (mapped !== undefined) return IPV4.test(mapped) && isIpv4(mapped) ? mapped : undefined;
  return ipv6(address);
}

const isIpv4 = (address: string): boolean =>
  address.split('.').every((part) => Number.parseInt(part, 10) <= 255);

function ipv6(address: string): string | undefined {
  const halves = address.split('::');
  if (halves.length > 2 || !address.includes(':')) return undefined;
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = GROUPS - before.length - after.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
