import { proxy } from 'valtio';
import type { StatusFrame } from '../../workers/api.ts';
import { client } from './client.ts';

interface Status {
  link: StatusFrame['link'];
  markets: number;
  origin: StatusFrame['origin'];
}

/** The link's state, for the strips and marks of the shell. */
export const status = proxy<Status>({ link: 'connecting', markets: 0, origin: undefined });

/** Follows the worker's status. @returns undo. */
export function followStatus(): () => void {
  const view = client.open({ kind: 'status' }, (frame) => {
    if (frame.kind !== 'status') return;
    if (status.link !== frame.link) status.link = frame.link;
    if (status.markets !== frame.markets) status.markets = frame.markets;
    if (frame.origin && status.origin !== frame.origin) status.origin = frame.origin;
  });
  return () => view.close();
}
