import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { FuturesView } from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import styles from './PositionLine.module.css';
import { useFutures } from './useFutures.ts';

interface PositionLineProps {
  readonly id: string;
  readonly onTap: () => void;
}

/** What is open, in one line that leads to it: this market's position with its P/L and yield, else all of them. */
export function PositionLine(props: PositionLineProps) {
  const { token } = useSnapshot(login);
  return token === null ? null : <Line {...props} />;
}

function Line({ id, onTap }: PositionLineProps) {
  const { t } = useTranslation('perpetual');
  const view = useMemo<FuturesView>(() => ({ kind: 'futures', market: id }), [id]);
  const { model, now } = useFutures(view);
  const own = now.positions.find(({ market }) => market === id);
  if (now.positionCount === 0) return null;
  const count = own ? 1 : now.positionCount;
  return (
    <Press className={look('row small rigid ground1 ruled', styles['line'])} onClick={onTap}>
      {t('positions.count', { count })}
      <b>
        <LiveAmount board={model.cells} cell={own ? `${own.id}:profit` : 'profit'} />
        {own ? (
          <>
            {' ('}
            <LiveText board={model.cells} cell={`${own.id}:roe`} />)
          </>
        ) : null}
      </b>
      <ChevronRight className={look('pushed dim')} size={18} aria-hidden="true" />
    </Press>
  );
}
