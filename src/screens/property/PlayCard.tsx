import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { playGrants } from '../../../domain/index.ts';
import type { CommandState } from '../../../workers/api.ts';
import { useAccountNames, useCommandWords } from '../../i18n/funds.ts';
import type { JournalEntry } from '../../state/journal.ts';
import { useJournal } from '../../state/journal.ts';
import { submit } from '../../state/login.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import styles from './PlayCard.module.css';

const RESET = 'account.resetPlay';

/** How far the latest asking for new play money has come. */
interface Asking {
  readonly state: CommandState;
  /** In the journal; empty when the worker died before it could tell. */
  readonly key?: string;
  readonly failed?: Refusal;
}

/** In practice the money is play money, and can be had anew. */
export function PlayCard() {
  const { t } = useTranslation('funds');
  const words = useCommandWords();
  const [isConfirming, setConfirming] = useState(false);
  const { asking, reset } = useReset();
  const isOpen = asking?.state === 'sending' || asking?.state === 'unknown';
  const confirm = () => {
    setConfirming(false);
    void reset();
  };
  return (
    <section className={styles['card']}>
      <h2>{t('play.title')}</h2>
      <p>{t('play.text')}</p>
      <button type="button" aria-disabled={isOpen} onClick={() => setConfirming(!isOpen)}>
        {t('play.again')}
      </button>
      <p role="status" data-state={asking?.state}>
        {asking ? words(asking.state, asking.failed) : null}
      </p>
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
      <p className={styles['grants']}>{t('play.consequence')}</p>
      <ul className={styles['grants']}>
        {playGrants.map(({ account, asset, amount }) => (
          <li key={`${account}:${asset}`}>
            <span>{accounts[account]}</span>
            <b>
              {amount} {asset}
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Asks for new play money once at a time, and follows what became of it. */
function useReset(): { readonly asking: Asking | undefined; readonly reset: () => Promise<void> } {
  const entries = useJournal();
  const [own, setOwn] = useState<Asking>();
  const isSending = useRef(false);
  const reset = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setOwn({ state: 'sending' });
    const result = await submit(RESET, {});
    isSending.current = false;
    if (result.state === 'settled') setOwn({ state: 'settled' });
    else if (result.state === 'refused') setOwn({ state: 'refused', failed: result.error });
    else setOwn({ state: 'unknown', key: result.key });
  };
  return { asking: entryOf(own, entries) ?? own, reset };
}

/** What the journal knows of it: the call whose answer was lost here, or one from an earlier visit. */
function entryOf(own: Asking | undefined, entries: readonly JournalEntry[]): JournalEntry | undefined {
  const resets = entries.filter(({ call }) => call === RESET);
  if (!own) return resets.find(({ state }) => state === 'unknown' || state === 'sending');
  if (own.state !== 'unknown') return undefined;
  return own.key ? resets.find(({ key }) => key === own.key) : resets.at(-1);
}
