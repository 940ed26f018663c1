import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { changed } from '../../ui/records/period.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Members } from './Members.tsx';
import { Rewards } from './Rewards.tsx';
import type { Team } from './TeamGate.tsx';
import { TeamGate } from './TeamGate.tsx';
import { TeamRules } from './TeamRules.tsx';
import { TeamSums } from './TeamSums.tsx';

/** Who came by the user's code, and what their trading brought. */
export default function MyTeamScreen() {
  const { t } = useTranslation('app');
  return (
    <Screen title={t('title.myTeam')} up="/mine">
      <TeamGate>{(team) => <TeamBody team={team} />}</TeamGate>
    </Screen>
  );
}

const SHOW = 'show';

function TeamBody({ team }: { readonly team: Team }) {
  const { t } = useTranslation(['team', 'app']);
  const [params, setParams] = useSearchParams();
  const shown = params.get(SHOW) === 'rewards' ? 'rewards' : 'members';
  const isEmpty = team.total === 0 && team.rewards.length === 0;
  return (
    <>
      {isEmpty ? <Notice title={t('members.none')} text={t('members.noneText')} /> : <TeamSums team={team} />}
      <div className={look('grid pad')}>
        <ButtonLink look="main" to="/mine/invite">
          <UserPlus size={18} aria-hidden="true" /> {t('app:title.invite')}
        </ButtonLink>
      </div>
      {isEmpty ? null : (
        <>
          <div className={look('inset')}>
            <Tabs
              label={t('which')}
              selected={shown}
              onSelect={(id) =>
                setParams(id === 'rewards' ? changed(new URLSearchParams(), SHOW, id) : {}, { replace: true })
              }
              tabs={[
                { id: 'members', text: t('members.title') },
                { id: 'rewards', text: t('rewards.title') },
              ]}
            />
          </div>
          {shown === 'rewards' ? <Rewards /> : <Members />}
        </>
      )}
      <div className={look('pad')}>
        <TeamRules rates={team.rates} />
      </div>
    </>
  );
}
