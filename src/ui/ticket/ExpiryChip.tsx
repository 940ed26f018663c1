import { useTranslation } from 'react-i18next';
import { useExpiryNames } from '../../i18n/orderTexts.ts';
import { DropChip } from '../form/ChoiceSheet.tsx';
import { useMoment } from '../useMoment.ts';
import { ExpirySheet } from './ExpirySheet.tsx';
import type { Expiry } from './expiry.ts';
import { expiresAtOf, isPreset } from './expiry.ts';

interface ExpiryChipProps {
  readonly expiry: Expiry;
  /** No other chip says that the order has an end. */
  readonly isAlone?: boolean;
  readonly onChoose: (expiry: Expiry) => void;
}

/** Until when an order is good, with the sheet to change it. */
export function ExpiryChip({ expiry, isAlone = false, onChoose }: ExpiryChipProps) {
  const { t } = useTranslation('trade');
  const presets = useExpiryNames();
  const moment = useMoment();
  const text = isPreset(expiry) ? presets[expiry] : moment(expiresAtOf(expiry, 0));
  return (
    <DropChip text={isAlone ? `GTD · ${text}` : text} label={`${t('expiry.title')}: ${text}`}>
      {(close) => <ExpirySheet expiry={expiry} onChoose={onChoose} onClose={close} />}
    </DropChip>
  );
}
