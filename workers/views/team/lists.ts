import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { signedAmountText } from '../../../domain/index.ts';
import type {
  RewardsFilter,
  TeamMembersFrame,
  TeamMembersView,
  TeamRewardsFrame,
  TeamRewardsView,
} from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import { named } from '../pages.ts';
import type { ViewDeps } from '../view.ts';

type Member = ResponseOf<Calls['team.members']>['rows'][number] & { readonly id: number };
type Reward = ResponseOf<Calls['team.rewards']>['rows'][number] & { readonly id: string };

const DAY_MS = 86_400_000;

const membersRequest = ({ level, state }: TeamMembersView) => ({
  level,
  ...(state === undefined ? {} : { state }),
});

/** Members of one level. */
export function openMembers(
  view: TeamMembersView,
  { call, funds, words }: ViewDeps,
): LiveView<TeamMembersView> {
  return new PagedViewer<TeamMembersView, Member, number>(view, {
    asked: membersRequest,
    page: async (filter, part) =>
      named(await call('team.members', { ...membersRequest(filter), ...part }), (member) => ({
        ...member,
        id: member.place,
      })),
    version: () => funds.version,
    frame: (rows, end): TeamMembersFrame => {
      const { moment } = words();
      const lines = rows.map(({ id, name, state: own, joinedAt }) => ({
        id,
        name,
        state: own,
        joinedAt: moment(joinedAt),
      }));
      return { ...end, kind: 'teamMembers', lines };
    },
  });
}

const rewardsRequest = ({ level, asset, from, to }: RewardsFilter) => ({
  ...(level === undefined ? {} : { level }),
  ...(asset === undefined ? {} : { asset }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** Rewards by day, level and coin; each is booked on the person's account, and so is news by itself. */
export function openRewards(
  view: TeamRewardsView,
  { call, funds, words }: ViewDeps,
): LiveView<TeamRewardsView> {
  return new PagedViewer<TeamRewardsView, Reward, string>(view, {
    asked: rewardsRequest,
    page: async (filter, part) =>
      named(await call('team.rewards', { ...rewardsRequest(filter), ...part }), (reward) => ({
        ...reward,
        id: rewardId(reward),
      })),
    version: () => funds.version,
    frame: (rows, end): TeamRewardsFrame => {
      const { style, date } = words();
      const lines = rows.map(({ id, day, level, asset, amount, members }) => ({
        id,
        day: date(day),
        level,
        asset,
        amount: signedAmountText(amount, style),
        members,
      }));
      return { ...end, kind: 'teamRewards', lines };
    },
  });
}

/** The name by which the exchange continues a list after a row. */
const rewardId = ({ day, level, asset }: Omit<Reward, 'id'>): string => `${day / DAY_MS}.${level}.${asset}`;
