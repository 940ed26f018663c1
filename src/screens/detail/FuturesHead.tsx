import { useMemo, useState } from 'react';
import type { FuturesHeadFrame, FuturesHeadView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { FundingLine } from '../../ui/market/FundingLine.tsx';

/** Mark, index and funding of what is no spot market. */
export function FuturesHead({ id }: { readonly id: string }) {
  const [frame, setFrame] = useState<FuturesHeadFrame>();
  const view = useMemo<FuturesHeadView>(() => ({ kind: 'futuresHead', market: id }), [id]);
  useView(view, setFrame);
  return <FundingLine frame={frame} />;
}
