import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timesInForce } from '../../../domain/index.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { Check } from '../../ui/form/Check.tsx';
import { Select } from '../../ui/form/Select.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import type { TicketControl } from './useTicket.ts';

/** What few orders need: a trigger, how long it lives, and never to take. */
export function TicketOptions({ control: { ticket, change } }: { readonly control: TicketControl }) {
  const { t } = useTranslation('trade');
  const { types, tifs } = useOrderNames();
  const { type, tif, postOnly } = ticket;
  // From then on the person opens and closes it.
  const [startsOpen] = useState(type === 'stopLimit' || tif !== 'GTC' || postOnly);
  return (
    <details className={styles['more']} open={startsOpen || undefined}>
      <summary>{t('more')}</summary>
      <Check
        isOn={type === 'stopLimit'}
        onChange={(isOn) => change({ type: isOn ? 'stopLimit' : 'limit', tif: 'GTC', postOnly: false })}
      >
        {types.stopLimit}
      </Check>
      {type === 'limit' ? (
        <>
          <Check isOn={postOnly} onChange={(isOn) => change({ postOnly: isOn, tif: 'GTC' })}>
            {t('postOnly')}
          </Check>
          <Select
            label={t('tif.label')}
            value={tif}
            options={timesInForce.map((id) => ({ id, text: tifs[id] }))}
            onSelect={(next) => change({ tif: next, postOnly: next === 'GTC' && postOnly })}
          />
        </>
      ) : null}
    </details>
  );
}
