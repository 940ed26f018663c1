import type { ViewKind } from '../../protocol.ts';
import type { ViewSpecs } from '../view.ts';
import { teamMembersView, teamRewardsView } from './lists.ts';
import { teamView } from './teamView.ts';

export const teamViews = {
  team: { pace: 'focus', open: teamView },
  teamMembers: { pace: 'focus', open: teamMembersView },
  teamRewards: { pace: 'focus', open: teamRewardsView },
} satisfies Partial<ViewSpecs<ViewKind>>;
