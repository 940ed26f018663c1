import { useTranslation } from 'react-i18next';
import { useMemberStates } from '../../i18n/team.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Table } from '../../ui/Table.tsx';
import type { Team } from './TeamGate.tsx';
import styles from './TeamSums.module.css';

/** How many they are, how far they have come, and all rewards by coin. */
export function TeamSums({ team }: { readonly team: Team }) {
  const { t } = useTranslation('team');
  const { total, levels, inviter, nextAt } = team;
  return (
    <section className={look('stack3 surface', styles['sums'])}>
      <Facts look="grid" columns={3}>
        <Fact name={t('total')} text={`${total}`} isPublic />
        <Fact name={t('level.direct')} text={`${levels.direct.total}`} isPublic />
        <Fact name={t('level.second')} text={`${levels.second.total}`} isPublic />
      </Facts>
      <States team={team} />
      <Earned team={team} />
      <p className={look('quiet')}>{t('nextAt', { time: nextAt })}</p>
      {inviter === null ? null : <p className={look('quiet')}>{t('inviter', { name: inviter })}</p>}
    </section>
  );
}

/** Members of both levels by state. */
function States({ team: { levels } }: { readonly team: Team }) {
  const { t } = useTranslation('team');
  const names = useMemberStates();
  const states = ['registered', 'verified', 'traded'] as const;
  return (
    <Table className={look('breaks')}>
      <thead>
        <tr>
          <th scope="col">{t('stateOf')}</th>
          <th scope="col">{t('level.direct')}</th>
          <th scope="col">{t('level.second')}</th>
        </tr>
      </thead>
      <tbody>
        {states.map((state) => (
          <tr key={state}>
            <th scope="row">{names[state]}</th>
            <td>{levels.direct[state]}</td>
            <td>{levels.second[state]}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Earned({ team: { rewards, newestDay } }: { readonly team: Team }) {
  const { t } = useTranslation('team');
  if (rewards.length === 0) return <p className={look('quiet')}>{t('rewards.noneYet')}</p>;
  return (
    <Table className={look('breaks')}>
      <thead>
        <tr>
          <th scope="col">{t('rewards.title')}</th>
          <th scope="col">{newestDay}</th>
          <th scope="col">{t('rewards.all')}</th>
        </tr>
      </thead>
      <tbody>
        {rewards.map(({ asset, newest, total }) => (
          <tr key={asset} data-reward={asset}>
            <th scope="row">{asset}</th>
            <td>
              <Amount text={newest} />
            </td>
            <td>
              <Amount text={total} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
