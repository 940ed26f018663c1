import { useTranslation } from 'react-i18next';
import { NO_FIGURE } from '../../../domain/index.ts';
import { useGuardNames } from '../../i18n/perpetual.ts';
import { Check } from '../../ui/form/Check.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { look } from '../../ui/look.ts';
import styles from './TicketGuards.module.css';
import type { FuturesControl } from './useFuturesTicket.ts';

interface TicketGuardsProps {
  readonly control: FuturesControl;
  /** Where what is wrong is said. */
  readonly errorId: string;
}

/** Take-profit and stop-loss of the order, with what each would bring; or that it only closes. */
export function TicketGuards({ control, errorId }: TicketGuardsProps) {
  const { t } = useTranslation('perpetual');
  const { ticket, change } = control;
  return (
    <>
      <div className={look('flex wrap spread', styles['ways'])}>
        {ticket.reduceOnly ? null : (
          <Check isOn={ticket.hasGuards} onChange={(hasGuards) => change({ hasGuards })}>
            {t('action.guards')}
          </Check>
        )}
        {ticket.trail === '' ? (
          <Check isOn={ticket.reduceOnly} onChange={(reduceOnly) => change({ reduceOnly, percent: '' })}>
            {t('reduceOnly')}
          </Check>
        ) : (
          <span className={look('quiet', styles['only'])}>{t('reduceOnly')}</span>
        )}
      </div>
      {ticket.hasGuards && !ticket.reduceOnly ? (
        <div className={look('stack1 halves', styles['guards'])}>
          <Guard control={control} errorId={errorId} name="takeProfit" />
          <Guard control={control} errorId={errorId} name="stopLoss" />
        </div>
      ) : null}
    </>
  );
}

interface GuardProps extends TicketGuardsProps {
  readonly name: 'takeProfit' | 'stopLoss';
}

function Guard({ control, errorId, name }: GuardProps) {
  const { t } = useTranslation('perpetual');
  const names = useGuardNames();
  const { ticket, frame, change, touch, errorOf } = control;
  const gain = frame?.gains[name] ?? NO_FIGURE;
  const [label, fullName] =
    name === 'takeProfit' ? [t('line.profit'), names.profit] : [t('line.stop'), names.stop];
  return (
    <NumberField
      name={name}
      label={label}
      fullName={fullName}
      value={ticket[name]}
      error={errorOf(name)}
      errorId={errorId}
      onChange={(text) => change(name === 'takeProfit' ? { takeProfit: text } : { stopLoss: text })}
      onLeave={() => touch(name)}
      note={
        gain === NO_FIGURE ? undefined : (
          <span data-direction={gain.startsWith('+') ? 'up' : 'down'}>{gain}</span>
        )
      }
    />
  );
}
