import { live } from '../live.ts';
import type { ShownBy } from '../view.ts';
import { teamMembersView, teamRewardsView } from './lists.ts';
import { openTeam } from './teamView.ts';

export const teamViews: ShownBy<'team' | 'teamMembers' | 'teamRewards'> = {
  team: { pace: 'focus', open: live(openTeam) },
  teamMembers: { pace: 'focus', open: teamMembersView },
  teamRewards: { pace: 'focus', open: teamRewardsView },
};
