import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playGrants } from '../../../domain/index.ts';
import { useAccountNames } from '../../i18n/funds.ts';
import { useCommand } from '../../state/useCommand.ts';
import { Button } from '../Button.tsx';
import { CommandStatus } from '../CommandStatus.tsx';
import { Confirm } from '../dialog/Confirm.tsx';
import { look } from '../look.ts';
import styles from './PlayCard.module.css';

/** In practice the money is play money, and can be reset. */
export function PlayCard() {
  const { t } = useTranslation('funds');
  const [isConfirming, setConfirming] = useState(false);
  const { sending, send } = useCommand('account.resetPlay', true);
  const isOpen = sending?.state === 'sending' || sending?.state === 'unknown';
  const confirm = () => {
    setConfirming(false);
    void send({});
  };
  return (
    <section className={look('stack surface', styles['card'])}>
      <h2 className={look('normal')}>{t('play.title')}</h2>
      <p className={look('quiet')}>{t('play.text')}</p>
      <Button aria-disabled={isOpen} onClick={() => setConfirming(!isOpen)}>
        {t('play.again')}
      </Button>
      <CommandStatus sending={sending} />
      {isConfirming ? (
        <Confirm
          title={t('play.ask')}
          confirm={t('play.confirm')}
          cancel={t('play.cancel')}
          onConfirm={confirm}
          onCancel={() => setConfirming(false)}
        >
          <Grants />
        </Confirm>
      ) : null}
    </section>
  );
}

function Grants() {
  const { t } = useTranslation('funds');
  const accounts = useAccountNames();
  return (
    <>
      <p className={look('bottom3 text')}>{t('play.consequence')}</p>
      <ul className={look('text')}>
        {playGrants.map(({ account, asset, amount }) => (
          <li className={look('flex spread gap3 high2 ruled')} key={`${account}:${asset}`}>
            <span>{accounts[account]}</span>
            <b className={look('bright')}>
              {amount} {asset}
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}
