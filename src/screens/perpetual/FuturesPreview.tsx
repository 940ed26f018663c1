import { useTranslation } from 'react-i18next';
import { NO_FIGURE, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesTicketFrame } from '../../../workers/api.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { TransferLink } from '../../ui/ticket/TransferLink.tsx';
import type { PanelProps } from './useFuturesTicket.ts';

/** What the order comes to, right above the button that causes it: what there is to say of it, and no dashes. */
export function FuturesPreview({ control: { ticket, frame }, market }: PanelProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  if (!frame) return null;
  const hasCost = frame.margin !== NO_FIGURE || frame.cost !== NO_FIGURE;
  const unit = ticket.unit === 'quote' ? SETTLEMENT_ASSET : (market?.base ?? '');
  return (
    <Facts look="ticket">
      {frame.isBeyond ? (
        <Warning>{t('beyond')}</Warning>
      ) : frame.isNear ? (
        <Warning>{t('near')}</Warning>
      ) : null}
      {frame.risk?.leverage === undefined ? null : (
        <Warning>{t('trade:risk.leverage', { n: frame.risk.leverage })}</Warning>
      )}
      {frame.risk ? (
        <Fact name={t('trade:risk.loss')}>
          <Amount text={frame.risk.loss} /> {SETTLEMENT_ASSET}
        </Fact>
      ) : null}
      {frame.trail ? <Fact name={t('trade:stopPrice')}>{frame.trail.trigger}</Fact> : null}
      {frame.available === NO_FIGURE || frame.isBeyond || frame.isNear || frame.trail || frame.risk ? null : (
        <Fact name={t('trade:available')}>
          <Amount text={frame.available} /> {SETTLEMENT_ASSET} <TransferLink from="spot" />
        </Fact>
      )}
      {hasCost ? (
        <Cost frame={frame} />
      ) : frame.most === NO_FIGURE ? null : (
        <Fact name={t('trade:max')}>
          <Amount text={frame.most} /> {unit}
        </Fact>
      )}
      {frame.view.isAlone && hasCost ? <p className={look('text mini')}>{t('alone')}</p> : null}
    </Facts>
  );
}

function Warning({ children }: { readonly children: string }) {
  return <p className={look('warning mini')}>{children}</p>;
}

/** What it costs, or what closing brings, and how far danger is. */
function Cost({ frame }: { readonly frame: FuturesTicketFrame }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const words = useLiquidationWords();
  const { margin, fee, cost, isFreed, closes, profit, direction, liquidation, isBeyond } = frame;
  const taken = cost === NO_FIGURE ? margin : cost;
  const name = isFreed ? t('freed') : t('cost');
  return (
    <>
      {isBeyond ? null : <Fact name={`${name} · ${t('trade:fee')}`}>{`${taken} · ${fee}`}</Fact>}
      {closes ? (
        <Fact name={t('closes', { quantity: closes })}>
          <Amount text={profit} direction={direction} /> {SETTLEMENT_ASSET}
        </Fact>
      ) : (
        <Fact name={t('liquidationShort')}>
          <b data-danger={liquidation?.kind === 'due' || undefined}>{words(liquidation)}</b>
        </Fact>
      )}
    </>
  );
}
