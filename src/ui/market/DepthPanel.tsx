import type { PointerEvent } from 'react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepthColumn, DepthFrame, DepthView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { Empty } from '../Empty.tsx';
import { FreshMark } from '../FreshMark.tsx';
import { look } from '../look.ts';
import { Skeleton } from '../Skeleton.tsx';

/** Units of the drawing, and px of its height. */
const [WIDE, HIGH] = [2_000, 1_000];
const HEIGHT = 220;

/** How much stands up to which price, on both sides of the middle; a finger reads it. */
export default function DepthPanel({ id, base }: { readonly id: string; readonly base: string }) {
  const { t } = useTranslation('detail');
  const [frame, setFrame] = useState<DepthFrame>();
  const [at, setAt] = useState<number>();
  const view = useMemo<DepthView>(() => ({ kind: 'depth', id }), [id]);
  useView(view, setFrame);
  if (!frame) return <Skeleton rows={4} />;
  const { bids, asks, middle, bidShare, freshness } = frame;
  if (bids.length === 0) return <Empty>{t('depth.none')}</Empty>;
  const columns = [...bids].reverse().concat(asks);
  const read = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * columns.length);
    setAt(Math.max(0, Math.min(columns.length - 1, place)));
  };
  const seen = at === undefined ? undefined : columns[at];
  return (
    <section className={look('stack lone pad')} aria-label={t('panel.depth')}>
      <p className={look('apart line small')}>
        <span data-direction="up">
          {t('book.bid')} {bidShare}%
        </span>
        <FreshMark freshness={freshness} />
        <span data-direction="down">
          {100 - bidShare}% {t('book.ask')}
        </span>
      </p>
      <svg
        className={look('wide')}
        height={HEIGHT}
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('depth.label', { middle, bids: bids.at(-1)?.sum, asks: asks.at(-1)?.sum })}
        onPointerDown={read}
        onPointerMove={read}
        onPointerLeave={() => setAt(undefined)}
      >
        <Side columns={bids} direction="up" />
        <Side columns={asks} direction="down" />
        {at === undefined ? null : <Cursor at={at} count={columns.length} />}
      </svg>
      <p className={look('apart line tiny')}>
        <span>{bids.at(-1)?.price}</span>
        <b className={look('small bright')}>{seen ? `${seen.price} · ${seen.away}` : middle}</b>
        <span>{asks.at(-1)?.price}</span>
      </p>
      <p className={look('tiny mid')} role="status">
        {seen ? `${seen.sum} ${base}` : t('depth.hint')}
      </p>
    </section>
  );
}

interface SideProps {
  /** From the middle outwards. */
  readonly columns: readonly DepthColumn[];
  readonly direction: 'up' | 'down';
}

/** Steps from the middle to the edge: bids to the left, asks to the right. */
function Side({ columns, direction }: SideProps) {
  const middle = WIDE / 2;
  const sign = direction === 'up' ? -1 : 1;
  const wide = middle / columns.length;
  const steps = columns.map(({ permille }, i) => {
    const y = HIGH - (permille * HIGH) / 1_000;
    return `V${y} H${middle + sign * wide * (i + 1)}`;
  });
  const path = `M${middle} ${HIGH} ${steps.join(' ')} V${HIGH} Z`;
  return (
    <path
      d={path}
      data-direction={direction}
      fill="currentColor"
      fillOpacity={0.18}
      stroke="currentColor"
      strokeWidth={1.5}
      vectorEffect="non-scaling-stroke"
    />
  );
}

function Cursor({ at, count }: { readonly at: number; readonly count: number }) {
  const x = ((at + 0.5) * WIDE) / count;
  return (
    <line
      x1={x}
      x2={x}
      y1={0}
      y2={HIGH}
      stroke="currentColor"
      strokeDasharray="4 4"
      vectorEffect="non-scaling-stroke"
    />
  );
}
