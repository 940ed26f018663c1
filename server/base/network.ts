const V4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUP = /^[0-9a-f]{1,4}$/i;

/**
 * The network that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, which is
 * assigned as a whole. Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (V4.test(address)) return address;
  const [plain = ''] = address.split('%');
  const mapped = MAPPED.exec(plain)?.[1];
  if (mapped) return mapped;
  const groups = groupsOf(plain);
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : address;
}

/** The eight groups of an IPv6 address in canonical form; undefined for what is none. */
function groupsOf(address: string): string[] | undefined {
  const halves = address.split('::');
  if (!address.includes(':') || halves.length > 2) return undefined;
  // The last two groups may be written as an IPv4 address; they do not count here.
  const [head = [], tail = []] = halves.map((half) =>
    half === '' ? [] : half.replace(/\d{1,3}(\.\d{1,3}){3}$/, '0:0').split(':'),
  );
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail];
  return groups.every((group) => GROUP.test(group))
    ? groups.map((group) => Number.parseInt(group, 16).toString(16))
    : undefined;
}
