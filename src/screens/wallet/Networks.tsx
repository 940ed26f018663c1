import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import styles from './OwnAddress.module.css';

export interface NetworkChoice {
  readonly chain: string;
  readonly name: string;
  readonly note: string;
  readonly isLate?: boolean;
}

interface NetworksProps {
  readonly chosen: string;
  readonly networks: readonly NetworkChoice[];
  readonly onChoose: (chain: string) => void;
}

/** Which network money moves on: the wrong one loses it, so that each says its name in full. */
export function Networks({ chosen, networks, onChoose }: NetworksProps) {
  const { t } = useTranslation('wallet');
  return (
    <fieldset className={look('stack', styles['networks'])} data-dense>
      <legend>{t('network')}</legend>
      {networks.map(({ chain, name, note, isLate }) => (
        <Press
          look="tile"
          key={chain}
          isChosen={chain === chosen}
          data-late={isLate || undefined}
          onClick={() => onChoose(chain)}
        >
          <b>{name}</b>
          <small>{note}</small>
        </Press>
      ))}
    </fieldset>
  );
}
