import { useTranslation } from 'react-i18next';
import { useAsk } from '../../state/useAsk.ts';
import { validAddress } from '../../ui/address.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { Screen } from '../../ui/Screen.tsx';
import styles from './content.module.css';
import { Waiting } from './ReadMarks.tsx';

/** The app, where one is offered; and how this page itself becomes one. */
export default function DownloadScreen() {
  const { t } = useTranslation(['content', 'app']);
  const { data, refusal, reload } = useAsk('common.loadWapConfig', {});
  return (
    <Screen title={t('app:title.download')}>
      <div className={styles['article']}>
        {data ? (
          <App address={data.openH5AppDownload ? validAddress(data.downloadUrl) : undefined} />
        ) : (
          <Waiting failed={refusal} onRetry={() => void reload()} />
        )}
        <Install />
      </div>
    </Screen>
  );
}

function App({ address }: { readonly address: string | undefined }) {
  const { t } = useTranslation('content');
  if (address === undefined) return <p className={look('text')}>{t('download.none')}</p>;
  return (
    <div className={look('centred gap3 mid')}>
      <p className={look('text')}>{t('download.text')}</p>
      <a
        {...buttonLook({ look: 'main', isWide: true })}
        href={address}
        target="_blank"
        rel="noreferrer noopener"
      >
        {t('download.get')}
      </a>
      <p className={look('faint high2')}>{new URL(address).host}</p>
      <QrCode text={address} label={t('download.code')} />
      <p className={look('faint high2')}>{t('download.scan')}</p>
    </div>
  );
}

function Install() {
  const { t } = useTranslation('content');
  return (
    <section className={look('stack surface', styles['ask'])}>
      <h2 className={look('large')}>{t('download.install')}</h2>
      <p className={look('quiet')}>{t('download.installText')}</p>
      <dl className={look('stack1')}>
        <dt className={look('top2 bright small strong')}>{t('download.iphone')}</dt>
        <dd className={look('quiet')}>{t('download.iphoneText')}</dd>
        <dt className={look('top2 bright small strong')}>{t('download.android')}</dt>
        <dd className={look('quiet')}>{t('download.androidText')}</dd>
        <dt className={look('top2 bright small strong')}>{t('download.desktop')}</dt>
        <dd className={look('quiet')}>{t('download.desktopText')}</dd>
      </dl>
    </section>
  );
}
