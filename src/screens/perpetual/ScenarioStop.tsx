import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET, tickBounds } from '../../../domain/index.ts';
import type { ScenarioFrame } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { FieldUnit } from '../../ui/ticket/FieldParts.tsx';

interface ScenarioStopProps {
  readonly frame: ScenarioFrame | undefined;
  /** Of the position that it is tried for; undefined while none is chosen. */
  readonly name: string | undefined;
  readonly value: string;
  readonly onChange: (stop: string) => void;
}

/** A stop-loss that is tried: what it would have saved by then. */
export function ScenarioStop({ frame, name, value, onChange }: ScenarioStopProps) {
  const { t } = useTranslation('perpetual');
  const [isTouched, setTouched] = useState(false);
  const bounds = frame?.tick === undefined ? {} : tickBounds(frame.tick);
  if (name === undefined) return <p className={look('faint')}>{t('scenario.choose')}</p>;
  const { stop, stopError } = frame ?? {};
  return (
    <section className={look('stack')}>
      <h3 className={look('tiny light')}>{t('scenario.stop', { name })}</h3>
      <NumberField
        name="scenarioStop"
        label={t('stopLoss')}
        value={value}
        error={isTouched ? stopError : undefined}
        bounds={bounds}
        onChange={(text) => {
          setTouched(false);
          onChange(text);
        }}
        onLeave={() => setTouched(true)}
        after={<FieldUnit>{SETTLEMENT_ASSET}</FieldUnit>}
      />
      {stop ? (
        <>
          <Facts look="ticket">
            <Fact name={t('scenario.withStop')}>
              <Amount text={stop.equity} /> {SETTLEMENT_ASSET}
            </Fact>
            <Fact name={t('scenario.saved')}>
              <Amount text={stop.saved} direction={stop.direction} /> {SETTLEMENT_ASSET}
            </Fact>
          </Facts>
          {stop.outcome === 'stops' ? null : (
            <p className={look('faint')}>
              {stop.outcome === 'late' ? t('scenario.late') : t('scenario.idle')}
            </p>
          )}
        </>
      ) : null}
    </section>
  );
}
