import { Check, Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositForm } from '../../../workers/api.ts';
import { chainName } from '../../i18n/wallet.ts';
import { venueSlug } from '../../state/brand.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { savePicture } from '../../ui/picture.ts';
import { drawCode, QrCode } from '../../ui/QrCode.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { shareText } from '../../ui/share.ts';
import { AddressText } from './AddressText.tsx';
import styles from './OwnAddress.module.css';

interface OwnAddressProps {
  readonly form: DepositForm;
  readonly onRetry: () => void;
}

/** The user's own address on the chosen network, as a picture and as text. */
export function OwnAddress({ form, onRetry }: OwnAddressProps) {
  const { t } = useTranslation('wallet');
  const { address, code, chain, asset, isSimulated, addressFailed } = form;
  if (address === undefined || code === undefined)
    return addressFailed ? <Failed onRetry={onRetry} /> : <Skeleton rows={3} />;
  const network = chainName(chain);
  return (
    <div className={look('stack3 surface', styles['own'])} data-dense>
      {isSimulated ? <p className={look('warn')}>{t('practice')}</p> : null}
      <QrCode text={code} label={t('qr', { network })} />
      <AddressText address={address} />
      <div className={look('flex wrap gap2 wide', styles['ways'])} data-exact>
        <CopyText text={address} label={t('copy')} />
        <Share address={address} network={network} asset={asset} />
        <Save address={address} code={code} network={network} asset={asset} />
      </div>
      <p className={look('note')}>{t('onlyAsset', { asset, network })}</p>
    </div>
  );
}

interface AddressProps {
  readonly address: string;
  readonly network: string;
  readonly asset: string;
}

function Share({ address, network, asset }: AddressProps) {
  const { t } = useTranslation('wallet');
  const [isCopied, setCopied] = useState(false);
  const share = async () =>
    setCopied((await shareText({ title: `${asset} · ${network}`, text: address })) === 'copied');
  return (
    <Button look="soft" size="s" onClick={() => void share()}>
      {isCopied ? <Check size={18} aria-hidden="true" /> : <Share2 size={18} aria-hidden="true" />}
      {t('share')}
    </Button>
  );
}

function Save({ address, code, network, asset }: AddressProps & { readonly code: string }) {
  const { t } = useTranslation('wallet');
  const save = async () => {
    const canvas = document.createElement('canvas');
    const half = Math.ceil(address.length / 2);
    drawCode(canvas, code, [`${asset} · ${network}`, address.slice(0, half), address.slice(half)]);
    await savePicture(canvas, `${venueSlug()}-${asset}-${network.replace(/\W+/g, '-')}.png`);
  };
  return (
    <Button look="soft" size="s" onClick={() => void save()}>
      <Download size={18} aria-hidden="true" />
      {t('savePicture')}
    </Button>
  );
}
