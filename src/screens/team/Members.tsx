import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { memberStates, teamLevels } from '../../../domain/index.ts';
import type { TeamMembersView } from '../../../workers/api.ts';
import { useMemberStates, useTeamLevels } from '../../i18n/team.ts';
import { Chip } from '../../ui/Chip.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessView } from '../../ui/records/EndlessView.tsx';
import { changed } from '../../ui/records/period.ts';
import { Tabs } from '../../ui/Tabs.tsx';

const ALL = 'all';

/** Members of one level, their names masked; level and state stand in the address. */
export function Members() {
  const { t } = useTranslation('team');
  const [params] = useSearchParams();
  const level = teamLevels.find((each) => each === params.get('level')) ?? 'direct';
  const state = memberStates.find((each) => each === params.get('state'));
  const question = useMemo(
    () => ({ kind: 'teamMembers' as const, level, ...(state ? { state } : {}) }),
    [level, state],
  );
  const names = useMemberStates();
  const empty = <Notice title={t('members.none')} text={t('members.noneText')} />;
  return (
    <>
      <Which level={level} />
      <EndlessView<TeamMembersView> key={`${level}:${state ?? ''}`} question={question} empty={empty}>
        {(line) => (
          <ListRow
            data-member={line.id}
            start={
              <>
                <b>{line.name}</b>
                <small>{t('members.joined', { time: line.joinedAt })}</small>
              </>
            }
            end={<Chip tone={line.state === 'traded' ? 'accent' : 'quiet'}>{names[line.state]}</Chip>}
          />
        )}
      </EndlessView>
    </>
  );
}

function Which({ level }: Pick<TeamMembersView, 'level'>) {
  const { t } = useTranslation('team');
  const [levels, states] = [useTeamLevels(), useMemberStates()];
  const [params, setParams] = useSearchParams();
  const set = (name: string) => (id: string) => setParams(changed(params, name, id), { replace: true });
  return (
    <div className={look('inset')}>
      <Tabs
        look="chips"
        label={t('level.label')}
        selected={level}
        onSelect={(id) => set('level')(id)}
        tabs={teamLevels.map((id) => ({ id, text: levels[id] }))}
      />
      <Tabs
        look="chips"
        label={t('stateOf')}
        selected={params.get('state') ?? ALL}
        onSelect={(id) => set('state')(id === ALL ? '' : id)}
        tabs={[{ id: ALL, text: t('members.all') }, ...memberStates.map((id) => ({ id, text: states[id] }))]}
      />
    </div>
  );
}
