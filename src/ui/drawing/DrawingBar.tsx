import { BellPlus, ShoppingCart, SquarePen, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { lazyChunk } from '../../app/chunks.ts';
import { client } from '../../state/client.ts';
import { login } from '../../state/login.ts';
import { IconButton } from '../Button.tsx';
import { look } from '../look.ts';
import type { Drawing, Point } from './geometry.ts';
import { priceOf } from './geometry.ts';
import { LineAlert } from './LineAlert.tsx';
import { useDrawingNames } from './useDrawingNames.ts';

const AlertSheet = lazy(lazyChunk(() => import('../alerts/AlertSheet.tsx')));

/** px: how far from what is chosen it stands, how wide it is at most, and its height. */
const [AWAY, WIDE, HIGH] = [20, 232, 44];
/** Room beside the tools that the longest name needs with its buttons, px: with less, the buttons stand alone. */
const WITH_NAME = 380;
const SIZE = 18;

interface DrawingBarProps {
  readonly drawing: Drawing;
  readonly market: string;
  readonly places: readonly Point[];
  /** Where the chart lies in what the bar stands in, px. */
  readonly offset: Point;
  readonly onRemove: () => void;
  readonly onWord: (() => void) | undefined;
  readonly onPrice: ((price: string) => void) | undefined;
}

/** What can be done with the drawing that is chosen: an alert or an order at its price, and away with it. */
export function DrawingBar(props: DrawingBarProps) {
  const { drawing, market, places, offset, onRemove, onWord, onPrice } = props;
  const { t } = useTranslation('detail');
  const { token } = useSnapshot(login);
  const names = useDrawingNames();
  const [isAlerting, setAlerting] = useState(false);
  const price = priceOf(drawing.anchors);
  const hasPrice = drawing.kind !== 'measure' && drawing.kind !== 'text';
  const order = async () => {
    const found = await client.ask('onTick', { market, price });
    if (found.ok && found.data) onPrice?.(found.data);
  };
  return (
    <div
      className={look('row ground2 round2 above')}
      style={placeOf(places, offset)}
      role="toolbar"
      aria-label={names[drawing.kind]}
    >
      {window.innerWidth - offset.x < WITH_NAME ? null : (
        <span className={look('quiet whole padSide3')}>{names[drawing.kind]}</span>
      )}
      {hasPrice ? (
        <IconButton label={t('draw.alert')} onClick={() => setAlerting(true)}>
          <BellPlus size={SIZE} aria-hidden="true" />
        </IconButton>
      ) : null}
      {hasPrice && onPrice ? (
        <IconButton label={t('draw.order')} onClick={() => void order()}>
          <ShoppingCart size={SIZE} aria-hidden="true" />
        </IconButton>
      ) : null}
      {onWord ? (
        <IconButton label={t('draw.words')} onClick={onWord}>
          <SquarePen size={SIZE} aria-hidden="true" />
        </IconButton>
      ) : null}
      <IconButton label={t('draw.remove')} onClick={onRemove}>
        <Trash2 size={SIZE} aria-hidden="true" />
      </IconButton>
      {isAlerting && token !== null ? (
        <LineAlert market={market} price={price} onDone={() => setAlerting(false)} />
      ) : null}
      {isAlerting && token === null ? (
        <Suspense fallback={null}>
          <AlertSheet market={market} onClose={() => setAlerting(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Above what is chosen; below it where there is no room. Beside the tools in every window: they go on being used. */
function placeOf(places: readonly Point[], offset: Point) {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [top, bottom] = [Math.min(...ys) - AWAY - HIGH, Math.max(...ys) + AWAY];
  const middle = offset.x + Math.max(...xs) - WIDE / 2;
  const x = Math.max(offset.x + 8, Math.min(middle, window.innerWidth - WIDE - 72));
  return { left: x, top: offset.y + (top < 0 ? bottom : top) };
}
