import { ArrowRight } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { ScenarioFrame, ScenarioRatio, ScenarioView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { ButtonLink } from '../../ui/Button.tsx';
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

/** What would become of the futures account if the market moved: equity, margin ratio, who goes when. */
export function ScenarioSheet({ market: own, onClose }: ScenarioSheetProps) {
  const { t } = useTranslation('perpetual');
  const [percent, setPercent] = useState(0);
  const [base, setBase] = useState(ALL);
  const [market, setMarket] = useState(own);
  const [stop, setStop] = useState('');
  const [frame, setFrame] = useState<ScenarioFrame>();
  const view = useMemo<ScenarioView>(
    () => ({
      kind: 'scenario',
      percent,
      ...(base === ALL ? {} : { base }),
      ...(market === undefined ? {} : { market, stop }),
    }),
    [percent, base, market, stop],
  );
  useView(view, setFrame);
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
            <ButtonLink look="main" to={`/stopPl?market=${encodeURIComponent(target.market)}`}>
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
          <Scope bases={frame.bases} base={base} onBase={setBase} />
          <ScenarioRange
            value={percent}
            onChange={setPercent}
            fallsAt={frame.fallsAt}
            risesAt={frame.risesAt}
            liquidated={frame.liquidated}
          />
          <Standing frame={frame} />
          <ScenarioLines lines={frame.lines} isRise={percent > 0} chosen={market} onChoose={choose} />
          <ScenarioStop frame={frame} name={line?.base} value={stop} onChange={setStop} />
          <p className={look('faint')}>
            {t('scenario.note')} {frame.hasOrders ? t('scenario.orders') : null}
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

/** All markets, or one coin alone. */
function Scope({ bases, base, onBase }: ScopeProps) {
  const { t } = useTranslation('perpetual');
  if (bases.length < 2) return null;
  return (
    <Tabs
      look="chips"
      label={t('scenario.scope')}
      selected={base}
      onSelect={onBase}
      tabs={[{ id: ALL, text: t('scenario.all') }, ...bases.map((id) => ({ id, text: id }))]}
    />
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
