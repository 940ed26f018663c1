import { useTranslation } from 'react-i18next';
import type { CycleDirection } from '../../../domain/index.ts';
import { useDirectionNames, useLengthNames } from '../../i18n/cycle.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import type { CycleTicketControl } from './useCycleTicket.ts';

interface BuySheetProps {
  readonly control: CycleTicketControl;
  readonly direction: CycleDirection;
  /** Why it cannot be bought at this moment; empty while a quote is on its way. */
  readonly blocked: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** A contract with all its terms, before the first one is bought. */
export function BuySheet({ control, direction, blocked, onConfirm, onCancel }: BuySheetProps) {
  const { t } = useTranslation(['cycle', 'trade']);
  const directions = useDirectionNames();
  const lengths = useLengthNames();
  const { frame, ticket } = control;
  if (!frame) return null;
  const { stakeAsset, stake, windowSeconds, fee } = frame;
  return (
    <Confirm
      title={`${directions[direction]} · ${frame.asset?.name ?? ''}`}
      confirm={t('confirm.buy', { direction: directions[direction] })}
      look={direction}
      cancel={t('trade:confirm.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      blocked={blocked}
    >
      <Facts look="ask">
        <Fact name={t('length.label')} text={lengths[ticket.cycle]} isPublic />
        <Fact name={t('amount')} text={`${stake} ${stakeAsset}`} />
        <Fact name={t('terms.win')} text={`${frame[direction].payout} ${stakeAsset}`} />
        <Fact name={t('terms.lose')} text={`${stake} ${stakeAsset}`} />
        <Fact name={t('terms.tie')} text={t('terms.tieText')} isPublic />
        <Fact name={t('terms.fee')} text={`${fee} ${stakeAsset}`} />
        <Fact name={t('terms.entry')} text={t('terms.entryText')} isPublic />
        <Fact name={t('terms.settles')} text={t('terms.settlesText', { seconds: windowSeconds })} isPublic />
      </Facts>
      <p className={look('tiny')}>{t('confirm.once')}</p>
    </Confirm>
  );
}
