import { normalAddress } from '../../domain/index.ts';

const V4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * The network that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, which is
 * assigned as a whole. Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (V4.test(address)) return address;
  const [plain = ''] = address.split('%');
  const normal = normalAddress(plain);
  if (normal === undefined || V4.test(normal)) return normal ?? address;
  return `${normal.split(':').slice(0, 4).join(':')}::/64`;
}
