import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../base/network.ts';
import type { Settings } from '../../base/settings.ts';
import { deviceClock } from '../device/clock.ts';
import { addressOf, isOriginAllowed } from './addresses.ts';

export const shortId = (): string => randomBytes(6).toString('base64url');

/** How sockets are limited, and what they take from the device. */
export const socketsOf = (settings: Settings) => ({
  clock: deviceClock,
  newId: shortId,
  addressOf: (request: IncomingMessage) => networkOf(addressOf(request, settings)),
  usersPerAddress: settings.usersPerAddress,
  isOriginAllowed: (origin: string | undefined, host: string | undefined) =>
    isOriginAllowed(origin, host, settings),
});
