import { useTranslation } from 'react-i18next';
import type { TriggerKind } from '../../../domain/index.ts';
import { SETTLEMENT_ASSET, triggerSources } from '../../../domain/index.ts';
import type { GuardInput, GuardOutcome } from '../../../workers/api.ts';
import { useGuardNames, useSourceNames } from '../../i18n/perpetual.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import layout from '../../ui/layout.module.css';
import ticket from '../../ui/ticket/Ticket.module.css';
import types from '../../ui/ticket/Types.module.css';
import form from './FuturesForm.module.css';

interface GuardFieldsProps {
  readonly kind: TriggerKind;
  readonly input: GuardInput;
  readonly outcome: GuardOutcome | undefined;
  readonly onChange: (next: Partial<GuardInput>) => void;
}

const WAYS = ['price', 'roe', 'profit'] as const;

/** A take-profit or a stop-loss by one of three ways; each shows the others, and what the exchange would refuse. */
export function GuardFields({ kind, input, outcome, onChange }: GuardFieldsProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const names = useGuardNames();
  const ways = { price: t('trade:price'), roe: t('roe'), profit: t('profit') };
  const unit = input.by === 'roe' ? '%' : SETTLEMENT_ASSET;
  return (
    <fieldset className={`${layout['stack']} ${layout['framed']} ${form['guard']}`} data-kind={kind}>
      <legend>{names[kind]}</legend>
      <div className={types['types']} data-three>
        {WAYS.map((by) => (
          <button
            key={by}
            type="button"
            aria-pressed={input.by === by}
            // A price is no yield: what was typed goes with its meaning.
            onClick={() => input.by !== by && onChange({ by, value: '' })}
          >
            {ways[by]}
          </button>
        ))}
      </div>
      <NumberField
        name={`${kind}-${input.by}`}
        label={ways[input.by]}
        value={input.value}
        // Live: the words stand there while the price is typed.
        error={input.value === '' ? undefined : outcome?.error}
        onChange={(value) => onChange({ value })}
        onLeave={() => undefined}
        after={<span className={ticket['unit']}>{unit}</span>}
      />
      <Outcome outcome={outcome} isTyped={input.value !== ''} />
      <Trigger kind={kind} input={input} outcome={outcome} onChange={onChange} />
    </fieldset>
  );
}

interface OutcomeProps {
  readonly outcome: GuardOutcome | undefined;
  readonly isTyped: boolean;
}

function Outcome({ outcome, isTyped }: OutcomeProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  if (!outcome || !isTyped) return null;
  return (
    <>
      <Facts look="ticket">
        <Fact name={t('trade:price')}>{outcome.price}</Fact>
        <Fact name={t('profit')}>
          <Amount text={outcome.profit} direction={outcome.direction} /> {SETTLEMENT_ASSET}
        </Fact>
        <Fact name={t('roe')}>{outcome.roe}</Fact>
      </Facts>
      {outcome.isBeyond ? (
        <p className={form['warning']} role="alert">
          {t('beyond')}
        </p>
      ) : null}
    </>
  );
}

function Trigger({ kind, input, outcome, onChange }: GuardFieldsProps) {
  const { t } = useTranslation('perpetual');
  const sources = useSourceNames();
  return (
    <div className={`${layout['stack']} ${form['trigger']}`}>
      <Select
        size="l"
        label={t('source.label')}
        value={input.source}
        options={triggerSources.map((id) => ({ id, text: sources[id] }))}
        onSelect={(source) => onChange({ source })}
      />
      <NumberField
        name={`${kind}-limit`}
        label={t('stopPl.limit')}
        value={input.limit}
        error={outcome?.limitError}
        onChange={(limit) => onChange({ limit })}
        onLeave={() => undefined}
      />
    </div>
  );
}
