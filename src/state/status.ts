import { proxy } from 'valtio';
import type { Frame, StatusFrame } from '../../workers/api.ts';

interface Status {
  link: StatusFrame['link'];
  markets: number;
  origin: StatusFrame['origin'];
}

/** The link's state, for the strips and marks of the shell. */
export const status = proxy<Status>({ link: 'connecting', markets: 0, origin: undefined });

/** Takes what the worker says of its link. */
export function applyStatus(frame: Frame): void {
  if (frame.kind !== 'status') return;
  if (status.link !== frame.link) status.link = frame.link;
  if (status.markets !== frame.markets) status.markets = frame.markets;
  if (frame.origin && status.origin !== frame.origin) status.origin = frame.origin;
}
