import { useTranslation } from 'react-i18next';
import { useAsk } from '../../state/useAsk.ts';
import { ContentImage } from '../../ui/ContentImage.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Failed } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface VoucherPictureProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** The picture that a user sent as proof. */
export function VoucherPicture({ id, onClose }: VoucherPictureProps) {
  const { t } = useTranslation('wallet');
  const { data, refusal, reload } = useAsk('deposit.voucher', { id });
  return (
    <Sheet title={t('voucher.picture')} onClose={onClose}>
      {data ? (
        <ContentImage content={data} label={t('voucher.picture')} />
      ) : refusal ? (
        <Failed onRetry={() => void reload()} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Sheet>
  );
}
