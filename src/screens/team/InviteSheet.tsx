import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { venueSlug } from '../../state/brand.ts';
import { inviteLink } from '../../state/inviteLink.ts';
import { isPlayMoney, status } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Picture } from '../../ui/card/Picture.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { look } from '../../ui/look.ts';
import { shareText } from '../../ui/share.ts';
import styles from './InviteSheet.module.css';
import { drawInvitation } from './invitePicture.ts';
import type { Team } from './TeamGate.tsx';

interface InviteSheetProps {
  readonly team: Team;
  readonly onClose: () => void;
}

/** Hands the invitation on, as a link or as a picture. */
export function InviteSheet({ team, onClose }: InviteSheetProps) {
  const { t } = useTranslation(['team', 'account', 'perpetual']);
  const isPlay = isPlayMoney(useSnapshot(status));
  const [isCopied, setCopied] = useState(false);
  const { code } = team;
  const link = inviteLink(code);
  const lines = {
    title: t('invite.card'),
    code,
    link,
    foot: isPlay ? t('perpetual:share.play') : '',
  };
  const send = async () => setCopied((await shareText({ title: lines.title, url: link })) === 'copied');
  return (
    <Sheet title={t('invite.share')} onClose={onClose}>
      <Picture
        lines={lines}
        draw={drawInvitation}
        height={400}
        label={`${lines.title} ${code}`}
        name={`${venueSlug()}-${code}`}
        words={{ url: link }}
      />
      <Button look="main" isWide onClick={() => void send()}>
        {t('invite.sendLink')}
      </Button>
      <p role="status" className={look('quiet mid', styles['said'])}>
        {isCopied ? t('account:copied') : null}
      </p>
    </Sheet>
  );
}
