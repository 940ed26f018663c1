import { useTranslation } from 'react-i18next';
import type { CellBoard } from '../../state/cells.ts';
import { LiveText } from '../LiveText.tsx';
import { FactLine } from '../market/FundingLine.tsx';

/** The day of a pair: between which prices it moved, and how much was traded. */
export function DayLine({ cells }: { readonly cells: CellBoard }) {
  const { t } = useTranslation(['detail', 'market']);
  return (
    <FactLine isSpare>
      <div>
        <dt>{t('day.title')}</dt>
        <dd>
          <LiveText board={cells} cell="low" /> – <LiveText board={cells} cell="high" />
        </dd>
      </div>
      <div>
        <dt>{t('market:column.volume')}</dt>
        <dd>
          <LiveText board={cells} cell="volume" />
        </dd>
      </div>
    </FactLine>
  );
}
