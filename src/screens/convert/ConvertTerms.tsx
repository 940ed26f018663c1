import { useTranslation } from 'react-i18next';
import type { ConvertFrame } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** What a conversion comes to: its price, and what the spread takes. */
export function ConvertTerms({ frame }: { readonly frame: ConvertFrame | undefined }) {
  const { t } = useTranslation('convert');
  if (!frame) return null;
  const { price, isAbout, spread, cost, least, most } = frame;
  return (
    <Facts look="ticket">
      <Fact name={t('price')}>{isAbout ? `${t('about')} ${price}` : price}</Fact>
      <Fact name={t('spread')}>{spread}</Fact>
      <Fact name={t('cost')}>{cost}</Fact>
      <Fact name={t('limits')}>{`${least} – ${most}`}</Fact>
    </Facts>
  );
}
