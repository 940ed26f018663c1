import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { WorthRange } from '../../../domain/index.ts';
import { TOTAL_ASSET, worthRanges } from '../../../domain/index.ts';
import type { WorthView } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import { useStoredModel } from '../../state/storedModels.ts';
import { useView } from '../../state/useView.ts';
import { WorthModel } from '../../state/worth.ts';
import { WorthChart } from '../../ui/chart/WorthChart.tsx';
import { Amount, LiveAmount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './WorthCard.module.css';

export interface Worth {
  readonly model: WorthModel;
  readonly range: WorthRange;
  readonly setRange: (range: WorthRange) => void;
}

/** Looks at the worth of all accounts. */
export function useWorth(): Worth {
  const [range, setRange] = useState<WorthRange>('week');
  const model = useStoredModel(`worth:${range}`, () => new WorthModel());
  const view = useMemo<WorthView>(() => ({ kind: 'worth', range }), [range]);
  useView(view, (frame) => model.apply(frame));
  return { model, range, setRange };
}

/** What everything was worth over time. */
export function WorthCard({ worth: { model, range, setRange } }: { readonly worth: Worth }) {
  const { t } = useTranslation('convert');
  const names = {
    day: t('worth.range.day'),
    week: t('worth.range.week'),
    month: t('worth.range.month'),
    year: t('worth.range.year'),
  };
  return (
    <section className={look('stack1', styles['card'])} aria-label={t('worth.chart')}>
      <h2 className={look('quiet light')}>{t('worth.chart')}</h2>
      <Picture model={model} range={range} />
      <Tabs
        look="chips"
        label={t('worth.range.label')}
        selected={range}
        onSelect={setRange}
        tabs={worthRanges.map((id) => ({ id, text: names[id] }))}
      />
    </section>
  );
}

interface PartProps {
  readonly model: WorthModel;
}

/** P/L of the day, without what was moved in or out. */
export function TodayProfit({ model }: PartProps) {
  const { t } = useTranslation('convert');
  const { since } = useSnapshot(model.state);
  return (
    <div className={styles['today']}>
      <p className={look('flex wrap baseline spread')}>
        <span>{t('worth.today')}</span>
        <b>
          <LiveAmount board={model.cells} cell="profit" />{' '}
          <small className={look('light')}>{TOTAL_ASSET}</small>{' '}
          <LiveAmount board={model.cells} cell="percent" />
        </b>
      </p>
      <small className={look('block light')}>
        {t('worth.without')} {since === '' ? null : t('worth.since', { since })}
      </small>
    </div>
  );
}

function Picture({ model, range }: PartProps & { readonly range: WorthRange }) {
  const { t } = useTranslation('convert');
  const { isKnown, hasLine, words } = useSnapshot(model.state);
  const { hideAmounts } = useSnapshot(settings);
  const [points, setPoints] = useState(model.points);
  useEffect(() => {
    model.onLine = setPoints;
    setPoints(model.points);
    return () => {
      model.onLine = () => undefined;
    };
  }, [model]);
  if (!hasLine)
    return (
      <div className={look('centred box', styles['none'])} aria-busy={!isKnown}>
        {isKnown ? (
          <p className={look('faint pad3 mid')}>
            <b className={look('block text')}>{t('worth.none')}</b> {t('worth.noneText')}
          </p>
        ) : null}
      </div>
    );
  return (
    <>
      <WorthChart
        points={points}
        isDaily={range === 'month' || range === 'year'}
        label={hideAmounts ? t('worth.chart') : t('worth.line', { ...words })}
      />
      <p className={look('tiny flex wrap spread across3')}>
        <span>
          {t('worth.low')} <Amount text={words.low} />
        </span>
        <span>
          {t('worth.high')} <Amount text={words.high} />
        </span>
      </p>
    </>
  );
}
