import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { figureText } from '../../../domain/index.ts';
import type { GuardLine, PositionLine } from '../../../workers/api.ts';
import { useGuardNames, useSourceNames } from '../../i18n/perpetual.ts';
import { submit } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useOnce } from '../../state/useOnce.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useFuturesToasts } from './useFuturesToasts.ts';

/** A guard with the position that it guards. */
export interface PlacedGuard {
  readonly line: PositionLine;
  readonly guard: GuardLine;
}

interface AskGuardProps extends PlacedGuard {
  /** Where it was dragged to: on the tick, plain digits. */
  readonly price: string;
  readonly onClose: () => void;
}

/** Asks before a take-profit or a stop-loss is moved. */
export function AskGuard({ line, guard, price, onClose }: AskGuardProps) {
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
      if (result.state === 'settled') toasts.show(t('stopPl.done'));
    });
  return (
    <Confirm
      title={`${names[guard.kind]} · ${line.name}`}
      confirm={t('stopPl.move')}
      cancel={t('trade:confirm.cancel')}
      onConfirm={() => void move()}
      onCancel={onClose}
    >
      <Facts look="ask">
        <Fact name={t('stopPl.before')}>{guard.trigger}</Fact>
        <Fact name={t('stopPl.after')}>
          <b>{figureText(price, language)}</b>
        </Fact>
        <Fact name={t('source.label')}>{sources[guard.source]}</Fact>
      </Facts>
    </Confirm>
  );
}
