import { useTranslation } from 'react-i18next';
import type { CycleTicketFrame } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';

const NO_FIGURE = '--';

/** The small print of a contract: there before the figures are, so that nothing moves when they come. */
export function CycleTerms({ frame }: { readonly frame: CycleTicketFrame | undefined }) {
  const { t } = useTranslation('cycle');
  const unit = frame?.stakeAsset ?? '';
  const { fee, least, most, available, windowSeconds } = frame ?? NOTHING;
  return (
    <div className={look('inset')} data-area="terms">
      <Facts look="framed">
        <Fact name={t('terms.available')}>
          <Amount text={available} /> {unit}
        </Fact>
        <Fact name={t('terms.limits')}>{`${least} – ${most} ${unit}`}</Fact>
        <Fact name={t('terms.entry')}>{t('terms.entryText')}</Fact>
        <Fact name={t('terms.settles')}>{t('terms.settlesText', { seconds: windowSeconds })}</Fact>
        <Fact name={t('terms.fee')}>{`${fee} ${unit}`}</Fact>
        <Fact name={t('terms.quote')}>{t('terms.quoteText')}</Fact>
      </Facts>
    </div>
  );
}

const NOTHING = {
  fee: NO_FIGURE,
  least: NO_FIGURE,
  most: NO_FIGURE,
  available: NO_FIGURE,
  windowSeconds: NO_FIGURE,
};
