import { useTranslation } from 'react-i18next';
import type { FuturesTicketFrame } from '../../../workers/api.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { Dock } from '../../ui/ticket/Dock.tsx';
import { SendButton } from '../../ui/ticket/SendButton.tsx';
import own from './Futures.module.css';
import { FuturesNumbers } from './FuturesNumbers.tsx';
import type { PanelProps } from './FuturesTicketPanel.tsx';
import { requestOf, useFuturesSender } from './useFuturesSender.ts';

/** Sends the ticket of a perpetual. */
export function FuturesDock(props: PanelProps) {
  return (
    <Dock>
      <OrderButton {...props} />
    </Dock>
  );
}

function OrderButton({ control, market }: PanelProps) {
  const { t } = useTranslation('perpetual');
  const { ofCode } = useRefusalWords();
  const { state, send } = useFuturesSender(market, control.reset);
  const { ticket, frame, order, hasErrors } = control;
  const asset = { asset: market?.base ?? '' };
  const opens = ticket.side === 'long' ? t('action.long', asset) : t('action.short', asset);
  return (
    <>
      {frame?.blocked ? null : <Consequence frame={frame} />}
      <SendButton
        side={ticket.side === 'long' ? 'buy' : 'sell'}
        action={ticket.reduceOnly ? `${t('action.close')} ${asset.asset}` : opens}
        state={state}
        blocked={frame?.blocked && ofCode(frame.blocked)}
        asked={
          hasErrors || !order || !frame
            ? undefined
            : { request: requestOf(control.market, ticket, order), frame }
        }
        onTap={control.touchAll}
        onSend={({ request }) => void send(request)}
        numbers={(asked) => <FuturesNumbers {...asked} market={market} />}
      />
    </>
  );
}

/** What the order costs and how far danger is, right above the button. */
function Consequence({ frame }: { readonly frame: FuturesTicketFrame | undefined }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const words = useLiquidationWords();
  if (!frame?.liquidation) return null;
  return (
    <dl className={own['consequence']}>
      <div>
        <dt>{t('action.margin')}</dt>
        <dd>{frame.margin}</dd>
      </div>
      <div>
        <dt>{frame.isFeeExpected ? t('trade:feeExpected') : t('trade:fee')}</dt>
        <dd>{frame.fee}</dd>
      </div>
      <div>
        <dt>{t('liquidationShort')}</dt>
        <dd>{words(frame.liquidation)}</dd>
      </div>
    </dl>
  );
}
