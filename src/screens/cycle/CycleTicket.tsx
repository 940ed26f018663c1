import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cycles, stakeBounds } from '../../../domain/index.ts';
import { useBoundTexts } from '../../i18n/bounds.ts';
import { useLengthNames } from '../../i18n/cycle.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import { FieldUnit } from '../../ui/ticket/FieldParts.tsx';
import styles from './CycleTicket.module.css';
import type { CycleTicketControl } from './useCycleTicket.ts';

/** Stakes that one tap types. */
const COMMON = ['10', '50', '100', '500'] as const;

interface CycleTicketProps {
  readonly control: CycleTicketControl;
}

/** How long and how much. */
export function CycleTicket({ control }: CycleTicketProps) {
  const { t } = useTranslation('cycle');
  const { ticket, frame, change, touch, error } = control;
  const bounds = useBoundTexts(frame?.asset && stakeBounds(frame.asset.assetClass));
  return (
    <section className={look('stack padLow shrinks', styles['ticket'])} data-area="ticket">
      <Lengths control={control} />
      <NumberField
        name="amount"
        label={t('amount')}
        value={ticket.amount}
        error={error}
        bounds={bounds}
        onChange={(amount) => change({ amount })}
        onLeave={touch}
        after={<FieldUnit>{frame?.stakeAsset}</FieldUnit>}
      />
      <CommonAmounts control={control} />
    </section>
  );
}

function Lengths({ control: { ticket, frame, change } }: CycleTicketProps) {
  const { t } = useTranslation('cycle');
  const names = useLengthNames();
  // All of them from the first sight on: what can be bought is known a moment later.
  const lengths = frame?.cycles ?? cycles.map((id) => ({ id, isOpen: false }));
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is brought into sight
  useEffect(() => {
    const [list, chosen] = [row.current, row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')];
    if (list && chosen) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
  }, [ticket.cycle]);
  return (
    <fieldset ref={row} className={look('tap', styles['lengths'])}>
      <legend className="visually-hidden">{t('length.label')}</legend>
      {lengths.map(({ id, isOpen }) => (
        <Press
          key={id}
          className={look('mid ground2')}
          isChosen={ticket.cycle === id}
          disabled={!isOpen}
          onClick={() => change({ cycle: id })}
        >
          {names[id]}
        </Press>
      ))}
    </fieldset>
  );
}

function CommonAmounts({ control: { frame, change, touch } }: CycleTicketProps) {
  const { t } = useTranslation('cycle');
  const most = frame?.mostDigits;
  const take = (amount: string) => {
    change({ amount });
    touch();
  };
  return (
    <fieldset className={styles['amounts']}>
      <legend className="visually-hidden">{t('amounts')}</legend>
      {COMMON.map((amount) => (
        <Press key={amount} className={look('mid ground2')} onClick={() => take(amount)}>
          {amount}
        </Press>
      ))}
      <Press
        className={look('mid ground2')}
        disabled={most === undefined}
        onClick={() => most !== undefined && take(most)}
      >
        {t('max')}
      </Press>
    </fieldset>
  );
}
