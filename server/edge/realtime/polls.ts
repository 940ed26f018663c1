import type { SnapMessage } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Hub } from './hub.ts';

/**
 * Snapshots for a polling caller, in the same queue and at the same cost as for socket readers.
 * @param who is charged.
 * @throws {RuleError} `channelUnknown`, `marketUnknown`; `timedOut` once nobody waits for them.
 */
export async function pollAll(
  hub: Pick<Hub, 'poll' | 'openings'>,
  names: readonly string[],
  who: string,
  gone?: AbortSignal,
): Promise<SnapMessage[]> {
  const snaps = new Map<string, SnapMessage>();
  const own = [...new Set(names)];
  const requested = own.map((name) =>
    hub.openings.ask(who, async () => {
      snaps.set(name, await hub.poll(name));
    }),
  );
  const cancel = (): void => {
    for (const each of requested) each.cancel();
  };
  gone?.addEventListener('abort', cancel, { once: true });
  try {
    await Promise.all(requested.map(({ done }) => done));
  } finally {
    cancel();
    gone?.removeEventListener('abort', cancel);
  }
  return own.map((name) => {
    const snap = snaps.get(name);
    if (!snap) throw new RuleError('timedOut');
    return snap;
  });
}
