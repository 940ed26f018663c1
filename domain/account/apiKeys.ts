/** The two writings of IPv4 and IPv6 addresses that are the same address have one here. */

const PART = '(?:0|[1-9]\\d{0,2})';
const IPV4 = new RegExp(`^${PART}(?:\\.${PART}){3}$`);
const GROUPS = 8;
/** What ends in an IPv4 address. */
const DOTTED = /^(.*:)([^:]*\.[^:]*)$/;
/** How the groups of an IPv4 address within IPv6 begin. */
const MAPPED = '0:0:0:0:0:ffff';

/**
 * A network address in the one writing in which callers are compared with it: IPv6 as eight groups, an IPv4 address
 * that came through an IPv6 socket as that IPv4 address. Undefined for any other text.
 */
export function normalAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  if (IPV4.test(address)) return isIpv4(address) ? address : undefined;
  const [, head, dotted] = DOTTED.exec(address) ?? [];
  if (head === undefined || dotted === undefined) return textOf(ipv6(address));
  return IPV4.test(dotted) && isIpv4(dotted) ? textOf(ipv6(head + hexOf(dotted))) : undefined;
}

/** Two groups of an IPv6 address in the dotted writing. */
const hexOf = (dotted: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map((part) => Number.parseInt(part, 10));
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

/** Eight groups as one text; those that hold an IPv4 address as that one, however they were written. */
function textOf(groups: readonly string[] | undefined): string | undefined {
  if (groups === undefined || groups.slice(0, 6).join(':') !== MAPPED) return groups?.join(':');
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [Math.floor(value / 256), value % 256];
  });
  return bytes.join('.');
}

const isIpv4 = (address: string): boolean =>
  address.split('.').every((part) => Number.parseInt(part, 10) <= 255);

function ipv6(address: string): readonly string[] | undefined {
  const halves = address.split('::');
  if (halves.length > 2 || !address.includes(':')) return undefined;
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = GROUPS - before.length - after.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
