import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { tickBounds } from '../../../domain/index.ts';
import type {
  FuturesGuardFrame,
  FuturesGuardView,
  FuturesView,
  GuardInput,
  TrailInput,
} from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { focusMissing } from '../../ui/form/focusWrong.ts';
import { Range } from '../../ui/form/Range.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { usePercent } from '../../ui/usePercent.ts';
import form from './FuturesForm.module.css';
import { GuardFields } from './GuardFields.tsx';
import { GuardList } from './GuardList.tsx';
import { PositionFacts } from './PositionFacts.tsx';
import { TrailGuard } from './TrailGuard.tsx';
import { useFutures } from './useFutures.ts';
import { useGuardSender } from './useGuardSender.ts';

/** Take-profit and stop-loss of a position, by price, yield or P/L; the market stands in the address. */
export default function StopPlScreen() {
  const { t } = useTranslation(['app', 'perpetual']);
  const { token } = useSnapshot(login);
  return (
    <Screen title={t('title.stopPl')} up="/trade?kind=perpetual">
      {token === null ? <SignInFirst gain={t('perpetual:gain')} /> : <Chosen />}
    </Screen>
  );
}

const EVERY: FuturesView = { kind: 'futures' };

/** One of the open positions: that of the address, else the newest. */
function Chosen() {
  const { t } = useTranslation(['perpetual', 'app']);
  const [params, setParams] = useSearchParams();
  const { model, now } = useFutures(EVERY);
  if (!now.isKnown) return <Skeleton rows={5} />;
  const requested = params.get('market');
  const head =
    now.positions.find(({ market }) => market === requested) ?? (requested ? undefined : now.positions[0]);
  if (!head)
    return (
      <Notice title={t('positions.none')} text={t('stopPl.none')}>
        <ButtonLink to="/trade?kind=perpetual">{t('app:title.trade')}</ButtonLink>
      </Notice>
    );
  return (
    <div className={look('page')}>
      {now.positions.length > 1 ? (
        <Tabs
          look="chips"
          label={t('positions.title')}
          selected={head.market}
          onSelect={(market) => setParams({ market }, { replace: true })}
          tabs={now.positions.map(({ market, name }) => ({ id: market, text: name }))}
        />
      ) : null}
      <PositionFacts head={head} model={model} />
      <GuardList market={head.market} guards={head.guards} base={head.base} />
      <OwnGuards key={head.market} id={head.id} market={head.market} stop={params.get('stop') ?? ''} />
    </div>
  );
}

const EMPTY: GuardInput = { by: 'price', value: '', source: 'last', limit: '' };
const EMPTY_TRAIL: TrailInput = { by: 'rate', value: '', activation: '', source: 'last' };
type GuardDraft = Pick<FuturesGuardView, 'takeProfit' | 'stopLoss' | 'trailing' | 'percent'>;

/** Guards that were sent are empty again; those that have changed since are the next ones. */
const emptiedOf = (
  { takeProfit, stopLoss, trailing }: GuardDraft,
  sent: GuardDraft,
): Partial<GuardDraft> => ({
  ...(takeProfit === sent.takeProfit ? { takeProfit: { ...takeProfit, value: '', limit: '' } } : {}),
  ...(stopLoss === sent.stopLoss ? { stopLoss: { ...stopLoss, value: '', limit: '' } } : {}),
  ...(trailing === sent.trailing ? { trailing: { ...trailing, value: '', activation: '' } } : {}),
});

interface NewGuardsProps {
  readonly market: string;
  /** A stop-loss at this mark price that was tried elsewhere, as typed; empty: none was. */
  readonly stop: string;
}

/**
 * What is typed belongs to the position that was open then: in its place another one may be, of the other side, to which
 * the same yield or P/L is another price.
 */
function OwnGuards({ id, market, stop }: NewGuardsProps & { readonly id: number }) {
  const [first] = useState(id);
  return <NewGuards key={id} market={market} stop={id === first ? stop : ''} />;
}

function NewGuards({ market, stop }: NewGuardsProps) {
  const { t } = useTranslation('perpetual');
  const [typed, setTyped] = useState<GuardDraft>({
    takeProfit: EMPTY,
    stopLoss: stop === '' ? EMPTY : { ...EMPTY, value: stop, source: 'mark' },
    trailing: EMPTY_TRAIL,
    percent: 100,
  });
  const [frame, setFrame] = useState<FuturesGuardFrame>();
  const view = useMemo<FuturesGuardView>(() => ({ kind: 'futuresGuard', market, ...typed }), [market, typed]);
  useView(view, setFrame);
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const [isBusy, send] = useGuardSender(market, () =>
    setTyped((before) => ({ ...before, ...emptiedOf(before, typed) })),
  );
  const change = (kind: 'takeProfit' | 'stopLoss') => (next: Partial<GuardInput>) =>
    setTyped((before) => ({ ...before, [kind]: { ...before[kind], ...next } }));
  const bounds = frame ? tickBounds(frame.tick) : {};
  const canSend = !isOld && frame?.canSend === true && !isBusy;
  return (
    <form
      className={look('stack4')}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend && frame) void send(frame);
        else if (!isBusy) focusMissing(event.currentTarget);
      }}
    >
      <GuardFields
        kind="profit"
        input={typed.takeProfit}
        outcome={frame?.takeProfit}
        bounds={bounds}
        onChange={change('takeProfit')}
      />
      <GuardFields
        kind="stop"
        input={typed.stopLoss}
        outcome={frame?.stopLoss}
        bounds={bounds}
        onChange={change('stopLoss')}
      />
      <TrailGuard
        input={typed.trailing}
        outcome={frame?.trailing}
        bounds={bounds}
        onChange={(next) => setTyped((before) => ({ ...before, trailing: { ...before.trailing, ...next } }))}
      />
      <Part
        percent={typed.percent}
        frame={frame}
        onChange={(percent) => setTyped((before) => ({ ...before, percent }))}
      />
      <Button look="main" isWide type="submit" aria-disabled={!canSend} aria-busy={isBusy}>
        {t('stopPl.action')}
      </Button>
    </form>
  );
}

interface PartProps {
  readonly percent: number;
  readonly frame: FuturesGuardFrame | undefined;
  readonly onChange: (percent: number) => void;
}

/** How much of the position is guarded. */
function Part({ percent, frame, onChange }: PartProps) {
  const { t } = useTranslation('perpetual');
  const words = usePercent();
  return (
    <div className={look('grid across3 small', form['part'])}>
      <span>{t('stopPl.part')}</span>
      <b className={look('right')}>
        {percent === 100
          ? t('stopPl.whole')
          : `${words(percent)} · ${frame?.quantity ?? ''} ${frame?.line?.base ?? ''}`}
      </b>
      <Range
        label={t('stopPl.part')}
        valueText={words(percent)}
        min={1}
        max={100}
        value={percent}
        onChange={onChange}
      />
    </div>
  );
}
