import { ChevronUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Indicator, IndicatorKind } from '../../../domain/index.ts';
import { firstIndicator, indicatorKinds, indicatorRules, MOST_PANES } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import { IconButton } from '../Button.tsx';
import { indicatorTitle } from '../chart/indicatorTitle.ts';
import { plotColours } from '../chart/plotColours.ts';
import { Sheet } from '../dialog/Sheet.tsx';
import { Check } from '../form/Check.tsx';
import { look } from '../look.ts';
import { Tabs } from '../Tabs.tsx';
import type { ChartStyle } from './chartStyle.ts';
import { panesOf, scales } from './chartStyle.ts';
import { IndicatorSettings } from './IndicatorSettings.tsx';
import styles from './IndicatorSheet.module.css';

interface IndicatorSheetProps {
  readonly look: ChartStyle;
  readonly onChange: (look: ChartStyle) => void;
  readonly onClose: () => void;
}

/** What is drawn beside the bars: indicators to add, set, order and remove, and the scale of the prices. */
export default function IndicatorSheet({ look: drawn, onChange, onClose }: IndicatorSheetProps) {
  const { t } = useTranslation('detail');
  const { indicators } = drawn;
  const put = (next: readonly Indicator[]) => onChange({ ...drawn, indicators: next });
  const off = indicatorKinds.filter((kind) => !indicators.some((each) => each.kind === kind));
  const isFull = panesOf(indicators) >= MOST_PANES;
  const scaleNames = {
    normal: t('indicators.scales.normal'),
    log: t('indicators.scales.log'),
    percent: t('indicators.scales.percent'),
  };
  return (
    <Sheet title={t('indicators.title')} onClose={onClose}>
      <div className={plotColours}>
        <h3 className={look('faint top3 light')}>{t('indicators.on')}</h3>
        <Chosen indicators={indicators} onChange={put} />
        <h3 className={look('faint top3 light')}>{t('indicators.add')}</h3>
        {isFull ? <p className={look('quiet high2')}>{t('indicators.full', { count: MOST_PANES })}</p> : null}
        <ul>
          {off.map((kind) => (
            <Offered
              key={kind}
              kind={kind}
              isOff={isFull && indicatorRules[kind].isPane}
              onAdd={() => put([...indicators, firstIndicator(kind)])}
            />
          ))}
        </ul>
        <Check isSwitch isOn={drawn.hasProfile} onChange={(hasProfile) => onChange({ ...drawn, hasProfile })}>
          {t('indicators.profile')} <small className={look('tiny')}>{t('indicators.profileHint')}</small>
        </Check>
        <h3 className={look('faint top3 light')}>{t('indicators.scale')}</h3>
        <Tabs
          look="chips"
          label={t('indicators.scale')}
          selected={drawn.scale}
          onSelect={(scale) => onChange({ ...drawn, scale })}
          tabs={scales.map((id) => ({ id, text: scaleNames[id] }))}
        />
      </div>
    </Sheet>
  );
}

/** An indicator's usual short name, which is the same in every language. */
const shortName = (kind: IndicatorKind): string => kind.toUpperCase();

function useLongNames(): Readonly<Record<IndicatorKind, string>> {
  const { t } = useTranslation('detail');
  return {
    ma: t('indicators.names.ma'),
    ema: t('indicators.names.ema'),
    boll: t('indicators.names.boll'),
    vwap: t('indicators.names.vwap'),
    sar: t('indicators.names.sar'),
    vol: t('indicators.names.vol'),
    macd: t('indicators.names.macd'),
    rsi: t('indicators.names.rsi'),
    kdj: t('indicators.names.kdj'),
    atr: t('indicators.names.atr'),
    obv: t('indicators.names.obv'),
  };
}

interface ChosenProps {
  readonly indicators: readonly Indicator[];
  readonly onChange: (indicators: readonly Indicator[]) => void;
}

function Chosen({ indicators, onChange }: ChosenProps) {
  const { t } = useTranslation('detail');
  const { language } = useSnapshot(settings);
  const longNames = useLongNames();
  const [open, setOpen] = useState<IndicatorKind>();
  if (indicators.length === 0) return <p className={look('quiet high2')}>{t('indicators.none')}</p>;
  return (
    <ul>
      {indicators.map((indicator, i) => {
        const { kind } = indicator;
        const name = shortName(kind);
        const isOpen = open === kind;
        return (
          <li key={kind} data-chosen={kind}>
            <div className={look('flex middle tall under', styles['row'])}>
              <button type="button" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? undefined : kind)}>
                <b>{indicatorTitle(indicator, language)}</b>
                <small className={look('tiny')}>{longNames[kind]}</small>
              </button>
              {i > 0 ? (
                <IconButton
                  label={t('indicators.up', { name })}
                  onClick={() => onChange(movedUp(indicators, i))}
                >
                  <ChevronUp size={20} aria-hidden="true" />
                </IconButton>
              ) : null}
              <IconButton
                label={t('indicators.remove', { name })}
                onClick={() => onChange(indicators.filter((each) => each !== indicator))}
              >
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            </div>
            {isOpen ? (
              <IndicatorSettings
                indicator={indicator}
                onChange={(next) => onChange(indicators.map((each) => (each === indicator ? next : each)))}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function movedUp(indicators: readonly Indicator[], place: number): readonly Indicator[] {
  const moved = indicators.slice(place, place + 1);
  const others = indicators.filter((_, i) => i !== place);
  return [...others.slice(0, place - 1), ...moved, ...others.slice(place - 1)];
}

interface OfferedProps {
  readonly kind: IndicatorKind;
  readonly isOff: boolean;
  readonly onAdd: () => void;
}

function Offered({ kind, isOff, onAdd }: OfferedProps) {
  const longNames = useLongNames();
  return (
    <li className={look('flex middle tall under', styles['row'])}>
      <button type="button" disabled={isOff} onClick={onAdd}>
        <b>{shortName(kind)}</b>
        <small className={look('tiny')}>{longNames[kind]}</small>
        <Plus size={20} aria-hidden="true" />
      </button>
    </li>
  );
}
