import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../state/client.ts';
import { readText, storageKeys, writeText } from '../state/storage.ts';
import { validAddress } from '../ui/address.ts';
import { IconButton } from '../ui/Button.tsx';
import { look } from '../ui/look.ts';

/** Tablets of one maker call themselves computers; only theirs are touched. */
const isMobile = (): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Offers the app on mobile browsers when the exchange says so; closed, it stays away. @see specification §4 */
export function DownloadBanner() {
  const { t } = useTranslation('app');
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!isMobile() || readText(storageKeys.banner) === 'closed') return;
    client.ask('common.loadWapConfig', {}).then((result) => {
      if (result.ok && result.data.openH5AppDownload) setAddress(validAddress(result.data.downloadUrl));
    });
  }, []);
  if (address === undefined) return null;
  const close = () => {
    writeText(storageKeys.banner, 'closed');
    setAddress(undefined);
  };
  return (
    <aside className={look('flex middle small rigid ground2 inset')}>
      <a className={look('high3 strong grows')} href={address} rel="noreferrer noopener" target="_blank">
        {t('banner.text')}
      </a>
      <IconButton label={t('close')} onClick={close}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
