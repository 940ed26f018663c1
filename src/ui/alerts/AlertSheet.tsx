import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { Sheet } from '../dialog/Sheet.tsx';
import { look } from '../look.ts';
import { SignInFirst } from '../SignInFirst.tsx';
import { AlertForm } from './AlertForm.tsx';
import { AlertList } from './AlertList.tsx';

interface AlertSheetProps {
  readonly market: string;
  readonly onClose: () => void;
}

/** A market's price alerts: a new one, and those that there are. */
export default function AlertSheet({ market, onClose }: AlertSheetProps) {
  const { t } = useTranslation('shell');
  const { token } = useSnapshot(login);
  return (
    <Sheet title={t('alert.title')} onClose={onClose}>
      {token === null ? (
        <SignInFirst gain={t('alert.gate')} />
      ) : (
        <div className={look('stack3 lone')}>
          <AlertForm market={market} />
          <AlertList market={market} />
          <p className={look('tiny')}>{t('alert.hint')}</p>
        </div>
      )}
    </Sheet>
  );
}
