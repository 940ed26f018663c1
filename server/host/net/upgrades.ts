import type { Duplex } from 'node:stream';
import type { Places } from '../../base/places.ts';

/** Admits a socket for which its caller has a place, and refuses one more with 429. @param most places of a caller. */
export function withPlace(
  places: Places,
  who: string,
  most: number,
  socket: Duplex,
  admit: () => void,
): void {
  const decide = (isGiven: boolean): void => {
    if (isGiven) admit();
    else refuseUpgrade(socket, '429 Too Many Requests');
  };
  const given = places.take(who, most);
  if (typeof given === 'boolean') decide(given);
  else void placeGiven(given, socket, () => places.leave(who)).then(decide, () => undefined);
}

/** Whether another process gives a place, while the caller may hang up. @throws {Error} when he has. */
async function placeGiven(given: Promise<boolean>, socket: Duplex, leave: () => void): Promise<boolean> {
  const hangUp = (): void => void socket.destroy();
  socket.on('error', hangUp);
  const isGiven = await given;
  socket.off('error', hangUp);
  if (!isGiven || !socket.destroyed) return isGiven;
  leave();
  throw new Error('the caller has hung up');
}

/**
 * After an upgrade the HTTP server handles the socket no more: an error without a listener would end the
 * process, and a caller that never hangs up would keep its socket for ever.
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}
