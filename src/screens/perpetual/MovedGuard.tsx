import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { FuturesFrame, FuturesView, GuardLine, PositionLine } from '../../../workers/api.ts';
import { useGuardNames, useSourceNames } from '../../i18n/perpetual.ts';
import { submit } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useView } from '../../state/useView.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import confirm from '../trade/ConfirmSend.module.css';
import { shownDigits } from '../trade/digits.ts';
import { Line } from '../trade/Preview.tsx';
import { useOnce } from '../trade/useOnce.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

/** A guard whose line was dragged on the chart. */
export interface Moved {
  readonly guard: number;
  /** On the tick, plain digits. */
  readonly price: string;
}

interface MovedGuardProps extends Moved {
  readonly market: string;
  readonly onClose: () => void;
}

interface Found {
  readonly line: PositionLine;
  readonly guard: GuardLine;
}

/** Asks before a take-profit or a stop-loss is moved to where its line was dragged. */
export function MovedGuard({ guard: id, price, market, onClose }: MovedGuardProps) {
  const view = useMemo<FuturesView>(() => ({ kind: 'futures', market }), [market]);
  const [found, setFound] = useState<Found>();
  // The guard as it was when its line was let go: what is asked must not change under the finger.
  useView(view, (frame) => setFound((before) => before ?? guardIn(frame, id)));
  return found ? <Ask {...found} price={price} onClose={onClose} /> : null;
}

function guardIn({ positions }: FuturesFrame, id: number): Found | undefined {
  for (const line of positions) {
    const guard = line.guards.find((each) => each.id === id);
    if (guard) return { line, guard };
  }
  return undefined;
}

function Ask({ line, guard, price, onClose }: Found & Pick<MovedGuardProps, 'price' | 'onClose'>) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const { language } = useSnapshot(settings);
  const names = useGuardNames();
  const sources = useSourceNames();
  const toasts = useFuturesToasts();
  const [, once] = useOnce();
  const { limit } = guard.raw;
  const move = () =>
    once(async () => {
      onClose();
      const result = await submit('perpetual.amendGuard', {
        id: guard.id,
        guard: { by: 'price', value: price, source: guard.source, ...(limit === '' ? {} : { limit }) },
      });
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state === 'settled') toasts.told(t('stopPl.done'));
    });
  return (
    <Confirm
      title={`${names[guard.kind]} · ${line.name}`}
      confirm={t('stopPl.move')}
      cancel={t('trade:confirm.cancel')}
      onConfirm={() => void move()}
      onCancel={onClose}
    >
      <dl className={confirm['numbers']}>
        <Line name={t('stopPl.before')}>{guard.trigger}</Line>
        <Line name={t('stopPl.after')}>
          <b>{shownDigits(price, language)}</b>
        </Line>
        <Line name={t('source.label')}>{sources[guard.source]}</Line>
      </dl>
    </Confirm>
  );
}
