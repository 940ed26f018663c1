import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
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
    <fieldset className={`${layout['stack']} ${styles['networks']}`}>
      <legend>{t('network')}</legend>
      {networks.map(({ chain, name, note, isLate }) => (
        <button
          key={chain}
          type="button"
          aria-pressed={chain === chosen}
          data-late={isLate || undefined}
          onClick={() => onChoose(chain)}
        >
          <b>{name}</b>
          <small>{note}</small>
        </button>
      ))}
    </fieldset>
  );
}
