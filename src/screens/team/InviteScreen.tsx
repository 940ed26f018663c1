import { Share2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inviteLink } from '../../state/inviteLink.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import layout from '../../ui/layout.module.css';
import { QrCode } from '../../ui/QrCode.tsx';
import { Screen } from '../../ui/Screen.tsx';
import styles from './InviteScreen.module.css';
import { InviteSheet } from './InviteSheet.tsx';
import type { Team } from './TeamGate.tsx';
import { TeamGate } from './TeamGate.tsx';
import { TeamRules } from './TeamRules.tsx';

/** A person's code, its link, and what inviting brings. */
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
    <div className={`${layout['stack4']} ${styles['invite']}`}>
      <h2>{t('invite.title', { direct: rates.direct })}</h2>
      <div className={styles['code']}>
        <QrCode text={link} label={t('invite.qr')} />
      </div>
      <dl>
        <div>
          <dt>{t('invite.code')}</dt>
          <dd>
            <CopyText text={code} />
          </dd>
        </div>
        <div>
          <dt>{t('invite.link')}</dt>
          <dd>
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
