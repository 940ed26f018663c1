import { Image } from 'lucide-react';
import { useState } from 'react';
import type { MessageLine } from '../../../workers/api.ts';
import { useAsk } from '../../state/useAsk.ts';
import { Button } from '../../ui/Button.tsx';
import { ContentImage } from '../../ui/ContentImage.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Failed } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface TicketPictureProps {
  readonly picture: MessageLine['pictures'][number];
  readonly label: string;
}

/** A picture of a message; fetched when somebody wants to see it, since each may be some megabytes. */
export function TicketPicture({ picture, label }: TicketPictureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="soft" size="s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Image size={18} aria-hidden="true" /> {label}
      </Button>
      {isOpen ? (
        <Sheet title={label} onClose={() => setOpen(false)}>
          <LoadedPicture id={picture.id} label={label} />
        </Sheet>
      ) : null}
    </>
  );
}

function LoadedPicture({ id, label }: { readonly id: string; readonly label: string }) {
  const { data, refusal, reload } = useAsk('support.picture', { id });
  if (data) return <ContentImage content={data} label={label} />;
  return refusal ? <Failed onRetry={() => void reload()} /> : <Skeleton rows={3} />;
}
