import { useTranslation } from 'react-i18next';
import type { Bounds } from '../../../domain/index.ts';
import { SETTLEMENT_ASSET, triggerSources } from '../../../domain/index.ts';
import type { TrailInput, TrailOutcome } from '../../../workers/api.ts';
import { useSourceNames } from '../../i18n/perpetual.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import form from './FuturesForm.module.css';
import { TrailFields } from './TrailFields.tsx';

interface TrailGuardProps {
  readonly input: TrailInput;
  readonly outcome: TrailOutcome | undefined;
  readonly bounds: Bounds;
  readonly onChange: (next: Partial<TrailInput>) => void;
}

/** A stop of a position that follows the best price. */
export function TrailGuard({ input, outcome, bounds, onChange }: TrailGuardProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const sources = useSourceNames();
  const isTyped = input.value !== '';
  return (
    <fieldset className={look('stack framed pad3', form['guard'])} data-kind="trail">
      <legend>{t('trailing.name')}</legend>
      <TrailFields
        input={input}
        errors={{
          value: isTyped ? outcome?.error : undefined,
          activation: isTyped ? outcome?.activationError : undefined,
        }}
        bounds={bounds}
        onChange={onChange}
        onLeave={() => undefined}
      />
      {outcome && isTyped ? (
        <Facts look="ticket">
          <Fact name={t('trade:stopPrice')}>{outcome.trigger}</Fact>
          <Fact name={t('profit')}>
            <Amount text={outcome.profit} direction={outcome.direction} /> {SETTLEMENT_ASSET}
          </Fact>
        </Facts>
      ) : null}
      <Select
        size="l"
        label={t('source.label')}
        value={input.source}
        options={triggerSources.map((id) => ({ id, text: sources[id] }))}
        onSelect={(source) => onChange({ source })}
      />
    </fieldset>
  );
}
