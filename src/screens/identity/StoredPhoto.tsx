import { useRefusalWords } from '../../i18n/refusals.ts';
import { useAsk } from '../../state/useAsk.ts';
import { ContentImage } from '../../ui/ContentImage.tsx';
import { Failed } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface StoredPhotoProps {
  readonly id: string;
  readonly label: string;
}

/** A photo of the user's own that the exchange keeps. */
export function StoredPhoto({ id, label }: StoredPhotoProps) {
  const { ofRefusal } = useRefusalWords();
  const { data, refusal, reload } = useAsk('identity.view', { id });
  if (data) return <ContentImage content={data} label={label} />;
  if (!refusal) return <Skeleton rows={2} />;
  if (refusal.code === 'networkDown' || refusal.code === 'timedOut')
    return <Failed onRetry={() => void reload()} />;
  return <p role="alert">{ofRefusal(refusal)}</p>;
}
