import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { teamLevels } from '../../../domain/index.ts';
import type { TeamRewardsView } from '../../../workers/api.ts';
import { useTeamLevels } from '../../i18n/team.ts';
import { ListRow } from '../../ui/ListRow.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { utcRangeFrom } from '../../ui/records/days.ts';
import { EndlessView } from '../../ui/records/EndlessView.tsx';
import { Filters } from '../../ui/records/Filters.tsx';
import { changed } from '../../ui/records/period.ts';

/** Rewards by day, level and coin; the filter stands in the address. */
export function Rewards() {
  const { t } = useTranslation('team');
  const levels = useTeamLevels();
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const question = useMemo(() => questionFrom(new URLSearchParams(text)), [text]);
  const empty = <Notice title={t('rewards.none')} text={t('rewards.noneText')} />;
  return (
    <>
      <Filters
        isUtc
        params={changed(params, 'show', '')}
        onChange={(next) => setParams(changed(next, 'show', 'rewards'), { replace: true })}
        choices={[
          {
            param: 'level',
            name: t('level.label'),
            options: teamLevels.map((id) => ({ id, text: levels[id] })),
          },
        ]}
      />
      <EndlessView<TeamRewardsView> key={text} question={question} empty={empty}>
        {(line) => (
          <ListRow
            data-day={line.id}
            start={
              <>
                <b>{line.day}</b>
                <small>
                  {levels[line.level]} · {t('rewards.members', { count: line.members })}
                </small>
              </>
            }
            end={
              <b>
                <Amount text={line.amount} direction={1} /> {line.asset}
              </b>
            }
          />
        )}
      </EndlessView>
    </>
  );
}

/** What is wanted, as the address says it; what makes no sense there is left out. */
function questionFrom(params: URLSearchParams): Omit<TeamRewardsView, 'want'> {
  const level = teamLevels.find((each) => each === params.get('level'));
  return { kind: 'teamRewards', ...(level ? { level } : {}), ...utcRangeFrom(params) };
}
