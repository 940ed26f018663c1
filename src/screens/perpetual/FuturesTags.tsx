import { ArrowLeftRight, Target, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesMarksView, MarksFrame } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useOnce } from '../../state/useOnce.ts';
import { useView } from '../../state/useView.ts';
import { IconButton, IconLink } from '../../ui/Button.tsx';
import type { ChartEngine } from '../../ui/chart/engine.ts';
import { useLineTexts } from '../../ui/chart/useLineTexts.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import type { LineTag } from '../../ui/trade/LineTags.tsx';
import { LineTags } from '../../ui/trade/LineTags.tsx';
import { OrderTag } from '../../ui/trade/OrderTag.tsx';
import { MarketActTerms } from './MarketActTerms.tsx';
import { positionName } from './positionName.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';
import { useReverse } from './useReverse.ts';

const SIZE = 16;

interface FuturesTagsProps {
  readonly engine: ChartEngine;
  readonly market: string;
  /** Of the market, as users know it. */
  readonly name: string;
}

/** What can be done with a position and its orders where their lines stand. */
export function FuturesTags({ engine, market, name }: FuturesTagsProps) {
  const view = useMemo<FuturesMarksView>(() => ({ kind: 'futuresMarks', market }), [market]);
  const [frame, setFrame] = useState<MarksFrame>();
  useView(view, setFrame);
  const words = useLineTexts();
  const toasts = useFuturesToasts();
  const entry = frame?.levels?.find(({ level }) => level === 'entry');
  const tags: LineTag[] = (frame?.orders ?? []).map(({ id, price, text, guard }) => ({
    id: `${id}`,
    price,
    content: (
      <OrderTag
        text={[guard && words[guard], text].filter(Boolean).join(' ')}
        revoke={() => submit('perpetual.cancel', { id })}
        toasts={toasts}
      />
    ),
  }));
  if (entry)
    tags.push({
      id: 'entry',
      price: entry.price,
      content: (
        <PositionTag
          market={market}
          name={name}
          profit={entry.profit ?? ''}
          direction={entry.direction ?? 0}
        />
      ),
    });
  return <LineTags engine={engine} tags={tags} />;
}

interface PositionTagProps {
  readonly market: string;
  readonly name: string;
  /** At mark, as text. */
  readonly profit: string;
  readonly direction: -1 | 0 | 1;
}

/** P/L of the position, its guards, turning it over, and out of it. */
function PositionTag({ market, name, profit, direction }: PositionTagProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const reverse = useReverse(market, name);
  const close = useClose(market, name);
  return (
    <>
      <b className={look('padSide3')}>
        <Amount text={profit} direction={direction} />
      </b>
      <IconLink label={t('action.guards')} to={`/stopPl?market=${encodeURIComponent(market)}`}>
        <Target size={SIZE} aria-hidden="true" />
      </IconLink>
      <Act
        label={t('action.reverse')}
        title={t('line.reverse')}
        call="perpetual.reverse"
        market={market}
        act={reverse}
      >
        <ArrowLeftRight size={SIZE} aria-hidden="true" />
      </Act>
      <Act
        label={t('action.close')}
        title={t('line.close')}
        call="perpetual.close"
        market={market}
        act={close}
      >
        <X size={SIZE} aria-hidden="true" />
      </Act>
    </>
  );
}

interface ActProps {
  readonly label: string;
  /** What is requested before, of anyone who wants to be requested. */
  readonly title: string;
  readonly call: 'perpetual.close' | 'perpetual.reverse';
  readonly market: string;
  readonly act: readonly [isBusy: boolean, act: () => Promise<void>];
  readonly children: ReactNode;
}

function useClose(market: string, name: string): ActProps['act'] {
  const toasts = useFuturesToasts();
  const [isBusy, once] = useOnce(positionName(market));
  const close = () =>
    once(async () => {
      const result = await submit('perpetual.close', { market });
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state === 'settled') toasts.placed(result.data.order, name, result.data.net);
    });
  return [isBusy, close];
}

/** Acts on the position of a market at market price. */
function Act({ label, title, call, market, act: [isBusy, act], children }: ActProps) {
  const { t } = useTranslation('trade');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        isBusy={isBusy}
        onClick={() => {
          if (settings.confirmOrders) setConfirming(!isBusy);
          else void act();
        }}
      >
        {children}
      </IconButton>
      {isConfirming ? (
        <Confirm
          title={title}
          confirm={label}
          cancel={t('confirm.cancel')}
          onConfirm={() => {
            setConfirming(false);
            void act();
          }}
          onCancel={() => setConfirming(false)}
        >
          <MarketActTerms market={market} call={call} />
        </Confirm>
      ) : null}
    </>
  );
}
