import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderSide, ScaledShape } from '../../../domain/index.ts';
import { isRefusalCode, marketBounds, scaledShapes } from '../../../domain/index.ts';
import type { MarketHead, ScaledField, ScaledFrame, ScaledView } from '../../../workers/api.ts';
import { useBoundTexts } from '../../i18n/bounds.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { showToast } from '../../state/toasts.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useSender } from '../../state/useSender.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../Button.tsx';
import { Chips } from '../Chip.tsx';
import { Sheet } from '../dialog/Sheet.tsx';
import { Fact, Facts } from '../Facts.tsx';
import { Check } from '../form/Check.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { look } from '../look.ts';
import { SideSwitch } from './SideSwitch.tsx';
import { useSharedToasts } from './useSharedToasts.ts';

interface ScaledSheetProps {
  readonly product: 'spot' | 'perpetual';
  readonly id: string;
  readonly market: MarketHead | undefined;
  /** Names of buying and selling in the words of the product. */
  readonly sides: Readonly<Record<OrderSide, string>>;
  /** Which way the ticket goes. */
  readonly side: OrderSide;
  readonly onClose: () => void;
}

const EMPTY = { from: '', to: '', count: '5', amount: '' };
type ScaledInput = Readonly<Record<ScaledField, string>>;

/** Limit orders over a range of prices: what is typed, what they would be, and the button that places them all. */
export function ScaledSheet({ product, id, market, sides, side: first, onClose }: ScaledSheetProps) {
  const { t } = useTranslation(['trade', 'perpetual']);
  const [side, setSide] = useState(first);
  const [shape, setShape] = useState<ScaledShape>('flat');
  const [typed, setTyped] = useState<ScaledInput>(EMPTY);
  const [left, setLeft] = useState<readonly ScaledField[]>([]);
  const [closes, setCloses] = useState(false);
  const [frame, setFrame] = useState<ScaledFrame>();
  const view = useMemo<ScaledView>(
    () => ({ kind: 'scaled', market: id, side, shape, ...typed }),
    [id, side, shape, typed],
  );
  useView(view, setFrame);
  const { state, send } = useScaledSender(product, market);
  const isShown = useIsShown();
  const { ofCode } = useRefusalWords();
  const bounds = useBoundTexts(market && marketBounds(market));
  const [base, quote] = [market?.base ?? '', market?.quote ?? ''];
  const labels = {
    from: `${t('scaled.from')} (${quote})`,
    to: `${t('scaled.to')} (${quote})`,
    count: t('scaled.count'),
    amount: `${t('quantity')} (${base})`,
  };
  const isNow = frame?.view === view || JSON.stringify(frame?.view) === JSON.stringify(view);
  const order = isNow ? frame?.order : undefined;
  const place = async () => {
    setLeft(['from', 'to', 'count', 'amount']);
    if (!order) return;
    const isSent = await send({ ...order, shape, market: id }, side, closes);
    if (isSent && isShown()) onClose();
  };
  const field = (name: ScaledField) => (
    <NumberField
      name={name}
      label={labels[name]}
      value={typed[name]}
      error={left.includes(name) ? frame?.errors[name] : undefined}
      bounds={bounds}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      onLeave={() => typed[name] !== '' && setLeft([...left, name])}
    />
  );
  const { blocked } = frame ?? {};
  return (
    <Sheet
      title={t('scaled.title')}
      onClose={onClose}
      footer={
        <Button
          look={side === 'buy' ? 'up' : 'down'}
          isBusy={state !== 'idle'}
          isOff={!order || blocked !== undefined}
          onClick={() => void place()}
        >
          {blocked
            ? ofCode(isRefusalCode(blocked) ? blocked : 'unavailable')
            : order
              ? t('scaled.place', { n: order.count })
              : t('scaled.title')}
        </Button>
      }
    >
      <div className={look('stack3')}>
        <SideSwitch sides={['buy', 'sell']} names={sides} selected={side} onSelect={setSide} />
        {field('from')}
        {field('to')}
        {field('count')}
        {field('amount')}
        <Shapes shape={shape} onShape={setShape} />
        {product === 'perpetual' ? (
          <Check isOn={closes} onChange={setCloses}>
            {t('perpetual:reduceOnly')}
          </Check>
        ) : null}
        {frame ? <Sums frame={frame} base={base} quote={quote} /> : null}
        <p className={look('quiet')}>{t('scaled.hint')}</p>
      </div>
    </Sheet>
  );
}

function Shapes({
  shape,
  onShape,
}: {
  readonly shape: ScaledShape;
  readonly onShape: (shape: ScaledShape) => void;
}) {
  const { t } = useTranslation('trade');
  const names = { flat: t('scaled.flat'), rising: t('scaled.rising'), falling: t('scaled.falling') };
  return (
    <Chips
      label={t('scaled.shape')}
      options={scaledShapes.map((id) => ({ id, text: names[id] }))}
      selected={shape}
      onSelect={onShape}
    />
  );
}

interface SumsProps {
  readonly frame: ScaledFrame;
  readonly base: string;
  readonly quote: string;
}

/** What all of them come to, and each of them. */
function Sums({ frame, base, quote }: SumsProps) {
  const { t } = useTranslation('trade');
  const { levels, average, quantity, total, held, available, asset } = frame;
  return (
    <>
      <Facts>
        {available === '' ? null : <Fact name={t('available')} text={available} unit={asset} />}
        <Fact name={t('average')} text={average} unit={quote} isPublic />
        <Fact name={t('quantity')} text={quantity} unit={base} />
        <Fact name={t('total')} text={total} unit={quote} />
        {held === '' ? null : <Fact name={t('scaled.held')} text={held} unit={asset} />}
      </Facts>
      {levels.length > 0 ? (
        <Facts look="framed">
          {levels.map(({ price, quantity: each }, place) => (
            <Fact key={price} name={`${place + 1} · ${price}`} text={each} unit={base} />
          ))}
        </Facts>
      ) : null}
    </>
  );
}

interface Range {
  readonly market: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly shape: ScaledShape;
  readonly quantity: string;
}

/** Sends all of them as one. @returns whether they were placed, or their end is not known yet. */
function useScaledSender(product: ScaledSheetProps['product'], market: MarketHead | undefined) {
  const { t } = useTranslation('trade');
  const spot = useSender('spot.placeScaled');
  const perpetual = useSender('perpetual.placeScaled');
  const kind = product === 'spot' ? 'order' : 'futures';
  const toasts = useSharedToasts(kind);
  const send = async (range: Range, side: OrderSide, reduceOnly: boolean): Promise<boolean> => {
    const result =
      product === 'spot'
        ? await spot.send({ ...range, side })
        : await perpetual.send({ ...range, side: side === 'buy' ? 'long' : 'short', reduceOnly });
    if (result?.state === 'refused') toasts.refused(result.error);
    if (result?.state === 'settled') {
      const text = `${t('scaled.group', { n: result.data.orders.length })} · ${market?.name ?? range.market}`;
      showToast({ id: `${kind}:placed`, tone: 'good', title: t('done.placed'), text });
    }
    return result !== undefined && result.state !== 'refused';
  };
  return { state: product === 'spot' ? spot.state : perpetual.state, send };
}
