import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useMarginModes } from '../../i18n/perpetual.ts';
import { login } from '../../state/login.ts';
import { DropChip } from '../../ui/form/ChoiceSheet.tsx';
import { TermsSheet } from './TermsSheet.tsx';
import type { PanelProps } from './useFuturesTicket.ts';

/** Margin mode and leverage of this market, each with the sheet to change it. */
export function TermsChips({ control: { frame, market: id }, market }: PanelProps) {
  const { t } = useTranslation('perpetual');
  const modes = useMarginModes();
  const { token } = useSnapshot(login);
  const isOff = token === null || !frame;
  const mode = frame ? modes[frame.mode] : '';
  const leverage = frame ? `${frame.leverage}×` : '';
  const sheet = (part: 'mode' | 'leverage') => (onClose: () => void) => (
    <TermsSheet id={id} name={market?.name ?? id} part={part} onClose={onClose} />
  );
  return (
    <>
      <DropChip text={mode} label={`${t('mode.label')}: ${mode}`} isOff={isOff}>
        {sheet('mode')}
      </DropChip>
      <DropChip text={leverage} label={`${t('leverage')}: ${leverage}`} isOff={isOff}>
        {sheet('leverage')}
      </DropChip>
    </>
  );
}
