import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BookLine } from '../../../workers/api.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Press } from '../../ui/Press.tsx';
import { useMoment } from '../../ui/useMoment.ts';
import { AddressText } from './AddressText.tsx';
import styles from './Wallet.module.css';

interface BookSheetProps {
  readonly lines: readonly BookLine[];
  readonly whitelist: boolean;
  readonly onChoose: (address: string) => void;
  readonly onClose: () => void;
}

/** Addresses of the book that suit the coin and the network. */
export function BookSheet({ lines, whitelist, onChoose, onClose }: BookSheetProps) {
  const { t } = useTranslation(['wallet', 'app']);
  const moment = useMoment();
  return (
    <Sheet title={t('address.book')} onClose={onClose}>
      {whitelist ? <p className={look('note')}>{t('whitelist.on')}</p> : null}
      {lines.length === 0 ? <Notice title={t('book.none')} text={t('book.noneText')} /> : null}
      <div className={styles['recent']}>
        {lines.map(({ id, address, label, restsUntil }) => (
          <Press
            key={id}
            look="row"
            className={look('ruled', styles['row'])}
            onClick={() => onChoose(address)}
          >
            <span className={look('grid tight shrinks grows', styles['rowText'])}>
              <b>{label || t('book.unnamed')}</b>
              <AddressText address={address} />
              {restsUntil === null ? null : <small>{t('book.rests', { time: moment(restsUntil) })}</small>}
            </span>
            <ChevronRight size={18} aria-hidden="true" />
          </Press>
        ))}
      </div>
      <ButtonLink look="link" size="s" to="/mine/addCoinAddress">
        {t('app:title.addCoinAddress')}
      </ButtonLink>
    </Sheet>
  );
}
