import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_FIGURE } from '../../../domain/index.ts';
import type { BracketTexts } from '../../../workers/api.ts';
import { useGuardNames } from '../../i18n/perpetual.ts';
import { Check } from '../form/Check.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { look } from '../look.ts';
import styles from './Bracket.module.css';
import type { Bracket } from './bracket.ts';
import { FieldButton } from './FieldParts.tsx';

type Guard = 'takeProfit' | 'stopLoss';

/** What of a ticket its guards need: spot and perpetuals have them alike. */
interface BracketControl {
  readonly ticket: Bracket;
  readonly frame: Partial<BracketTexts> | undefined;
  readonly change: (next: Partial<Bracket>) => void;
  readonly touch: (field: Guard) => void;
  readonly errorOf: (field: Guard) => string | undefined;
}

interface BracketFieldsProps {
  readonly control: BracketControl;
  /** An order that only closes has nothing to guard. */
  readonly isOff?: boolean;
  /** The asset of prices. */
  readonly quote: string;
  /** Where what is wrong is said. */
  readonly errorId: string;
  /** Stands beside the box. */
  readonly children?: ReactNode;
}

/** Take-profit and stop-loss that an order brings with it: one tick, by per cent or by price. */
export function BracketFields({ control, isOff = false, quote, errorId, children }: BracketFieldsProps) {
  const { t } = useTranslation('perpetual');
  const { ticket, change } = control;
  const isOn = ticket.hasGuards && !isOff;
  const isPercent = ticket.guardBy === 'percent';
  const [unit, other] = isPercent ? ['%', quote] : [quote, '%'];
  return (
    <>
      <div className={look('flex wrap spread', styles['ways'])}>
        {isOff ? null : (
          <Check isOn={ticket.hasGuards} onChange={(hasGuards) => change({ hasGuards })}>
            {t('action.guards')}
          </Check>
        )}
        {isOn ? (
          <FieldButton
            aria-label={`${t('action.guards')} (${other})`}
            onClick={() => change({ guardBy: isPercent ? 'price' : 'percent' })}
          >
            <span className={look('flex middle gap1')}>
              {unit}
              <ArrowLeftRight size={12} aria-hidden="true" />
            </span>
          </FieldButton>
        ) : null}
        {children}
      </div>
      {isOn ? (
        <div className={look('stack1 halves', styles['guards'])} data-by={ticket.guardBy}>
          <GuardField control={control} errorId={errorId} name="takeProfit" />
          <GuardField control={control} errorId={errorId} name="stopLoss" />
        </div>
      ) : null}
    </>
  );
}

interface GuardFieldProps extends Pick<BracketFieldsProps, 'control' | 'errorId'> {
  readonly name: Guard;
}

/** One guard: what is typed, and what it comes to. */
function GuardField({ control, errorId, name }: GuardFieldProps) {
  const { t } = useTranslation('perpetual');
  const names = useGuardNames();
  const { ticket, frame, change, touch, errorOf } = control;
  const isPercent = ticket.guardBy === 'percent';
  const [label, fullName] =
    name === 'takeProfit' ? [t('line.profit'), names.profit] : [t('line.stop'), names.stop];
  const [price, percent] =
    name === 'takeProfit'
      ? (['takeProfit', 'profitPercent'] as const)
      : (['stopLoss', 'stopPercent'] as const);
  const field = isPercent ? percent : price;
  const note = (isPercent ? frame?.guards : frame?.gains)?.[name] ?? NO_FIGURE;
  return (
    <NumberField
      name={name}
      label={label}
      fullName={isPercent ? `${fullName} (%)` : fullName}
      value={ticket[field]}
      error={errorOf(name)}
      errorId={errorId}
      onChange={(text) => change({ [field]: text })}
      onLeave={() => touch(name)}
      note={
        note === NO_FIGURE ? undefined : (
          <span className={look('cut')} data-direction={name === 'takeProfit' ? 'up' : 'down'}>
            {note}
          </span>
        )
      }
    />
  );
}
