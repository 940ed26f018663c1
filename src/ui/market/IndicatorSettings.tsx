import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Indicator, ParamName, ParamRule } from '../../../domain/index.ts';
import { indicatorRules, isParam, plotsOf } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import { shownParam } from '../chart/indicatorTitle.ts';
import { plotStyle, plotTokens } from '../chart/plotColours.ts';
import { look } from '../look.ts';
import styles from './IndicatorSheet.module.css';

interface IndicatorSettingsProps {
  readonly indicator: Indicator;
  readonly onChange: (indicator: Indicator) => void;
}

/** The numbers and colours of one indicator. What is possible takes effect at once. */
export function IndicatorSettings({ indicator, onChange }: IndicatorSettingsProps) {
  const { params } = indicatorRules[indicator.kind];
  const names = useParamNames();
  const replaced = (values: readonly number[], place: number, value: number) =>
    values.map((each, i) => (i === place ? value : each));
  return (
    <div className={look('stack3 high3')}>
      {params.length > 0 ? (
        <div className={look('stack', styles['params'])}>
          {params.map((rule, i) => (
            <ParamField
              // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its place
              key={i}
              label={
                params.filter(({ name }) => name === rule.name).length > 1
                  ? `${names[rule.name]} ${i + 1}`
                  : names[rule.name]
              }
              rule={rule}
              value={indicator.params[i] ?? rule.first}
              onChange={(value) => onChange({ ...indicator, params: replaced(indicator.params, i, value) })}
            />
          ))}
        </div>
      ) : null}
      <Colours
        indicator={indicator}
        onColour={(slot, colour) =>
          onChange({ ...indicator, colours: replaced(indicator.colours, slot, colour) })
        }
      />
    </div>
  );
}

function useParamNames(): Readonly<Record<ParamName, string>> {
  const { t } = useTranslation('detail');
  return {
    period: t('indicators.param.period'),
    deviation: t('indicators.param.deviation'),
    step: t('indicators.param.step'),
    most: t('indicators.param.most'),
    fast: t('indicators.param.fast'),
    slow: t('indicators.param.slow'),
    signal: t('indicators.param.signal'),
    k: t('indicators.param.k'),
    d: t('indicators.param.d'),
  };
}

interface ParamFieldProps {
  readonly label: string;
  readonly rule: ParamRule;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A number that is taken as soon as it is possible; an empty field is no line where there may be none. */
function ParamField({ label, rule, value, onChange }: ParamFieldProps) {
  const id = useId();
  const { t } = useTranslation('detail');
  const { language } = useSnapshot(settings);
  const [isWrong, setWrong] = useState(false);
  const { least, most, step, isOptional } = rule;
  return (
    <div className={look('stack1 shrinks', styles['param'])}>
      <label className={look('tiny')} htmlFor={id}>
        {label}
      </label>
      <input
        className={look('box padSide3 bright wide')}
        id={id}
        type="number"
        inputMode={step < 1 ? 'decimal' : 'numeric'}
        min={least}
        max={most}
        step={step}
        defaultValue={isOptional && value === 0 ? '' : value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-range` : undefined}
        onChange={({ target }) => {
          const typed =
            isOptional && target.value === '' && !target.validity.badInput ? 0 : target.valueAsNumber;
          const isPossible = isParam(typed, rule);
          setWrong(!isPossible);
          if (isPossible) onChange(typed);
        }}
      />
      {isWrong ? (
        <p className={look('bad mini')} id={`${id}-range`} role="alert">
          {t('indicators.range', {
            least: shownParam(least, language),
            most: shownParam(most, language),
          })}
        </p>
      ) : null}
    </div>
  );
}

interface ColoursProps {
  readonly indicator: Indicator;
  readonly onColour: (slot: number, colour: number) => void;
}

/** The lines with their colours; a tap on one opens the palette for it. */
function Colours({ indicator, onColour }: ColoursProps) {
  const { t } = useTranslation('detail');
  const [open, setOpen] = useState<number>();
  const lines = plotsOf(indicator).flatMap(({ label, colour }) =>
    colour === undefined ? [] : [{ label, slot: colour }],
  );
  return (
    <>
      <div className={look('flex wrap gap2', styles['lines'])}>
        {lines.map(({ label, slot }) => (
          <button
            className={look('row padSide3 small tap ground2 round2')}
            key={slot}
            type="button"
            aria-expanded={open === slot}
            aria-label={t('indicators.colour', { line: label })}
            onClick={() => setOpen(open === slot ? undefined : slot)}
          >
            <i style={plotStyle(indicator.colours[slot])} aria-hidden="true" />
            {label}
          </button>
        ))}
      </div>
      {open === undefined ? null : (
        <div className={look('grid', styles['palette'])}>
          {plotTokens.map((token, colour) => (
            <button
              className={look('centred tap round2')}
              key={token}
              type="button"
              aria-pressed={indicator.colours[open] === colour}
              aria-label={t('indicators.swatch', { number: colour + 1 })}
              onClick={() => onColour(open, colour)}
            >
              <i style={plotStyle(colour)} aria-hidden="true" />
            </button>
          ))}
        </div>
      )}
    </>
  );
}
