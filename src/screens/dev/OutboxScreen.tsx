import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsk } from '../../state/useAsk.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMoment } from '../../ui/useMoment.ts';
import styles from './OutboxScreen.module.css';

const EVERY_MS = 2_000;

/** Messages that would have gone out by mail or text message, were this not practice. */
export default function OutboxScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <Screen title={t('app:title.outbox')}>
      <p className={look('warned small round3 pad3', styles['label'])}>{t('outbox.text')}</p>
      <Messages />
    </Screen>
  );
}

function Messages() {
  const { t } = useTranslation('account');
  const { data, refusal, reload } = useAsk('dev.outbox', {});
  const moment = useMoment();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (!data) return refusal ? <Failed onRetry={() => void reload()} /> : <Skeleton rows={3} />;
  if (data.messages.length === 0) return <Notice title={t('outbox.none')} text={t('outbox.noneText')} />;
  return (
    <ol className={look('stack3 inset', styles['messages'])}>
      {data.messages.map(({ id, to, subject, text, at }) => (
        // In the recipient's language, which may be another than the page's.
        <li className={look('pad ground1 round3')} key={id} translate="no">
          <header className={look('grid')}>
            <b>{subject}</b>
            <span className={look('tiny breaks')}>{to}</span>
            <time className={look('tiny')}>{moment(at)}</time>
          </header>
          <p className={look('top2 breaks')}>{text}</p>
          <Code text={text} />
        </li>
      ))}
    </ol>
  );
}

/** The code in a message, at hand. */
function Code({ text }: { readonly text: string }) {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  return code ? <CopyText text={code} /> : null;
}
