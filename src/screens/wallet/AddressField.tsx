import { BookUser, ScanLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressFamily } from '../../../domain/index.ts';
import { ADDRESS_MAX, addressInLink } from '../../../domain/index.ts';
import { familyName } from '../../i18n/wallet.ts';
import { IconButton } from '../../ui/Button.tsx';
import { LabelledInput } from '../../ui/form/Field.tsx';
import { ScanSheet } from '../../ui/scan/ScanSheet.tsx';

interface AddressFieldProps {
  readonly value: string;
  readonly onChange: (address: string) => void;
  readonly onLeave: () => void;
  /** What is wrong with it, in words. */
  readonly error: string | undefined;
  /** What the text is as an address, as far as that is known. */
  readonly reading:
    | { readonly family?: AddressFamily | undefined; readonly address?: string | undefined }
    | undefined;
  /** Its name in the book; empty when it has none. */
  readonly label?: string;
  /** Opens the book, where there is one to choose from. */
  readonly onBook?: () => void;
}

/** An address, typed, pasted, scanned or taken from the book; whose it is stands below as it is typed. */
export function AddressField({ value, onChange, onLeave, error, reading, label, onBook }: AddressFieldProps) {
  const { t } = useTranslation('wallet');
  const [isScanning, setScanning] = useState(false);
  const family = reading?.family;
  const hint = () => {
    if (family === undefined) return null;
    if (reading?.address === undefined) return t('address.of', { network: familyName(family) });
    const sound = t('address.sound', { network: familyName(family) });
    return label ? `${label} · ${sound}` : sound;
  };
  return (
    <>
      <LabelledInput
        label={t('address.label')}
        name="address"
        value={value}
        autoComplete="off"
        maxLength={ADDRESS_MAX}
        error={error}
        hint={hint()}
        onChange={({ target }) => onChange(addressInLink(target.value))}
        onBlur={onLeave}
        after={
          <>
            {onBook ? (
              <IconButton label={t('address.book')} onClick={onBook}>
                <BookUser size={20} aria-hidden="true" />
              </IconButton>
            ) : null}
            <IconButton label={t('address.scan')} onClick={() => setScanning(true)}>
              <ScanLine size={20} aria-hidden="true" />
            </IconButton>
          </>
        }
      />
      {isScanning ? (
        <ScanSheet
          title={t('address.scan')}
          onClose={() => setScanning(false)}
          onFound={(text) => {
            setScanning(false);
            onChange(addressInLink(text));
            onLeave();
          }}
        />
      ) : null}
    </>
  );
}
