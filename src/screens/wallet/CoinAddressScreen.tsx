import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { AddressRow } from '../../../domain/contract/index.ts';
import { chainName } from '../../i18n/wallet.ts';
import { ask, login } from '../../state/login.ts';
import { exchangeNow } from '../../state/status.ts';
import { useAsk } from '../../state/useAsk.ts';
import { ButtonLink, IconButton, IconLink } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMoment } from '../../ui/useMoment.ts';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';
import { AddressText } from './AddressText.tsx';
import styles from './Wallet.module.css';
import { Whitelist } from './Whitelist.tsx';

/** Addresses that the user sends to, and whether to no others. */
export default function CoinAddressScreen() {
  const { t } = useTranslation(['app', 'wallet']);
  const { token } = useSnapshot(login);
  return (
    <Screen
      title={t('title.coinAddress')}
      up="/mine"
      actions={
        token === null ? null : (
          <IconLink look="accent" to="/mine/addCoinAddress" label={t('title.addCoinAddress')}>
            <Plus size={22} aria-hidden="true" />
          </IconLink>
        )
      }
    >
      {token === null ? <SignInFirst gain={t('wallet:signedOut')} /> : <Book />}
    </Screen>
  );
}

function Book() {
  const { t } = useTranslation(['wallet', 'app']);
  const { data, refusal, reload } = useAsk('withdraw.addresses', {});
  if (!data) return refusal ? <Failed onRetry={() => void reload()} why={refusal} /> : <Skeleton rows={4} />;
  return (
    <div className={look('page lone', styles['body'])}>
      <Whitelist whitelist={data.whitelist} onChanged={reload} />
      {data.addresses.length === 0 ? (
        <Notice title={t('book.none')} text={t('book.noneText')}>
          <ButtonLink to="/mine/addCoinAddress">{t('app:title.addCoinAddress')}</ButtonLink>
        </Notice>
      ) : (
        <ul className={look('stack')}>
          {data.addresses.map((row) => (
            <Entry key={row.id} row={row} isListedOnly={data.whitelist.on} onRemoved={reload} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface EntryProps {
  readonly row: AddressRow;
  readonly isListedOnly: boolean;
  readonly onRemoved: () => Promise<void>;
}

function Entry({ row, isListedOnly, onRemoved }: EntryProps) {
  const { t } = useTranslation('wallet');
  const moment = useMoment();
  const toastRefusal = useRefusalToast();
  const [isConfirming, setConfirming] = useState(false);
  const isResting = isListedOnly && row.usableAt > exchangeNow();
  const remove = async () => {
    setConfirming(false);
    const result = await ask('withdraw.removeAddress', { id: row.id });
    if (!result.ok) toastRefusal('address:remove', t('book.remove'), result.error);
    await onRemoved();
  };
  return (
    <li className={look('flex middle pad ground1 round3')}>
      <div className={look('grid tight grows shrinks', styles['rowText'])}>
        <span>
          <b>{row.label || t('book.unnamed')}</b>
          <small>{`${row.currency} · ${chainName(row.chain)}`}</small>
        </span>
        <AddressText address={row.address} />
        {isResting ? <small>{t('book.rests', { time: moment(row.usableAt) })}</small> : null}
      </div>
      <IconButton look="faint" label={t('book.remove')} onClick={() => setConfirming(true)}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
      {isConfirming ? (
        <Confirm
          title={t('book.removeTitle')}
          confirm={t('book.remove')}
          cancel={t('keep')}
          onConfirm={() => void remove()}
          onCancel={() => setConfirming(false)}
        >
          <AddressText address={row.address} />
        </Confirm>
      ) : null}
    </li>
  );
}
