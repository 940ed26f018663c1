import { useTranslation } from 'react-i18next';
import type { Bounds, TriggerKind } from '../../../domain/index.ts';
import { SETTLEMENT_ASSET, triggerSources } from '../../../domain/index.ts';
import type { GuardInput, GuardOutcome } from '../../../workers/api.ts';
import { useGuardNames, useSourceNames } from '../../i18n/perpetual.ts';
import { Chips } from '../../ui/Chip.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { FieldUnit } from '../../ui/ticket/FieldParts.tsx';
import form from './FuturesForm.module.css';

interface GuardFieldsProps {
  readonly kind: TriggerKind;
  readonly input: GuardInput;
  readonly outcome: GuardOutcome | undefined;
  /** Figures that what is wrong with it may name. */
  readonly bounds: Bounds;
  readonly onChange: (next: Partial<GuardInput>) => void;
}

const WAYS = ['price', 'roe', 'profit'] as const;

/** A take-profit or a stop-loss by one of three ways; each shows the others, and what the exchange would refuse. */
export function GuardFields({ kind, input, outcome, bounds, onChange }: GuardFieldsProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const names = useGuardNames();
  const ways = { price: t('trade:price'), roe: t('roe'), profit: t('profit') };
  const unit = input.by === 'roe' ? '%' : SETTLEMENT_ASSET;
  return (
    <fieldset className={look('stack framed pad3', form['guard'])} data-kind={kind}>
      <legend>{names[kind]}</legend>
      <Chips
        look="segments"
        label={names[kind]}
        options={WAYS.map((id) => ({ id, text: ways[id] }))}
        selected={input.by}
        // A price is no yield: what was typed goes with its meaning.
        onSelect={(by) => input.by !== by && onChange({ by, value: '' })}
      />
      <NumberField
        name={`${kind}-${input.by}`}
        label={ways[input.by]}
        value={input.value}
        // Live: the words stand there while the price is typed.
        error={input.value === '' ? undefined : outcome?.error}
        bounds={bounds}
        onChange={(value) => onChange({ value })}
        onLeave={() => undefined}
        after={<FieldUnit>{unit}</FieldUnit>}
      />
      <Outcome outcome={outcome} isTyped={input.value !== ''} />
      <Trigger kind={kind} input={input} outcome={outcome} bounds={bounds} onChange={onChange} />
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
        <p className={look('warning mini')} role="alert">
          {t('beyond')}
        </p>
      ) : null}
    </>
  );
}

function Trigger({ kind, input, outcome, bounds, onChange }: GuardFieldsProps) {
  const { t } = useTranslation('perpetual');
  const sources = useSourceNames();
  return (
    <div className={look('stack', form['trigger'])}>
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
        bounds={bounds}
        onChange={(limit) => onChange({ limit })}
        onLeave={() => undefined}
      />
    </div>
  );
}
