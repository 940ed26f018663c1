import { useMemo, useState } from 'react';
import type { MarksFrame, MarksView } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';
import type { ChartEngine } from '../../ui/chart/engine.ts';
import type { LineTag } from '../../ui/trade/LineTags.tsx';
import { LineTags } from '../../ui/trade/LineTags.tsx';
import { OrderTag } from '../../ui/trade/OrderTag.tsx';
import { useOrderToasts } from './useOrderToasts.ts';

interface SpotTagsProps {
  readonly engine: ChartEngine;
  readonly market: string;
}

/** Takes orders of a pair back where their lines stand. */
export function SpotTags({ engine, market }: SpotTagsProps) {
  const view = useMemo<MarksView>(() => ({ kind: 'marks', market }), [market]);
  const [frame, setFrame] = useState<MarksFrame>();
  useView(view, setFrame);
  const toasts = useOrderToasts();
  const tags = (frame?.orders ?? []).map(
    ({ id, price, text }): LineTag => ({
      id: `${id}`,
      price,
      content: <OrderTag text={text} revoke={() => submit('spot.cancel', { id })} toasts={toasts} />,
    }),
  );
  return <LineTags engine={engine} tags={tags} />;
}
