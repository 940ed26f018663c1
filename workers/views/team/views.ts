import type { ShownBy } from '../view.ts';
import { teamMembersView, teamRewardsView } from './lists.ts';
import { teamView } from './teamView.ts';

export const teamViews: ShownBy<'team' | 'teamMembers' | 'teamRewards'> = {
  team: { pace: 'focus', open: teamView },
  teamMembers: { pace: 'focus', open: teamMembersView },
  teamRewards: { pace: 'focus', open: teamRewardsView },
};
