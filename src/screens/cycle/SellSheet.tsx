import { useTranslation } from 'react-i18next';
import type { CycleLine, CycleSaleLine } from '../../../workers/api.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { ContractHead } from './ContractHead.tsx';

interface SellSheetProps {
  readonly line: CycleLine;
  readonly sale: CycleSaleLine;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** A sale with all its terms, before the first one; its figures follow the index, and what is confirmed is the newest. */
export function SellSheet({ line, sale, onConfirm, onCancel }: SellSheetProps) {
  const { t } = useTranslation(['cycle', 'trade']);
  return (
    <Confirm
      title={t('sell.button')}
      confirm={t('sell.button')}
      cancel={t('trade:confirm.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      blocked={sale.order ? undefined : ''}
    >
      <p className={look('bottom2')}>
        <ContractHead line={line} />
      </p>
      <Facts look="ask">
        <Fact name={t('amount')} text={line.amount} />
        <Fact name={t('sell.now')} text={sale.price} />
        <Fact name={t('sell.worst')} text={sale.least} />
        <Fact name={t('sell.paid')} text={t('sell.paidText')} isPublic />
        <Fact name={t('sell.kept')} text={t('sell.keptText', { share: sale.kept })} isPublic />
      </Facts>
      <p className={look('tiny')}>{t('sell.once')}</p>
    </Confirm>
  );
}
