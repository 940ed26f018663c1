import { ArrowRight } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { ScenarioFrame, ScenarioRatio, ScenarioView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Chip.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StaleMark } from '../../ui/StaleMark.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { usePercent } from '../../ui/usePercent.ts';
import styles from './Scenario.module.css';
import { ScenarioLines } from './ScenarioLines.tsx';
import { ScenarioRange } from './ScenarioRange.tsx';
import { ScenarioStop } from './ScenarioStop.tsx';

interface ScenarioSheetProps {
  /** The position that it is opened from; absent: the account. */
  readonly market?: string;
  readonly onClose: () => void;
}

const ALL = 'all';
/** No coin is called so: their codes are letters and digits. */
const DAY = '-day';
/** Of the mark, per cent. */
const SLIPPAGES = [0, 0.1, 0.5, 1, 3];
/** A whole day. */
const WHOLE = 100;

/** What would become of the futures account if the market moved: equity, margin ratio, who goes when. */
export function ScenarioSheet({ market: own, onClose }: ScenarioSheetProps) {
  const { t } = useTranslation('perpetual');
  const [percent, setPercent] = useState(0);
  const [base, setBase] = useState(ALL);
  const [market, setMarket] = useState(own);
  const [stop, setStop] = useState('');
  const [day, setDay] = useState<number | null>(null);
  const [slippage, setSlippage] = useState(0);
  const [frame, setFrame] = useState<ScenarioFrame>();
  const isDay = base === DAY;
  const view = useMemo<ScenarioView>(
    () => ({
      kind: 'scenario',
      percent,
      slippage: `${slippage}`,
      ...(base === DAY ? { day } : base === ALL ? {} : { base }),
      ...(market === undefined ? {} : { market, stop }),
    }),
    [percent, base, day, slippage, market, stop],
  );
  useView(view, setFrame);
  const scope = (next: string) => {
    if ((next === DAY) !== isDay) setPercent(next === DAY ? WHOLE : 0);
    setBase(next);
  };
  const choose = (next: string) => {
    setMarket(next === market ? undefined : next);
    setStop('');
  };
  const line = frame?.lines.find((each) => each.market === market);
  const target = line ?? frame?.lines[0];
  return (
    <Sheet
      title={t('scenario.title')}
      onClose={onClose}
      footer={
        target ? (
          <>
            <ButtonLink to="/transfer">{t('marginWay.add')}</ButtonLink>
            <ButtonLink look="main" to={stopPathOf(target.market, frame, stop)}>
              {t('scenario.setStop')}
            </ButtonLink>
          </>
        ) : null
      }
    >
      {frame?.isKnown ? null : <Skeleton rows={5} />}
      {frame?.isKnown && frame.lines.length === 0 ? <Empty>{t('positions.none')}</Empty> : null}
      {frame?.isKnown && frame.lines.length > 0 ? (
        <div className={look('stack3')}>
          <Scope bases={frame.bases} base={base} onBase={scope} />
          {isDay ? <Days frame={frame} onDay={setDay} /> : null}
          {isDay && !frame.days?.length ? null : (
            <ScenarioRange
              key={`${isDay}`}
              isDay={isDay}
              value={percent}
              onChange={setPercent}
              fallsAt={frame.fallsAt}
              risesAt={frame.risesAt}
              liquidated={frame.liquidated}
            />
          )}
          <Standing frame={frame} />
          <ScenarioLines
            lines={frame.lines}
            isRise={percent > 0}
            isDay={isDay}
            chosen={market}
            onChoose={choose}
          />
          <ScenarioStop frame={frame} name={line?.base} value={stop} onChange={setStop} />
          <Slippage slippage={slippage} onSlippage={setSlippage} />
          <p className={look('faint')}>
            {t('scenario.note')} {isDay ? t('scenario.dayNote') : null}{' '}
            {isDay && frame.dayMost !== undefined ? t('scenario.dayMost', { most: frame.dayMost }) : null}{' '}
            {frame.hasOrders ? t('scenario.orders') : null}
          </p>
        </div>
      ) : null}
    </Sheet>
  );
}

interface ScopeProps {
  readonly bases: readonly string[];
  readonly base: string;
  readonly onBase: (base: string) => void;
}

/** Where a stop-loss is set: one that was tried and would be taken comes along. */
function stopPathOf(market: string, frame: ScenarioFrame | undefined, stop: string): string {
  const tried = frame?.stop && frame.view.market === market ? `&stop=${encodeURIComponent(stop.trim())}` : '';
  return `/stopPl?market=${encodeURIComponent(market)}${tried}`;
}

/** All markets, one coin alone, or all of them as on a recorded day. */
function Scope({ bases, base, onBase }: ScopeProps) {
  const { t } = useTranslation('perpetual');
  const coins = bases.length < 2 ? [] : bases;
  return (
    <Tabs
      look="chips"
      label={t('scenario.scope')}
      selected={base}
      onSelect={onBase}
      tabs={[
        { id: ALL, text: t('scenario.all') },
        { id: DAY, text: t('scenario.day') },
        ...coins.map((id) => ({ id, text: id })),
      ]}
    />
  );
}

interface DaysProps {
  readonly frame: ScenarioFrame;
  readonly onDay: (day: number) => void;
}

/** The days that would cost most, by the exchange's own record of the last three months. */
function Days({ frame, onDay }: DaysProps) {
  const { t } = useTranslation('perpetual');
  if (!frame.days) return <Skeleton rows={1} />;
  if (frame.days.length === 0) return <Empty>{t('scenario.noDay')}</Empty>;
  return (
    <Tabs
      look="chips"
      isOneLine
      label={t('scenario.day')}
      selected={`${frame.day}`}
      onSelect={(id) => onDay(Number.parseInt(id, 10))}
      tabs={frame.days.map(({ at, date, move }) => ({ id: `${at}`, text: `${date} · ${move}` }))}
    />
  );
}

interface SlippageProps {
  readonly slippage: number;
  readonly onSlippage: (slippage: number) => void;
}

/** By how much what closes is taken at a worse price than the mark. */
function Slippage({ slippage, onSlippage }: SlippageProps) {
  const { t } = useTranslation('perpetual');
  const percent = usePercent();
  return (
    <section>
      <h3 className={look('tiny light')}>{t('scenario.slippage')}</h3>
      <Chips
        label={t('scenario.slippage')}
        options={SLIPPAGES.map((id) => ({ id, text: percent(id) }))}
        selected={slippage}
        onSelect={onSlippage}
      />
    </section>
  );
}

/** Equity now and then, and how near liquidation is. */
function Standing({ frame }: { readonly frame: ScenarioFrame }) {
  const { t } = useTranslation('perpetual');
  const { equityNow, equityThen, change, changePercent, direction, ratio, freshness } = frame;
  return (
    <div className={look('stack3 framed pad3')}>
      <dl className={look('apart row wrap spread')}>
        <div>
          <dt className={look('tiny')}>{t('scenario.equityNow')}</dt>
          <dd className={look('grid whole')}>
            <Amount text={equityNow} className={look('text large strong')} />
            {freshness ? <StaleMark freshness={freshness} /> : null}
          </dd>
        </div>
        <ArrowRight size={16} aria-hidden="true" />
        <div>
          <dt className={look('tiny')}>{`${t('scenario.equityThen')} (${SETTLEMENT_ASSET})`}</dt>
          <dd className={look('grid whole')}>
            <Amount text={equityThen} className={look('huge strong', styles['then'])} />
            <small className={look('small strong')}>
              <Amount text={change} direction={direction} />{' '}
              <Amount text={changePercent} direction={direction} />
            </small>
          </dd>
        </div>
      </dl>
      {ratio ? <Ratio ratio={ratio} /> : null}
    </div>
  );
}

function Ratio({ ratio }: { readonly ratio: ScenarioRatio }) {
  const { t } = useTranslation('perpetual');
  const percent = usePercent();
  const bar = useRef<HTMLDivElement>(null);
  const { mode, before, after, beforePermille, afterPermille } = ratio;
  useLayoutEffect(() => {
    bar.current?.style.setProperty('--before', `${beforePermille / 10}%`);
    bar.current?.style.setProperty('--after', `${afterPermille / 10}%`);
  }, [beforePermille, afterPermille]);
  return (
    <div className={look('stack1 tiny')}>
      <p className={look('flex wrap spread across2')}>
        <span>{mode === 'cross' ? t('crossRatio') : t('ratio')}</span>
        <span>
          {before} <ArrowRight size={12} aria-hidden="true" /> <b className={look('bright')}>{after}</b>
        </span>
      </p>
      <div ref={bar} className={look('relative', styles['ratio'])} aria-hidden="true">
        <i className={styles['needle']} />
      </div>
      <small className={look('right')}>{t('scenario.limit', { percent: percent(100) })}</small>
    </div>
  );
}
