import { hostname } from 'node:os';
import type { Settings } from '../../base/settings.ts';

/** An IPv4 or IPv6 address, as a URL writes it. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])$/i;

/**
 * Whether this exchange is called by a name of its own. A page of a stranger's site can make its name lead here
 * (DNS rebinding) and read what only this machine should; it cannot do that with an address, so that all addresses will
 * do, as on a phone in the same network.
 */
export function createHostCheck(
  { publicUrl, host, hostNames }: Pick<Settings, 'publicUrl' | 'host' | 'hostNames'>,
  machine: string = hostname(),
): (host: string | undefined) => boolean {
  const known = new Set(['localhost', host, machine, `${machine}.local`, ...hostNames].map(plain));
  if (publicUrl !== undefined) known.add(plain(new URL(publicUrl).hostname));
  return (requested) => {
    // A port, and the dot that ends a whole name, are none of it.
    const name = plain((requested ?? '').replace(/:\d{1,5}$/, ''));
    return ADDRESS.test(name) || known.has(name) || name.endsWith('.localhost');
  };
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');
