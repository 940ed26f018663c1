import { useTranslation } from 'react-i18next';
import { submit } from '../../state/login.ts';
import { look } from '../look.ts';
import { useSharedToasts } from '../ticket/useSharedToasts.ts';
import { RevokeAll } from './OrderTools.tsx';

interface ScaledHeadProps {
  readonly product: 'spot' | 'perpetual';
  /** Number of the scaled order. */
  readonly scaled: number;
  /** How many of its orders are open. */
  readonly count: number;
  /** Called before the exchange is requested. @returns what is called when it refuses. */
  readonly onRevoke?: () => () => void;
}

/** Stands above the first of a scaled order's open orders, and takes all of them back. */
export function ScaledHead({ product, scaled, count, onRevoke }: ScaledHeadProps) {
  const { t } = useTranslation('trade');
  const toasts = useSharedToasts(product === 'spot' ? 'order' : 'futures');
  const revoke = async () => {
    const onRefused = onRevoke?.();
    const result = await submit(product === 'spot' ? 'spot.cancelAll' : 'perpetual.cancelAll', { scaled });
    if (result.state === 'settled') toasts.revoked();
    if (result.state !== 'refused') return;
    onRefused?.();
    toasts.refused(result.error);
  };
  return (
    <div className={look('between')} data-scaled={scaled}>
      <small>{t('scaled.group', { n: count })}</small>
      <RevokeAll
        text={t('scaled.revoke', { n: count })}
        action={t('scaled.revokeThese', { n: count })}
        revoke={revoke}
      />
    </div>
  );
}

interface Line {
  readonly id: number;
  readonly scaled?: number;
}

/** The lines of each scaled order of which more than one is open, by the line that is shown first. */
export function scaledHeads<L extends Line>(lines: readonly L[]): ReadonlyMap<number, readonly L[]> {
  const groups = new Map<number, L[]>();
  for (const line of lines)
    if (line.scaled !== undefined) groups.set(line.scaled, [...(groups.get(line.scaled) ?? []), line]);
  return new Map(
    [...groups.values()].flatMap((group): [number, readonly L[]][] => {
      const [first] = group;
      return first && group.length > 1 ? [[first.id, group]] : [];
    }),
  );
}
