import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MoneyCall, Submitted } from '../../../workers/api.ts';
import { useOnce } from '../../state/useOnce.ts';
import { IconButton } from '../Button.tsx';
import { Amount } from '../LiveAmount.tsx';
import { look } from '../look.ts';
import type { SharedToasts } from '../ticket/useSharedToasts.ts';

interface OrderTagProps {
  readonly text: string;
  readonly revoke: () => Promise<Submitted<MoneyCall>>;
  readonly toasts: Pick<SharedToasts, 'refused' | 'revoked'>;
}

/** Takes an order back where its line stands on the chart. */
export function OrderTag({ text, revoke, toasts }: OrderTagProps) {
  const { t } = useTranslation('trade');
  const [isBusy, once] = useOnce();
  const tap = () =>
    once(async () => {
      const result = await revoke();
      if (result.state === 'settled') toasts.revoked();
      if (result.state === 'refused') toasts.refused(result.error);
    });
  return (
    <>
      <span className={look('padSide3')}>
        <Amount text={text} />
      </span>
      <IconButton label={t('orders.revoke')} isBusy={isBusy} onClick={() => void tap()}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </>
  );
}
