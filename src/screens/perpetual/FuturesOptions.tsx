import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET, triggerSources } from '../../../domain/index.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { useGuardNames, useSourceNames } from '../../i18n/perpetual.ts';
import { Check } from '../../ui/form/Check.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Select } from '../../ui/form/Select.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import type { FuturesControl } from './useFuturesTicket.ts';

interface OptionsProps {
  readonly control: FuturesControl;
}

/** Guards in the ticket, and what few orders need. */
export function FuturesOptions({ control }: OptionsProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const { ticket, change } = control;
  // From then on the person opens and closes it.
  const [startsOpen] = useState(ticket.isStop || ticket.postOnly || ticket.tif !== 'GTC');
  return (
    <div className={styles['more']}>
      <Check isOn={ticket.reduceOnly} onChange={(reduceOnly) => change({ reduceOnly, percent: '' })}>
        {t('reduceOnly')}
      </Check>
      {ticket.reduceOnly ? null : <Guards control={control} />}
      <details open={startsOpen || undefined}>
        <summary>{t('trade:more')}</summary>
        <Stop control={control} />
        {ticket.type === 'limit' ? <Life control={control} /> : null}
      </details>
    </div>
  );
}

function Guards({ control: { ticket, change, touch, errorOf } }: OptionsProps) {
  const { t } = useTranslation('perpetual');
  const names = useGuardNames();
  const unit = <span className={styles['unit']}>{SETTLEMENT_ASSET}</span>;
  return (
    <>
      <Check isOn={ticket.hasGuards} onChange={(hasGuards) => change({ hasGuards })}>
        {t('guards')}
      </Check>
      {ticket.hasGuards ? (
        <>
          <NumberField
            name="takeProfit"
            label={names.profit}
            value={ticket.takeProfit}
            error={errorOf('takeProfit')}
            onChange={(takeProfit) => change({ takeProfit })}
            onLeave={() => touch('takeProfit')}
            after={unit}
          />
          <NumberField
            name="stopLoss"
            label={names.stop}
            value={ticket.stopLoss}
            error={errorOf('stopLoss')}
            onChange={(stopLoss) => change({ stopLoss })}
            onLeave={() => touch('stopLoss')}
            after={unit}
          />
        </>
      ) : null}
    </>
  );
}

function Stop({ control: { ticket, change } }: OptionsProps) {
  const { t } = useTranslation('perpetual');
  const sources = useSourceNames();
  return (
    <>
      <Check isOn={ticket.isStop} onChange={(isStop) => change({ isStop })}>
        {t('stopOrder')}
      </Check>
      {ticket.isStop ? (
        <Select
          label={t('source.label')}
          value={ticket.source}
          options={triggerSources.map((id) => ({ id, text: sources[id] }))}
          onSelect={(source) => change({ source })}
        />
      ) : null}
    </>
  );
}

function Life({ control: { ticket, change } }: OptionsProps) {
  const { t } = useTranslation('trade');
  const { tifs } = useOrderNames();
  return (
    <>
      <Check isOn={ticket.postOnly} onChange={(postOnly) => change({ postOnly, tif: 'GTC' })}>
        {t('postOnly')}
      </Check>
      <Check
        isOn={ticket.tif === 'IOC'}
        onChange={(isIoc) => change({ tif: isIoc ? 'IOC' : 'GTC', postOnly: false })}
      >
        {tifs.IOC}
      </Check>
    </>
  );
}
