import { Share2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inviteLink } from '../../state/inviteLink.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { look } from '../../ui/look.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { Screen } from '../../ui/Screen.tsx';
import styles from './InviteScreen.module.css';
import { InviteSheet } from './InviteSheet.tsx';
import type { Team } from './TeamGate.tsx';
import { TeamGate } from './TeamGate.tsx';
import { TeamRules } from './TeamRules.tsx';

/** A user's code, its link, and what inviting brings. */
export default function InviteScreen() {
  const { t } = useTranslation('app');
  return (
    <Screen title={t('title.invite')} up="/mine/myTeam">
      <TeamGate>{(team) => <Invite team={team} />}</TeamGate>
    </Screen>
  );
}

function Invite({ team }: { readonly team: Team }) {
  const { t } = useTranslation(['team', 'app']);
  const [isSharing, setSharing] = useState(false);
  const { code, rates } = team;
  const link = inviteLink(code);
  return (
    <div className={look('page')}>
      <h2 className={look('title mid')}>{t('invite.title', { direct: rates.direct })}</h2>
      <div className={look('mids', styles['code'])}>
        <QrCode text={link} label={t('invite.qr')} />
      </div>
      <dl className={look('stack3 pad ground1 round3')}>
        <div>
          <dt className={look('mini')}>{t('invite.code')}</dt>
          <dd className={look('breaks shrinks')}>
            <CopyText text={code} />
          </dd>
        </div>
        <div>
          <dt className={look('mini')}>{t('invite.link')}</dt>
          <dd className={look('breaks shrinks')}>
            <CopyText text={link} />
          </dd>
        </div>
      </dl>
      <Button look="main" aria-haspopup="dialog" onClick={() => setSharing(true)}>
        <Share2 size={18} aria-hidden="true" /> {t('invite.share')}
      </Button>
      <ButtonLink to="/mine/myTeam">
        <Users size={18} aria-hidden="true" /> {t('app:title.myTeam')}
      </ButtonLink>
      <TeamRules rates={rates} />
      {isSharing ? <InviteSheet team={team} onClose={() => setSharing(false)} /> : null}
    </div>
  );
}
