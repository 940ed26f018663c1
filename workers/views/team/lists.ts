import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { DAY_MS, defined, signedAmountText } from '../../../domain/index.ts';
import type {
  RewardsFilter,
  TeamMembersFrame,
  TeamMembersView,
  TeamRewardsFrame,
  TeamRewardsView,
} from '../../protocol.ts';
import { moneyVersion, pagedView } from '../pagedView.ts';
import { named } from '../pages.ts';

type Reward = ResponseOf<Calls['team.rewards']>['rows'][number];
/** Members of one level. */
export const teamMembersView = pagedView<number>()({
  request: ({ level, state }: TeamMembersView) => ({ level, ...defined({ state }) }),
  page: async ({ call }, request) =>
    named(await call('team.members', request), (member) => ({ ...member, id: member.place })),
  version$: moneyVersion,
  frame(rows, end, { words }): TeamMembersFrame {
    const { moment } = words();
    const lines = rows.map(({ id, name, state, joinedAt }) => ({
      id,
      name,
      state,
      joinedAt: moment(joinedAt),
    }));
    return { ...end, kind: 'teamMembers', lines };
  },
});

const rewardsRequest = ({ level, asset, from, to }: RewardsFilter) => defined({ level, asset, from, to });

/** Rewards by day, level and coin; each is booked on the account. */
export const teamRewardsView = pagedView<string>()({
  request: (view: TeamRewardsView) => rewardsRequest(view),
  page: async ({ call }, request) =>
    named(await call('team.rewards', request), (reward) => ({ ...reward, id: rewardId(reward) })),
  version$: moneyVersion,
  frame(rows, end, { words }): TeamRewardsFrame {
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

/** The name by which the exchange continues a list after a row. */
const rewardId = ({ day, level, asset }: Reward): string => `${day / DAY_MS}.${level}.${asset}`;
