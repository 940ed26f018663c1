import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { changeSettings, settings } from '../../state/settings.ts';
import { Confirm } from '../dialog/Confirm.tsx';
import { Facts } from '../Facts.tsx';
import { Check } from '../form/Check.tsx';

interface ConfirmSendProps {
  readonly action: string;
  /** Of the side, up to the last tap. */
  readonly look: 'up' | 'down';
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Why it cannot be sent at this moment. */
  readonly blocked: string | undefined;
  /** The order's numbers. */
  readonly children: ReactNode;
}

/** Asks before an order is sent, and whether to ask again. */
export function ConfirmSend({ action, look, onConfirm, onCancel, blocked, children }: ConfirmSendProps) {
  const { t } = useTranslation('trade');
  const { confirmOrders } = useSnapshot(settings);
  return (
    <Confirm
      title={t('confirm.title')}
      confirm={action}
      look={look}
      cancel={t('confirm.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      blocked={blocked}
    >
      <Facts look="ask">{children}</Facts>
      <Check isSwitch isOn={!confirmOrders} onChange={(isOn) => changeSettings({ confirmOrders: !isOn })}>
        {t('confirm.again')}
      </Check>
    </Confirm>
  );
}
