import { live } from '../live.ts';
import type { ShownBy } from '../view.ts';
import { openMembers, openRewards } from './lists.ts';
import { openTeam } from './teamView.ts';

export const teamViews: ShownBy<'team' | 'teamMembers' | 'teamRewards'> = {
  team: { pace: 'focus', open: live(openTeam) },
  teamMembers: { pace: 'focus', open: live(openMembers) },
  teamRewards: { pace: 'focus', open: live(openRewards) },
};
