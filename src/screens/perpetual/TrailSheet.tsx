import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TriggerSource } from '../../../domain/index.ts';
import { tickBounds, triggerSources } from '../../../domain/index.ts';
import type { FuturesTrailFrame, FuturesTrailView, TrailInput, TrailLine } from '../../../workers/api.ts';
import { useSourceNames } from '../../i18n/perpetual.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { submit } from '../../state/login.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useOnce } from '../../state/useOnce.ts';
import { useView } from '../../state/useView.ts';
import { useWordsBeside } from '../../state/useWordsBeside.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { look } from '../../ui/look.ts';
import { TrailFields } from './TrailFields.tsx';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface TrailSheetProps {
  readonly market: string;
  readonly id: number;
  /** It guards a position; else it is an order of the ticket. */
  readonly isGuard: boolean;
  readonly trail: TrailLine;
  readonly source: TriggerSource;
  readonly onClose: () => void;
}

/** Changes how far a trailing stop stays behind, and where it begins; the best price so far stays. */
export function TrailSheet({ market, id, isGuard, trail, source, onClose }: TrailSheetProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const toasts = useFuturesToasts();
  const sources = useSourceNames();
  const { ofRefusal } = useRefusalWords();
  const [isBusy, once] = useOnce();
  const isShown = useIsShown();
  const [input, setInput] = useState<TrailInput>({ ...trail.raw, source });
  const [refused, setRefused] = useWordsBeside(JSON.stringify(input));
  const [frame, setFrame] = useState<FuturesTrailFrame>();
  const view = useMemo<FuturesTrailView>(
    () => ({ kind: 'futuresTrail', market, id, trail: input }),
    [market, id, input],
  );
  useView(view, setFrame);
  const outcome = JSON.stringify(frame?.view) === JSON.stringify(view) ? frame : undefined;
  const bounds = frame ? tickBounds(frame.tick) : {};
  const request = outcome?.request;
  const send = () =>
    once(async () => {
      if (!request) return;
      setRefused('');
      const result = isGuard
        ? await submit('perpetual.amendGuard', { id, trail: request })
        : await submit('perpetual.amend', { id, trail: request });
      if (result.state === 'refused') {
        setRefused(ofRefusal(result.error));
        return;
      }
      if (result.state === 'settled') toasts.changed();
      if (isShown()) onClose();
    });
  return (
    <Sheet
      title={t('trailing.change')}
      onClose={onClose}
      footer={
        <Button look="main" isWide isOff={!request} isBusy={isBusy} onClick={() => void send()}>
          {t('trade:amend.action')}
        </Button>
      }
    >
      <div className={look('stack3')}>
        <TrailFields
          input={input}
          errors={{ value: frame?.error, activation: frame?.activationError }}
          bounds={bounds}
          onChange={(next) => setInput((before) => ({ ...before, ...next }))}
          onLeave={() => undefined}
        />
        <Select
          size="l"
          label={t('source.label')}
          value={input.source}
          options={triggerSources.map((each) => ({ id: each, text: sources[each] }))}
          onSelect={(next) => setInput((before) => ({ ...before, source: next }))}
        />
        <Facts look="ask">
          <Fact name={t('trade:stopPrice')}>{outcome?.trigger ?? ''}</Fact>
          <Fact name={t('trailing.best')}>{trail.best}</Fact>
        </Facts>
        {refused !== '' ? (
          <p className={look('bad mini')} role="alert">
            {refused}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
