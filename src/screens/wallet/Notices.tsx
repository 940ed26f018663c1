import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositForm, NoticeLine } from '../../../workers/api.ts';
import { chainName, useNoticeStates } from '../../i18n/wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { State } from '../../ui/State.tsx';
import { toneOf } from './tones.ts';
import { VoucherPicture } from './VoucherPicture.tsx';
import { VoucherSheet } from './VoucherSheet.tsx';
import styles from './Wallet.module.css';

/** What the user has said of deposits that are missing, and the way to say so. */
export function Notices({ form }: { readonly form: DepositForm }) {
  const { t } = useTranslation('wallet');
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<number>();
  return (
    <section>
      <div className={look('between', styles['head'])}>
        <h2>{t('voucher.missing')}</h2>
        <Button look="link" size="s" onClick={() => setOpen(true)}>
          {t('voucher.open')}
        </Button>
      </div>
      {form.notices.length === 0 ? null : (
        <ul className={look('stack')}>
          {form.notices.map((line) => (
            <Notice key={line.id} line={line} onShow={setShown} />
          ))}
        </ul>
      )}
      {isOpen ? <VoucherSheet chain={form.chain} asset={form.asset} onClose={() => setOpen(false)} /> : null}
      {shown === undefined ? null : <VoucherPicture id={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

interface NoticeProps {
  readonly line: NoticeLine;
  readonly onShow: (id: number) => void;
}

function Notice({ line, onShow }: NoticeProps) {
  const { t } = useTranslation('wallet');
  const states = useNoticeStates();
  return (
    <li className={look('pad ground1 round3')}>
      <div className={look('grid tight shrinks', styles['rowText'])}>
        <span>
          <b>
            <Amount text={`${line.amount} ${line.asset}`} />
          </b>
          <State tone={toneOf(line.state, line.state === 'credited')}>{states[line.state]}</State>
        </span>
        <span>
          <small>{`${chainName(line.chain)} · ${line.time}`}</small>
          <Button look="link" size="s" onClick={() => onShow(line.id)}>
            {t('voucher.show')}
          </Button>
        </span>
        {line.reason === '' ? null : <small>{line.reason}</small>}
      </div>
    </li>
  );
}
