import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList } from 'node:net';

/** Addresses that are no place in the public network: this machine, its own networks, and what leads into them. */
// A list of both would take each IPv4 address for the IPv6 one that carries it.
const inner = { 4: new BlockList(), 6: new BlockList() };
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner[4].addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  // Of IPv6 only what is given out to the public network, without what carries an IPv4 address inside.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner[6].addSubnet(net, bits, 'ipv6');

/** Whether an address is one of the public network. */
export const isPublicAddress = (address: string, family: number): boolean =>
  family === 6 ? !inner[6].check(address, 'ipv6') : !inner[4].check(address, 'ipv4');

/** A name that leads to no public address. */
export class InnerAddressError extends Error {
  override readonly name = 'InnerAddressError';
}

/** Looks a name up for a connection: what it connects to is what was looked at, whatever the name says a moment later. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, []);
    const open = found.filter(({ address, family }) => isPublicAddress(address, family));
    const [first] = open;
    if (!first) return done(new InnerAddressError(`${hostname} is no public address`), []);
    return options.all ? done(null, open) : done(null, first.address, first.family);
  });
};
