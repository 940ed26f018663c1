import { ChevronRight, Eye, EyeOff } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { TOTAL_ASSET } from '../../../domain/index.ts';
import type { BalancesView, FuturesView, WorthLine, WorthView } from '../../../workers/api.ts';
import { BalancesModel } from '../../state/balances.ts';
import type { PositionHead } from '../../state/futures.ts';
import { FuturesModel } from '../../state/futures.ts';
import { isGuest } from '../../state/guest.ts';
import { changeSettings, settings } from '../../state/settings.ts';
import { useStoredModel } from '../../state/storedModels.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useView } from '../../state/useView.ts';
import { WorthModel } from '../../state/worth.ts';
import { MoneyActions } from '../../ui/account/MoneyActions.tsx';
import { ButtonLink, IconButton } from '../../ui/Button.tsx';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import styles from './HomeScreen.module.css';

const BALANCES: BalancesView = { kind: 'balances' };
const WORTH: WorthView = { kind: 'worth', range: 'day' };
const FUTURES: FuturesView = { kind: 'futures' };

/** What somebody has, what it did today, and what to do next. */
export default function Own() {
  return (
    <div className={look('stack3 lone', styles['own'])} data-dense>
      <Worth />
      <MoneyActions />
      <Positions />
    </div>
  );
}

function Worth() {
  const { t } = useTranslation(['funds', 'convert']);
  const { hideAmounts } = useSnapshot(settings);
  const balances = useStoredModel('home:balances', () => new BalancesModel());
  const worth = useStoredModel('home:worth', () => new WorthModel());
  useView(BALANCES, (frame) => balances.apply(frame));
  useView(WORTH, (frame) => worth.apply(frame));
  const Icon = hideAmounts ? EyeOff : Eye;
  return (
    <div className={look('inset relative', styles['worth'])}>
      <p className={look('quiet flex middle')}>
        {t('total')}
        <IconButton
          look="faint"
          label={t('hide')}
          aria-pressed={hideAmounts}
          onClick={() => changeSettings({ hideAmounts: !hideAmounts })}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      </p>
      <Link to="/property" className={look('flex baseline', styles['sum'])}>
        <LiveAmount
          board={balances.cells}
          cell={`total:${TOTAL_ASSET}`}
          className={look('huge strong', styles['number'])}
        />{' '}
        <small>{TOTAL_ASSET}</small>
      </Link>
      <p className={look('quiet')}>
        <LiveAmount board={worth.cells} cell="profit" /> <LiveAmount board={worth.cells} cell="percent" />{' '}
        {t('convert:worth.today')}
      </p>
      {hideAmounts ? null : <Curve model={worth} />}
    </div>
  );
}

/** px of the drawing. */
const [WIDE, HIGH] = [124, 52];
/** What is less of the worth is not drawn as a cliff. */
const LEAST_SPAN = 0.02;
/** Fewer points are no curve. */
const LEAST_POINTS = 6;

/** What everything was worth today, on a scale of its own. */
function Curve({ model }: { readonly model: WorthModel }) {
  const [points, setPoints] = useState(model.points);
  useEffect(() => {
    model.onLine = setPoints;
    setPoints(model.points);
    return () => {
      model.onLine = () => undefined;
    };
  }, [model]);
  const first = points[0]?.[1] ?? 0;
  const rises = (points.at(-1)?.[1] ?? 0) >= first;
  return (
    <svg viewBox={`0 0 ${WIDE} ${HIGH}`} data-direction={rises ? 'up' : 'down'} aria-hidden="true">
      {points.length < LEAST_POINTS ? null : <path d={pathOf(points)} />}
    </svg>
  );
}

function pathOf(points: WorthLine['points']): string {
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(high - low, high * LEAST_SPAN);
  const bottom = (low + high - span) / 2;
  const [begins = 0, ends = 1] = [points[0]?.[0], points.at(-1)?.[0]];
  const places = points.map(([at, value]) => {
    const x = ((at - begins) / Math.max(1, ends - begins)) * WIDE;
    return `${x.toFixed(1)},${(HIGH - 1 - ((value - bottom) / (span || 1)) * (HIGH - 2)).toFixed(1)}`;
  });
  return `M${places.join('L')}`;
}

function Positions() {
  const { t } = useTranslation('perpetual');
  const model = useStoredModel('home:futures', () => new FuturesModel());
  useView(FUTURES, (frame) => model.apply(frame));
  const { isKnown, positions } = useSnapshot(model.state).now;
  if (!isKnown) return null;
  if (positions.length === 0) return <Next />;
  return (
    <section aria-label={t('positions.title')}>
      <Link className={look('stack middle inset', styles['positionsHead'])} to="/trade?kind=perpetual#lower">
        <h2 className={look('large')}>
          {t('positions.title')} <small>{positions.length}</small>
        </h2>
        <LiveAmount board={model.cells} cell="profit" />
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
      <ul className={look('strip flex gap2 inset', styles['positions'])}>
        {positions.map((position) => (
          <Position key={position.id} position={position as PositionHead} model={model} />
        ))}
      </ul>
    </section>
  );
}

function Position({ position, model }: { readonly position: PositionHead; readonly model: FuturesModel }) {
  const { t } = useTranslation('perpetual');
  const { id, market, base, side, leverage } = position;
  return (
    <li>
      <Link className={look('framed grid ground1')} to={`/trade?kind=perpetual&market=${market}#lower`}>
        <span className={look('flex baseline mini whole')}>
          <i data-direction={side === 'long' ? 'up' : 'down'}>
            {side === 'long' ? t('side.long') : t('side.short')}
          </i>
          <b>{base}</b> <small>{`${leverage}×`}</small>
        </span>
        <span className={look('flex baseline spread mini whole')}>
          <LiveAmount board={model.cells} cell={`${id}:profit`} className={look('normal strong')} />
          <LiveAmount board={model.cells} cell={`${id}:roe`} />
        </span>
      </Link>
    </li>
  );
}

/** Without a position: what to do next. */
function Next() {
  const { t } = useTranslation('market');
  const profile = useAsk(
    'account.profile',
    useMemo(() => ({}), []),
  );
  const guest = isGuest(profile.data);
  return (
    <section className={look('surface flex wrap', styles['next'])}>
      <h2 className={look('large wide')}>{t('next.title')}</h2>
      <p className={look('quiet wide')}>{guest ? t('next.guest') : t('next.text')}</p>
      <ButtonLink look="main" size="s" to="/trade?market=BTC-USDT">
        {t('next.trade')}
      </ButtonLink>
      {guest ? (
        <ButtonLink size="s" to="/register">
          {t('next.keep')}
        </ButtonLink>
      ) : null}
    </section>
  );
}
