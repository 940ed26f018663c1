import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timesInForce } from '../../../domain/index.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
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
      <label>
        <input
          type="checkbox"
          checked={type === 'stopLimit'}
          onChange={({ target }) =>
            change({ type: target.checked ? 'stopLimit' : 'limit', tif: 'GTC', postOnly: false })
          }
        />
        <span>{types.stopLimit}</span>
      </label>
      {type === 'limit' ? (
        <>
          <label>
            <input
              type="checkbox"
              checked={postOnly}
              onChange={({ target }) => change({ postOnly: target.checked, tif: 'GTC' })}
            />
            <span>{t('postOnly')}</span>
          </label>
          <select
            aria-label={t('tif.label')}
            value={tif}
            onChange={({ target }) => {
              const next = timesInForce.find((each) => each === target.value);
              if (next) change({ tif: next, postOnly: next === 'GTC' && postOnly });
            }}
          >
            {timesInForce.map((each) => (
              <option key={each} value={each}>
                {tifs[each]}
              </option>
            ))}
          </select>
        </>
      ) : null}
    </details>
  );
}
