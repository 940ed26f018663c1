import { useTranslation } from 'react-i18next';
import type { ConvertFrame } from '../../../workers/api.ts';
import { Line } from '../../ui/Facts.tsx';
import ticket from '../../ui/ticket/Ticket.module.css';

/** What a conversion comes to: its price, and what the spread takes. */
export function ConvertTerms({ frame }: { readonly frame: ConvertFrame | undefined }) {
  const { t } = useTranslation('convert');
  if (!frame) return null;
  const { price, isAbout, spread, cost, least, most } = frame;
  return (
    <dl className={ticket['preview']}>
      <Line name={t('price')}>{isAbout ? `${t('about')} ${price}` : price}</Line>
      <Line name={t('spread')}>{spread}</Line>
      <Line name={t('cost')}>{cost}</Line>
      <Line name={t('limits')}>{`${least} – ${most}`}</Line>
    </dl>
  );
}
